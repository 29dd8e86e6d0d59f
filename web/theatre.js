// The theatre: up to four methods on one level, on one clock, in this page. Each has a worker of its own; a moment is
// what all of them show at once, and moments are kept, so that one can go back.

import { Act } from './act.js';
import { copyAddress } from './copy.js';
import { JobAct } from './job-act.js';
import { sentenceOf } from './problem.js';
import { prepare } from './thinker.js';
import { say } from './words.js';

/** Ever faster: with each picture so many times what was done before. The quick are seen, and the slow come to an end. */
const GROWING = 0.04;
/** Nodes between two pictures, 0 for ever faster, or milliseconds of work. @type {Record<string, number[]>} */
const PACES = { nodes: [0, 1, 10, 100, 1000, 10000, 100000], seconds: [4, 16, 33, 1] };
const STEPS = [1, 10, 1000];
/** More moments than this are thinned out: every other one of the older half goes. */
const MOST_MOMENTS = 600;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('programme'));

/** @typedef {{ puzzle: string, level: string, methods: string[], clock: string }} Programme */

class Performance {
  /** @param {Programme} programme */
  constructor(programme) {
    this.programme = programme;
    this.pace = 0;
    this.isPlaying = false;
    this.isBusy = false;
    this.isOver = false;
    /** @type {(() => void) | undefined} */
    this.onWhole = undefined;
    /** @type {import('./act.js').Look[][]} */
    this.moments = [];
    this.at = 0;
    this.acts = programme.methods.map((method) => (worksOnServer(programme.puzzle, method) ? new JobAct(method, programme) : new Act(method, programme)));
    byId('acts').replaceChildren(...this.acts.map((act) => act.element));
    byId('acts').style.setProperty('--acts', String(this.acts.length));
    this.buildControls();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
  }

  async begin() {
    this.moments = [await Promise.all(this.acts.map((act) => act.begin()))];
    this.show(0);
  }

  get paces() {
    return PACES[this.programme.clock] ?? PACES.nodes;
  }

  buildControls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act) => {
      const element = document.createElement('button');
      element.type = 'button';
      element.textContent = sign;
      element.setAttribute('aria-label', name);
      element.title = name;
      element.addEventListener('click', act);
      return element;
    };
    this.playButton = button('▶', say('web.film-play'), () => this.toggle());
    this.faster = button('', say('web.film-speed'), () => this.changePace());
    this.slider = document.createElement('input');
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.setAttribute('aria-label', say('web.film-place'));
    this.slider.addEventListener('input', () => this.goTo(Number(this.slider?.value)));
    const row = document.createElement('div');
    row.className = 'transport';
    row.append(
      button('«', say('web.film-first'), () => this.goTo(0)),
      button('‹', say('web.film-back'), () => this.goTo(this.at - 1)),
      this.playButton,
      ...STEPS.map((count) => button(`+${count}`, say('web.stage-step', { count }), () => void this.step(count))),
      this.faster,
    );
    if (document.fullscreenEnabled) {
      const whole = button(say('web.stage-whole'), say('web.stage-whole'), () => void fillScreen());
      whole.className = 'whole';
      row.append(whole);
      this.onWhole = () => {
        const said = say(document.fullscreenElement ? 'web.stage-page' : 'web.stage-whole');
        [whole.textContent, whole.title] = [said, said];
        whole.setAttribute('aria-label', said);
      };
      document.addEventListener('fullscreenchange', this.onWhole);
    }
    byId('controls').replaceChildren(row, this.slider);
    this.namePace();
  }

  changePace() {
    this.pace = (this.pace + 1) % this.paces.length;
    this.namePace();
  }

  namePace() {
    const count = this.paces[this.pace];
    const id = this.programme.clock === 'seconds' ? 'web.stage-millis' : count === 0 ? 'web.stage-growing' : 'web.stage-per-picture';
    if (this.faster) this.faster.textContent = say(id, { count });
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    this.isPlaying = true;
    this.nameButton('❚❚', 'web.film-pause');
    void this.play();
  }

  pause() {
    this.isPlaying = false;
    this.nameButton('▶', 'web.film-play');
  }

  /** @param {string} sign @param {string} id */
  nameButton(sign, id) {
    if (!this.playButton) return;
    this.playButton.textContent = sign;
    this.playButton.setAttribute('aria-label', say(id));
    this.playButton.title = say(id);
  }

  /** Picture after picture; what was seen already is shown again first. */
  async play() {
    while (this.isPlaying) {
      if (this.at < this.moments.length - 1) this.show(this.at + 1);
      else if (this.isOver) break;
      else await this.goOn(this.much());
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    this.pause();
  }

  /** What is done until the next picture. */
  much() {
    const count = this.paces[this.pace];
    if (this.programme.clock === 'seconds') return { seconds: count / 1000 };
    return { nodes: count || Math.max(1, Math.floor(GROWING * this.nodesAt(this.moments.length - 1))) };
  }

  /** So many nodes on, from the moment that is shown: through what was seen already, then by work. @param {number} nodes */
  async step(nodes) {
    this.pause();
    const until = this.nodesAt(this.at) + nodes;
    let at = this.at;
    while (at < this.moments.length - 1 && this.nodesAt(at) < until) at += 1;
    this.show(at);
    if (this.nodesAt(at) < until) await this.goOn({ nodes: until - this.nodesAt(at) });
  }

  /** How far the clock was at a moment: whoever has ended waits, and who works on the server has another. @param {number} at */
  nodesAt(at) {
    const stepped = this.moments[at].filter((_, index) => !(this.acts[index] instanceof JobAct));
    return Math.max(0, ...stepped.map((look) => look.nodes));
  }

  /** Everybody goes on by as much. @param {{ nodes?: number, seconds?: number }} much */
  async goOn(much) {
    if (this.isBusy || this.isOver) return;
    this.isBusy = true;
    try {
      this.keep(await Promise.all(this.acts.map((act) => act.goOn(much))));
      if (this.acts.every((act) => act.isOver)) this.end();
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {import('./act.js').Look[]} moment */
  keep(moment) {
    this.moments.push(moment);
    if (this.moments.length > MOST_MOMENTS) {
      const old = MOST_MOMENTS / 2;
      this.moments = this.moments.filter((_, at) => at === 0 || at > old || at % 2 === 0);
    }
    this.show(this.moments.length - 1);
  }

  /** @param {number} at */
  goTo(at) {
    this.pause();
    this.show(at);
  }

  /** @param {number} at */
  show(at) {
    this.at = Math.max(0, Math.min(at, this.moments.length - 1));
    if (this.slider) {
      this.slider.max = String(this.moments.length - 1);
      this.slider.value = String(this.at);
    }
    for (const [index, act] of this.acts.entries()) act.show(this.moments[this.at][index]);
  }

  end() {
    this.isOver = true;
    byId('end').hidden = false;
    const head = ['method', 'answer', 'nodes', 'generated', 'seconds', 'memory'].map((name) => say(`web.stage-${name}`));
    byId('ends').replaceChildren(rowOf('th', head), ...this.acts.map((act) => rowOf('td', act.summary())));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (target instanceof HTMLElement && target.closest('input, select, textarea, button, a, summary')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ' ': () => this.toggle(),
      ArrowRight: () => (this.at < this.moments.length - 1 ? this.goTo(this.at + 1) : void this.step(1)),
      ArrowLeft: () => this.goTo(this.at - 1),
      Home: () => this.goTo(0),
      '+': () => this.changePace(),
      f: () => void fillScreen(),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  close() {
    this.pause();
    this.isOver = true;
    document.removeEventListener('keydown', this.onKey);
    if (this.onWhole) document.removeEventListener('fullscreenchange', this.onWhole);
    for (const act of this.acts) act.close();
  }
}

/** The stage alone, for those in the back row; once more, and the page is back. */
async function fillScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await byId('stage').requestFullscreen();
}

/** Is it a method that cannot be stepped? @param {string} puzzle @param {string} method */
function worksOnServer(puzzle, method) {
  const options = [...document.querySelectorAll('select[name=method] option')];
  return options.some((option) => option instanceof HTMLOptionElement && option.value === method && option.dataset.of === puzzle && option.dataset.job !== undefined);
}

/** @param {'th' | 'td'} kind @param {string[]} texts */
function rowOf(kind, texts) {
  const row = document.createElement('tr');
  for (const text of texts) {
    const cell = document.createElement(kind);
    if (kind === 'th') cell.scope = 'col';
    cell.textContent = text;
    row.append(cell);
  }
  return row;
}

const puzzle = () => /** @type {HTMLSelectElement} */ (byId('puzzle'));
const level = () => /** @type {HTMLTextAreaElement} */ (byId('level'));
const clock = () => /** @type {HTMLSelectElement} */ (byId('clock'));
const methods = () => /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll('select[name=method]')]);

/** Offers the methods of a puzzle and chooses some. @param {string} of @param {string[]} chosen */
function offer(of, chosen) {
  for (const [act, select] of methods().entries()) {
    for (const option of select.options) option.hidden = option.disabled = option.dataset.of !== undefined && option.dataset.of !== of;
    const wanted = [...select.options].find((option) => option.value === (chosen[act] ?? '') && !option.disabled);
    (wanted ?? select.options[0]).selected = true;
  }
}

/** What is ready for the puzzle that is chosen. */
function ready() {
  const option = puzzle().selectedOptions[0];
  level().value = option.dataset.level ?? '';
  offer(option.value, (option.dataset.methods ?? '').split(','));
}

/** @returns {Programme} */
function wished() {
  const chosen = methods().map((select) => select.value).filter((name) => name !== '');
  return { puzzle: puzzle().value, level: level().value, methods: chosen, clock: clock().value };
}

/** @param {Programme} programme */
function addressOf({ puzzle, level, methods, clock }) {
  const values = new URLSearchParams({ puzzle, level, methods: methods.join(','), clock });
  return new URL(`#${values}`, location.href).href;
}

/** Fills the form as an address says; tells whether it does. */
function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  const name = values.get('puzzle');
  if (!name || ![...puzzle().options].some((option) => option.value === name)) return false;
  puzzle().value = name;
  ready();
  level().value = values.get('level') ?? level().value;
  const named = values.get('methods');
  if (named !== null) offer(name, named.split(','));
  clock().value = values.get('clock') === 'seconds' ? 'seconds' : 'nodes';
  return true;
}

/** @type {Performance | null} */
let performance = null;

async function begin() {
  const programme = wished();
  performance?.close();
  byId('stage').hidden = byId('end').hidden = true;
  if (programme.methods.length === 0) {
    byId('told').textContent = say('web.stage-none');
    return;
  }
  byId('told').textContent = say('web.starting');
  const mine = new Performance(programme);
  performance = mine;
  try {
    await prepare();
    await mine.begin();
    byId('told').textContent = '';
    byId('stage').hidden = false;
    byId('stage').scrollIntoView();
    mine.toggle();
  } catch (problem) {
    mine.close();
    byId('told').textContent = sentenceOf(problem);
  }
}

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void begin();
  });
  puzzle().addEventListener('change', ready);
  const share = document.createElement('button');
  share.type = 'button';
  share.textContent = say('web.stage-link');
  share.addEventListener('click', () => void copyAddress(addressOf(performance?.programme ?? wished())));
  const said = document.createElement('p');
  said.id = 'said';
  said.className = 'live';
  said.setAttribute('role', 'status');
  byId('share').append(share, said);
  if (readAddress()) void begin();
  else ready();
}
