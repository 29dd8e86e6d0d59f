// Moves in the words of people. What a move does is read off the board, before and after; how programs write it is
// shown to nobody.

import { say } from './words.js';

/**
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Piece} Piece
 * @typedef {{ changed: Piece[], gone: number[] }} Change
 * @typedef {{ piece: Piece, before: Piece | null, isGone: boolean }} Moved
 */

/** Who matters most, where several move: who pushes comes last. */
const HANDLINGS = ['pushed', 'slides', 'shoves', 'carried', 'drawn', 'still', 'walks'];
/** @type {Record<string, string>} */
const SIGNS = { up: '↑', down: '↓', left: '←', right: '→' };
/** What happens in a play that is no move. */
const EVENTS = ['undo', 'redo', 'restart', 'recall', 'turn', 'done'];

/** The piece that a move is about. @param {Map<number, Piece>} pieces @param {Change} change @returns {Moved | null} */
export function moved(pieces, change) {
  const differs = (/** @type {Piece} */ piece) => JSON.stringify(pieces.get(piece.id)?.cells) !== JSON.stringify(piece.cells);
  const all = change.changed.filter(differs).map((piece) => ({ piece, before: pieces.get(piece.id) ?? null, isGone: false }));
  for (const id of change.gone) {
    const piece = pieces.get(id);
    if (piece) all.push({ piece, before: piece, isGone: true });
  }
  const weight = (/** @type {Moved} */ { piece }) => HANDLINGS.indexOf(piece.handling);
  return all.sort((one, other) => weight(one) - weight(other))[0] ?? null;
}

/** Which way, and how far. @param {Moved} move @returns {{ way: string, count: number } | null} */
function wayOf({ piece, before }) {
  const [from, to] = [before?.cells[0], piece.cells[0]];
  if (!from || !to) return null;
  const [down, right] = [to[0] - from[0], to[1] - from[1]];
  const way = down < 0 ? 'up' : down > 0 ? 'down' : right < 0 ? 'left' : 'right';
  return { way, count: Math.abs(down) + Math.abs(right) };
}

/** A move in a few signs, for lists and films. @param {Map<number, Piece>} pieces @param {Change} change @param {string} action */
export function short(pieces, change, action) {
  const event = EVENTS.find((one) => action === one || action.startsWith(`${one} `));
  if (event) return say(`web.did-${event}`);
  const move = moved(pieces, change);
  if (!move) return '';
  const { piece } = move;
  if (piece.handling === 'carried') {
    const [row, column] = piece.cells[0] ?? [-1, -1];
    return row < 0 ? say('web.did-take', { label: piece.label }) : say('web.did-place', { label: piece.label, row: row + 1, column: column + 1 });
  }
  if (piece.handling === 'drawn') return piece.label;
  const found = wayOf(move);
  const name = piece.handling === 'walks' ? '' : piece.handling === 'pushed' ? '▣ ' : `${piece.label} `;
  return name + (found ? SIGNS[found.way] + (found.count > 1 ? ` ${found.count}` : '') : '');
}

/** Every move of a film in a few signs. @param {import('./film.js').Film} film */
export function shorts(film) {
  const pieces = new Map(film.board.pieces.map((piece) => [piece.id, piece]));
  return film.steps.map((step) => {
    const text = short(pieces, step, step.move);
    for (const id of step.gone) pieces.delete(id);
    for (const piece of step.changed) pieces.set(piece.id, piece);
    return text;
  });
}
