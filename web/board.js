// A board: an SVG drawing made of parts that the server has drawn, and beside it the same board as a table
// of buttons, which keyboards and screen readers use. The board knows no rules; it turns pointers and keys
// into gestures, and each piece knows how far it can go, so that a drag never waits.

import { driveOut, Motion } from './motion.js';
import { say } from './words.js';
import { LARGE, Zoom } from './zoom.js';

const SVG = 'http://www.w3.org/2000/svg';
const UNIT = 100;
const MARGIN = 30;
const GAP = 40;
/** A press that moves less than this many pixels is a tap. */
const TAP = 6;

/**
 * @typedef {[number, number]} Cell row and column
 * @typedef {'up' | 'down' | 'left' | 'right'} Dir
 * @typedef {{ id: number, role: string, label: string, cells: Cell[], in_place: boolean, tone: number,
 *   reach: Partial<Record<Dir, number>>, home: Cell | null, at: [number, number] | null, svg: string }} Piece
 * @typedef {{ columns: number, rows: number, width: number, height: number, ground: string, cells: string,
 *   pieces: Piece[], marks: string, arrows: 'move' | 'cursor', lattice: 'squares' | 'hexagons', fixtures?: Fixture[] }} BoardData
 * @typedef {'up' | 'down' | 'left' | 'right' | 'up-left' | 'up-right' | 'down-left' | 'down-right'} Side
 * @typedef {{ cell: Cell, kind: 'wall' | 'gate' | 'bridge', side?: Side }} Fixture what is built on a cell
 * @typedef {{ svg: string, cells: string }} Ground
 * @typedef {{ changed: Piece[], gone: number[], marks: string | null, ground?: Ground | null, moves?: string[] }} Change with
 *   the moves that led there, where they are known
 * @typedef {{ cell: Cell } | { tray: number }} Spot
 * @typedef {{ arrow: Dir } | { slant: Side } | { tap: Spot } | { drag: { from: Spot, through: Cell[] } } | { away: Spot } | { shift: Dir }} Gesture
 */

/** @type {Record<Dir, Cell>} */
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
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
/** Columns of hexagons stand so far apart, and the first one begins so far inside. */
const COLUMN = 86.6;
const INSET = 7.74;

/** From a cell over one of its sides, on squares and on hexagons. @param {Cell} cell @param {Side} side @param {boolean} isHex @returns {Cell} */
function beyond([row, column], side, isHex) {
  const across = side.endsWith('left') ? -1 : side.endsWith('right') ? 1 : 0;
  const down = side.startsWith('up') ? -1 : side.startsWith('down') ? 1 : 0;
  // A column that lies lower has its upper neighbours beside it in the same row, the others their lower ones.
  if (isHex && across) return [row + (column % 2 === 0 ? (down > 0 ? 1 : 0) : (down < 0 ? -1 : 0)), column + across];
  return [row + down, column + across];
}

/** @type {Record<Side, Side>} */
const OPPOSITE = {
  up: 'down', down: 'up', left: 'right', right: 'left',
  'up-left': 'down-right', 'down-right': 'up-left', 'up-right': 'down-left', 'down-left': 'up-right',
};

/** @param {Cell} one @param {Cell} other */
const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function shape(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {((gesture: Gesture) => void) | null} onGesture nothing for a board to look at
   * @param {(gesture: Gesture | null) => boolean} [onPreview] shows what a gesture would do, or with none the board as it
   *   is; false where nobody knows
   */
  constructor(host, onGesture = null, onPreview = () => false) {
    this.host = host;
    this.onGesture = onGesture;
    this.onPreview = onPreview;
    /** Hears when keys move the cursor, and nothing else. @type {() => void} */
    this.onCursor = () => {};
    /** @type {Map<number, Piece>} */
    this.pieces = new Map();
    /** @type {Map<number, SVGElement>} */
    this.elements = new Map();
    /** @type {WeakMap<SVGElement, string>} where each was put last */
    this.places = new WeakMap();
    this.motion = new Motion();
    /** @type {Zoom | undefined} */
    this.zoom = undefined;
    /** @type {BoardData | null} */
    this.data = null;
    /** @type {Spot | null} */
    this.held = null;
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {HTMLButtonElement | null} the button that the tab key reaches */
    this.tabbed = null;
    /** What is built on each cell, in words, and the list it was made from. @type {Map<string, string[]>} */
    this.built = new Map();
    /** @type {Fixture[] | null} */
    this.builtFor = null;
    /** @type {Cell[]} */
    this.lookAt = [];
    /** Where an arrow goes, in the drawing. @type {[number, number][]} */
    this.arrow = [];
    /** The cells of the piece it is about. @type {Cell[]} */
    this.ring = [];
    /** @type {{ cells: Cell[], sign: string, kind: string } | null} */
    this.badge = null;
    /** @type {string | null} */
    this.picture = null;
    this.svg = shape('svg', { 'aria-hidden': 'true', focusable: 'false' });
    this.layers = Object.fromEntries(
      ['ground', 'tray', 'pieces', 'marks', 'overlay'].map((name) => [name, shape('g')]),
    );
    this.svg.append(...Object.values(this.layers));
    // A drawing that came with the page stays until there is a board.
    if (!host.querySelector(':scope > svg')) host.replaceChildren(this.svg);
    if (onGesture) {
      this.cells = document.createElement('div');
      this.cells.className = 'cells';
      host.append(this.cells);
      this.listen();
    }
    this.portrait = matchMedia('(max-width: 760px)');
    this.portrait.addEventListener('change', () => this.layOut());
  }

  /** @param {BoardData} data */
  show(data) {
    // Another board has other buttons.
    if (this.data?.columns !== data.columns || this.data.rows !== data.rows) this.buttons = undefined;
    this.data = data;
    if (!this.svg.isConnected) this.host.replaceChildren(this.svg, ...(this.cells ? [this.cells] : []));
    this.layers.ground.innerHTML = data.ground;
    this.layers.pieces.replaceChildren();
    this.layers.pieces.classList.remove('moves-softly');
    this.pieces.clear();
    this.elements.clear();
    this.change({ changed: data.pieces, gone: [], marks: data.marks });
    // The first drawing stands still; what moves later moves softly.
    requestAnimationFrame(() => this.layers.pieces.classList.add('moves-softly'));
    if (this.cells) this.buildCells();
  }

  /** @param {Change} change */
  change(change) {
    const touched = change.ground ? null : this.cellsTouched(change);
    const frames = this.motion.frames(this.pieces, change, (cell) => this.isFloor(cell));
    if (change.ground && this.data) {
      this.layers.ground.innerHTML = change.ground.svg;
      this.data = { ...this.data, ground: change.ground.svg, cells: change.ground.cells };
    }
    for (const id of change.gone) {
      this.elements.get(id)?.remove();
      this.elements.delete(id);
      this.pieces.delete(id);
    }
    for (const piece of change.changed) {
      this.follow(piece);
      this.put(piece);
    }
    this.forgetHint();
    if (change.marks !== null) this.layers.marks.innerHTML = change.marks;
    this.layOut();
    this.motion.go(frames, this.elements);
    if (this.cells) this.nameCells(touched);
  }

  /** The cells whose pieces change: before it, and after it. @param {Change} change @returns {Cell[]} */
  cellsTouched(change) {
    const before = [...change.gone, ...change.changed.map((piece) => piece.id)].map((id) => this.pieces.get(id));
    return [...before, ...change.changed].flatMap((piece) => piece?.cells ?? []);
  }

  /** @param {Cell} cell */
  isFloor([row, column]) {
    if (!this.data || column < 0 || column >= this.data.columns) return false;
    return ['.', 'o'].includes(this.data.cells[row * this.data.columns + column] ?? '');
  }

  /** Does something without any motion: it has been seen already, or is too far to follow. @param {() => void} act */
  still(act) {
    this.motion.isStill = true;
    this.layers.pieces.classList.remove('moves-softly');
    act();
    this.motion.isStill = false;
    requestAnimationFrame(() => this.layers.pieces.classList.add('moves-softly'));
  }

  /** On a win what may leave the board leaves it, and comes back when the win is taken back. @param {boolean} isWon */
  celebrate(isWon) {
    const target = [...this.pieces.values()].find((piece) => piece.role === 'target');
    const element = target && this.elements.get(target.id);
    if (!isWon || !target?.at || !element || !this.data) {
      this.leaving?.cancel();
      this.leaving = null;
    } else if (!this.leaving) {
      this.leaving = driveOut(element, target.at, target.cells.length + 1);
    }
  }

  /** The cursor goes with the player it stands on. @param {Piece} piece */
  follow(piece) {
    const before = this.pieces.get(piece.id)?.cells[0];
    if (piece.role === 'player' && before && same(before, this.cursor)) this.moveTo(piece.cells[0]);
  }

  /** @param {Piece} piece */
  put(piece) {
    const before = this.pieces.get(piece.id);
    let element = this.elements.get(piece.id);
    if (!element) {
      element = shape('g');
      element.dataset.id = String(piece.id);
      this.elements.set(piece.id, element);
      // Pipes lie under everything else.
      if (piece.role === 'pipe') this.layers.pieces.prepend(element);
      else this.layers.pieces.append(element);
    }
    element.setAttribute('class', `piece ${piece.role}`);
    if (before?.svg !== piece.svg) {
      element.innerHTML = piece.svg;
      if (this.picture && piece.role === 'tile') this.paint(piece, element);
    }
    this.pieces.set(piece.id, piece);
  }

  /** Puts a picture on the tiles, each with its own part of it. @param {string | null} url */
  usePicture(url) {
    this.picture = url;
    for (const [id, piece] of this.pieces) {
      const element = this.elements.get(id);
      if (piece.role !== 'tile' || !element) continue;
      element.innerHTML = piece.svg;
      if (url) this.paint(piece, element);
    }
  }

  /** @param {Piece} piece @param {SVGElement} element */
  paint(piece, element) {
    if (!this.data || !piece.home || !this.picture) return;
    const [row, column] = piece.home;
    const window = shape('svg', {
      x: 4, y: 4, width: UNIT - 8, height: UNIT - 8, viewBox: `${column * UNIT} ${row * UNIT} ${UNIT} ${UNIT}`,
    });
    window.append(shape('image', {
      href: this.picture, x: 0, y: 0, width: this.data.columns * UNIT, height: this.data.rows * UNIT,
      preserveAspectRatio: 'xMidYMid slice',
    }));
    const badge = shape('g', { class: 'badge' });
    badge.append(shape('rect', { x: 8, y: 8, width: 34, height: 24, rx: 6, fill: '#1d1b19', opacity: 0.75 }));
    const label = shape('text', { x: 25, y: 26, 'font-size': 16, fill: '#ffffff' });
    label.textContent = piece.label;
    badge.append(label);
    element.append(window, badge);
  }

  /** Every tile that has a place in the hand. */
  handful() {
    return [...this.pieces.values()].filter((piece) => piece.role === 'matching').sort((one, other) => one.id - other.id);
  }

  /** Places every piece, with the tiles in hand beside the board or, on a narrow screen, under it. */
  layOut() {
    if (!this.data) return;
    const { width, height, columns, rows } = this.data;
    // Every tile has a place of its own in the hand, which waits for it while it is on the board: nothing but
    // what a player moves changes size or place.
    const all = this.handful();
    const below = this.portrait.matches || !this.onGesture;
    const across = below ? columns : Math.max(1, Math.ceil(all.length / rows));
    const places = all.map((piece, place) => {
      const [row, column] = [Math.floor(place / across), place % across];
      return below
        ? { piece, x: MARGIN + column * UNIT, y: height - MARGIN + GAP + row * UNIT }
        : { piece, x: width - MARGIN + GAP + column * UNIT, y: MARGIN + row * UNIT };
    });
    this.trayPlaces = places.filter(({ piece }) => piece.at === null);
    this.drawTray(places);
    const deep = all.length && below ? GAP + Math.ceil(all.length / across) * UNIT : 0;
    const wide = all.length && !below ? GAP + across * UNIT : 0;
    this.size = [width + wide, height + deep];
    this.svg.setAttribute('viewBox', `0 0 ${this.size[0]} ${this.size[1]}`);
    for (const piece of this.pieces.values()) {
      if (piece.at) this.place(piece.id, piece.at[0], piece.at[1]);
    }
    for (const { piece, x, y } of this.trayPlaces) this.place(piece.id, x, y);
    // A board of many cells can be zoomed, and scrolls then.
    if (this.onGesture && Math.max(columns, rows) > LARGE) this.zoom ??= new Zoom(this);
    this.zoom?.follow();
    this.drawOverlay();
  }

  /** The places of the hand, seen where they are empty. @param {{ x: number, y: number }[]} places */
  drawTray(places) {
    if (this.layers.tray.childElementCount === places.length && this.drawnBeside === this.portrait.matches) return;
    this.drawnBeside = this.portrait.matches;
    this.layers.tray.replaceChildren(...places.map(({ x, y }) => this.frame(x, y, 'tray-place')));
  }

  /** @param {number} id @param {number} x @param {number} y */
  place(id, x, y) {
    const element = this.elements.get(id);
    const place = `translate(${x}px, ${y}px)`;
    // To write what is there already costs the browser as much as news.
    if (element && this.places.get(element) !== place) {
      element.style.transform = place;
      this.places.set(element, place);
    }
  }

  // --- what lies over the pieces ---

  /** @param {Spot | null} held */
  setHeld(held) {
    const before = this.held;
    this.held = held;
    const is = (/** @type {Spot | null} */ spot, /** @type {Cell} */ cell) => spot && 'cell' in spot && same(spot.cell, cell);
    // What is held takes the cursor along.
    if (held && 'cell' in held && !is(before, held.cell)) this.moveTo(held.cell);
    this.drawOverlay();
  }

  /** Does an arrow do something to what is held? */
  arrowsActOnHeld() {
    const held = this.held && 'cell' in this.held ? this.pieceAt(this.held) : null;
    return held !== null && held.role !== 'matching';
  }

  /** What was pointed at is no longer. */
  forgetHint() {
    this.lookAt = [];
    this.arrow = [];
    this.ring = [];
    this.badge = null;
  }

  /** What a move was worth, at the cells it was about, until the next change. @param {Cell[]} cells @param {string} sign @param {string} kind */
  judge(cells, sign, kind) {
    this.forgetHint();
    this.badge = cells.length ? { cells, sign, kind } : null;
    this.drawOverlay();
  }

  /** A frame around the cells, and a sign on its corner. @param {{ cells: Cell[], sign: string, kind: string }} badge */
  badgeShapes({ cells, sign, kind }) {
    const frame = this.frameAround(cells, `judged ${kind}`);
    const [x, y] = [Number(frame.getAttribute('x')) + Number(frame.getAttribute('width')) - 14, Number(frame.getAttribute('y')) + 14];
    const text = shape('text', { x, y: y + 10, class: `judged-sign ${kind}` });
    text.textContent = sign;
    return [frame, shape('circle', { cx: x, cy: y, r: 24, class: `judged-ground ${kind}` }), text];
  }

  /** Cells to look at, until the next change. @param {Cell[]} cells */
  look(cells) {
    this.forgetHint();
    this.lookAt = cells;
    this.drawOverlay();
  }

  /** Shows where a piece goes, until the next change. @param {import('./speak.js').Moved} move */
  pointOut({ piece, before, isGone }) {
    const middle = (/** @type {Piece} */ one) => {
      const at = this.trayPlaces?.find((place) => place.piece.id === one.id);
      if (!one.cells.length && at) return /** @type {[number, number]} */ ([at.x + UNIT / 2, at.y + UNIT / 2]);
      const rows = one.cells.map(([row]) => row);
      const columns = one.cells.map(([, column]) => column);
      const half = (/** @type {number[]} */ all) => MARGIN + ((Math.min(...all) + Math.max(...all) + 1) / 2) * UNIT;
      return /** @type {[number, number]} */ ([half(columns), half(rows)]);
    };
    const draws = piece.role === 'pipe' || piece.role === 'end';
    const along = piece.cells.map((cell) => this.centre(cell));
    this.arrow = draws ? along : before && !isGone && piece.cells.length ? [middle(before), middle(piece)] : [];
    this.lookAt = [];
    this.ring = before?.cells ?? [];
    this.drawOverlay();
  }

  /** The cells of the block that covers a cell; a block is chosen as a whole. @param {Cell} cell */
  blockAt(cell) {
    return [...this.pieces.values()].find(({ role, cells }) => ['block', 'target'].includes(role) && cells.some((one) => same(one, cell)))?.cells;
  }

  /** One frame around all cells of a piece. @param {Cell[]} cells @param {string} name */
  frameAround(cells, name) {
    const [xs, ys] = [cells.map((cell) => this.corner(cell)[0]), cells.map((cell) => this.corner(cell)[1])];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [wide, high] = [Math.max(...xs) - left + UNIT, Math.max(...ys) - top + UNIT];
    return shape('rect', { x: left + 2, y: top + 2, width: wide - 4, height: high - 4, rx: 12, class: name });
  }

  drawOverlay() {
    const frames = [];
    if (this.ring.length) frames.push(this.frameAround(this.ring, 'look'));
    if (this.badge) frames.push(...this.badgeShapes(this.badge));
    if (this.arrow.length > 1) frames.push(...arrowShapes(this.arrow));
    const around = (/** @type {Cell} */ cell, /** @type {string} */ name) => frames.push(this.frameAround(this.blockAt(cell) ?? [cell], name));
    for (const cell of this.lookAt) frames.push(this.frame(...this.corner(cell), 'look'));
    if (this.held && 'cell' in this.held) around(this.held.cell, 'held');
    if (this.held && 'tray' in this.held) {
      const id = this.held.tray;
      const place = this.trayPlaces?.find(({ piece }) => piece.id === id);
      if (place) frames.push(this.frame(place.x, place.y, 'held'));
    }
    if (this.focused && 'cell' in this.focused) around(this.focused.cell, 'cursor');
    if (this.focused && 'tray' in this.focused) {
      const id = this.focused.tray;
      const place = this.trayPlaces?.find(({ piece }) => piece.id === id);
      if (place) frames.push(this.frame(place.x, place.y, 'cursor'));
    }
    this.layers.overlay.replaceChildren(...frames);
  }

  isHex() {
    return this.data?.lattice === 'hexagons';
  }

  /** The upper left corner of the square around the middle of a cell. @param {Cell} cell @returns {[number, number]} */
  corner([row, column]) {
    if (!this.isHex()) return [MARGIN + column * UNIT, MARGIN + row * UNIT];
    return [MARGIN + INSET + column * COLUMN, MARGIN + (row + (column % 2 === 0 ? 0.5 : 0)) * UNIT];
  }

  /** @param {Cell} cell @returns {[number, number]} */
  centre(cell) {
    const [x, y] = this.corner(cell);
    return [x + UNIT / 2, y + UNIT / 2];
  }

  /** @param {number} x @param {number} y @param {string} name */
  frame(x, y, name) {
    return shape('rect', { x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 12, class: name });
  }

  // --- the table of buttons ---

  buildCells() {
    if (!this.data || !this.cells) return;
    // A board that comes anew, after a lost connection, leaves the cursor where it was.
    const [isFirst, hadFocus] = [this.buttons === undefined, this.cells.contains(document.activeElement)];
    const table = document.createElement('table');
    const caption = document.createElement('caption');
    caption.textContent = say('web.board', { columns: this.data.columns, rows: this.data.rows });
    table.append(caption);
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    for (let row = 0; row < this.data.rows; row++) {
      const line = table.insertRow();
      for (let column = 0; column < this.data.columns; column++) {
        const button = document.createElement('button');
        button.type = 'button';
        button.tabIndex = -1;
        button.addEventListener('click', () => this.act({ tap: { cell: [row, column] } }));
        button.addEventListener('focus', () => this.focusOn({ cell: [row, column] }));
        button.addEventListener('blur', () => this.focusOn(null));
        this.buttons.push(button);
        line.insertCell().append(button);
      }
    }
    this.trayList = document.createElement('ul');
    this.trayList.setAttribute('aria-label', say('web.tray'));
    this.cells.replaceChildren(table, this.trayList);
    if (isFirst) this.cursor = this.firstCursor();
    this.nameCells();
    if (hadFocus) this.focus();
  }

  /** Where a keyboard begins: at the player, at the target, or at the first cell that is not a wall. */
  firstCursor() {
    const pieces = [...this.pieces.values()];
    const first = pieces.find((piece) => piece.role === 'player') ?? pieces.find((piece) => piece.role === 'target')
      ?? pieces.find((piece) => piece.cells.length);
    return first?.cells[0] ?? /** @type {Cell} */ ([0, 0]);
  }

  /** Names cells for those who hear the board: only those that changed, where they are known. @param {Cell[] | null} [touched] */
  nameCells(touched = null) {
    if (!this.data || !this.buttons || !this.trayList) return;
    const { columns, cells } = this.data;
    const places = touched?.map(([row, column]) => row * columns + column) ?? [...this.buttons.keys()];
    /** @type {Map<number, Piece[]>} */
    const on = new Map(places.map((at) => [at, []]));
    for (const piece of this.pieces.values()) {
      for (const [row, column] of piece.cells) on.get(row * columns + column)?.push(piece);
    }
    for (const at of on.keys()) {
      const button = this.buttons[at];
      const [row, column] = [Math.floor(at / columns), at % columns];
      const ground = say(`web.ground-${{ '#': 'wall', o: 'goal', ' ': 'outside' }[cells[at]] ?? 'floor'}`);
      const pieces = (on.get(at) ?? []).map(describe);
      const built = this.builtOn([row, column]);
      const what = pieces.length ? [...pieces, ...(cells[at] === 'o' ? [ground] : []), ...built].join(', ') : [ground, ...built].join(', ');
      const name = say('web.cell', { row: row + 1, column: column + 1, what });
      if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
    }
    this.markCursor();
    this.nameTray();
  }

  /** What is built on a cell, in words. @param {Cell} cell @returns {string[]} */
  builtOn(cell) {
    if (!this.data?.fixtures?.length) return [];
    if (this.builtFor !== this.data.fixtures) {
      this.builtFor = this.data.fixtures;
      this.built = new Map();
      const note = (/** @type {Cell} */ at, /** @type {string} */ said) => {
        const all = this.built.get(at.join()) ?? [];
        if (!all.includes(said)) this.built.set(at.join(), [...all, said]);
      };
      for (const { cell: at, kind, side } of this.builtFor) {
        note(at, say(side ? `web.fixture-${kind}-${side}` : 'web.fixture-bridge'));
        // A wall between two cells is told of both.
        if (side && kind === 'wall') note(beyond(at, side, this.isHex()), say(`web.fixture-wall-${OPPOSITE[side]}`));
      }
    }
    return this.built.get(cell.join()) ?? [];
  }

  /** One cell alone is reached by the tab key: that of the cursor. */
  markCursor() {
    const button = this.buttons?.[this.cursor[0] * (this.data?.columns ?? 0) + this.cursor[1]];
    if (!button || button === this.tabbed) return;
    if (this.tabbed) this.tabbed.tabIndex = -1;
    button.tabIndex = 0;
    this.tabbed = button;
  }

  nameTray() {
    const list = this.trayList;
    if (!list) return;
    const inHand = (this.trayPlaces ?? []).map(({ piece }) => piece);
    list.hidden = inHand.length === 0;
    const ids = inHand.map((piece) => piece.id).join(' ');
    if (list.dataset.ids === ids) return;
    list.dataset.ids = ids;
    const focused = this.focused && 'tray' in this.focused ? this.focused.tray : null;
    list.replaceChildren(...inHand.map((piece) => this.trayItem(piece)));
    if (focused !== null) this.focusTray(inHand.findIndex((piece) => piece.id === focused));
  }

  /** @param {Piece} piece */
  trayItem(piece) {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.setAttribute('aria-label', describe(piece));
    button.addEventListener('click', () => this.act({ tap: { tray: piece.id } }));
    button.addEventListener('focus', () => this.focusOn({ tray: piece.id }));
    button.addEventListener('blur', () => this.focusOn(null));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** The focus goes to a tile in hand; back to the board if that tile is gone. @param {number} place */
  focusTray(place) {
    const button = this.trayList?.querySelectorAll('button')[place];
    if (button) button.focus({ preventScroll: true });
    else this.focus();
  }

  /** @param {Spot | null} spot */
  focusOn(spot) {
    this.focused = spot;
    if (spot && 'cell' in spot) this.cursor = spot.cell;
    this.drawOverlay();
  }

  focus() {
    if (!this.data || !this.buttons) return;
    const [row, column] = this.cursor;
    this.buttons[row * this.data.columns + column]?.focus({ preventScroll: true });
  }

  /** @param {Gesture} gesture */
  act(gesture) {
    this.forgetHint();
    this.onGesture?.(gesture);
  }

  // --- keys ---

  /** Takes an arrow key: true if it meant something here. @param {KeyboardEvent} event */
  key(event) {
    const slant = this.isHex() ? SLANTS[event.key] : undefined;
    if (slant && this.data && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (this.arrowsActOnHeld()) this.act({ slant });
      else this.goTo(beyond(this.cursor, slant, true));
      return true;
    }
    const dir = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!dir || !this.data || event.ctrlKey || event.metaKey || event.altKey) return false;
    // Shift moves all tiles, or pulls a box in a play backwards.
    const shifts = this.data.arrows === 'cursor' || [...this.pieces.values()].some((piece) => piece.role === 'player');
    if (event.shiftKey && shifts) {
      this.act({ shift: dir });
    } else if (this.data.arrows === 'move' || this.arrowsActOnHeld()) {
      this.act({ arrow: dir });
    } else {
      this.moveCursor(dir);
    }
    return true;
  }

  /** @param {Dir} dir */
  moveCursor(dir) {
    if (!this.data || !this.buttons) return;
    const tray = [...(this.trayList?.querySelectorAll('button') ?? [])];
    const place = tray.findIndex((button) => button === document.activeElement);
    if (place >= 0) {
      const next = place + (dir === 'right' || dir === 'down' ? 1 : -1);
      if (next < 0) this.focus();
      else tray[Math.min(next, tray.length - 1)].focus({ preventScroll: true });
      return;
    }
    const [row, column] = this.cursor;
    const isThere = this.goTo([row + STEPS[dir][0], column + STEPS[dir][1]]);
    if (!isThere && tray.length && (dir === 'right' || dir === 'down')) tray[0].focus({ preventScroll: true });
  }

  /** The cursor goes to a cell, if there is one. @param {Cell} to */
  goTo(to) {
    if (!this.data || to[0] < 0 || to[1] < 0 || to[0] >= this.data.rows || to[1] >= this.data.columns) return false;
    this.moveTo(to);
    this.focus();
    this.onCursor();
    return true;
  }

  /** Puts the cursor on a cell; the focus goes along if it is on the board. @param {Cell} to */
  moveTo(to) {
    this.cursor = to;
    this.markCursor();
    if (this.focused && 'cell' in this.focused) this.focus();
  }

  /** Presses the button under the cursor: true if there is one. */
  press() {
    const button = document.activeElement;
    if (!(button instanceof HTMLButtonElement) || !this.cells?.contains(button)) return false;
    button.click();
    return true;
  }

  // --- pointers ---

  listen() {
    this.svg.addEventListener('pointerdown', (event) => this.take(event));
    this.svg.addEventListener('pointermove', (event) => this.drag(event));
    this.svg.addEventListener('pointerup', (event) => this.release(event));
    this.svg.addEventListener('pointercancel', () => this.cancelDrag());
    // A drag must not be torn by a changing window.
    addEventListener('resize', () => this.cancelDrag());
  }

  /** Where an event lies on the drawing. @param {PointerEvent} event @returns {[number, number]} */
  point(event) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const matrix = svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** @param {[number, number]} point @returns {Cell | null} */
  cellAt([x, y]) {
    if (!this.data) return null;
    const cell = this.isHex() ? this.hexagonAt([x, y])
      : /** @type {Cell} */ ([Math.floor((y - MARGIN) / UNIT), Math.floor((x - MARGIN) / UNIT)]);
    const inside = cell[0] >= 0 && cell[1] >= 0 && cell[0] < this.data.rows && cell[1] < this.data.columns;
    return inside ? cell : null;
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
    const gates = this.data?.fixtures?.filter(({ kind }) => kind === 'gate') ?? [];
    if (here || !this.data || !gates.length) return here;
    const wide = this.data.columns * (this.isHex() ? COLUMN : UNIT);
    const high = this.data.rows * UNIT;
    const across = gates.some(({ side }) => side?.endsWith('left'));
    const down = gates.some(({ side }) => side === 'up');
    for (const dx of across ? [0, wide, -wide] : [0]) {
      for (const dy of down ? [0, high, -high] : [0]) {
        const there = this.cellAt([x + dx, y + dy]);
        if (there) return there;
      }
    }
    return null;
  }

  /** @param {[number, number]} point @returns {Spot | null} */
  spotAt(point) {
    const cell = this.cellAt(point);
    if (cell) return { cell };
    const [x, y] = point;
    const place = this.trayPlaces?.find((at) => x >= at.x && y >= at.y && x < at.x + UNIT && y < at.y + UNIT);
    return place ? { tray: place.piece.id } : null;
  }

  /** @param {Spot} spot */
  pieceAt(spot) {
    if ('tray' in spot) return this.pieces.get(spot.tray) ?? null;
    const on = [...this.pieces.values()].filter((piece) => piece.cells.some((cell) => same(cell, spot.cell)));
    return on.find((piece) => piece.role !== 'pipe') ?? on[0] ?? null;
  }

  /** @param {PointerEvent} event */
  take(event) {
    if (event.button !== 0) return;
    const point = this.point(event);
    const from = this.spotAt(point);
    if (!from) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const piece = this.pieceAt(from);
    this.dragging = { from, piece, start: point, client: [event.clientX, event.clientY], through: /** @type {Cell[]} */ ([]), moved: false, isKnown: /** @type {boolean | undefined} */ (undefined) };
    if ('cell' in from) this.dragging.through.push(from.cell);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const drag = this.dragging;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.client[0], event.clientY - drag.client[1]);
    if (!drag.moved && far < TAP) return;
    drag.moved = true;
    const point = this.point(event);
    const cell = this.dragCell(point);
    const last = drag.through[drag.through.length - 1];
    const isNew = cell !== null && (!last || !same(cell, last));
    if (cell && isNew) drag.through.push(cell);
    this.preview(point, isNew);
  }

  /** Shows what a drag would do: pieces on tracks follow the pointer, for the rest the rules are asked. @param {[number, number]} point @param {boolean} isNew is the cell another one? */
  preview(point, isNew) {
    const drag = this.dragging;
    if (!drag) return;
    const draws = !drag.piece || !['block', 'target', 'tile', 'matching'].includes(drag.piece.role);
    if (draws && drag.isKnown !== false) {
      if (isNew) drag.isKnown = this.onPreview({ drag: { from: drag.from, through: drag.through } });
      if (drag.isKnown) return;
    }
    this.drawOverlay();
    const [dx, dy] = [point[0] - drag.start[0], point[1] - drag.start[1]];
    const role = drag.piece?.role;
    if (drag.piece && (role === 'block' || role === 'target' || role === 'tile')) this.slide(drag.piece, dx, dy);
    else if (drag.piece && role === 'matching') this.carry(drag.piece, dx, dy);
    else if (role === 'end' || role === 'pipe') this.line(drag.through, 'stroke', drag.piece);
    else this.line(drag.through, 'way', null);
  }

  /** A piece follows the pointer along its track, as far as it can go. @param {Piece} piece @param {number} dx @param {number} dy */
  slide(piece, dx, dy) {
    if (!piece.at) return;
    const along = Math.abs(dx) >= Math.abs(dy);
    const across = piece.reach.left !== undefined || piece.reach.right !== undefined;
    const down = piece.reach.up !== undefined || piece.reach.down !== undefined;
    const horizontal = across && (!down || along);
    const [back, forth] = horizontal
      ? [piece.reach.left ?? 0, piece.reach.right ?? 0]
      : [piece.reach.up ?? 0, piece.reach.down ?? 0];
    const offset = Math.max(-back * UNIT, Math.min(forth * UNIT, horizontal ? dx : dy));
    for (const one of this.line_of(piece, horizontal, offset)) {
      if (!one.at) continue;
      this.elements.get(one.id)?.classList.add('dragged');
      this.place(one.id, one.at[0] + (horizontal ? offset : 0), one.at[1] + (horizontal ? 0 : offset));
    }
    this.track(piece, horizontal, back, forth);
  }

  /** A tile pushes those before it along. @param {Piece} piece @param {boolean} horizontal @param {number} offset */
  line_of(piece, horizontal, offset) {
    const line = [piece];
    if (piece.role !== 'tile' || offset === 0) return line;
    const step = /** @type {Cell} */ (horizontal ? [0, Math.sign(offset)] : [Math.sign(offset), 0]);
    let cell = piece.cells[0];
    for (;;) {
      cell = [cell[0] + step[0], cell[1] + step[1]];
      const next = this.pieceAt({ cell });
      if (!next) return line;
      line.push(next);
    }
  }

  /** The reachable track lights up. @param {Piece} piece @param {boolean} horizontal @param {number} back @param {number} forth */
  track(piece, horizontal, back, forth) {
    const [first, last] = [piece.cells[0], piece.cells[piece.cells.length - 1]];
    const [before, after] = [back * UNIT, forth * UNIT];
    this.layers.overlay.append(shape('rect', {
      class: 'track',
      x: MARGIN + first[1] * UNIT - (horizontal ? before : 0),
      y: MARGIN + first[0] * UNIT - (horizontal ? 0 : before),
      width: (last[1] - first[1] + 1) * UNIT + (horizontal ? before + after : 0),
      height: (last[0] - first[0] + 1) * UNIT + (horizontal ? 0 : before + after),
    }));
  }

  /** @param {Piece} piece @param {number} dx @param {number} dy */
  carry(piece, dx, dy) {
    const home = piece.at ?? this.trayPlaces?.filter((place) => place.piece.id === piece.id).map(({ x, y }) => [x, y])[0];
    const element = this.elements.get(piece.id);
    if (!home || !element) return;
    element.classList.add('dragged');
    this.layers.pieces.append(element);
    this.place(piece.id, home[0] + dx, home[1] + dy);
  }

  /** @param {Cell[]} cells @param {string} name @param {Piece | null | undefined} piece */
  line(cells, name, piece) {
    const points = cells.map((cell) => this.centre(cell).join());
    const line = shape('polyline', { points: points.join(' '), class: name });
    if (piece) {
      const drawn = this.elements.get(piece.id)?.querySelector('[fill]:not([fill="none"])');
      line.style.stroke = drawn?.getAttribute('fill') ?? 'var(--teal)';
    }
    this.layers.overlay.append(line);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drag = this.dragging;
    if (!drag) return;
    this.dragging = null;
    const point = this.point(event);
    const to = this.cellAt(point);
    // What was shown already is there at once.
    if (drag.isKnown) this.still(() => this.drop(drag, point, to));
    else this.drop(drag, point, to);
  }

  /** @param {NonNullable<Board['dragging']>} drag @param {[number, number]} point @param {Cell | null} to */
  drop(drag, point, to) {
    if (drag.isKnown) this.onPreview(null);
    this.settle();
    if (!drag.moved) this.act({ tap: drag.from });
    else if (to) this.act({ drag: { from: drag.from, through: this.dropped(drag, point) } });
    else if (drag.piece && drag.piece.role !== 'matching' && drag.through.length > 1) {
      // Beyond the edge a slide goes on to its end; a tile that is carried off is taken away.
      this.act({ drag: { from: drag.from, through: this.dropped(drag, point) } });
    } else this.act({ away: drag.from });
  }

  /** The cells of a drag; a slide ends where the piece lies nearest, not where the finger is. */
  dropped(/** @type {{ from: Spot, piece: Piece | null, start: [number, number], through: Cell[] }} */ drag, /** @type {[number, number]} */ point) {
    const piece = drag.piece;
    if (!piece || !['block', 'target', 'tile'].includes(piece.role) || !('cell' in drag.from)) return drag.through;
    const [dx, dy] = [point[0] - drag.start[0], point[1] - drag.start[1]];
    const [row, column] = drag.from.cell;
    const horizontal = (piece.reach.left !== undefined || piece.reach.right !== undefined)
      && (Math.abs(dx) >= Math.abs(dy) || (piece.reach.up === undefined && piece.reach.down === undefined));
    const clamp = (/** @type {number} */ by, /** @type {number} */ back, /** @type {number} */ forth) =>
      Math.max(-back, Math.min(forth, Math.round(by / UNIT)));
    return horizontal
      ? [/** @type {Cell} */ ([row, column + clamp(dx, piece.reach.left ?? 0, piece.reach.right ?? 0)])]
      : [/** @type {Cell} */ ([row + clamp(dy, piece.reach.up ?? 0, piece.reach.down ?? 0), column])];
  }

  cancelDrag() {
    if (this.dragging?.isKnown) this.onPreview(null);
    this.dragging = null;
    this.settle();
  }

  /** Everything back to where the server says it is. */
  settle() {
    for (const element of this.elements.values()) element.classList.remove('dragged');
    this.layOut();
  }
}

/** A line with a head. @param {[number, number][]} points */
function arrowShapes(points) {
  const [[x, y], [fromX, fromY]] = [points[points.length - 1], points[points.length - 2]];
  const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  const line = shape('polyline', { class: 'arrow', points: points.map((point) => point.join(',')).join(' ') });
  const head = shape('path', { class: 'arrow-head', d: 'M0 0L-34 -24L-34 24z', transform: `translate(${x} ${y}) rotate(${turn}) translate(22 0)` });
  return [line, head];
}

/** What a screen reader says of a piece. @param {Piece} piece */
export function describe(piece) {
  if (piece.role === 'matching') {
    const [top, right, bottom, left] = piece.label.split('/');
    return say('web.piece-matching', { top, right, bottom, left });
  }
  const done = piece.in_place && ['crate', 'tile'].includes(piece.role) ? `, ${say('web.in-place')}` : '';
  return say(`web.piece-${piece.role}`, { label: piece.label }) + done;
}
