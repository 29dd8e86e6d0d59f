// One method on the stage of the theatre: its worker, the board it looks at, its figures and a chart of how deep it
// looks.

import { prepare, Thinker } from './thinker.js';
import { say } from './words.js';

/**
 * @typedef {{ method: string, setup: boolean, nodes: number, generated: number, bound: number | null, best: number | null,
 *   memory: number, seconds: number, focus: { cost: number, estimate: number | null, notes: Note[] } | null,
 *   board: string | null, end: { solved: boolean, text: string, answer: any } | null }} Look
 */

/** What a method goes by: `[row, column]` of the cells it is about. @typedef {{ kind: string, said: string, cells: [number, number][] }} Note */

/** A drawing of a board has a margin, and cells of this size. */
const [MARGIN, CELL] = [30, 100];

/** Four of them share what a page may take. */
const MEGABYTES = 256;
/** Points of a chart; more are thinned out. */
const MOST_POINTS = 1200;
const [WIDTH, HEIGHT] = [480, 120];
/** Milliseconds between two drawings of a chart. */
const CHART_EVERY = 100;
/** The right part of a chart shows the tree: how often each depth was looked at. */
const TREE = 96;

/** A number as the reader writes it. @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) => value.toLocaleString(document.documentElement.lang || 'en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

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
    /** @type {{ theme: string | undefined, teal: string, red: string } | undefined} */
    this.colours = undefined;
    /** When the chart was drawn, and the next drawing that waits. */
    this.drawn = 0;
    this.later = 0;
    /** Nodes, how deep, the bound. @type {[number, number, number | null][]} */
    this.points = [];
    this.element = element('section', 'act');
    const title = element('h2');
    title.textContent = method;
    title.translate = false;
    this.board = element('div', 'board-small');
    this.state = element('p', 'act-state');
    this.state.setAttribute('role', 'status');
    this.figures = element('dl', 'act-figures');
    this.values = Object.fromEntries(['nodes', 'generated', 'focus', 'bound', 'best', 'memory', 'seconds'].map((name) => [name, this.figure(name)]));
    this.chart = /** @type {HTMLCanvasElement} */ (element('canvas', 'act-chart'));
    [this.chart.width, this.chart.height] = [WIDTH, HEIGHT];
    this.chart.setAttribute('role', 'img');
    this.chart.setAttribute('aria-label', say('web.stage-chart'));
    this.chart.title = say('web.stage-chart');
    this.element.setAttribute('aria-label', method);
    this.element.append(title, this.board, this.state, this.figures, this.chart);
  }

  /** @param {string} name */
  figure(name) {
    const [term, value] = [element('dt'), element('dd')];
    term.textContent = say(`web.stage-${name}`);
    this.figures.append(term, value);
    return value;
  }

  async begin() {
    return this.hear(await this.thinker.think({ ask: 'stage', ...this.wish }));
  }

  /** @param {{ nodes?: number, seconds?: number }} much @returns {Promise<Look>} */
  async goOn(much) {
    if (this.last?.end) return this.last;
    return this.hear(await this.thinker.think({ ask: 'watch', puzzle: this.wish.puzzle, ...much }));
  }

  get isOver() {
    return Boolean(this.last?.end);
  }

  /** @param {Look} look */
  hear(look) {
    // What shows no position of its own keeps the last one.
    look.board ??= this.last?.board ?? null;
    this.last = look;
    if (look.focus) this.points.push([look.nodes, look.focus.cost, look.bound]);
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
    this.state.textContent = look.end ? look.end.text : look.setup ? say('web.stage-setup') : look.focus?.notes[0]?.said ?? say('web.stage-working');
    this.element.classList.toggle('solved', Boolean(look.end?.solved));
    const { nodes, generated, focus, bound, best, memory, seconds } = this.values;
    nodes.textContent = number(look.nodes);
    generated.textContent = number(look.generated);
    focus.textContent = look.focus ? this.wayOf(look.focus) : '–';
    bound.textContent = look.bound === null ? '–' : number(look.bound);
    best.textContent = look.best === null ? '–' : number(look.best);
    memory.textContent = say('web.stage-megabytes', { count: number(look.memory / 1e6, 1) });
    seconds.textContent = number(look.seconds, 2);
    this.drawSoon(look);
  }

  /** A chart is drawn ten times a second and not with every picture: it is the board that moves. @param {Look} look */
  drawSoon(look) {
    clearTimeout(this.later);
    const wait = look.end ? 0 : CHART_EVERY - (performance.now() - this.drawn);
    const draw = () => {
      this.drawn = performance.now();
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
    const { teal, red } = this.inks();
    const x = (/** @type {number} */ at) => (at / Math.max(1, nodes)) * (WIDTH - TREE - 8) + 2;
    const y = (/** @type {number} */ depth) => HEIGHT - 4 - (depth / most) * (HEIGHT - 8);
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    pen.fillStyle = teal;
    const dot = points.length < 150 ? 5 : 2.5;
    for (const [at, depth] of points) pen.fillRect(x(at) - dot / 2, y(depth) - dot / 2, dot, dot);
    this.drawTree(pen, points, most);
    pen.strokeStyle = red;
    pen.lineWidth = 2;
    pen.beginPath();
    for (const [at, , bound] of points) if (bound !== null) pen.lineTo(x(at), y(bound));
    pen.stroke();
  }

  /** As many rows as there is room for, each as long as its depth was looked at. @param {CanvasRenderingContext2D} pen @param {[number, number, number | null][]} points @param {number} most */
  drawTree(pen, points, most) {
    const rows = Math.min(most + 1, 24);
    const counts = new Array(rows).fill(0);
    for (const [, depth] of points) counts[Math.floor((depth / (most + 1)) * rows)] += 1;
    const longest = Math.max(1, ...counts);
    const height = (HEIGHT - 8) / rows;
    for (const [row, count] of counts.entries()) {
      const length = (count / longest) * (TREE - 8);
      pen.fillRect(WIDTH - length, HEIGHT - 4 - (row + 1) * height, length, Math.max(1, height - 1));
    }
  }

  /** Colours of the page; asked for once in a while, for that costs a layout. */
  inks() {
    const theme = document.documentElement.dataset.theme;
    if (!this.colours || this.colours.theme !== theme) {
      const style = getComputedStyle(this.chart);
      this.colours = { theme, teal: style.getPropertyValue('--teal'), red: style.getPropertyValue('--red') };
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
    this.thinker.drop();
  }
}
