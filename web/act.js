// One method on the stage of the theatre: its worker, the board it looks at, its figures and a chart of how deep it
// looks.

import { prepare, Thinker } from './thinker.js';
import { say } from './words.js';

/**
 * @typedef {{ method: string, setup: boolean, nodes: number, generated: number, bound: number | null, best: number | null,
 *   memory: number, seconds: number, focus: { cost: number, estimate: number | null, notes: string[] } | null,
 *   board: string | null, end: { solved: boolean, text: string, answer: any } | null }} Look
 */

/** Four of them share what a page may take. */
const MEGABYTES = 256;
/** Points of a chart; more are thinned out. */
const MOST_POINTS = 1200;
const [WIDTH, HEIGHT] = [480, 120];

/** A number as the reader writes it. @param {number} value @param {number} [digits] */
const number = (value, digits = 0) => value.toLocaleString(document.documentElement.lang || 'en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {string} name @param {string} [className] */
function element(name, className = '') {
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
    this.values = Object.fromEntries(['nodes', 'focus', 'bound', 'best', 'memory', 'seconds'].map((name) => [name, this.figure(name)]));
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
    this.state.textContent = look.end ? look.end.text : look.setup ? say('web.stage-setup') : look.focus?.notes[0] ?? say('web.stage-working');
    this.element.classList.toggle('solved', Boolean(look.end?.solved));
    const { nodes, focus, bound, best, memory, seconds } = this.values;
    nodes.textContent = number(look.nodes);
    focus.textContent = look.focus ? this.wayOf(look.focus) : '–';
    bound.textContent = look.bound === null ? '–' : number(look.bound);
    best.textContent = look.best === null ? '–' : number(look.best);
    memory.textContent = say('web.stage-megabytes', { count: number(look.memory / 1e6, 1) });
    seconds.textContent = number(look.seconds, 2);
    this.draw(look.nodes);
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
    const most = Math.max(1, ...points.map(([, depth, bound]) => Math.max(depth, bound ?? 0)));
    const style = getComputedStyle(this.chart);
    const x = (/** @type {number} */ at) => (at / Math.max(1, nodes)) * (WIDTH - 4) + 2;
    const y = (/** @type {number} */ depth) => HEIGHT - 4 - (depth / most) * (HEIGHT - 8);
    pen.clearRect(0, 0, WIDTH, HEIGHT);
    pen.fillStyle = style.getPropertyValue('--teal');
    for (const [at, depth] of points) pen.fillRect(x(at) - 1, y(depth) - 1, 2.5, 2.5);
    pen.strokeStyle = style.getPropertyValue('--red');
    pen.lineWidth = 2;
    pen.beginPath();
    for (const [at, , bound] of points) if (bound !== null) pen.lineTo(x(at), y(bound));
    pen.stroke();
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
    this.thinker.drop();
  }
}
