// Boards of many cells: as large as fits at first, then larger or smaller; what does not fit scrolls, and the
// player or what is held stays in sight.

import { say } from './words.js';

/** A board with more cells one way can be zoomed. */
export const LARGE = 20;
/** Pixels of a cell, at most; each press makes it half as large again. */
const [MOST, STEP] = [72, 1.5];

export class Zoom {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** How much larger than what fits. */
    this.factor = 1;
    this.bar = document.createElement('div');
    this.bar.className = 'zoom';
    this.smaller = this.button('−', 'web.zoom-out', 1 / STEP);
    this.larger = this.button('+', 'web.zoom-in', STEP);
    this.bar.append(this.smaller, this.larger);
    // Above the board: under it a phone has its bar.
    board.host.before(this.bar);
    this.use();
  }

  /** @param {string} sign @param {string} id @param {number} by */
  button(sign, id, by) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', say(id));
    button.title = say(id);
    button.addEventListener('click', () => {
      this.factor = Math.max(1, this.factor * by);
      this.use();
    });
    return button;
  }

  use() {
    const { host, svg } = this.board;
    svg.style.width = '';
    svg.style.maxHeight = '';
    const fits = this.cell();
    const isZoomed = this.factor > 1.01;
    host.classList.toggle('zoomed', isZoomed);
    if (isZoomed) {
      const cell = Math.min(MOST, fits * this.factor);
      svg.style.width = `${(cell * (this.board.size?.[0] ?? 100)) / 100}px`;
      svg.style.maxHeight = 'none';
      this.follow();
    }
    this.smaller.disabled = !isZoomed;
    this.larger.disabled = fits * this.factor >= MOST;
  }

  /** How large a cell is drawn now, in pixels. */
  cell() {
    const matrix = /** @type {SVGSVGElement} */ (this.board.svg).getScreenCTM();
    return matrix ? matrix.a * 100 : 0;
  }

  /** Scrolls so that the cursor is in sight. */
  follow() {
    const { host, cursor } = this.board;
    if (!host.classList.contains('zoomed')) return;
    const cell = this.cell();
    const [top, left] = [cursor[0] * cell, cursor[1] * cell];
    const [margin, { clientWidth: wide, clientHeight: high }] = [2 * cell, host];
    if (top < host.scrollTop + margin || top > host.scrollTop + high - margin) host.scrollTop = top - high / 2;
    if (left < host.scrollLeft + margin || left > host.scrollLeft + wide - margin) host.scrollLeft = left - wide / 2;
  }
}
