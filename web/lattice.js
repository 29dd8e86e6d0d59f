// Where cells lie on a drawing, on squares and on hexagons, and what lies under a point of it.

/**
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Dir} Dir
 * @typedef {import('./board.js').Side} Side
 * @typedef {import('./board.js').BoardData} BoardData
 */

/** One cell, and the margin around a board. */
export const UNIT = 100;
export const MARGIN = 30;
/** Columns of hexagons stand so far apart, and the first one begins so far inside. */
const COLUMN = 86.6;
const INSET = 7.74;

/** @type {Record<Dir, Cell>} */
export const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
/** @type {Record<Side, Side>} */
export const OPPOSITE = {
  up: 'down', down: 'up', left: 'right', right: 'left',
  'up-left': 'down-right', 'down-right': 'up-left', 'up-right': 'down-left', 'down-left': 'up-right',
};

/** @param {Cell} one @param {Cell} other */
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** From a cell over one of its sides, on squares and on hexagons. @param {Cell} cell @param {Side} side @param {boolean} isHex @returns {Cell} */
export function beyond([row, column], side, isHex) {
  const across = side.endsWith('left') ? -1 : side.endsWith('right') ? 1 : 0;
  const down = side.startsWith('up') ? -1 : side.startsWith('down') ? 1 : 0;
  // A column that lies lower has its upper neighbours beside it in the same row, the others their lower ones.
  if (isHex && across) return [row + (column % 2 === 0 ? (down > 0 ? 1 : 0) : (down < 0 ? -1 : 0)), column + across];
  return [row + down, column + across];
}

/** The cells of one board. */
export class Lattice {
  /** @param {BoardData} data */
  constructor(data) {
    this.rows = data.rows;
    this.columns = data.columns;
    this.isHex = data.lattice === 'hexagons';
    this.gates = (data.fixtures ?? []).filter(({ kind }) => kind === 'gate');
  }

  /** @param {Cell} cell */
  has([row, column]) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }

  /** The upper left corner of the square around the middle of a cell. @param {Cell} cell @returns {[number, number]} */
  corner([row, column]) {
    if (!this.isHex) return [MARGIN + column * UNIT, MARGIN + row * UNIT];
    return [MARGIN + INSET + column * COLUMN, MARGIN + (row + (column % 2 === 0 ? 0.5 : 0)) * UNIT];
  }

  /** @param {Cell} cell @returns {[number, number]} */
  centre(cell) {
    const [x, y] = this.corner(cell);
    return [x + UNIT / 2, y + UNIT / 2];
  }

  /** @param {[number, number]} point @returns {Cell | null} */
  cellAt([x, y]) {
    const cell = this.isHex ? this.hexagonAt([x, y])
      : /** @type {Cell} */ ([Math.floor((y - MARGIN) / UNIT), Math.floor((x - MARGIN) / UNIT)]);
    return this.has(cell) ? cell : null;
  }

  /** The hexagon whose middle is nearest. @param {[number, number]} point @returns {Cell} */
  hexagonAt([x, y]) {
    const about = Math.round((x - MARGIN - INSET - UNIT / 2) / COLUMN);
    const cells = [about - 1, about, about + 1].map((column) => {
      const low = column % 2 === 0 ? 0.5 : 0;
      return /** @type {Cell} */ ([Math.round((y - MARGIN) / UNIT - 0.5 - low), column]);
    });
    const far = (/** @type {Cell} */ cell) => Math.hypot(this.centre(cell)[0] - x, this.centre(cell)[1] - y);
    return cells.sort((one, other) => far(one) - far(other))[0];
  }

  /** The cell under a drag: beyond a border that joins another one lies the other end of the board. @param {[number, number]} point @returns {Cell | null} */
  dragCell([x, y]) {
    const here = this.cellAt([x, y]);
    if (here || !this.gates.length) return here;
    const wide = this.columns * (this.isHex ? COLUMN : UNIT);
    const high = this.rows * UNIT;
    const across = this.gates.some(({ side }) => side?.endsWith('left'));
    const down = this.gates.some(({ side }) => side === 'up');
    for (const dx of across ? [0, wide, -wide] : [0]) {
      for (const dy of down ? [0, high, -high] : [0]) {
        const there = this.cellAt([x + dx, y + dy]);
        if (there) return there;
      }
    }
    return null;
  }
}
