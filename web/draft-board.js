// The board of an editor: pointers and keys become touches of a brush, on cells, on their sides, or from one cell to
// another. It knows no rules; what a touch does, the engines say.

import { Board } from './board.js';
import { say } from './words.js';

/**
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Side} Side
 * @typedef {{ cells: Cell[] } | { cell: Cell, side: Side } | { from: Cell, to: Cell }} Touch
 */

const SQUARE = /** @type {Side[]} */ (['up', 'down', 'left', 'right']);
const HEXAGON = /** @type {Side[]} */ (['up', 'down', 'up-left', 'up-right', 'down-left', 'down-right']);
/** Where a side lies, seen from the middle of its cell. @type {Record<Side, [number, number]>} */
const TOWARDS = {
  up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0],
  'up-left': [-0.87, -0.5], 'up-right': [0.87, -0.5], 'down-left': [-0.87, 0.5], 'down-right': [0.87, 0.5],
};
/** @type {Record<string, Side>} */
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
/** Slanted sides of hexagons, with the shift key or without: the places of these keys are those of the number pad. @type {Record<string, Side>} */
const SLANTED = {
  Home: 'up-left', PageUp: 'up-right', End: 'down-left', PageDown: 'down-right',
  Digit7: 'up-left', Digit9: 'up-right', Digit1: 'down-left', Digit3: 'down-right',
  Numpad7: 'up-left', Numpad9: 'up-right', Numpad1: 'down-left', Numpad3: 'down-right',
};

export class DraftBoard extends Board {
  /** @param {HTMLElement} host @param {(touch: Touch) => void} onTouch @param {(said: string) => void} onSaid */
  constructor(host, onTouch, onSaid) {
    super(host, (gesture) => this.tap(gesture));
    this.onTouch = onTouch;
    this.onSaid = onSaid;
    /** @type {'cells' | 'sides' | 'drags'} */
    this.reach = 'cells';
    /** Where a drag begins whose end is tapped later. @type {Cell | null} */
    this.begun = null;
    /** @type {{ cells: Cell[], side: Side | null } | null} */
    this.stroke = null;
  }

  /** Only tiles without a cell lie in the hand: on a draft every other one is where its author put it. */
  handful() {
    return super.handful().filter((piece) => piece.at === null);
  }

  /** @param {'cells' | 'sides' | 'drags'} reach */
  use(reach) {
    this.reach = reach;
    this.forgetStart();
  }

  forgetStart() {
    this.begun = null;
    this.setHeld(null);
  }

  // --- pointers ---

  listen() {
    this.svg.addEventListener('pointerdown', (event) => this.begin(event));
    this.svg.addEventListener('pointermove', (event) => this.go(event));
    this.svg.addEventListener('pointerup', () => this.end());
    this.svg.addEventListener('pointercancel', () => this.giveUp());
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (event.button !== 0) return;
    const point = this.point(event);
    const cell = this.cellAt(point);
    if (!cell) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.stroke = { cells: [cell], side: this.reach === 'sides' ? this.sideAt(cell, point) : null };
    this.showStroke();
  }

  /** @param {PointerEvent} event */
  go(event) {
    if (!this.stroke || this.reach === 'sides') return;
    const cell = this.cellAt(this.point(event));
    const { cells } = this.stroke;
    const last = cells[cells.length - 1];
    if (!cell || (cell[0] === last[0] && cell[1] === last[1])) return;
    // A quick hand jumps over cells; the line between is painted, too.
    const far = Math.max(Math.abs(cell[0] - last[0]), Math.abs(cell[1] - last[1]));
    for (let step = 1; step <= far; step++) {
      const between = (/** @type {0 | 1} */ axis) => Math.round(last[axis] + ((cell[axis] - last[axis]) * step) / far);
      cells.push([between(0), between(1)]);
    }
    this.showStroke();
  }

  end() {
    const stroke = this.stroke;
    this.stroke = null;
    if (!stroke) return;
    const { cells, side } = stroke;
    const [first, last] = [cells[0], cells[cells.length - 1]];
    this.look([]);
    if (side) this.onTouch({ cell: first, side });
    else if (this.reach === 'cells') this.onTouch({ cells: unique(cells) });
    else if (cells.length > 1) this.dragged(first, last);
    else this.mark(first);
  }

  giveUp() {
    this.stroke = null;
    this.look([]);
  }

  /** The cells that a stroke touches so far. */
  showStroke() {
    const cells = this.stroke?.cells ?? [];
    this.look(this.reach === 'drags' && cells.length ? [cells[0], cells[cells.length - 1]] : unique(cells));
  }

  /** @param {Cell} cell @param {[number, number]} point @returns {Side} the side that is nearest */
  sideAt(cell, [x, y]) {
    const [cx, cy] = this.centre(cell);
    const along = (/** @type {Side} */ side) => (x - cx) * TOWARDS[side][0] + (y - cy) * TOWARDS[side][1];
    return (this.isHex() ? HEXAGON : SQUARE).reduce((best, side) => (along(side) > along(best) ? side : best));
  }

  // --- keys, and fingers that tap ---

  /** @param {import('./board.js').Gesture} gesture */
  tap(gesture) {
    if (!('tap' in gesture) || !('cell' in gesture.tap)) return;
    const { cell } = gesture.tap;
    if (this.reach === 'cells') this.onTouch({ cells: [cell] });
    else if (this.reach === 'drags') this.mark(cell);
    else this.onSaid(say('web.edit-sides'));
  }

  /** The first of two taps, or the second. @param {Cell} cell */
  mark(cell) {
    const { begun } = this;
    if (!begun) {
      this.begun = cell;
      this.setHeld({ cell });
      this.onSaid(say('web.edit-from', { row: cell[0] + 1, column: cell[1] + 1 }));
      return;
    }
    this.forgetStart();
    if (begun[0] !== cell[0] || begun[1] !== cell[1]) this.dragged(begun, cell);
  }

  /** @param {Cell} from @param {Cell} to */
  dragged(from, to) {
    this.forgetStart();
    this.onTouch({ from, to });
  }

  /** @param {KeyboardEvent} event @returns {boolean} was it for the board? */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape' && this.begun) {
      this.forgetStart();
      return true;
    }
    const slanted = this.isHex() && (event.shiftKey || event.code.length > 6 || !event.code.startsWith('Digit')) ? SLANTED[event.code] : undefined;
    const side = ARROWS[event.key] ?? slanted;
    if (!side) return false;
    if (event.shiftKey && this.reach === 'sides') this.onTouch({ cell: this.cursor, side });
    else if (side === 'up' || side === 'down' || side === 'left' || side === 'right') this.keys.moveCursor(side);
    else return false;
    return true;
  }
}

/** @param {Cell[]} cells */
function unique(cells) {
  return [...new Map(cells.map((cell) => [cell.join(), cell])).values()];
}
