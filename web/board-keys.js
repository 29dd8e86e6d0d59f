// Keys on a board: arrows move what takes them, what is held, or the cursor.

import { STEPS, beyond } from './lattice.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Dir} Dir
 * @typedef {import('./board.js').Side} Side
 */

/** @type {Record<string, Dir>} */
const KEYS = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right',
  w: 'up', s: 'down', a: 'left', d: 'right', k: 'up', j: 'down', h: 'left', l: 'right',
};

/** The corners of the number pad, with and without its lock, are the slanted sides of a hexagon. @type {Record<string, Side>} */
const SLANTS = {
  7: 'up-left', Home: 'up-left', 9: 'up-right', PageUp: 'up-right',
  1: 'down-left', End: 'down-left', 3: 'down-right', PageDown: 'down-right',
};

export class BoardKeys {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Takes an arrow key: true if it meant something here. @param {KeyboardEvent} event */
  take(event) {
    const { board } = this;
    if (!board.data || event.ctrlKey || event.metaKey || event.altKey) return false;
    const slant = board.isHex() ? SLANTS[event.key] : undefined;
    if (slant) {
      if (board.arrowsActOnHeld()) board.act({ slant });
      else this.goTo(beyond(board.cursor, slant, true));
      return true;
    }
    const dir = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!dir) return false;
    // Shift moves all tiles, or pulls in a play backwards.
    const shifts = board.data.arrows === 'cursor' || [...board.pieces.values()].some((piece) => piece.handling === 'walks');
    if (event.shiftKey && shifts) board.act({ shift: dir });
    else if (board.data.arrows === 'move' || board.arrowsActOnHeld()) board.act({ arrow: dir });
    else this.moveCursor(dir);
    return true;
  }

  /** @param {Dir} dir */
  moveCursor(dir) {
    const { board } = this;
    if (!board.data || !board.buttons?.all) return;
    const tray = [...board.buttons.tray.querySelectorAll('button')];
    const place = tray.findIndex((button) => button === document.activeElement);
    const isOnward = dir === 'right' || dir === 'down';
    if (place >= 0) {
      const next = place + (isOnward ? 1 : -1);
      if (next < 0) board.focus();
      else tray[Math.min(next, tray.length - 1)].focus({ preventScroll: true });
      return;
    }
    const [row, column] = board.cursor;
    const isThere = this.goTo([row + STEPS[dir][0], column + STEPS[dir][1]]);
    if (!isThere && tray.length && isOnward) tray[0].focus({ preventScroll: true });
  }

  /** The cursor goes to a cell, if there is one. @param {Cell} to */
  goTo(to) {
    if (!this.board.lattice?.has(to)) return false;
    this.board.moveTo(to);
    this.board.focus();
    this.board.onCursor();
    return true;
  }
}
