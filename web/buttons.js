// A board as a table of buttons with names: what keyboards and screen readers use. One of them has the cursor.

import { OPPOSITE, beyond } from './lattice.js';
import { say } from './words.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Fixture} Fixture
 * @typedef {import('./board.js').Piece} Piece
 * @typedef {import('./board.js').Spot} Spot
 */

/** What a screen reader says of a piece: the name that its puzzle gave it. @param {Piece} piece */
export function describe(piece) {
  const tells = piece.in_place && ['pushed', 'shoves', 'walks'].includes(piece.handling);
  return tells ? `${piece.said}, ${say('web.in-place')}` : piece.said;
}

export class Buttons {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.element = document.createElement('div');
    this.element.className = 'cells';
    /** Row by row; none before there is a board. @type {HTMLButtonElement[] | undefined} */
    this.all = undefined;
    /** Of the tiles in hand. */
    this.tray = document.createElement('ul');
    /** @type {HTMLButtonElement | null} the button that the tab key reaches */
    this.tabbed = null;
    /** What is built on each cell, in words, and the list it was made from. @type {Map<string, string[]>} */
    this.built = new Map();
    /** @type {Fixture[] | null} */
    this.builtFor = null;
  }

  build() {
    const { data } = this.board;
    if (!data) return;
    // A board that comes anew, after a lost connection, leaves the cursor where it was.
    const [isFirst, hadFocus] = [this.all === undefined, this.element.contains(document.activeElement)];
    const table = document.createElement('table');
    const caption = document.createElement('caption');
    caption.textContent = say('web.board', { columns: data.columns, rows: data.rows });
    table.append(caption);
    this.all = [];
    for (let row = 0; row < data.rows; row++) {
      const line = table.insertRow();
      for (let column = 0; column < data.columns; column++) {
        const button = this.button({ cell: [row, column] });
        this.all.push(button);
        line.insertCell().append(button);
      }
    }
    this.tray = document.createElement('ul');
    this.tray.setAttribute('aria-label', say('web.tray'));
    this.element.replaceChildren(table, this.tray);
    if (isFirst) this.board.cursor = this.firstCursor();
    this.name();
    if (hadFocus) this.focus();
  }

  /** @param {Spot} spot */
  button(spot) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.addEventListener('click', () => this.board.act({ tap: spot }));
    button.addEventListener('focus', () => this.board.focusOn(spot));
    button.addEventListener('blur', () => this.board.focusOn(null));
    return button;
  }

  /** Where a keyboard begins: at what the play is about, or at the first piece. @returns {Cell} */
  firstCursor() {
    const pieces = [...this.board.pieces.values()];
    const first = pieces.find((piece) => piece.leads) ?? pieces.find((piece) => piece.cells.length);
    return first?.cells[0] ?? [0, 0];
  }

  /** Names cells for those who hear the board: only those that changed, where they are known. @param {Cell[] | null} [touched] */
  name(touched = null) {
    const { data, pieces } = this.board;
    if (!data || !this.all) return;
    const places = touched?.map(([row, column]) => row * data.columns + column) ?? [...this.all.keys()];
    /** @type {Map<number, Piece[]>} */
    const on = new Map(places.map((at) => [at, []]));
    for (const piece of pieces.values()) {
      for (const [row, column] of piece.cells) on.get(row * data.columns + column)?.push(piece);
    }
    for (const [at, here] of on) {
      const button = this.all[at];
      const name = this.nameOf(at, data.cells[at], here);
      if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
    }
    this.markCursor();
    this.nameTray();
  }

  /** @param {number} at @param {string} letter what the ground is @param {Piece[]} pieces */
  nameOf(at, letter, pieces) {
    const columns = this.board.data?.columns ?? 1;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const ground = say(`web.ground-${{ '#': 'wall', o: 'goal', ' ': 'outside' }[letter] ?? 'floor'}`);
    const told = pieces.length ? [...pieces.map(describe), ...(letter === 'o' ? [ground] : [])] : [ground];
    const what = [...told, ...this.builtOn([row, column])].join(', ');
    return say('web.cell', { row: row + 1, column: column + 1, what });
  }

  /** What is built on a cell, in words. @param {Cell} cell @returns {string[]} */
  builtOn(cell) {
    const { data } = this.board;
    if (!data?.fixtures?.length) return [];
    if (this.builtFor !== data.fixtures) {
      this.builtFor = data.fixtures;
      this.built = builtWords(data.fixtures, data.lattice === 'hexagons');
    }
    return this.built.get(cell.join()) ?? [];
  }

  /** One cell alone is reached by the tab key: that of the cursor. */
  markCursor() {
    const { cursor, data } = this.board;
    const button = this.all?.[cursor[0] * (data?.columns ?? 0) + cursor[1]];
    if (!button || button === this.tabbed) return;
    if (this.tabbed) this.tabbed.tabIndex = -1;
    button.tabIndex = 0;
    this.tabbed = button;
  }

  nameTray() {
    const inHand = this.board.trayPlaces.map(({ piece }) => piece);
    this.tray.hidden = inHand.length === 0;
    const ids = inHand.map((piece) => piece.id).join(' ');
    if (this.tray.dataset.ids === ids) return;
    this.tray.dataset.ids = ids;
    const { focused } = this.board;
    this.tray.replaceChildren(...inHand.map((piece) => this.trayItem(piece)));
    if (focused && 'tray' in focused) this.focusTray(inHand.findIndex((piece) => piece.id === focused.tray));
  }

  /** @param {Piece} piece */
  trayItem(piece) {
    const button = this.button({ tray: piece.id });
    button.setAttribute('aria-label', describe(piece));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** The focus goes to a tile in hand; back to the board if that tile is gone. @param {number} place */
  focusTray(place) {
    const button = this.tray.querySelectorAll('button')[place];
    if (button) button.focus({ preventScroll: true });
    else this.focus();
  }

  /** The focus goes to the cell of the cursor. */
  focus() {
    const { cursor, data } = this.board;
    if (data) this.all?.[cursor[0] * data.columns + cursor[1]]?.focus({ preventScroll: true });
  }

  /** Presses the button under the cursor: true if there is one. */
  press() {
    const button = document.activeElement;
    if (!(button instanceof HTMLButtonElement) || !this.element.contains(button)) return false;
    button.click();
    return true;
  }
}

/** What is built on each cell. @param {Fixture[]} fixtures @param {boolean} isHex */
function builtWords(fixtures, isHex) {
  /** @type {Map<string, string[]>} */
  const built = new Map();
  const note = (/** @type {Cell} */ at, /** @type {string} */ said) => {
    const all = built.get(at.join()) ?? [];
    if (!all.includes(said)) built.set(at.join(), [...all, said]);
  };
  for (const { cell, kind, side } of fixtures) {
    note(cell, say(side ? `web.fixture-${kind}-${side}` : 'web.fixture-bridge'));
    // A wall between two cells is told of both.
    if (side && kind === 'wall') note(beyond(cell, side, isHex), say(`web.fixture-wall-${OPPOSITE[side]}`));
  }
  return built;
}
