// The level doctor: whether a level can be solved, in how many ways, how hard it is, what is wrong with it and what
// would mend it. The engines in the page find it out.

import { goToLevel } from './api.js';
import { number } from './number.js';
import { drawn } from './preview.js';
import { sentenceOf } from './problem.js';
import { loadRules } from './rules.js';
import { think } from './thinker.js';
import { say } from './words.js';

/**
 * @typedef {{ puzzle: string, text: string }} Patient
 * @typedef {{ said: string, act: (level: Patient) => Promise<void> }} Use
 * @typedef {{ puzzle: string, said: string[], why: [number, string][], mends: string[], diagnosis: { repairs: { text: string }[] } }} Found
 */

const SECONDS = 10;

export class Doctor {
  /**
   * @param {HTMLElement} panel
   * @param {() => Patient | Promise<Patient>} patient the level to examine; may fail with a sentence
   * @param {Use} [use] what one does with a mended level
   * @param {(found: any) => void} [onFound] hears what was found
   */
  constructor(panel, patient, use = { said: say('web.play-mended'), act: goToLevel }, onFound = () => {}) {
    this.use = use;
    this.onFound = onFound;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (panel.querySelector(`[data-doctor=${name}]`));
    this.patient = patient;
    this.start = /** @type {HTMLButtonElement} */ (part('start'));
    this.stop = part('stop');
    this.live = part('live');
    this.found = part('found');
    this.seconds = /** @type {HTMLInputElement} */ (part('seconds'));
    /** @type {AbortController | null} */
    this.thinking = null;
    this.start.addEventListener('click', () => void this.examine());
    this.stop.addEventListener('click', () => this.thinking?.abort());
  }

  /** What was found belongs to another level by now. */
  forget() {
    this.thinking?.abort();
    this.live.textContent = '';
    this.found.replaceChildren();
  }

  async examine() {
    if (this.thinking) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    this.found.replaceChildren();
    this.live.textContent = say('web.starting');
    this.setBusy(true);
    try {
      const patient = await this.patient();
      const onProgress = (/** @type {any} */ told) => { if (told.text) this.live.textContent = told.text; };
      const wish = { ask: 'check', puzzle: patient.puzzle, level: patient.text, seconds: Number(this.seconds.value) || SECONDS };
      const found = await think(wish, { onProgress, signal: thinking.signal });
      this.live.textContent = say('web.examined');
      await this.show(found);
      this.onFound(found);
    } catch (problem) {
      this.live.textContent = sentenceOf(problem);
    } finally {
      this.thinking = null;
      this.setBusy(false);
    }
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.start.disabled = busy;
    this.stop.hidden = !busy;
  }

  /** @param {Found} found */
  async show(found) {
    this.found.append(list(found.said));
    if (found.why.length) this.found.append(whyOf(found.why));
    for (const [index, { text }] of found.diagnosis.repairs.entries()) {
      this.found.append(await mendOf(found.mends[index], { puzzle: found.puzzle, text }, this.use));
    }
  }
}

/** @param {string[]} sentences */
function list(sentences) {
  const all = document.createElement('ul');
  all.append(...sentences.map((text) => element('li', text)));
  return all;
}

/** @param {string} name @param {string} text */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** What makes it hard, the weightiest first. @param {[number, string][]} factors */
function whyOf(factors) {
  const why = document.createElement('details');
  const sorted = [...factors].sort(([one], [other]) => other - one);
  why.append(element('summary', say('web.why-hard')), list(sorted.map(([points, text]) => `${number(points, 1)} · ${text}`)));
  return why;
}

/** A change that mends the level: in words, as a picture, to be used. @param {string} said @param {Patient} level @param {Use} use */
async function mendOf(said, level, use) {
  const mend = document.createElement('section');
  mend.append(element('p', said), await pictureOf(level));
  const button = /** @type {HTMLButtonElement} */ (element('button', use.said));
  button.type = 'button';
  button.addEventListener('click', () => void apply(level, button, use));
  mend.append(button);
  return mend;
}

/** @param {Patient} level */
async function pictureOf(level) {
  const rules = await loadRules(document.querySelector('main')?.dataset.rules);
  return (rules && drawn(rules, level)) ?? element('pre', level.text);
}

/** @param {Patient} level @param {HTMLButtonElement} button @param {Use} use */
async function apply(level, button, { act }) {
  try {
    await act(level);
  } catch (problem) {
    button.after(element('p', sentenceOf(problem)));
  }
}
