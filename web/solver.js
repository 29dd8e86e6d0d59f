// The solver panel: choose a method, watch it work, stop it, then watch what it found.

import { ask } from './api.js';
import { askWhich } from './ask-first.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

export class Solver {
  /**
   * @param {HTMLElement} panel
   * @param {string} level
   * @param {{ position: () => Promise<{ play: string }>, film: (film: any) => void, say: (text: string) => void,
   *   mayShow: () => Promise<boolean> }} page
   */
  constructor(panel, level, page) {
    this.panel = panel;
    this.level = level;
    this.page = page;
    /** Who solves in the page, where somebody does. @type {Extract<ReturnType<typeof import('./coach.js').coachOf>, { solve: unknown }> | null} */
    this.coach = null;
    /** @type {AbortController | null} */
    this.thinking = null;
    this.live = /** @type {HTMLElement} */ (panel.querySelector('.live'));
    this.spark = /** @type {SVGPolylineElement | null} */ (panel.querySelector('.spark polyline'));
    this.start = /** @type {HTMLButtonElement} */ (panel.querySelector('[data-solve=start]'));
    this.stop = /** @type {HTMLButtonElement} */ (panel.querySelector('[data-solve=stop]'));
    this.method = /** @type {HTMLSelectElement} */ (panel.querySelector('select[name=method]'));
    this.about = /** @type {HTMLElement} */ (panel.querySelector('[data-solve=about]'));
    /** @type {[number, number][]} seconds and nodes */
    this.points = [];
    this.start.addEventListener('click', () => void this.solve());
    this.stop.addEventListener('click', () => void this.cancel());
    this.method.addEventListener('change', () => this.tellAbout());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll('[data-stored]'))) {
      button.addEventListener('click', () => void this.stored(button.dataset.stored ?? ''));
    }
    this.tellAbout();
  }

  tellAbout() {
    this.about.textContent = this.method.selectedOptions[0]?.dataset.about ?? '';
  }

  /** A solution that is known already. @param {string} which */
  async stored(which) {
    if (await this.page.mayShow()) await this.show(which);
  }

  /** @param {string} which */
  async show(which) {
    try {
      this.page.film(await ask('POST', `/api/levels/${this.level}/film?solution=${encodeURIComponent(which)}`));
    } catch (problem) {
      this.page.say(sentenceOf(problem));
    }
  }

  /** What is kept of a method, or of any where it does not matter; a proof is not taken from one that has none. @param {{ method: string, optimal: boolean }} wish */
  keptOf({ method, optimal }) {
    const which = method === 'auto' ? 'best' : method;
    const kept = /** @type {HTMLElement[]} */ ([...this.panel.querySelectorAll('[data-stored]')]).find((button) => button.dataset.stored === which);
    return kept && (!optimal || kept.dataset.proved !== undefined) ? kept : null;
  }

  async solve() {
    if (!(await this.page.mayShow())) return;
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (this.panel.querySelector(`[name=${name}]`));
    const from = /** @type {HTMLSelectElement} */ (this.panel.querySelector('[name=from]')).value;
    const wish = { method: this.method.value, optimal: field('optimal').checked, seconds: Number(field('seconds').value) || 60 };
    const where = /** @type {HTMLSelectElement | null} */ (this.panel.querySelector('[name=where]'))?.value;
    const kept = from === 'start' ? this.keptOf(wish) : null;
    const answer = kept ? await askWhich(say('web.known-offer', { which: kept.textContent ?? '' }), say('web.known-show'), say('web.known-run')) : 'no';
    if (answer === 'yes') await this.show(kept?.dataset.stored ?? '');
    if (answer !== 'no') return;
    this.busy(true);
    this.points = [];
    if (where === 'page' && this.coach) await this.solveHere({ ...wish, fromHere: from === 'here' });
    else await this.solveThere({ ...wish, level: this.level, play: from === 'here' ? (await this.page.position()).play : null });
  }

  /** In this page. @param {import('./coach.js').SolverWish} wish */
  async solveHere(wish) {
    this.thinking = new AbortController();
    try {
      const done = await this.coach?.solve(wish, (progress) => this.progress(progress), this.thinking.signal);
      this.live.textContent = done.text;
      this.page.say(done.text);
      if (done.film) this.page.film(done.film);
    } catch (problem) {
      this.live.textContent = sentenceOf(problem);
    } finally {
      this.thinking = null;
      this.busy(false);
    }
  }

  /** By a job at the server. @param {Record<string, unknown>} request */
  async solveThere(request) {
    try {
      const job = await ask('POST', '/api/jobs', request);
      this.job = job.id;
      this.listen(job.id);
    } catch (problem) {
      this.live.textContent = sentenceOf(problem);
      this.busy(false);
    }
  }

  /** @param {string} id */
  listen(id) {
    const events = new EventSource(`/api/jobs/${id}/events`);
    this.events = events;
    events.addEventListener('queued', (event) => {
      this.live.textContent = say('web.queued', { ahead: JSON.parse(event.data).ahead });
    });
    events.addEventListener('progress', (event) => this.progress(JSON.parse(event.data)));
    events.addEventListener('done', (event) => {
      events.close();
      this.done(JSON.parse(event.data), id);
    });
    events.addEventListener('error', () => {
      if (events.readyState !== EventSource.CLOSED) return;
      this.live.textContent = say('web.unreachable');
      this.busy(false);
    });
  }

  /** @param {{ nodes: number, bound: number | null, best: number | null, seconds: number, text: string }} progress */
  progress(progress) {
    this.live.textContent = progress.text;
    this.points.push([progress.seconds, progress.nodes]);
    this.drawSpark();
  }

  /** Nodes over time. */
  drawSpark() {
    const points = this.points;
    if (!this.spark || points.length < 2) return;
    const [width, height] = [points.at(-1)?.[0] || 1, Math.max(...points.map(([, nodes]) => nodes)) || 1];
    this.spark.setAttribute('points', points.map(([x, y]) => `${(x / width) * 300},${35 - (y / height) * 33}`).join(' '));
  }

  /** @param {{ text: string, film: boolean }} answer @param {string} id */
  async done(answer, id) {
    this.busy(false);
    this.live.textContent = answer.text;
    this.page.say(answer.text);
    if (answer.film) {
      try {
        this.page.film(await ask('GET', `/api/jobs/${id}/film`));
      } catch (problem) {
        this.page.say(sentenceOf(problem));
      }
    }
  }

  async cancel() {
    this.thinking?.abort();
    if (!this.job) return;
    await ask('DELETE', `/api/jobs/${this.job}`).catch(() => null);
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.start.disabled = busy;
    this.stop.hidden = !busy;
    if (busy) this.live.textContent = say('web.starting');
  }
}
