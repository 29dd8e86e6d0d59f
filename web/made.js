// The page of a published level: its address to share, a word to the owner of the house, and for its own owner what
// becomes of it.

import { ask } from './api.js';
import { copyAddress } from './copy.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

const address = `/api/made/${document.querySelector('main')?.dataset.made ?? ''}`;
const said = /** @type {HTMLElement} */ (document.getElementById('said'));

/** @param {() => Promise<void>} act */
async function attempt(act) {
  said.textContent = '';
  try {
    await act();
  } catch (problem) {
    said.textContent = sentenceOf(problem);
  }
}

/** @param {string} id @param {(button: HTMLElement) => Promise<void>} act */
function on(id, act) {
  const button = document.getElementById(id);
  button?.addEventListener('click', () => void attempt(() => act(button)));
}

async function report() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('finding'));
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('finding-what'));
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener('close', closed, { once: true }));
  if (dialog.returnValue !== 'yes') return;
  const { number } = await ask('POST', `${address}/findings`, { what: field.value });
  field.value = '';
  said.textContent = say('web.finding-sent', { number });
}

on('share', () => copyAddress(location.origin + location.pathname));
on('report', report);
on('list', async ({ dataset }) => {
  await ask('PUT', address, { listed: dataset.listed === 'true' });
  location.reload();
});
on('remove', async ({ dataset }) => {
  if (!confirm(dataset.sure)) return;
  await ask('DELETE', address);
  location.assign('/made');
});
