// Plays from a file into the account of whoever is logged in: they are kept in this browser first, and go to the
// server one after the other, which plays and judges each of them.

import { takeIn, unpack } from './baggage.js';
import { deliver } from './courier.js';
import { Said, sentenceOf } from './problem.js';
import { loadRules } from './rules.js';
import { say } from './words.js';

const field = /** @type {HTMLInputElement | null} */ (document.getElementById('bring-file'));
const told = /** @type {HTMLElement} */ (document.getElementById('brought'));

field?.addEventListener('change', async () => {
  const file = field.files?.[0];
  if (!file) return;
  try {
    const rules = await loadRules(document.querySelector('main')?.dataset.rules);
    if (!rules) throw new Said(say('web.no-rules'));
    const counts = await takeIn(await unpack(file), rules, { isForeign: true });
    const { left } = await deliver((done, all) => { told.textContent = say('web.bring-wait', { done, all }); });
    told.textContent = say('web.brought', counts) + (left ? ` ${say('web.bring-later', { waiting: left })}` : '');
  } catch (problem) {
    told.textContent = sentenceOf(problem);
  } finally {
    field.value = '';
  }
});
