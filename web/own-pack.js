// The page of a pack of one's own: its address to share; for its owner title, grade and order.

import { ask } from './api.js';
import { at } from './place.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById('arrange'));

byId('share').addEventListener('click', async () => {
  const address = location.origin + location.pathname;
  try {
    await navigator.clipboard.writeText(address);
    byId('said').textContent = say('web.copied');
  } catch {
    byId('said').textContent = address;
  }
});

/** Moves a level up or down, or out. @param {HTMLElement} button */
function move(button) {
  const item = /** @type {HTMLElement} */ (button.closest('li'));
  if (button.dataset.move === 'up') item.previousElementSibling?.before(item);
  else if (button.dataset.move === 'down') item.nextElementSibling?.after(item);
  else {
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector('[data-move=out]'))?.focus();
    return;
  }
  button.focus();
}

/** @param {string} method @param {unknown} [body] */
async function change(method, body) {
  const complaint = /** @type {HTMLElement} */ (form?.querySelector('.complaint'));
  complaint.textContent = '';
  try {
    const { to } = await ask(method, form?.dataset.address ?? '', body);
    if (at(to) === location.pathname) location.reload();
    else location.assign(at(to));
  } catch (problem) {
    complaint.textContent = problem instanceof Error ? problem.message : say('web.unreachable');
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const { title, grade } = Object.fromEntries(new FormData(form).entries());
  const order = [...byId('order').children].map((item) => Number(/** @type {HTMLElement} */ (item).dataset.place));
  void change('PUT', { title, grade, order });
});
form?.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.dataset.move) move(button);
  else if (button?.id === 'give-up' && confirm(button.dataset.sure)) void change('DELETE');
});
