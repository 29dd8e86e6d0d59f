// Hints, reviews and solutions: from the engines in the page where it has them, else from the server.

import { ask, Problem } from './api.js';
import { Said } from './problem.js';
import { say } from './words.js';

/**
 * @typedef {{ said: string[], moves: string[], cells: import('./board.js').Cell[], film: import('./film.js').Film | null }} Hint
 * @typedef {{ move: string, cost: number | null, loses: boolean, why: string | null, left: number | null }} Judgement
 * @typedef {{ said: string[], moves: Judgement[], first_mistake: number | null, better: string[], best: string[],
 *   lost: { moves: string[], why: string | null, film?: import('./film.js').Film | null }[], film?: import('./film.js').Film | null,
 *   better_film?: import('./film.js').Film | null, best_film?: import('./film.js').Film | null }} Review
 * @typedef {{ method: string, optimal: boolean, seconds: number, fromHere: boolean }} SolverWish
 */

/** How much each rung tells; above the first a play is helped, from the third on moves are shown. @type {Record<string, number>} */
const RUNGS = { distance: 1, piece: 2, plan: 2, move: 3, moves: 4, solution: 5 };

/** Asks the server, which has the play. */
class ServerCoach {
  /** @param {() => string} key of the play */
  constructor(key) {
    this.key = key;
  }

  /** @param {string} rung @param {AbortSignal} signal @returns {Promise<Hint>} */
  async hint(rung, signal) {
    const response = await fetch(`/api/plays/${this.key()}/hints`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rung }), signal,
    });
    const hint = await response.json();
    if (!response.ok) throw new Problem(response.status, hint.detail);
    return hint;
  }

  /** @returns {Promise<Review>} */
  review() {
    return ask('POST', `/api/plays/${this.key()}/review`, {});
  }
}

/** Thinks in the page; the keeper of the play hears that it was helped. */
class PageCoach {
  /** @param {import('./desk.js').LocalDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.engines = import('./thinker.js');
  }

  /** @param {Record<string, unknown> & { ask: string }} request @param {import('./thinker.js').Listening} [listening] */
  async think(request, listening) {
    const { think } = await this.engines;
    return think({ ...this.desk.place(), ...request }, listening);
  }

  /** @param {string} rung @param {AbortSignal} signal @returns {Promise<Hint>} */
  async hint(rung, signal) {
    const number = RUNGS[rung];
    if (number >= 3 && this.desk.state.mode === 'challenge') throw new Said(say('web.no-moves-in-challenge'));
    const hint = await this.think({ ask: 'hint', rung }, { signal });
    this.desk.send({ do: 'hinted', rung: number });
    if (number >= 2) hint.said.push(say(number >= 4 ? 'web.helped-a-day' : 'web.helped-now'));
    const film = number >= 3 && hint.moves.length ? this.desk.film(hint.moves) : null;
    return { ...hint, film };
  }

  /** @returns {Promise<Review>} */
  review() {
    return this.think({ ask: 'review', tries: triesOf(this.desk.journal?.events ?? []) });
  }

  /**
   * What a method finds, with its film.
   * @param {SolverWish} wish @param {(progress: any) => void} onProgress @param {AbortSignal} signal
   */
  async solve({ fromHere, ...wish }, onProgress, signal) {
    const start = fromHere ? {} : { moves: [], backwards: false };
    const done = await this.think({ ask: 'solve', ...wish, ...start }, { onProgress, signal });
    if (!done.film) return { ...done, film: null };
    this.desk.send({ do: 'hinted', rung: RUNGS.solution });
    return { ...done, film: this.desk.film(done.moves, done.from) };
  }
}

/** Ways that were taken back in a review's play: so many, the latest. */
const MOST_TRIES = 20;

/**
 * The lines that were left by taking back; a line from elsewhere (a kept position, the other end) ends the count.
 * @param {import('./journal.js').PlayEvent[]} events @returns {string[][]}
 */
export function triesOf(events) {
  /** @type {string[]} */
  let line = [];
  /** @type {string[]} */
  let undone = [];
  /** @type {string[][]} */
  const tries = [];
  let hasMoved = false;
  for (const [text] of events) {
    if (text === 'done' || text.startsWith('keep')) continue;
    if (text.startsWith('move ')) {
      [line, undone, hasMoved] = [[...line, text.slice(5)], [], true];
      continue;
    }
    if (hasMoved && text !== 'redo') tries.push(line);
    hasMoved = false;
    if (text === 'undo') undone = [.../** @type {string[]} */ (line.slice(-1)), ...undone];
    if (text === 'undo') line = line.slice(0, -1);
    else if (text === 'redo') [line, undone] = [[...line, ...undone.slice(0, 1)], undone.slice(1)];
    else if (text === 'restart') [line, undone] = [[], []];
    else break;
  }
  const goesOn = (/** @type {string[]} */ one) => tries.some((other) => other.length > one.length && one.every((move, at) => move === other[at]));
  const isFirst = (/** @type {string[]} */ one, /** @type {number} */ at) => tries.findIndex((other) => other.join() === one.join()) === at;
  return tries.filter((one, at) => isFirst(one, at) && !goesOn(one)).slice(-MOST_TRIES);
}

/**
 * Who knows best here.
 * @param {import('./desk.js').LocalDesk | import('./desk.js').RemoteDesk} desk @param {() => string} key @param {boolean} hasEngines
 */
export function coachOf(desk, key, hasEngines) {
  return 'place' in desk && hasEngines ? new PageCoach(desk) : new ServerCoach(key);
}
