// Title, grade and order of a pack, in a form; who keeps it, the page says.

import { sentenceOf } from './problem.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Moves a level up or down, or out; the keyboard stays where it was. @param {HTMLElement} button */
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

/**
 * @param {HTMLFormElement} form
 * @param {(wish: { title: string, grade: string, order: number[] }) => void | Promise<void>} keep may fail with a sentence
 * @param {() => void | Promise<void>} giveUp may fail with a sentence
 */
export function arrangeWith(form, keep, giveUp) {
  const complaint = /** @type {HTMLElement} */ (form.querySelector('.complaint'));
  const attempt = async (/** @type {() => void | Promise<void>} */ act) => {
    complaint.textContent = '';
    try {
      await act();
    } catch (problem) {
      complaint.textContent = sentenceOf(problem);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { title, grade } = Object.fromEntries(new FormData(form).entries());
    const order = [...byId('order').children].map((item) => Number(/** @type {HTMLElement} */ (item).dataset.place));
    void attempt(() => keep({ title: String(title), grade: String(grade), order }));
  });
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.dataset.move) move(button);
    else if (button?.id === 'give-up' && confirm(button.dataset.sure)) void attempt(giveUp);
  });
}
