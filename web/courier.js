// Takes plays that are left in this browser to the server, from any page: what was played without a network, or
// came from a file, arrives without its level being opened again.

import { ask, Problem } from './api.js';
import { LocalDesk } from './desk.js';
import { Journal, openHeads } from './journal.js';

/** A play that takes longer waits for the next time, in milliseconds. */
const PATIENCE = 20_000;

/** What has happened in a play, without its rules: the server knows them, and judges. */
class Ledger {
  constructor() {
    /** @type {import('./journal.js').PlayEvent[]} */
    this.events = [];
  }

  /** @param {any} request @returns {any} */
  ask(request) {
    const state = {};
    if (request.ask === 'open') {
      this.events = [...request.events];
      return { is: 'board', state };
    }
    if (request.from > this.events.length) return { is: 'missed', state };
    const mine = this.events.slice(request.from);
    if (mine.some(([what], at) => request.events[at] && request.events[at][0] !== what)) return { is: 'parted', state };
    const fresh = request.events.slice(mine.length);
    this.events.push(...fresh);
    return { is: fresh.length ? 'change' : 'known', state };
  }
}

/** @param {() => boolean} holds */
async function until(holds) {
  const begun = performance.now();
  while (!holds() && performance.now() - begun < PATIENCE) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}

/** A level that only this browser has is opened at the server first. @param {import('./journal.js').Head} head */
async function makeKnown(head) {
  try {
    await ask('GET', `/api/levels/${head.level}`);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
    await ask('POST', '/api/levels', { puzzle: head.puzzle, text: head.text });
  }
}

/**
 * Takes one play to the server: true if it has arrived.
 * @param {import('./journal.js').Head} head
 */
async function take(head) {
  const journal = await Journal.take(head);
  if (!journal) return false;
  const { level, puzzle = '', text = '', mode, key, isForeign = false } = head;
  const nobody = { tell() {}, connected() {}, isWelcome: async () => true, say() {}, begun() {}, another() {} };
  const setting = { level, puzzle, text, mode, aim: null, again: isForeign && !key, title: head.title, pack: head.pack };
  const desk = new LocalDesk(setting, nobody, /** @type {any} */ (new Ledger()));
  try {
    if (isForeign) await makeKnown(head);
    await desk.begin(journal);
    return await until(() => desk.isUp && !journal.isOpen && !desk.line?.isBusy);
  } catch {
    return false;
  } finally {
    desk.close();
    journal.release();
  }
}

/**
 * Takes what waits to the server, one play after the other; gives how many arrived, and how many still wait.
 * @param {(done: number, all: number) => void} [tell]
 */
export async function deliver(tell = () => {}) {
  const waiting = await openHeads();
  let arrived = 0;
  for (const [at, head] of waiting.entries()) {
    tell(at, waiting.length);
    if (await take(head)) arrived++;
    else if (!navigator.onLine) break;
  }
  return { arrived, left: waiting.length - arrived };
}
