// A method in C++ on the stage: it cannot be stepped, so it works on the server as a job, by its own clock, and shows how
// the best in hand and the proved bound come together.

import { Act } from './act.js';
import { ask, Problem } from './api.js';
import { number } from './number.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

/** @typedef {import('./act.js').Look} Look */

/** A server that has no room now is asked again after so many milliseconds. */
const AGAIN = 2000;
/** A browser tries to get the line back every few seconds; after so many tries in vain nobody waits any more. */
const MOST_TRIES = 8;

/** What was brought to the server: the same level once for all who work on it. @type {Map<string, Promise<{ id: string, picture: string | null }>>} */
const brought = new Map();

/** The level is brought to the server, whoever watches becomes a guest there. @param {{ puzzle: string, level: string }} wish */
function bring({ puzzle, level }) {
  const key = `${puzzle} ${level}`;
  const known = brought.get(key);
  if (known) return known;
  const made = (async () => {
    const { id } = await ask('POST', '/api/levels', { text: level, puzzle });
    await ask('POST', '/api/plays', { level: id });
    const picture = await fetch(`/api/levels/${id}/picture.svg?theme=${document.documentElement.dataset.theme ?? 'light'}`).then((answer) => (answer.ok ? answer.text() : null));
    return { id, picture };
  })();
  brought.set(key, made);
  made.catch(() => brought.delete(key));
  return made;
}

export class JobAct extends Act {
  /** @param {string} method @param {{ puzzle: string, level: string }} programme */
  constructor(method, programme) {
    super(method, programme);
    /** @type {EventSource | null} */
    this.line = null;
    this.job = '';
    this.isClosed = false;
    /** Tries in a row to get the line back. */
    this.tries = 0;
    /** Seconds at the moment that is shown. */
    this.until = Infinity;
    /** Seconds, bound, best. @type {[number, number | null, number | null][]} */
    this.steps = [];
    // Nobody sees where it looks.
    this.branches.hidden = true;
    this.chart.setAttribute('aria-label', say('web.stage-job-chart'));
    this.chart.title = say('web.stage-job-chart');
    const term = this.values.focus.previousElementSibling;
    if (term) term.textContent = say('web.stage-gap');
  }

  /** The job begins as soon as the server has room for it; the others do not wait for that. */
  async begin() {
    const { id, picture } = await bring(this.wish);
    this.last = this.look({ board: picture });
    void this.start(id);
    return this.last;
  }

  /** @param {string} level */
  async start(level) {
    while (!this.isClosed && !this.isOver) {
      try {
        const job = await ask('POST', '/api/jobs', { level, method: this.wish.method, optimal: true });
        this.job = job.id;
        if (this.isClosed || this.isOver) return this.cancel();
        this.hearJob(job.is, job);
        if (!this.isOver) this.listen();
        return;
      } catch (problem) {
        // Two of a visitor work at once, and others have theirs.
        if (!(problem instanceof Problem && problem.status === 429)) return void this.endNow(sentenceOf(problem));
        this.last = this.look(this.note('wait', say('web.stage-waits')));
        await new Promise((again) => setTimeout(again, AGAIN));
      }
    }
  }

  listen() {
    const line = new EventSource(`/api/jobs/${this.job}/events`);
    this.line = line;
    for (const name of ['queued', 'progress', 'done']) {
      line.addEventListener(name, (event) => this.hearJob(name, JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    line.addEventListener('open', () => { this.tries = 0; });
    line.addEventListener('error', () => {
      this.tries += 1;
      // A server that was started anew does not know the job.
      if (line.readyState === EventSource.CLOSED || this.tries > MOST_TRIES) this.endNow(say('web.stage-job-lost'));
    });
  }

  /** @param {string} kind @param {string} said @returns {Partial<Look>} */
  note(kind, said) {
    return { focus: { way: '', cost: 0, estimate: null, notes: [{ kind, said, cells: [] }] } };
  }

  /** What is shown, with some of it new. @param {Partial<Look>} news @returns {Look} */
  look(news) {
    const before = this.last ?? { method: this.wish.method, setup: false, nodes: 0, generated: 0, bound: null, best: null, memory: 0, seconds: 0, frontier: null, focus: null, sight: null, board: null, end: null };
    return { ...before, ...news };
  }

  /** @param {string} is @param {any} told */
  hearJob(is, told) {
    if (this.isOver) return;
    if (is === 'queued') this.last = this.look(this.note('queue', say('web.stage-queued', { ahead: told.ahead })));
    if (is === 'progress') {
      const { nodes, bound, best, seconds, text } = told;
      this.last = this.look({ nodes, bound, best, seconds, ...this.note('job', text) });
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

  /** Its clock is another. @param {number} _nodes @param {Look} shown */
  async lookAt(_nodes, shown) {
    return shown;
  }

  /** @param {string} text */
  endNow(text) {
    const wasOver = this.isOver;
    const look = super.endNow(text);
    this.line?.close();
    if (!wasOver) this.cancel();
    return look;
  }

  /** Nobody waits for it any more. */
  cancel() {
    if (this.job) void ask('DELETE', `/api/jobs/${this.job}`).catch(() => null);
  }

  /** @param {Look} look */
  show(look) {
    this.until = look.end ? Infinity : look.seconds;
    super.show(look);
    const { bound, best } = look;
    const gap = bound === null || best === null ? null : (100 * Math.abs(best - bound)) / Math.max(1, best, bound);
    this.values.focus.textContent = gap === null ? '–' : say('web.stage-gap-percent', { count: number(gap, 1) });
  }

  /** Best and bound, over the seconds, up to what is shown. */
  draw() {
    const pen = this.chart.getContext('2d');
    if (!pen) return;
    const { width, height } = this.chart;
    pen.clearRect(0, 0, width, height);
    const steps = this.steps.filter(([seconds]) => seconds <= this.until);
    if (steps.length === 0) return;
    const end = Math.max(0.01, steps[steps.length - 1][0]);
    let most = 1;
    for (const [, bound, best] of steps) most = Math.max(most, bound ?? 0, best ?? 0);
    const { teal, ink } = this.inks();
    pen.lineWidth = 3;
    for (const [colour, at] of /** @type {[string, 1 | 2][]} */ ([[ink, 1], [teal, 2]])) {
      pen.strokeStyle = colour;
      pen.beginPath();
      for (const step of steps) {
        const value = step[at];
        if (value !== null) pen.lineTo((step[0] / end) * (width - 4) + 2, height - 4 - (value / most) * (height - 8));
      }
      pen.stroke();
    }
  }

  close() {
    super.close();
    this.isClosed = true;
    this.line?.close();
    // Where it has ended already, there is nothing to end.
    if (!this.isOver) this.cancel();
  }
}
