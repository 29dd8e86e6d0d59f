// Forms that speak to the API: data-ask="POST /api/login" data-then="/". What goes wrong stands under the form.

import { ask } from './api.js';
import { at } from './place.js';
import { sentenceOf } from './problem.js';
import { changePlayer } from './settings.js';
import { say } from './words.js';

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-ask]'))) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [method, path] = (form.dataset.ask ?? '').split(' ');
    const complaint = form.querySelector('.complaint');
    const button = form.querySelector('button[type=submit], button:not([type])');
    const fields = Object.fromEntries(new FormData(form).entries());
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) return;
    if (button instanceof HTMLButtonElement) button.disabled = true;
    if (complaint) complaint.textContent = '';
    try {
      const answer = await ask(method, path, fields);
      if (/^.api.(login|logout|register|recover|classes.return)$/.test(path)) changePlayer(path.endsWith('logout'));
      if (answer?.code) await showCode(form, answer.code);
      if (answer?.said) await showSaid(form, answer.said);
      if (form.dataset.done && complaint) {
        complaint.textContent = form.dataset.done;
        form.reset();
      } else {
        location.assign(at(answer?.to ?? form.dataset.then ?? '/'));
      }
    } catch (problem) {
      if (complaint) complaint.textContent = sentenceOf(problem);
    } finally {
      if (button instanceof HTMLButtonElement) button.disabled = false;
    }
  });
}

/** What is to be known before the next page: it stays until the reader goes on. @param {HTMLFormElement} form @param {string} said */
async function showSaid(form, said) {
  const about = document.createElement('p');
  about.setAttribute('role', 'status');
  about.textContent = said;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'primary';
  button.textContent = say('web.pack-go');
  form.replaceChildren(about, button);
  button.focus();
  await new Promise((read) => button.addEventListener('click', read, { once: true }));
}

/**
 * A code, for a lost password unless the form says what for, is told once: it stays in view until the player has kept it.
 * @param {HTMLFormElement} form
 * @param {string} code
 */
async function showCode(form, code) {
  const about = document.createElement('p');
  about.textContent = form.dataset.code ?? say('web.code');
  const shown = document.createElement('output');
  shown.className = 'code';
  shown.textContent = code;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'primary';
  button.textContent = say('web.code-kept');
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = say('web.code-copy');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code);
      copy.textContent = say('web.code-copied');
    } catch {
      // Not allowed here: the code can still be selected.
      copy.remove();
    }
  });
  const row = document.createElement('div');
  row.className = 'form-row';
  // Only where a page may write there: over a plain line from elsewhere it may not.
  row.append(button, ...(navigator.clipboard ? [copy] : []));
  form.replaceChildren(about, shown, row);
  // What else the page offers is for who has no account yet.
  for (const other of form.parentElement?.querySelectorAll(':scope > form ~ p') ?? []) other.remove();
  button.focus();
  await new Promise((kept) => button.addEventListener('click', kept, { once: true }));
}

// A level that came with the address is opened at once; where no server wrote it into the form, it is written here.
const open = document.querySelector('form[data-at-once]');
if (open instanceof HTMLFormElement) {
  const text = /** @type {HTMLTextAreaElement | null} */ (open.querySelector('textarea'));
  const puzzle = /** @type {HTMLSelectElement | null} */ (open.querySelector('select'));
  const given = new URLSearchParams(location.search);
  if (text && !text.value) text.value = given.get('text') ?? '';
  if (puzzle && given.has('puzzle')) puzzle.value = given.get('puzzle') ?? '';
  if (text?.value.trim()) open.requestSubmit();
}
