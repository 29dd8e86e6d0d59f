// Fingers and mice on a board: a press that hardly moves is a tap, a longer one a drag. Each piece knows how a hand moves
// it and how far it can go, so that a drag never waits; for the rest the rules are asked what it would do.

import { MARGIN, UNIT, same } from './lattice.js';
import { shape } from './shapes.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Piece} Piece
 * @typedef {import('./board.js').Spot} Spot
 * @typedef {[number, number]} Point
 * @typedef {{ from: Spot, piece: Piece | null, start: Point, client: Point, through: Cell[], moved: boolean, isKnown?: boolean }} Drag
 *   what is under way; known is what it would do, if somebody can say
 */

/** A press that moves less than this many pixels is a tap. */
const TAP = 6;

/** Does it follow a finger along its line? @param {Piece | null} piece */
const isOnTrack = (piece) => piece?.handling === 'slides' || piece?.handling === 'shoves';

/** Which of its lines a piece follows, and how far it can go back and forth there. @param {Piece} piece @param {number} dx @param {number} dy */
function trackOf({ reach }, dx, dy) {
  const across = reach.left !== undefined || reach.right !== undefined;
  const down = reach.up !== undefined || reach.down !== undefined;
  const horizontal = across && (!down || Math.abs(dx) >= Math.abs(dy));
  const [back, forth] = horizontal ? [reach.left ?? 0, reach.right ?? 0] : [reach.up ?? 0, reach.down ?? 0];
  return { horizontal, back, forth };
}

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Drag | null} */
    this.dragging = null;
    board.svg.addEventListener('pointerdown', (event) => this.take(event));
    board.svg.addEventListener('pointermove', (event) => this.drag(event));
    board.svg.addEventListener('pointerup', (event) => this.release(event));
    board.svg.addEventListener('pointercancel', () => this.cancel());
    // A drag must not be torn by a changing window.
    addEventListener('resize', () => this.cancel());
  }

  /** @param {Point} point @returns {Spot | null} */
  spotAt(point) {
    const cell = this.board.cellAt(point);
    if (cell) return { cell };
    const [x, y] = point;
    const place = this.board.trayPlaces.find((at) => x >= at.x && y >= at.y && x < at.x + UNIT && y < at.y + UNIT);
    return place ? { tray: place.piece.id } : null;
  }

  /** @param {PointerEvent} event */
  take(event) {
    if (event.button !== 0) return;
    const start = this.board.point(event);
    const from = this.spotAt(start);
    if (!from) return;
    event.preventDefault();
    this.board.svg.setPointerCapture(event.pointerId);
    const through = 'cell' in from ? [from.cell] : [];
    this.dragging = { from, piece: this.board.pieceAt(from), start, client: [event.clientX, event.clientY], through, moved: false };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const drag = this.dragging;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.client[0], event.clientY - drag.client[1]);
    if (!drag.moved && far < TAP) return;
    drag.moved = true;
    const point = this.board.point(event);
    const cell = this.board.lattice?.dragCell(point) ?? null;
    const last = drag.through[drag.through.length - 1];
    const isNew = cell !== null && (!last || !same(cell, last));
    if (cell && isNew) drag.through.push(cell);
    this.preview(drag, point, isNew);
  }

  /** Shows what a drag would do: pieces on tracks follow the pointer, for the rest the rules are asked. @param {Drag} drag @param {Point} point @param {boolean} isNew is the cell another one? */
  preview(drag, point, isNew) {
    const { piece } = drag;
    const isCarried = piece?.handling === 'carried';
    if (!isOnTrack(piece) && !isCarried && drag.isKnown !== false) {
      if (isNew) drag.isKnown = this.board.onPreview({ drag: { from: drag.from, through: drag.through } });
      if (drag.isKnown) return;
    }
    this.board.overlay.draw();
    const [dx, dy] = [point[0] - drag.start[0], point[1] - drag.start[1]];
    if (piece && isOnTrack(piece)) this.slide(piece, dx, dy);
    else if (piece && isCarried) this.carry(piece, dx, dy);
    else if (piece?.handling === 'drawn') this.line(drag.through, 'stroke', piece);
    else this.line(drag.through, 'way', null);
  }

  /** A piece follows the pointer along its track, as far as it can go. @param {Piece} piece @param {number} dx @param {number} dy */
  slide(piece, dx, dy) {
    if (!piece.at) return;
    const { horizontal, back, forth } = trackOf(piece, dx, dy);
    const offset = Math.max(-back * UNIT, Math.min(forth * UNIT, horizontal ? dx : dy));
    for (const one of this.takenAlong(piece, horizontal, offset)) {
      if (!one.at) continue;
      this.board.elements.get(one.id)?.classList.add('dragged');
      this.board.place(one.id, one.at[0] + (horizontal ? offset : 0), one.at[1] + (horizontal ? 0 : offset));
    }
    this.track(piece, horizontal, back, forth);
  }

  /** What shoves takes along what lies before it. @param {Piece} piece @param {boolean} horizontal @param {number} offset */
  takenAlong(piece, horizontal, offset) {
    const line = [piece];
    if (piece.handling !== 'shoves' || offset === 0) return line;
    const step = /** @type {Cell} */ (horizontal ? [0, Math.sign(offset)] : [Math.sign(offset), 0]);
    let cell = piece.cells[0];
    for (;;) {
      cell = [cell[0] + step[0], cell[1] + step[1]];
      const next = this.board.pieceAt({ cell });
      if (!next) return line;
      line.push(next);
    }
  }

  /** The reachable track lights up. @param {Piece} piece @param {boolean} horizontal @param {number} back @param {number} forth */
  track(piece, horizontal, back, forth) {
    const [first, last] = [piece.cells[0], piece.cells[piece.cells.length - 1]];
    const [before, after] = [back * UNIT, forth * UNIT];
    this.board.overlay.layer.append(shape('rect', {
      class: 'track',
      x: MARGIN + first[1] * UNIT - (horizontal ? before : 0),
      y: MARGIN + first[0] * UNIT - (horizontal ? 0 : before),
      width: (last[1] - first[1] + 1) * UNIT + (horizontal ? before + after : 0),
      height: (last[0] - first[0] + 1) * UNIT + (horizontal ? 0 : before + after),
    }));
  }

  /** @param {Piece} piece @param {number} dx @param {number} dy */
  carry(piece, dx, dy) {
    const { board } = this;
    const tray = board.trayPlace(piece.id);
    const home = piece.at ?? (tray && [tray.x, tray.y]);
    const element = board.elements.get(piece.id);
    if (!home || !element) return;
    element.classList.add('dragged');
    board.layers.pieces.append(element);
    board.place(piece.id, home[0] + dx, home[1] + dy);
  }

  /** @param {Cell[]} cells @param {string} name @param {Piece | null} piece whose colour it has */
  line(cells, name, piece) {
    const points = cells.map((cell) => this.board.centre(cell).join());
    const line = shape('polyline', { points: points.join(' '), class: name });
    if (piece) {
      const drawn = this.board.elements.get(piece.id)?.querySelector('[fill]:not([fill="none"])');
      line.style.stroke = drawn?.getAttribute('fill') ?? 'var(--teal)';
    }
    this.board.overlay.layer.append(line);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drag = this.dragging;
    if (!drag) return;
    this.dragging = null;
    const point = this.board.point(event);
    // What was shown already is there at once.
    if (drag.isKnown) this.board.still(() => this.drop(drag, point));
    else this.drop(drag, point);
  }

  /** @param {Drag} drag @param {Point} point */
  drop(drag, point) {
    const { board } = this;
    if (drag.isKnown) board.onPreview(null);
    this.settle();
    const dragged = () => board.act({ drag: { from: drag.from, through: this.dropped(drag, point) } });
    if (!drag.moved) board.act({ tap: drag.from });
    else if (board.cellAt(point)) dragged();
    // Beyond the edge a slide goes on to its end; what is carried off is taken away.
    else if (drag.piece && drag.piece.handling !== 'carried' && drag.through.length > 1) dragged();
    else board.act({ away: drag.from });
  }

  /** The cells of a drag; a slide ends where the piece lies nearest, not where the finger is. @param {Drag} drag @param {Point} point @returns {Cell[]} */
  dropped({ piece, from, start, through }, point) {
    if (!piece || !isOnTrack(piece) || !('cell' in from)) return through;
    const [dx, dy] = [point[0] - start[0], point[1] - start[1]];
    const [row, column] = from.cell;
    const { horizontal, back, forth } = trackOf(piece, dx, dy);
    const by = Math.max(-back, Math.min(forth, Math.round((horizontal ? dx : dy) / UNIT)));
    return horizontal ? [[row, column + by]] : [[row + by, column]];
  }

  cancel() {
    if (this.dragging?.isKnown) this.board.onPreview(null);
    this.dragging = null;
    this.settle();
  }

  /** Everything back to where the server says it is. */
  settle() {
    for (const element of this.board.elements.values()) element.classList.remove('dragged');
    this.board.layOut();
  }
}
