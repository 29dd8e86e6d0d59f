// Plays as a file: everything a browser has, to be taken to another one or into an account.

import { allPlays, keepPlay } from './journal.js';
import { Said } from './problem.js';
import { say } from './words.js';

/** What is at the beginning of such a file, and the form of this edition's. */
const KIND = 'ingenio plays';
const FORM = 1;
/** Larger files are no files of plays, in bytes. */
const LARGEST = 64 * 2 ** 20;

/**
 * @typedef {{ head: import('./journal.js').Head, events: import('./journal.js').PlayEvent[] }} KeptPlay
 */

/** Everything that is kept here, as a file. */
export async function pack() {
  const plays = await allPlays();
  return new Blob([JSON.stringify({ kind: KIND, form: FORM, plays })], { type: 'application/json' });
}

/**
 * The plays of a file; fails with a sentence.
 * @param {Blob} file
 * @returns {Promise<unknown[]>}
 */
export async function unpack(file) {
  if (file.size > LARGEST) throw new Said(say('web.bring-foreign'));
  const text = await file.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    // What begins like one of ours was cut off or scratched.
    throw new Said(say(text.includes(KIND) ? 'web.bring-damaged' : 'web.bring-foreign'));
  }
  if (data?.kind !== KIND) throw new Said(say('web.bring-foreign'));
  if (!Number.isInteger(data.form) || !Array.isArray(data.plays)) throw new Said(say('web.bring-damaged'));
  if (data.form > FORM) throw new Said(say('web.bring-newer', { version: data.form, known: FORM }));
  return data.plays;
}

/** Is this a play as one is kept? @param {any} play @returns {play is KeptPlay} */
function isPlay(play) {
  const { head, events } = play ?? {};
  const texts = [head?.id, head?.level, head?.puzzle, head?.text, head?.mode];
  const isEvent = (/** @type {any} */ event) => Array.isArray(event) && typeof event[0] === 'string' && Number.isFinite(event[1]) && event[1] >= 0;
  return texts.every((text) => typeof text === 'string' && text !== '') && /^[0-9a-f]{32}$/.test(head.id)
    && Array.isArray(head.asides) && Array.isArray(events) && events.every(isEvent);
}

/**
 * Takes plays in that can be played by the rules; the rest is counted.
 * @param {unknown[]} plays
 * @param {import('./rules.js').Rules} rules
 * @param {Partial<import('./journal.js').Head>} changes to what is kept of each
 */
export async function takeIn(plays, rules, changes) {
  const counts = { taken: 0, known: 0, refused: 0 };
  for (const play of plays) {
    const checked = isPlay(play) ? honest(play, rules) : null;
    if (!checked) counts.refused++;
    else if (await keepPlay({ ...checked, ...changes }, /** @type {KeptPlay} */ (play).events)) counts.taken++;
    else counts.known++;
  }
  return counts;
}

/**
 * What is kept of a play from a file: only what the rules confirm.
 * @param {KeptPlay} play @param {import('./rules.js').Rules} rules
 * @returns {import('./journal.js').Head | null}
 */
function honest({ head, events }, rules) {
  const { puzzle, text, mode } = head;
  const level = rules.ask({ ask: 'read', puzzle, level: text });
  if (level.is !== 'level' || level.id !== head.level) return null;
  const asides = head.asides.map(({ rung }) => ({ do: 'hinted', rung: Number(rung) })).filter(({ rung }) => rung >= 1 && rung <= 5);
  const helped = asides.some(({ rung }) => rung > 1);
  const aim = Number.isInteger(head.aim) ? head.aim : null;
  const told = rules.ask({ ask: 'open', puzzle, level: text, aim, mode: mode === 'challenge' ? mode : 'relax', events, alone: true, helped });
  if (told.is === 'refused') return null;
  const title = typeof head.title === 'string' ? head.title.slice(0, 200) : '';
  const pack = typeof head.pack === 'string' ? head.pack : undefined;
  const touched = Number.isFinite(head.touched) ? Math.min(head.touched, Date.now()) : Date.now();
  return {
    id: head.id, level: level.id, puzzle, text: level.text, title, pack, aim, player: null, key: null, mode: told.state.mode, confirmed: 0,
    away: true, finished: told.state.won, stars: told.state.stars ?? undefined, asides, touched,
  };
}
