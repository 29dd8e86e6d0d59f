// A method in C++ on the stage: it cannot be stepped, so it works on the server as a job, by its own clock, and shows how
// the best in hand and the proved bound come together.

import { Act } from './act.js';
import { ask } from './api.js';
import { number } from './number.js';
import { say } from './words.js';

/** @typedef {import('./act.js').Look} Look */

export class JobAct extends Act {
  /** @param {string} method @param {{ puzzle: string, level: string }} programme */
  constructor(method, programme) {
    super(method, programme);
    /** @type {EventSource | null} */
    this.line = null;
    this.job = '';
    /** Seconds, bound, best. @type {[number, number | null, number | null][]} */
    this.steps = [];
    // Nobody sees where it looks.
    this.branches.hidden = true;
    this.chart.setAttribute('aria-label', say('web.stage-job-chart'));
    this.chart.title = say('web.stage-job-chart');
    const term = this.values.focus.previousElementSibling;
    if (term) term.textContent = say('web.stage-gap');
  }

  /** The level is brought to the server, whoever watches becomes a guest there, and the job begins. */
  async begin() {
    const { puzzle, level, method } = this.wish;
    const { id } = await ask('POST', '/api/levels', { text: level, puzzle });
    await ask('POST', '/api/plays', { level: id });
    const picture = await fetch(`/api/levels/${id}/picture.svg?theme=${document.documentElement.dataset.theme ?? 'light'}`).then((answer) => (answer.ok ? answer.text() : null));
    const job = await ask('POST', '/api/jobs', { level: id, method, optimal: true });
    this.job = job.id;
    this.last = this.look({ board: picture });
    this.hearJob(job.is, job);
    this.line = new EventSource(`/api/jobs/${job.id}/events`);
    for (const name of ['queued', 'progress', 'done']) {
      this.line.addEventListener(name, (event) => this.hearJob(name, JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    return this.last;
  }

  /** What is shown, with some of it new. @param {Partial<Look>} news @returns {Look} */
  look(news) {
    const before = this.last ?? { method: this.wish.method, setup: false, nodes: 0, generated: 0, bound: null, best: null, memory: 0, seconds: 0, frontier: null, focus: null, sight: null, board: null, end: null };
    return { ...before, ...news };
  }

  /** @param {string} is @param {any} told */
  hearJob(is, told) {
    if (is === 'queued') this.last = this.look({ focus: { way: '', cost: 0, estimate: null, notes: [{ kind: 'queue', said: say('web.stage-queued', { ahead: told.ahead }), cells: [] }] } });
    if (is === 'progress') {
      const { nodes, bound, best, seconds, text } = told;
      this.last = this.look({ nodes, bound, best, seconds, focus: { way: '', cost: 0, estimate: null, notes: [{ kind: 'job', said: text, cells: [] }] } });
      this.steps.push([seconds, bound, best]);
    }
    if (is === 'done') {
      const { text, answer } = told;
      // The last pulse may be older than the answer.
      const best = answer?.measures?.[answer.metric?.split(',')[0]] ?? this.last?.best ?? null;
      if (answer) this.steps.push([answer.seconds ?? 0, answer.bound ?? null, best]);
      const news = answer ? { best, nodes: answer.nodes ?? 0, memory: answer.peak_bytes ?? 0, seconds: answer.seconds ?? 0, bound: answer.bound ?? this.last?.bound ?? null } : {};
      this.last = this.look({ ...news, focus: null, end: { solved: answer?.outcome === 'solved', text, answer: answer ?? {} } });
      this.line?.close();
    }
  }

  /** It goes on by itself. @returns {Promise<Look>} */
  async goOn() {
    return /** @type {Look} */ (this.last);
  }

  /** @param {Look} look */
  show(look) {
    super.show(look);
    const { bound, best } = look;
    const gap = bound === null || best === null ? null : (100 * Math.abs(best - bound)) / Math.max(1, best, bound);
    this.values.focus.textContent = gap === null ? '–' : say('web.stage-gap-percent', { count: number(gap, 1) });
  }

  /** Best and bound, over the seconds. */
  draw() {
    const pen = this.chart.getContext('2d');
    if (!pen || this.steps.length === 0) return;
    const { width, height } = this.chart;
    const end = Math.max(0.01, this.steps[this.steps.length - 1][0]);
    let most = 1;
    for (const [, bound, best] of this.steps) most = Math.max(most, bound ?? 0, best ?? 0);
    const { teal, ink } = this.inks();
    pen.clearRect(0, 0, width, height);
    pen.lineWidth = 3;
    for (const [colour, at] of /** @type {[string, 1 | 2][]} */ ([[ink, 1], [teal, 2]])) {
      pen.strokeStyle = colour;
      pen.beginPath();
      for (const step of this.steps) {
        const value = step[at];
        if (value !== null) pen.lineTo((step[0] / end) * (width - 4) + 2, height - 4 - (value / most) * (height - 8));
      }
      pen.stroke();
    }
  }

  close() {
    super.close();
    this.line?.close();
    // Nobody waits for it any more; where it has ended already, nothing happens.
    if (this.job && !this.isOver) void ask('DELETE', `/api/jobs/${this.job}`).catch(() => null);
  }
}
