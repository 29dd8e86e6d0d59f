// The page of the daily puzzles: the visitor's own day, the result to share, and, without a server, the levels.

import { ask } from './api.js';
import { headsOf } from './journal.js';
import { at, isAlone } from './place.js';
import { sentenceOf } from './problem.js';
import { think } from './thinker.js';
import { say } from './words.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main.daily'));
const field = /** @type {HTMLInputElement} */ (document.getElementById('day'));
const told = /** @type {HTMLElement} */ (document.getElementById('told'));
/** Which levels were made for which days, where no server knows. */
const KEPT = 'ingenio-daily';

/** The day on the visitor's own calendar. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Behind the address of a day that nobody chose: the page goes on with the calendar. */
const TODAY = '#today';
let isToday = main.dataset.today !== undefined || location.hash === TODAY;

/** Goes on to the visitor's own day; the page may have been open over midnight. */
function follow() {
  const day = today();
  if (!isToday || day === main.dataset.day || day < (main.dataset.first ?? '')) return;
  if (isAlone) show(day);
  else location.replace(at(`/daily/${day}`) + TODAY);
}

/** A day without a server. @param {string} day */
function show(day) {
  main.dataset.day = day;
  field.value = day;
  field.max = today();
  const weekday = document.getElementById('weekday');
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' });
  if (weekday) weekday.textContent = format.format(new Date(`${day}T00:00:00Z`));
  for (const state of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll('[data-state]'))) void tellState(state, day);
}

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {HTMLElement} state @param {string} day */
async function tellState(state, day) {
  const level = kept()[`${day}/${state.dataset.state}`];
  const heads = level ? await headsOf(level).catch(() => []) : [];
  state.textContent = say(heads.some((head) => head.finished) ? 'web.daily-done' : 'web.daily-open');
}

/** Makes a level in the page and opens it. @param {HTMLButtonElement} button */
async function play(button) {
  const [puzzle, day] = [button.dataset.daily ?? '', main.dataset.day ?? ''];
  button.disabled = true;
  told.textContent = say('web.starting');
  try {
    const { level } = await think({ ask: 'daily', puzzle, day });
    const { id, to } = await ask('POST', '/api/levels', { puzzle, text: level.text });
    try {
      localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [`${day}/${puzzle}`]: id }));
    } catch {
      // Then the page does not know later that it was solved.
    }
    location.assign(at(to));
  } catch (problem) {
    told.textContent = sentenceOf(problem);
    button.disabled = false;
  }
}

/** @param {HTMLElement} button */
async function share(button) {
  const text = `${document.getElementById('shared')?.textContent ?? ''}\n${location.origin}/daily/${main.dataset.day}`;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = say('web.code-copied');
  } catch {
    told.textContent = text;
  }
}

field.addEventListener('change', () => {
  if (!field.validity.valid || !field.value) return;
  isToday = false;
  if (isAlone) show(field.value);
  else location.assign(at(`/daily/${field.value}`));
});
document.addEventListener('visibilitychange', follow);
document.getElementById('copy')?.addEventListener('click', (event) => void share(/** @type {HTMLElement} */ (event.currentTarget)));
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (main.querySelectorAll('[data-daily]'))) {
  button.addEventListener('click', () => void play(button));
}
if (isAlone) show(today());
else follow();
