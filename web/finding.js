// Something is wrong here: the play goes to the server, or into a file, whole, so that it can be played again.

import { ask } from './api.js';
import { isAlone } from './place.js';
import { save } from './save.js';
import { say } from './words.js';

/** @typedef {{ puzzle: string, text: string, title: string, mode: string, aim: number | null }} Head */

/**
 * Asks what is wrong and sends it; gives the sentence that answers it, or nothing where nobody wants to any more.
 * @param {{ key: string, won: boolean, measures: [string, number][], head: Head, events: () => unknown[] }} play
 * @returns {Promise<string>}
 */
export async function sendFinding({ key, won, measures, head, events }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('finding'));
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('finding-what'));
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener('close', closed, { once: true }));
  if (dialog.returnValue !== 'yes') return '';
  const [what, seen] = [field.value, { won, measures }];
  if (isAlone) {
    const file = JSON.stringify({ kind: 'ingenio plays', form: 1, plays: [{ head, events: events(), wrong: { what, seen } }] }, null, 2);
    save('ingenio-play.json', new Blob([file], { type: 'application/json' }));
    field.value = '';
    return say('web.finding-saved');
  }
  const { number } = await ask('POST', `/api/plays/${key}/findings`, { what, seen });
  field.value = '';
  return say('web.finding-sent', { number });
}
