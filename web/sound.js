// Short, quiet sounds, made here and not loaded: a move, a push, a way that is blocked, a win. Nothing sounds, and
// nothing is made ready for it, unless somebody has switched it on.

import { chosen } from './settings.js';

/** @typedef {'move' | 'push' | 'blocked' | 'win'} Name */

/** How loud a tone may become: 1 is all that a machine can. */
const LOUDEST = 0.06;
/** Notes nearer together than this are one, in milliseconds: a walk is not a drum roll. */
const APART = 45;

/**
 * Notes: hertz, seconds until they begin, seconds that they last, and the form of the wave.
 * @type {Record<Name, [number, number, number, OscillatorType][]>}
 */
const NOTES = {
  move: [[520, 0, 0.05, 'sine']],
  push: [[180, 0, 0.08, 'triangle'], [120, 0.01, 0.08, 'sine']],
  blocked: [[110, 0, 0.11, 'triangle']],
  win: [[523, 0, 0.16, 'sine'], [659, 0.11, 0.16, 'sine'], [784, 0.22, 0.32, 'sine']],
};

/** @type {AudioContext | null} */
let context = null;
let last = -Infinity;

/** @param {Name} name */
export function sound(name) {
  if (chosen('sound') !== 'on') return;
  const now = performance.now();
  if (name !== 'win' && now - last < APART) return;
  last = now;
  try {
    context ??= new AudioContext();
    // A browser lets nothing sound before somebody has touched the page.
    void context.resume().catch(() => {});
    for (const note of NOTES[name]) strike(context, note);
  } catch {
    // No sound on this machine.
  }
}

/** A tone that comes up at once and dies away. @param {AudioContext} on @param {[number, number, number, OscillatorType]} note */
function strike(on, [frequency, after, lasts, wave]) {
  const [begin, tone, volume] = [on.currentTime + after, on.createOscillator(), on.createGain()];
  tone.type = wave;
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDEST, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + lasts);
}

/** Pieces whose moving is work. */
const HEAVY = ['pushed', 'slides'];

/**
 * What a change on the board sounds like; its win is for whoever knows of it.
 * @param {{ is: string, changed?: import('./board.js').Piece[], gone?: number[] }} message
 * @param {boolean} isGesture did somebody want something to move?
 */
export function soundOf({ is, changed = [], gone = [] }, isGesture) {
  const isStill = !changed.length && !gone.length;
  if (is === 'refused' || (isStill && isGesture)) sound('blocked');
  else if (changed.some(({ handling }) => HEAVY.includes(handling))) sound('push');
  else if (!isStill) sound('move');
}
