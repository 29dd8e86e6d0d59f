// A performance in the theatre: its methods on one clock. A moment is what all of them show at once; moments are kept, so
// that one can go back, and what lies between two of them is found again by running anew: a run is the same each time.

import { Act } from './act.js';
import { JobAct } from './job-act.js';
import { Moments } from './moments.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

/** Ever faster: with each picture so many times what was done before. The quick are seen, and the slow come to an end. */
const GROWING = 0.04;
/** But nobody works much longer for a picture than this, in milliseconds: then there are thirty a second, drawing and all. */
const LONGEST = 24;
/** Nodes between two pictures, 0 for ever faster, or milliseconds of work. @type {Record<string, number[]>} */
const PACES = { nodes: [0, 1, 10, 100, 1000, 10000, 100000], seconds: [4, 16, 33, 1] };
const STEPS = [1, 10, 1000];

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {import('./act.js').Look} Look */
/** @typedef {{ puzzle: string, level: string, methods: string[], clock: string }} Programme */

export class Performance {
  /** @param {Programme} programme */
  constructor(programme) {
    this.programme = programme;
    this.pace = 0;
    this.isPlaying = false;
    this.isBusy = false;
    this.isOver = false;
    /** @type {(() => void) | undefined} */
    this.onWhole = undefined;
    this.moments = new Moments([]);
    /** The most nodes of a picture that goes ever faster: as many as take no longer than a picture may. */
    this.most = Infinity;
    /** What is shown: the moment at this place, or what was found again after it. */
    this.at = 0;
    /** @type {Look[]} */
    this.looks = [];
    this.acts = programme.methods.map((method) => (worksOnServer(programme.puzzle, method) ? new JobAct(method, programme) : new Act(method, programme)));
    byId('acts').replaceChildren(...this.acts.map((act) => act.element));
    byId('acts').style.setProperty('--acts', String(this.acts.length));
    this.buildControls();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
  }

  async begin() {
    this.moments = new Moments(await Promise.all(this.acts.map((act) => act.begin())));
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
    this.ending = button(say('web.stage-end-here'), say('web.stage-end-here'), () => this.endHere());
    this.ending.className = 'ending';
    this.slider = document.createElement('input');
    this.slider.type = 'range';
    this.slider.min = '0';
    this.slider.setAttribute('aria-label', say('web.film-place'));
    this.slider.addEventListener('input', () => this.goTo(Number(this.slider?.value)));
    const row = document.createElement('div');
    row.className = 'transport';
    row.append(
      button('«', say('web.film-first'), () => this.goTo(0)),
      ...STEPS.toReversed().map((count) => button(`−${count}`, say('web.stage-step-back', { count }), () => void this.step(-count))),
      button('‹', say('web.film-back'), () => this.goTo(this.looks === this.moments.at(this.at) ? this.at - 1 : this.at)),
      this.playButton,
      ...STEPS.map((count) => button(`+${count}`, say('web.stage-step', { count }), () => void this.step(count))),
      this.faster,
      this.ending,
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
    const growing = Math.max(1, Math.floor(GROWING * this.nodesOf(this.moments.last)));
    return { nodes: count || Math.min(growing, this.most) };
  }

  /**
   * The next picture has fewer nodes, or may have more. What counts is how long methods worked and not how long the page
   * waited for them: where messages alone take long, fewer nodes would only make the performance endless.
   * @param {number} nodes @param {Look[]} before @param {Look[]} after
   */
  learn(nodes, before, after) {
    // Tables are built in steps of their own, which fewer nodes make no shorter.
    const counts = after.map((look, at) => !(this.acts[at] instanceof JobAct) && !before[at].setup && !look.setup);
    const worked = 1000 * Math.max(0, ...after.map((look, at) => (counts[at] ? look.seconds - before[at].seconds : 0)));
    if (worked > LONGEST) this.most = Math.max(1, Math.floor(nodes / 2));
    else if (nodes >= this.most) this.most = Math.ceil(this.most * (worked < LONGEST / 4 ? 2 : 1.2));
  }

  /** So many nodes on, or back, from what is shown: to a moment that was kept, by work at the end, or by running anew. @param {number} nodes */
  async step(nodes) {
    this.pause();
    if (this.isBusy) return;
    const now = this.nodesOf(this.looks);
    const until = Math.max(0, now + nodes);
    const tip = this.nodesOf(this.moments.last);
    const isByTime = this.programme.clock === 'seconds';
    if (until >= tip && !(isByTime && nodes < 0)) {
      this.show(this.moments.length - 1);
      if (until > tip) await this.goOn({ nodes: until - tip });
      return;
    }
    const kept = isByTime ? -1 : this.momentOf(until);
    if (kept >= 0) this.show(kept);
    else await this.findAgain(until, isByTime ? nodes : 0);
  }

  /** The moment after just so many nodes, or -1. @param {number} nodes */
  momentOf(nodes) {
    for (let at = 0; at < this.moments.length; at++) if (this.nodesOf(this.moments.at(at)) === nodes) return at;
    return -1;
  }

  /** Shows what there was after so many nodes; on a clock of seconds everybody has a count of their own, and goes on from there. @param {number} until @param {number} ownSteps */
  async findAgain(until, ownSteps) {
    this.isBusy = true;
    try {
      const shown = this.looks;
      const looks = await Promise.all(this.acts.map((act, at) => act.lookAt(ownSteps ? Math.max(0, shown[at].nodes + ownSteps) : until, shown[at])));
      let at = this.moments.length - 1;
      while (at > 0 && this.nodesOf(this.moments.at(at)) > this.nodesOf(looks)) at -= 1;
      this.show(at, looks);
    } catch (problem) {
      byId('told').textContent = sentenceOf(problem);
    } finally {
      this.isBusy = false;
    }
  }

  /** How far the clock was: whoever has ended waits, and who works on the server has another. @param {Look[]} looks */
  nodesOf(looks) {
    const stepped = looks.filter((_, index) => !(this.acts[index] instanceof JobAct));
    return Math.max(0, ...stepped.map((look) => look.nodes));
  }

  /** Everybody goes on by as much. @param {{ nodes?: number, seconds?: number }} much */
  async goOn(much) {
    if (this.isBusy || this.isOver) return;
    this.isBusy = true;
    try {
      const looks = await Promise.all(this.acts.map((act) => act.goOn(much)));
      if (much.nodes) this.learn(much.nodes, this.moments.last, looks);
      if (this.moments.keep(looks)) this.show(this.moments.length - 1);
      if (!this.isOver && this.acts.every((act) => act.isOver)) this.end();
    } finally {
      this.isBusy = false;
    }
  }

  /** Who is not done ends as far as they are, and all are compared. */
  endHere() {
    this.pause();
    if (this.isOver) return;
    for (const act of this.acts) act.endNow(say('web.stage-ended-here'));
    this.moments.keep(this.acts.map((act) => /** @type {Look} */ (act.last)));
    this.show(this.moments.length - 1);
    this.end();
  }

  /** @param {number} at */
  goTo(at) {
    this.pause();
    this.show(at);
  }

  /** @param {number} at @param {Look[]} [looks] in place of the moment there, what came a little later */
  show(at, looks) {
    this.at = Math.max(0, Math.min(at, this.moments.length - 1));
    this.looks = looks ?? this.moments.at(this.at);
    if (this.slider) {
      this.slider.max = String(this.moments.length - 1);
      this.slider.value = String(this.at);
    }
    for (const [index, act] of this.acts.entries()) act.show(this.looks[index]);
  }

  end() {
    this.isOver = true;
    if (this.ending) this.ending.disabled = true;
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
      ArrowLeft: () => this.goTo(this.looks === this.moments.at(this.at) ? this.at - 1 : this.at),
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

