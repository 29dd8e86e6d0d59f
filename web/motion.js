// Pieces on their way: whoever walks or is pushed goes along the squares in between, never across a wall. A way
// takes less than four tenths of a second, however long it is. What happened, happened: nobody waits for an
// animation, and one that is under way when the next begins goes on along both ways.

const UNIT = 100;
/** Milliseconds for one step, and at most for a way of any length. */
const [STEP, LONGEST] = [120, 380];
/** Steps that still wait to be seen, at most: whoever is faster than that is followed from where they are. */
const MOST_LEFT = 40;
/** Milliseconds in which a block that may leave has left. */
const LEAVING = 700;

/**
 * @typedef {import('./board.js').Cell} Cell
 * @typedef {import('./board.js').Piece} Piece
 * @typedef {Map<number, [number, number]>} Places where pieces are drawn
 */

/** The steps of a walk, as moves are written. @type {Record<string, Cell>} */
const LETTERS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
const STEPS = Object.values(LETTERS);

const nameOf = (/** @type {Cell} */ [row, column]) => `${row} ${column}`;
const after = (/** @type {Cell} */ [row, column], /** @type {Cell} */ [down, right]) => /** @type {Cell} */ ([row + down, column + right]);
const walks = (/** @type {Piece} */ piece) => piece.handling === 'walks' || piece.handling === 'pushed';

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
/** Does the system or the reader want no motion? */
const wantsNone = () => stillness.matches || document.documentElement.dataset.motion === 'still';

export class Motion {
  constructor() {
    /** What is under way. @type {{ frames: Places[], animations: Animation[] } | null} */
    this.run = null;
    /** Is nothing to move softly now? */
    this.isStill = false;
  }

  /**
   * The places that pieces come by in a change, one after another; none where nothing walks, or too much at once.
   * @param {Map<number, Piece>} pieces as they are before it
   * @param {{ changed: Piece[], gone: number[], ground?: unknown, moves?: string[] }} change
   * @param {(cell: Cell) => boolean} isFloor
   * @returns {Places[]}
   */
  frames(pieces, change, isFloor) {
    const went = change.changed.filter((piece) => {
      const before = pieces.get(piece.id);
      return walks(piece) && before && nameOf(before.cells[0]) !== nameOf(piece.cells[0]);
    });
    if (this.isStill || wantsNone() || change.ground || !went.length) return [];
    const crates = went.filter((piece) => piece.handling === 'pushed');
    const ways = byMoves(pieces, change.moves ?? [], went) ?? (crates.length > 1 ? null : byFloor(pieces, went, isFloor));
    if (!ways) return [];
    const longest = Math.max(...[...ways.values()].map((way) => way.length));
    return Array.from({ length: longest }, (_, at) => new Map(went.map((piece) => {
      const way = /** @type {Cell[]} */ (ways.get(piece.id));
      return [piece.id, place(piece, way[Math.min(at, way.length - 1)])];
    })));
  }

  /** @param {Places[]} frames @param {Map<number, SVGElement>} elements */
  go(frames, elements) {
    if (frames.length < 2) {
      if (this.isStill) this.stop();
      return;
    }
    const left = this.left();
    this.stop();
    if (left.length > MOST_LEFT) left.length = 0;
    const all = [...left, ...(left.length ? frames.slice(1) : frames)];
    const duration = Math.min(LONGEST, STEP * Math.sqrt(frames.length - 1));
    const easing = all.length === 2 ? 'ease-out' : 'linear';
    const ids = new Set(all.flatMap((frame) => [...frame.keys()]));
    const animations = [...ids].flatMap((id) => {
      const keyframes = stops(all, id).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      return elements.get(id)?.animate(keyframes, { duration, easing }) ?? [];
    });
    this.run = { frames: all, animations };
  }

  /** What is left of the way that pieces are on: where they are now, and what they still come by. @returns {Places[]} */
  left() {
    const progress = this.run?.animations[0]?.effect?.getComputedTiming().progress;
    if (!this.run || progress === null || progress === undefined) return [];
    const { frames } = this.run;
    const at = progress * (frames.length - 1);
    const [last, part] = [Math.floor(at), at - Math.floor(at)];
    if (last >= frames.length - 1) return [];
    const ids = [...new Set(frames.flatMap((frame) => [...frame.keys()]))];
    const now = new Map(ids.map((id) => {
      const way = stops(frames, id);
      const [from, to] = [way[last], way[last + 1]];
      return [id, /** @type {[number, number]} */ ([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])];
    }));
    return [now, ...frames.slice(last + 1)];
  }

  /** Everything is at once where it belongs. */
  stop() {
    for (const animation of this.run?.animations ?? []) animation.cancel();
    this.run = null;
  }
}

/** Where a piece is drawn that stands on a cell of its way. @param {Piece} piece @param {Cell} cell @returns {[number, number]} */
function place(piece, cell) {
  const [x, y] = piece.at ?? [0, 0];
  const [row, column] = piece.cells[0];
  return [x + (cell[1] - column) * UNIT, y + (cell[0] - row) * UNIT];
}

/** The places of one piece, also where others go alone. @param {Places[]} frames @param {number} id */
function stops(frames, id) {
  let known = /** @type {[number, number]} */ (frames.map((frame) => frame.get(id)).find((at) => at !== undefined));
  return frames.map((frame) => (known = frame.get(id) ?? known));
}

/**
 * The ways as the moves say: a box waits until it is pushed, or is pulled along. Nothing where they lead elsewhere.
 * @param {Map<number, Piece>} pieces @param {string[]} moves @param {Piece[]} went
 */
function byMoves(pieces, moves, went) {
  const player = [...pieces.values()].find((piece) => piece.handling === 'walks');
  if (!player || !moves.length || moves.some((move) => !LETTERS[move.toLowerCase()])) return null;
  const crates = new Map([...pieces.values()].filter((piece) => piece.handling === 'pushed').map((piece) => [nameOf(piece.cells[0]), piece.id]));
  const ways = new Map(went.map((piece) => [piece.id, [/** @type {Piece} */ (pieces.get(piece.id)).cells[0]]]));
  let at = player.cells[0];
  let steps = 0;
  for (const move of moves) {
    steps += 1;
    const step = LETTERS[move.toLowerCase()];
    const to = after(at, step);
    const behind = after(at, [-step[0], -step[1]]);
    if (crates.has(nameOf(to))) shift(crates, to, after(to, step), ways);
    else if (move !== move.toLowerCase() && crates.has(nameOf(behind))) shift(crates, behind, at, ways);
    at = to;
    ways.get(player.id)?.push(to);
    // All are told of every step, so that nobody is ahead.
    for (const way of ways.values()) if (way.length <= steps) way.push(/** @type {Cell} */ (way.at(-1)));
  }
  const arrives = (/** @type {Piece} */ piece) => nameOf(ways.get(piece.id)?.at(-1) ?? [-1, -1]) === nameOf(piece.cells[0]);
  return went.every(arrives) ? ways : null;
}

/** A box goes to another cell. @param {Map<string, number>} crates @param {Cell} from @param {Cell} to @param {Map<number, Cell[]>} ways */
function shift(crates, from, to, ways) {
  const id = /** @type {number} */ (crates.get(nameOf(from)));
  crates.delete(nameOf(from));
  crates.set(nameOf(to), id);
  ways.get(id)?.push(to);
}

/**
 * The shortest ways over the floor, where nobody says which were gone.
 * @param {Map<number, Piece>} pieces @param {Piece[]} went @param {(cell: Cell) => boolean} isFloor
 */
function byFloor(pieces, went, isFloor) {
  const now = new Map([...pieces, ...went.map((piece) => /** @type {const} */ ([piece.id, piece]))]);
  const ways = new Map();
  for (const piece of went) {
    const others = new Set([...now.values()].filter((one) => one.handling === 'pushed' && one.id !== piece.id).map((one) => nameOf(one.cells[0])));
    const from = /** @type {Piece} */ (pieces.get(piece.id)).cells[0];
    const way = shortest(from, piece.cells[0], (cell) => isFloor(cell) && !others.has(nameOf(cell)));
    if (!way) return null;
    ways.set(piece.id, way);
  }
  return ways;
}

/** @param {Cell} from @param {Cell} to @param {(cell: Cell) => boolean} isFree @returns {Cell[] | null} */
function shortest(from, to, isFree) {
  /** @type {Map<string, Cell | null>} each cell with the one before it */
  const seen = new Map([[nameOf(from), null]]);
  for (const queue = [from]; queue.length;) {
    const cell = /** @type {Cell} */ (queue.shift());
    if (nameOf(cell) === nameOf(to)) return wayTo(cell, seen);
    for (const next of STEPS.map((step) => after(cell, step))) {
      if (seen.has(nameOf(next)) || !isFree(next)) continue;
      seen.set(nameOf(next), cell);
      queue.push(next);
    }
  }
  return null;
}

/** @param {Cell} to @param {Map<string, Cell | null>} seen */
function wayTo(to, seen) {
  const way = [];
  for (let cell = /** @type {Cell | null} */ (to); cell; cell = seen.get(nameOf(cell)) ?? null) way.unshift(cell);
  return way;
}

/**
 * A block drives out through the gap on the right, and is gone for as long as the animation is not cancelled.
 * @param {SVGElement} element @param {[number, number]} at @param {number} far in cells
 */
export function driveOut(element, [x, y], far) {
  const to = (/** @type {number} */ part) => `translate(${x + far * part * UNIT}px, ${y}px)`;
  const keyframes = [
    { transform: to(0), opacity: 1 },
    { transform: to(0.7), opacity: 1, offset: 0.7 },
    { transform: to(1), opacity: 0 },
  ];
  const animation = element.animate(keyframes, { duration: LEAVING, delay: STEP, easing: 'ease-in', fill: 'forwards' });
  if (wantsNone()) animation.cancel();
  return animation;
}
