// The form that starts a campaign: the boxes that are ticked go along as a list.

import { ask } from './api.js';
import { at } from './place.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('start-campaign'));

/** @param {HTMLFormElement} form */
function wished(form) {
  const values = new FormData(form);
  const number = (/** @type {string} */ name) => Number(values.get(name));
  return { pack: values.get('pack'), from: number('from'), to: number('to'), seconds: number('seconds'), methods: values.getAll('methods') };
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const complaint = form.querySelector('.complaint');
  try {
    const { to } = await ask('POST', '/api/campaigns', wished(form));
    location.assign(at(to));
  } catch (problem) {
    if (complaint) complaint.textContent = sentenceOf(problem);
  }
});
