// A page without a server behind it: plays stay in this browser, and what pages ask a server is answered here.

import { Problem } from './api.js';
import { LocalDesk } from './desk.js';
import { headsOf } from './journal.js';
import { homeOf, keepPack } from './own-packs.js';
import { isPackFile } from './pack-file.js';
import { sentenceOf } from './problem.js';
import { loadRules } from './rules.js';
import { say } from './words.js';

/** A solution that was seen helps for a day, in milliseconds. */
const REMEMBERED = 24 * 3600 * 1000;
/** Hints from this rung on show a solution, or enough of one. */
const SHOWS_WAY = 4;

/** The page carries out orders, and its browser keeps the play. */
export class AloneDesk extends LocalDesk {
  /** @param {import('./desk.js').Setting} setting @param {import('./desk.js').Listener} listener @param {import('./rules.js').Rules} rules */
  constructor(setting, listener, rules) {
    super(setting, listener, rules);
    this.facts = {};
    this.wasHelped = false;
  }

  /** Nobody is to be connected to; the browser is asked to keep what it has. */
  async connect() {
    this.listener.connected(true);
    try {
      await navigator.storage?.persist?.();
    } catch {
      // It may throw the plays away when it needs the room, then.
    }
  }

  async recollect() {
    const heads = await headsOf(this.setting.level);
    const shown = (/** @type {import('./journal.js').Head} */ head) => head.asides.some(({ rung }) => Number(rung) >= SHOWS_WAY);
    const lately = heads.some((head) => shown(head) && Date.now() - head.touched < REMEMBERED);
    this.wasHelped = lately || (this.journal?.head.asides ?? []).some(({ rung }) => Number(rung) > 1);
  }

  /** @param {import('./journal.js').PlayEvent[]} events */
  opening(events) {
    return { ...super.opening(events), alone: true, helped: this.wasHelped };
  }

  /** @param {any} message */
  tell(message) {
    super.tell(message);
    const { won, stars } = message.state ?? {};
    const head = this.journal?.head;
    if (!head) return;
    const isBetter = stars !== null && stars !== undefined && stars > (head.stars ?? -1);
    if (head.finished === won && !isBetter) return;
    this.journal?.note({ finished: won, ...(isBetter && { stars }) });
  }

  /** What happened is kept here, and nowhere else. */
  get isUnsettled() {
    return false;
  }
}

/**
 * Answers what a page asks a server.
 * @param {string} method @param {string} path @param {any} body
 * @returns {Promise<any>}
 */
export async function answer(method, path, body) {
  if (['POST /api/levels', 'POST /api/packs'].includes(`${method} ${path}`)) return openText(body);
  if (`${method} ${path}` === 'GET /api/me') return { name: null, guest: true };
  throw new Problem(404, say('web.needs-server'));
}

/**
 * A level from its text: its page is that of its puzzle, with the text behind the address. Several become a pack.
 * @param {{ puzzle?: string, text?: string, title?: string }} wish
 */
async function openText({ puzzle = '', text = '', title = '' }) {
  if (isPackFile(text)) return openPack(text, title);
  const rules = await loadRules(document.querySelector('main')?.dataset.rules);
  if (!rules) throw new Problem(503, say('web.unreachable'));
  const level = rules.ask({ ask: 'read', puzzle, level: text, language: document.documentElement.lang });
  if (level.is === 'refused') throw new Problem(422, level.message);
  if (level.levels.length === 1) return { id: level.id, to: `/shell/${level.puzzle}#${encodeURIComponent(level.text)}` };
  const name = title || say('web.pack-of', { puzzle: titleOf(level.puzzle) });
  const pack = keepPack({ puzzle: level.puzzle, title: name, levels: level.levels });
  const said = level.broken ? say('web.pack-broken', { count: level.levels.length, broken: level.broken }) : null;
  return { to: homeOf(pack), said };
}

/** The file of a pack is read by the engines, as a server reads it. @param {string} text @param {string} name of the file */
async function openPack(text, name) {
  const { think } = await import('./thinker.js');
  try {
    const { puzzle, title, grade, levels, said } = await think({ ask: 'bring', text });
    const pack = keepPack({ puzzle, title: title || name || say('web.pack-of', { puzzle: titleOf(puzzle) }), grade, levels });
    return { to: homeOf(pack), said };
  } catch (problem) {
    throw new Problem(422, sentenceOf(problem));
  }
}

/** What a puzzle is called, as the page itself says. @param {string} puzzle */
function titleOf(puzzle) {
  return document.querySelector(`#puzzle option[value="${puzzle}"]`)?.textContent ?? puzzle;
}
