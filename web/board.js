// A board: an SVG drawing made of parts that the rules have drawn. Each part of the work has a file of its own: what lies
// over the pieces (overlay.js), the same board as a table of buttons (buttons.js), keys (board-keys.js), fingers and mice
// (pointer.js), where cells lie (lattice.js). The board knows no rules and no puzzle: pieces come with their drawing, their
// name and the way in which a hand moves them.

import { BoardKeys } from './board-keys.js';
import { Buttons } from './buttons.js';
import { Lattice, MARGIN, UNIT, same } from './lattice.js';
import { driveOut, Motion } from './motion.js';
import { Overlay } from './overlay.js';
import { Pointer } from './pointer.js';
import { frame, shape } from './shapes.js';
import { LARGE, Zoom } from './zoom.js';

/** Between the board and the tiles in hand. */
const GAP = 40;

/**
 * @typedef {[number, number]} Cell row and column
 * @typedef {'up' | 'down' | 'left' | 'right'} Dir
 * @typedef {'walks' | 'pushed' | 'slides' | 'shoves' | 'carried' | 'drawn' | 'still'} Handling how a hand moves it
 * @typedef {{ id: number, role: string, handling: Handling, leads?: boolean, under?: boolean, said: string, label: string,
 *   cells: Cell[], in_place: boolean, tone: number, reach: Partial<Record<Dir, number>>, home: Cell | null,
 *   at: [number, number] | null, svg: string }} Piece
 * @typedef {{ columns: number, rows: number, width: number, height: number, ground: string, cells: string,
 *   pieces: Piece[], marks: string, arrows: 'move' | 'cursor', lattice: 'squares' | 'hexagons', fixtures?: Fixture[] }} BoardData
 * @typedef {'up' | 'down' | 'left' | 'right' | 'up-left' | 'up-right' | 'down-left' | 'down-right'} Side
 * @typedef {{ cell: Cell, kind: 'wall' | 'gate' | 'bridge', side?: Side }} Fixture what is built on a cell
 * @typedef {{ svg: string, cells: string }} Ground
 * @typedef {{ changed: Piece[], gone: number[], marks: string | null, ground?: Ground | null, moves?: string[] }} Change with
 *   the moves that led there, where they are known
 * @typedef {{ cell: Cell } | { tray: number }} Spot
 * @typedef {{ arrow: Dir } | { slant: Side } | { tap: Spot } | { drag: { from: Spot, through: Cell[] } } | { away: Spot } | { shift: Dir }} Gesture
 * @typedef {{ piece: Piece, x: number, y: number }} TrayPlace
 */

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
    /** Where the tiles lie that are in hand. @type {TrayPlace[]} */
    this.trayPlaces = [];
    this.motion = new Motion();
    /** @type {Zoom | undefined} */
    this.zoom = undefined;
    /** @type {BoardData | null} */
    this.data = null;
    /** @type {Lattice | null} */
    this.lattice = null;
    /** @type {Spot | null} */
    this.held = null;
    /** @type {Spot | null} */
    this.focused = null;
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {string | null} */
    this.picture = null;
    this.overlay = new Overlay(this);
    this.keys = new BoardKeys(this);
    this.svg = shape('svg', { 'aria-hidden': 'true', focusable: 'false' });
    this.layers = { ground: shape('g'), tray: shape('g'), pieces: shape('g'), marks: shape('g') };
    this.svg.append(...Object.values(this.layers), this.overlay.layer);
    // A drawing that came with the page stays until there is a board.
    if (!host.querySelector(':scope > svg')) host.replaceChildren(this.svg);
    if (onGesture) {
      this.buttons = new Buttons(this);
      host.append(this.buttons.element);
      this.listen();
    }
    this.portrait = matchMedia('(max-width: 760px)');
    this.portrait.addEventListener('change', () => this.layOut());
  }

  listen() {
    this.pointer = new Pointer(this);
  }

  /** @param {BoardData} data */
  show(data) {
    // Another board has other buttons.
    if (this.buttons && (this.data?.columns !== data.columns || this.data.rows !== data.rows)) this.buttons.all = undefined;
    this.data = data;
    this.lattice = new Lattice(data);
    if (!this.svg.isConnected) this.host.replaceChildren(this.svg, ...(this.buttons ? [this.buttons.element] : []));
    this.layers.ground.innerHTML = data.ground;
    this.layers.pieces.replaceChildren();
    this.layers.pieces.classList.remove('moves-softly');
    this.pieces.clear();
    this.elements.clear();
    this.change({ changed: data.pieces, gone: [], marks: data.marks });
    // The first drawing stands still; what moves later moves softly.
    requestAnimationFrame(() => this.layers.pieces.classList.add('moves-softly'));
    this.buttons?.build();
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
    this.overlay.forget();
    if (change.marks !== null) this.layers.marks.innerHTML = change.marks;
    this.layOut();
    this.motion.go(frames, this.elements);
    this.buttons?.name(touched);
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
    const leaver = [...this.pieces.values()].find((piece) => piece.leads && piece.handling === 'slides');
    const element = leaver && this.elements.get(leaver.id);
    if (!isWon || !leaver?.at || !element || !this.data) {
      this.leaving?.cancel();
      this.leaving = null;
    } else if (!this.leaving) {
      this.leaving = driveOut(element, leaver.at, leaver.cells.length + 1);
    }
  }

  /** The cursor goes with who walks, if it stands there. @param {Piece} piece */
  follow(piece) {
    const before = this.pieces.get(piece.id)?.cells[0];
    if (piece.handling === 'walks' && before && same(before, this.cursor)) this.moveTo(piece.cells[0]);
  }

  /** @param {Piece} piece */
  put(piece) {
    const before = this.pieces.get(piece.id);
    let element = this.elements.get(piece.id);
    if (!element) {
      element = shape('g');
      element.dataset.id = String(piece.id);
      this.elements.set(piece.id, element);
      if (piece.under) this.layers.pieces.prepend(element);
      else this.layers.pieces.append(element);
    }
    element.setAttribute('class', `piece ${piece.role} ${piece.handling}`);
    if (before?.svg !== piece.svg) {
      element.innerHTML = piece.svg;
      this.paint(piece, element);
    }
    this.pieces.set(piece.id, piece);
  }

  /** Puts a picture on the pieces that have a home, each with its own part of it. @param {string | null} url */
  usePicture(url) {
    this.picture = url;
    for (const [id, piece] of this.pieces) {
      const element = this.elements.get(id);
      if (!piece.home || !element) continue;
      element.innerHTML = piece.svg;
      this.paint(piece, element);
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

  // --- where pieces lie ---

  /** Every piece that has a place in the hand. */
  handful() {
    return [...this.pieces.values()].filter((piece) => piece.handling === 'carried').sort((one, other) => one.id - other.id);
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
    this.overlay.draw();
  }

  /** The places of the hand, seen where they are empty. @param {{ x: number, y: number }[]} places */
  drawTray(places) {
    if (this.layers.tray.childElementCount === places.length && this.drawnBeside === this.portrait.matches) return;
    this.drawnBeside = this.portrait.matches;
    this.layers.tray.replaceChildren(...places.map(({ x, y }) => frame(x, y, 'tray-place')));
  }

  /** Where a piece lies that is in hand. @param {number} id */
  trayPlace(id) {
    return this.trayPlaces.find(({ piece }) => piece.id === id);
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

  /** What lies on a spot; of several pieces not the lowest. @param {Spot} spot */
  pieceAt(spot) {
    if ('tray' in spot) return this.pieces.get(spot.tray) ?? null;
    const on = [...this.pieces.values()].filter((piece) => piece.cells.some((cell) => same(cell, spot.cell)));
    return on.find((piece) => !piece.under) ?? on[0] ?? null;
  }

  isHex() {
    return this.lattice?.isHex ?? false;
  }

  /** @param {Cell} cell @returns {[number, number]} */
  corner(cell) {
    return this.lattice?.corner(cell) ?? [0, 0];
  }

  /** @param {Cell} cell @returns {[number, number]} */
  centre(cell) {
    return this.lattice?.centre(cell) ?? [0, 0];
  }

  /** @param {[number, number]} point @returns {Cell | null} */
  cellAt(point) {
    return this.lattice?.cellAt(point) ?? null;
  }

  /** Where an event lies on the drawing. @param {PointerEvent} event @returns {[number, number]} */
  point(event) {
    const matrix = /** @type {SVGSVGElement} */ (this.svg).getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  // --- hands ---

  /** @param {Gesture} gesture */
  act(gesture) {
    this.overlay.forget();
    this.onGesture?.(gesture);
  }

  /** @param {Spot | null} held */
  setHeld(held) {
    const before = this.held;
    this.held = held;
    const is = (/** @type {Spot | null} */ spot, /** @type {Cell} */ cell) => spot && 'cell' in spot && same(spot.cell, cell);
    // What is held takes the cursor along.
    if (held && 'cell' in held && !is(before, held.cell)) this.moveTo(held.cell);
    this.overlay.draw();
  }

  /** Does an arrow do something to what is held? */
  arrowsActOnHeld() {
    const held = this.held && 'cell' in this.held ? this.pieceAt(this.held) : null;
    return held !== null && held.handling !== 'carried';
  }

  /** What a move was worth. @param {Cell[]} cells @param {string} sign @param {string} kind */
  judge(cells, sign, kind) {
    this.overlay.judge(cells, sign, kind);
  }

  /** Cells to look at. @param {Cell[]} cells */
  look(cells) {
    this.overlay.look(cells);
  }

  /** Where a piece goes. @param {import('./speak.js').Moved} move */
  pointOut(move) {
    this.overlay.pointOut(move);
  }

  /** Takes an arrow key: true if it meant something here. @param {KeyboardEvent} event */
  key(event) {
    return this.keys.take(event);
  }

  /** Presses the button under the cursor: true if there is one. */
  press() {
    return this.buttons?.press() ?? false;
  }

  focus() {
    this.buttons?.focus();
  }

  /** @param {Spot | null} spot */
  focusOn(spot) {
    this.focused = spot;
    if (spot && 'cell' in spot) this.cursor = spot.cell;
    this.overlay.draw();
  }

  /** Puts the cursor on a cell; the focus goes along if it is on the board. @param {Cell} to */
  moveTo(to) {
    this.cursor = to;
    this.buttons?.markCursor();
    if (this.focused && 'cell' in this.focused) this.focus();
  }
}
