// One method on the stage of the theatre: its worker, the board it looks at, the tree of its search, its figures and a chart
// of how deep it looks.

import { number } from './number.js';
import { sentenceOf } from './problem.js';
import { SearchTree } from './search-tree.js';
import { prepare, Thinker } from './thinker.js';
import { say } from './words.js';

/**
 * @typedef {{ method: string, setup: boolean, nodes: number, generated: number, bound: number | null, best: number | null,
 *   memory: number, seconds: number, frontier: number | null, focus: { way: string, cost: number, estimate: number | null, notes: Note[] } | null,
 *   sight: { said: string, cost: number | null } | null, board: string | null, end: { solved: boolean, text: string, answer: any } | null }} Look
 */

/** What a method goes by: `[row, column]` of the cells it is about. @typedef {{ kind: string, said: string, cells: [number, number][] }} Note */

/** A drawing of a board has a margin, and cells of this size. */
const [MARGIN, CELL] = [30, 100];

/** Four of them share what a page may take. */
const MEGABYTES = 256;
/** Points of a chart; more are thinned out. */
const MOST_POINTS = 1200;
/** Pixels of a canvas for one of the page; for the back row fewer, which makes lines thicker. */
const [FINE, COARSE] = [2, 1.25];
/** Milliseconds between two drawings of a chart. */
const CHART_EVERY = 100;
const FIGURES = ['nodes', 'frontier', 'focus', 'bound', 'best', 'generated', 'memory', 'seconds'];

/** @param {string} name @param {string} [className] */
export function element(name, className = '') {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

export class Act {
  /** @param {string} method @param {{ puzzle: string, level: string }} programme */
  constructor(method, { puzzle, level }) {
    this.wish = { puzzle, level, method };
    this.thinker = new Thinker({ module: prepare, megabytes: MEGABYTES });
    /** @type {Look | null} the last there is */
    this.last = null;
    /** The drawing that is shown. @type {string | null | undefined} */
    this.shown = undefined;
    /** @type {{ theme: string | undefined, teal: string, ink: string, muted: string } | undefined} */
    this.colours = undefined;
    /** When the chart was drawn, and the next drawing that waits. */
    this.drawn = 0;
    this.later = 0;
    /** Nodes, how deep, the bound. @type {[number, number, number | null][]} */
    this.points = [];
    this.tree = new SearchTree();
    this.element = element('section', 'act');
    const title = element('h2');
    title.textContent = method;
    title.translate = false;
    this.board = element('div', 'board-small');
    this.state = element('p', 'act-state');
    this.state.setAttribute('role', 'status');
    this.figures = element('dl', 'act-figures');
    this.values = Object.fromEntries(FIGURES.map((name) => [name, this.figure(name)]));
    this.branches = this.canvas('act-tree', say('web.stage-tree'));
    this.chart = this.canvas('act-chart', say('web.stage-chart'));
    /** Nodes at the moment that is drawn. */
    this.at = 0;
    // As large as they are shown, or circles would be ovals.
    this.sizes = new ResizeObserver(() => this.fit());
    for (const canvas of [this.branches, this.chart]) this.sizes.observe(canvas);
    this.element.setAttribute('aria-label', method);
    this.element.append(title, this.board, this.state, this.branches, this.figures, this.chart);
  }

  fit() {
    const fine = document.fullscreenElement ? COARSE : FINE;
    for (const canvas of [this.branches, this.chart]) {
      [canvas.width, canvas.height] = [Math.max(1, Math.round(canvas.clientWidth * fine)), Math.max(1, Math.round(canvas.clientHeight * fine))];
    }
    this.draw(this.at);
  }

  /** @param {string} className @param {string} about */
  canvas(className, about) {
    const canvas = /** @type {HTMLCanvasElement} */ (element('canvas', className));
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', about);
    canvas.title = about;
    return canvas;
  }

  /** @param {string} name */
  figure(name) {
    const [pair, term, value] = [element('div', name), element('dt'), element('dd')];
    term.textContent = say(`web.stage-${name}`);
    pair.append(term, value);
    this.figures.append(pair);
    return value;
  }

  async begin() {
    return this.hear(await this.thinker.think({ ask: 'stage', ...this.wish }));
  }

  /** @param {{ nodes?: number, seconds?: number }} much @returns {Promise<Look>} */
  async goOn(much) {
    if (this.last?.end) return this.last;
    try {
      const look = await this.thinker.think({ ask: 'watch', puzzle: this.wish.puzzle, ...much });
      // It may have been ended meanwhile.
      return this.isOver ? /** @type {Look} */ (this.last) : this.hear(look);
    } catch (problem) {
      // Who broke ends; the others go on.
      return this.endNow(sentenceOf(problem));
    }
  }

  /** It ends as far as it is, for a reason that is none of the method's. @param {string} text @returns {Look} */
  endNow(text) {
    if (!this.last || this.last.end) return /** @type {Look} */ (this.last);
    const { nodes, generated, seconds, memory } = this.last;
    this.last = { ...this.last, end: { solved: false, text, answer: { nodes, generated, seconds, peak_bytes: memory } } };
    this.thinker.drop();
    return this.last;
  }

  /** What it showed after so many nodes, by another run. @param {number} nodes @param {Look} _shown @returns {Promise<Look>} */
  async lookAt(nodes, _shown) {
    if (this.last?.end && this.last.nodes <= nodes) return this.last;
    const scout = new Thinker({ module: prepare, megabytes: MEGABYTES });
    try {
      /** @type {Look} */
      let look = await scout.think({ ask: 'stage', ...this.wish });
      while (!look.end && look.nodes < nodes) {
        const { board } = look;
        look = await scout.think({ ask: 'watch', puzzle: this.wish.puzzle, nodes: nodes - look.nodes });
        look.board ??= board;
      }
      return look;
    } finally {
      scout.drop();
    }
  }

  get isOver() {
    return Boolean(this.last?.end);
  }

  /** @param {Look} look */
  hear(look) {
    // What shows no position of its own keeps the last one.
    look.board ??= this.last?.board ?? null;
    this.last = look;
    const depth = look.sight?.cost ?? look.focus?.cost;
    if (depth !== undefined) this.points.push([look.nodes, depth, look.bound]);
    if (look.focus) this.tree.look(look.focus.way, look.focus.cost, look.nodes);
    if (this.points.length > MOST_POINTS) this.points = this.points.filter((_, at) => at % 2 === 0);
    return look;
  }

  /** @param {Look} look */
  show(look) {
    if (this.shown !== look.board) {
      this.shown = look.board;
      if (look.board) this.board.innerHTML = look.board;
      if (look.board) this.board.firstElementChild?.setAttribute('aria-label', say('web.stage-board', { method: look.method }));
      else this.board.textContent = say('web.stage-no-board');
    }
    const notes = look.focus?.notes ?? [];
    // At the end the order stays, by which the goals were packed.
    this.showPlan(look.end ? notes.filter(({ kind }) => kind === 'pack') : notes);
    this.state.textContent = this.stateOf(look);
    this.element.classList.toggle('solved', Boolean(look.end?.solved));
    const { nodes, frontier, generated, focus, bound, best, memory, seconds } = this.values;
    nodes.textContent = number(look.nodes);
    frontier.textContent = look.frontier === null ? '–' : number(look.frontier);
    generated.textContent = number(look.generated);
    const way = look.focus ?? (look.sight?.cost == null ? null : { cost: look.sight.cost, estimate: null });
    focus.textContent = way ? this.wayOf(way) : '–';
    bound.textContent = look.bound === null ? '–' : number(look.bound);
    best.textContent = look.best === null ? '–' : number(look.best);
    memory.textContent = say('web.stage-megabytes', { count: number(look.memory / 1e6, 1) });
    seconds.textContent = number(look.seconds, 2);
    this.drawSoon(look);
  }

  /** What it does, in a sentence: its answer, or what it looks at and goes by. @param {Look} look */
  stateOf(look) {
    if (look.end) return look.end.text;
    if (look.setup) return say('web.stage-setup');
    const notes = look.focus?.notes ?? [];
    // The last choice that is drawn, with who chose it and why, before what is to come.
    const choice = notes.filter(({ kind, cells }) => kind === 'move' && cells.length === 2).at(-1);
    return look.sight?.said ?? (choice ?? notes[0])?.said ?? say(look.focus || look.nodes === 0 ? 'web.stage-working' : 'web.stage-no-board');
  }

  /** A chart is drawn ten times a second and not with every picture: it is the board that moves. @param {Look} look */
  drawSoon(look) {
    clearTimeout(this.later);
    const wait = look.end ? 0 : CHART_EVERY - (performance.now() - this.drawn);
    const draw = () => {
      this.drawn = performance.now();
      this.at = look.nodes;
      this.draw(look.nodes);
    };
    if (wait <= 0) draw();
    else this.later = setTimeout(draw, wait);
  }

  /** The plan of a method, drawn over its board: in which order goals are packed, and the last thing it chose. @param {Note[]} notes */
  showPlan(notes) {
    const board = this.board.querySelector('svg');
    board?.querySelector('.plan')?.remove();
    const choice = notes.filter(({ kind, cells }) => kind === 'move' && cells.length === 2).at(-1);
    const packing = notes.filter(({ kind, cells }) => kind === 'pack' && cells.length > 0);
    if (!board || (!choice && packing.length === 0)) return;
    const plan = document.createElementNS(board.namespaceURI, 'g');
    plan.setAttribute('class', 'plan');
    const middle = (/** @type {number} */ at) => MARGIN + at * CELL + CELL / 2;
    const point = (/** @type {[number, number]} */ [row, column]) => ({ x: middle(column), y: middle(row) });
    const numbers = packing.map(({ cells }, at) => {
      const { x, y } = point(cells[cells.length - 1]);
      return `<text x="${x}" y="${y}" dy="0.36em">${at + 1}</text>`;
    });
    plan.innerHTML = numbers.join('');
    if (choice) {
      const [from, to] = choice.cells.map(point);
      plan.innerHTML += `<path d="M${from.x} ${from.y} L${to.x} ${to.y}"/><circle cx="${from.x}" cy="${from.y}" r="24"/><circle cx="${to.x}" cy="${to.y}" r="42"/>`;
    }
    board.append(plan);
  }

  /** @param {{ cost: number, estimate: number | null }} focus */
  wayOf({ cost, estimate }) {
    if (estimate === null) return say('web.stage-way', { cost: number(cost) });
    return say('web.stage-way-and-rest', { cost: number(cost), estimate: number(estimate) });
  }

  /** The chart up to so many nodes. @param {number} nodes */
  draw(nodes) {
    const pen = this.chart.getContext('2d');
    if (!pen) return;
    const points = this.points.filter(([at]) => at <= nodes);
    let most = 1;
    for (const [, depth, bound] of points) most = Math.max(most, depth, bound ?? 0);
    const { teal, ink, muted } = this.inks();
    this.tree.draw(this.branches, nodes, { line: muted, mark: teal });
    const x = (/** @type {number} */ at) => (at / Math.max(1, nodes)) * (this.chart.width - 8) + 2;
    const high = this.chart.height;
    const y = (/** @type {number} */ depth) => high - 4 - (depth / most) * (high - 8);
    pen.clearRect(0, 0, this.chart.width, high);
    pen.fillStyle = teal;
    const dot = points.length < 150 ? 5 : 2.5;
    for (const [at, depth] of points) pen.fillRect(x(at) - dot / 2, y(depth) - dot / 2, dot, dot);
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    pen.beginPath();
    for (const [at, , bound] of points) if (bound !== null) pen.lineTo(x(at), y(bound));
    pen.stroke();
  }

  /** Colours of the page; asked for once in a while, for that costs a layout. */
  inks() {
    const theme = document.documentElement.dataset.theme;
    if (!this.colours || this.colours.theme !== theme) {
      const style = getComputedStyle(this.chart);
      this.colours = { theme, teal: style.getPropertyValue('--teal'), ink: style.getPropertyValue('--ink'), muted: style.getPropertyValue('--muted') };
    }
    return this.colours;
  }

  /** One row of the comparison. @returns {string[]} */
  summary() {
    const answer = this.last?.end?.answer ?? {};
    return [
      this.wish.method,
      this.last?.end?.text ?? '',
      number(answer.nodes ?? 0),
      number(answer.generated ?? 0),
      number(answer.seconds ?? 0, 2),
      say('web.stage-megabytes', { count: number((answer.peak_bytes ?? 0) / 1e6, 1) }),
    ];
  }

  close() {
    clearTimeout(this.later);
    this.sizes.disconnect();
    this.thinker.drop();
  }
}
