// What becomes of a gesture: whoever tries something that does nothing is told what works, and who has taken something
// in hand for the first time, how it goes on.

import { knows, say } from './words.js';

/** @typedef {Pick<import('./play.js').State, 'number' | 'moves' | 'held'>} Standing */

/** @param {Standing | null} state */
const heldOf = (state) => JSON.stringify(state?.held ?? null);

/** Did a gesture do nothing at all? Whoever takes something in hand, or puts it down, has done something. @param {Standing | null} before @param {Standing} after */
export function didNothing(before, after) {
  return before !== null && before.number === after.number && heldOf(before) === heldOf(after);
}

/**
 * What to say to who made a gesture; nothing where the board says it all.
 * @param {string} puzzle @param {import('./board.js').Gesture} gesture @param {Standing | null} before @param {Standing} after
 */
export function answerTo(puzzle, gesture, before, after) {
  // An arrow that is pressed against a wall is no question any more, once one knows how to move.
  if (didNothing(before, after)) return 'arrow' in gesture && after.moves > 0 ? '' : told(`web.nothing-${puzzle}`);
  return after.moves === 0 && after.held ? told(`web.holding-${puzzle}`) : '';
}

/** What is said of a puzzle, if it says something. @param {string} id */
const told = (id) => (knows(id) ? say(id) : '');
