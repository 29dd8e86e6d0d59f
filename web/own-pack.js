// The page of a pack of one's own: its address to share; for its owner title, grade and order.

import { ask } from './api.js';
import { arrangeWith } from './arrange.js';
import { copyAddress } from './copy.js';
import { at } from './place.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('arrange'));

document.getElementById('share')?.addEventListener('click', () => void copyAddress(location.origin + location.pathname));

/** @param {string} method @param {unknown} [body] */
async function change(method, body) {
  const { to } = await ask(method, form?.dataset.arrange ?? '', body);
  if (at(to) === location.pathname) location.reload();
  else location.assign(at(to));
}

if (form) arrangeWith(form, (wish) => change('PUT', wish), () => change('DELETE'));
