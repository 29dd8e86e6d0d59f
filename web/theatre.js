// The theatre: up to four methods on one level, on one clock, in this page. Here is what is chosen before the curtain rises,
// and the link to a performance; the performance itself is in performance.js.

import { copyAddress } from './copy.js';
import { Performance } from './performance.js';
import { sentenceOf } from './problem.js';
import { prepare } from './thinker.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('programme'));

/** @typedef {import('./performance.js').Programme} Programme */

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
let onStage = null;

async function begin() {
  const programme = wished();
  onStage?.close();
  byId('stage').hidden = byId('end').hidden = true;
  if (programme.methods.length === 0) {
    byId('told').textContent = say('web.stage-none');
    return;
  }
  byId('told').textContent = say('web.starting');
  const mine = new Performance(programme);
  onStage = mine;
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
  share.addEventListener('click', () => void copyAddress(addressOf(onStage?.programme ?? wished())));
  const said = document.createElement('p');
  said.id = 'said';
  said.className = 'live';
  said.setAttribute('role', 'status');
  byId('share').append(share, said);
  if (readAddress()) void begin();
  else ready();
}
