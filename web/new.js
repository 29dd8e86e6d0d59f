// The page of new puzzles: wishes go to a generator in this page, and what it makes is opened.

import { goToLevel } from './api.js';
import { sentenceOf } from './problem.js';
import { think } from './thinker.js';
import { say } from './words.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('new'));
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** The largest number of a level. */
const SEEDS = 2 ** 32;

/** The generators of the puzzle that is chosen. @returns {HTMLDetailsElement[]} */
function generators() {
  const puzzle = byId('puzzle');
  return [...document.querySelectorAll('details[data-of]')].filter((one) => one.getAttribute('data-of') === /** @type {HTMLSelectElement} */ (puzzle).value)
    .map((one) => /** @type {HTMLDetailsElement} */ (one));
}

function showGenerators() {
  const shown = generators();
  for (const one of document.querySelectorAll('details[data-of]')) /** @type {HTMLElement} */ (one).hidden = !shown.includes(/** @type {any} */ (one));
}

/** What is wished: the generator whose wishes are open, or the first. */
function wishes() {
  const all = generators();
  const chosen = all.find((one) => one.open) ?? all[0];
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (chosen.querySelectorAll('[data-wish]'));
  const given = [...fields].filter((field) => field.value !== '').map((field) => `${field.dataset.wish}=${field.value}`);
  return { by: chosen.dataset.by, wishes: given.join(',') };
}

/** @param {boolean} busy */
function setBusy(busy) {
  const button = /** @type {HTMLButtonElement} */ (form?.querySelector('button.primary'));
  button.disabled = busy;
  byId('stop').hidden = !busy;
}

/** @type {AbortController | null} */
let thinking = null;

async function make() {
  if (!form || thinking) return;
  const fields = new FormData(form);
  const puzzle = String(fields.get('puzzle'));
  const seed = String(fields.get('seed') ?? '');
  const wish = { ask: 'generate', puzzle, ...wishes(), seed: seed === '' ? Math.floor(Math.random() * SEEDS) : Number(seed), grade: String(fields.get('grade') ?? '') || null };
  thinking = new AbortController();
  byId('near').hidden = true;
  byId('told').textContent = say('web.starting');
  setBusy(true);
  try {
    const onProgress = (/** @type {any} */ told) => { if (told.text) byId('told').textContent = told.text; };
    const made = await think(wish, { onProgress, signal: thinking.signal });
    if (made.levels.length) await goToLevel({ puzzle, text: made.levels[0].text });
    else showNearest(puzzle, made.nearest);
  } catch (problem) {
    byId('told').textContent = sentenceOf(problem);
  } finally {
    thinking = null;
    setBusy(false);
  }
}

/** @param {string} puzzle @param {{ text: string, what: string } | null} nearest */
function showNearest(puzzle, nearest) {
  byId('told').textContent = nearest ? say('web.new-none', { what: nearest.what }) : say('web.new-nothing');
  byId('near').hidden = !nearest;
  const button = byId('near').querySelector('button');
  if (button && nearest) button.onclick = () => void goToLevel({ puzzle, text: nearest.text });
}

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void make();
  });
  byId('puzzle').addEventListener('change', showGenerators);
  byId('stop').addEventListener('click', () => thinking?.abort());
  showGenerators();
}
