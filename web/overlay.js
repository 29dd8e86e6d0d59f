// What lies over the pieces of a board: the cursor, what is held, where a hint points, what a move was worth.

import { MARGIN, UNIT, same } from './lattice.js';
import { arrow, frame, shape } from './shapes.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Piece} Piece
 * @typedef {import('./board.js').Spot} Spot
 */

export class Overlay {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = shape('g');
    /** @type {Cell[]} */
    this.lookAt = [];
    /** Where an arrow goes, in the drawing. @type {[number, number][]} */
    this.arrow = [];
    /** The cells of the piece it is about. @type {Cell[]} */
    this.ring = [];
    /** @type {{ cells: Cell[], sign: string, kind: string } | null} */
    this.badge = null;
  }

  /** What was pointed at is no longer. */
  forget() {
    this.lookAt = [];
    this.arrow = [];
    this.ring = [];
    this.badge = null;
  }

  /** What a move was worth, at the cells it was about, until the next change. @param {Cell[]} cells @param {string} sign @param {string} kind */
  judge(cells, sign, kind) {
    this.forget();
    this.badge = cells.length ? { cells, sign, kind } : null;
    this.draw();
  }

  /** Cells to look at, until the next change. @param {Cell[]} cells */
  look(cells) {
    this.forget();
    this.lookAt = cells;
    this.draw();
  }

  /** Shows where a piece goes, until the next change. @param {import('./speak.js').Moved} move */
  pointOut({ piece, before, isGone }) {
    const along = () => piece.cells.map((cell) => this.board.centre(cell));
    const goes = before && !isGone && piece.cells.length;
    this.arrow = piece.handling === 'drawn' ? along() : goes ? [this.middle(before), this.middle(piece)] : [];
    this.lookAt = [];
    this.ring = before?.cells ?? [];
    this.draw();
  }

  /** The middle of a piece, on the board or in the tray. @param {Piece} piece @returns {[number, number]} */
  middle(piece) {
    const at = this.board.trayPlace(piece.id);
    if (!piece.cells.length && at) return [at.x + UNIT / 2, at.y + UNIT / 2];
    const half = (/** @type {number[]} */ all) => MARGIN + ((Math.min(...all) + Math.max(...all) + 1) / 2) * UNIT;
    return [half(piece.cells.map(([, column]) => column)), half(piece.cells.map(([row]) => row))];
  }

  draw() {
    const frames = [];
    if (this.ring.length) frames.push(this.frameAround(this.ring, 'look'));
    if (this.badge) frames.push(...this.badgeShapes(this.badge));
    if (this.arrow.length > 1) frames.push(...arrow(this.arrow));
    for (const cell of this.lookAt) frames.push(frame(...this.board.corner(cell), 'look'));
    frames.push(...this.spotFrame(this.board.held, 'held'), ...this.spotFrame(this.board.focused, 'cursor'));
    this.layer.replaceChildren(...frames);
  }

  /** @param {Spot | null} spot @param {string} name @returns {SVGElement[]} */
  spotFrame(spot, name) {
    if (!spot) return [];
    if ('cell' in spot) return [this.frameAround(this.wholeAt(spot.cell) ?? [spot.cell], name)];
    const place = this.board.trayPlace(spot.tray);
    return place ? [frame(place.x, place.y, name)] : [];
  }

  /** The cells of what slides over a cell; it is chosen as a whole. @param {Cell} cell */
  wholeAt(cell) {
    const slides = (/** @type {Piece} */ { handling, cells }) => handling === 'slides' && cells.some((one) => same(one, cell));
    return [...this.board.pieces.values()].find(slides)?.cells;
  }

  /** One frame around all cells of a piece. @param {Cell[]} cells @param {string} name */
  frameAround(cells, name) {
    const corners = cells.map((cell) => this.board.corner(cell));
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [wide, high] = [Math.max(...xs) - left + UNIT, Math.max(...ys) - top + UNIT];
    return shape('rect', { x: left + 2, y: top + 2, width: wide - 4, height: high - 4, rx: 12, class: name });
  }

  /** A frame around the cells, and a sign on its corner. @param {{ cells: Cell[], sign: string, kind: string }} badge */
  badgeShapes({ cells, sign, kind }) {
    const around = this.frameAround(cells, `judged ${kind}`);
    const [x, y] = [Number(around.getAttribute('x')) + Number(around.getAttribute('width')) - 14, Number(around.getAttribute('y')) + 14];
    const text = shape('text', { x, y: y + 10, class: `judged-sign ${kind}` });
    text.textContent = sign;
    return [around, shape('circle', { cx: x, cy: y, r: 24, class: `judged-ground ${kind}` }), text];
  }
}
