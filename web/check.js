// While a level is written or pasted: is it one, and how does it look? The rules in the page know; without them the
// server says it when the level is opened.

import { Board } from './board.js';
import { Doctor } from './doctor.js';
import { isPackFile } from './pack-file.js';
import { opened } from './preview.js';
import { Said } from './problem.js';
import { loadRules } from './rules.js';
import { say } from './words.js';

/** Nobody wants to be corrected in the middle of a word, in milliseconds. */
const PATIENCE = 300;

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
const puzzle = /** @type {HTMLSelectElement} */ (document.getElementById('puzzle'));
const said = /** @type {HTMLElement} */ (document.getElementById('check'));
const host = /** @type {HTMLElement} */ (document.getElementById('preview'));
/** @type {Promise<import('./rules.js').Rules | null> | null} loaded when something is written */
let rules = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What each puzzle makes of the text. @param {import('./rules.js').Rules} known */
function read(known) {
  const chosen = puzzle.value ? [puzzle.selectedOptions[0]] : [...puzzle.options].filter((option) => option.value);
  return chosen.map((option) => {
    const told = opened(known, { puzzle: option.value, text: text.value });
    return { title: option.textContent ?? '', name: option.value, told };
  });
}

async function check() {
  host.hidden = true;
  said.textContent = '';
  if (!text.value.trim()) return;
  if (isPackFile(text.value)) {
    said.textContent = say('web.check-pack-file');
    return;
  }
  rules ??= loadRules(main.dataset.rules);
  const known = await rules;
  if (!known || !text.value.trim()) return;
  const all = read(known);
  const good = all.filter(({ told }) => told.is === 'board');
  if (good.length === 1) show(known, good[0]);
  else if (good.length) said.textContent = say('web.check-several', { puzzles: good.map(({ title }) => title).join(', ') });
  else said.textContent = puzzle.value ? all[0].told.message : say('web.check-none');
}

/** @param {import('./rules.js').Rules} known @param {{ title: string, name: string, told: any }} found */
function show(known, { title, name, told: { board } }) {
  const { levels = [] } = known.ask({ ask: 'read', puzzle: name, level: text.value });
  said.textContent = levels.length > 1
    ? say('web.check-pack', { count: levels.length, puzzle: title })
    : say('web.check-good', { puzzle: title, columns: board.columns, rows: board.rows });
  host.hidden = false;
  new Board(host).show(board);
}

/** What stands in the text, for the doctor, who may know what a text that is no level was meant to be; fails with a sentence. */
async function patient() {
  rules ??= loadRules(main.dataset.rules);
  const told = (await rules)?.ask({ ask: 'read', puzzle: puzzle.value, level: text.value, language: document.documentElement.lang });
  if (!told) throw new Said(say('web.unreachable'));
  if (told.is === 'refused') return { puzzle: puzzle.value, text: text.value };
  return { puzzle: told.puzzle, text: told.text };
}

const panel = document.getElementById('doctor');
const doctor = panel && new Doctor(panel, patient);

/** A file is read here, so that one sees what is in it before anything is done with it. @param {HTMLInputElement} field */
async function bring(field) {
  const file = field.files?.[0];
  if (!file) return;
  const title = /** @type {HTMLInputElement} */ (document.getElementById('title'));
  if (file.size > Number(field.dataset.most)) {
    said.textContent = field.dataset.tooLong ?? '';
    return;
  }
  text.value = await file.text();
  title.value = file.name.replace(/\.[^.]*$/, '');
  await check();
}

function soon() {
  doctor?.forget();
  clearTimeout(timer);
  timer = setTimeout(() => void check(), PATIENCE);
}

text.addEventListener('input', soon);
puzzle.addEventListener('change', soon);
const file = /** @type {HTMLInputElement} */ (document.getElementById('file'));
file.addEventListener('change', () => void bring(file));
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-example]') : null;
  if (!(button instanceof HTMLElement)) return;
  text.value = button.dataset.example ?? '';
  puzzle.value = button.dataset.puzzle ?? '';
  doctor?.forget();
  void check();
  text.focus();
});
