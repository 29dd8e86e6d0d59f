// The page of settings: what was chosen is filled in, and a choice counts at once.

import { chosen, choose } from './settings.js';
import { sound } from './sound.js';
import { say } from './words.js';

const form = /** @type {HTMLFormElement} */ (document.getElementById('settings'));
const said = /** @type {HTMLElement} */ (document.getElementById('said'));
const WHERE = { account: 'web.settings-kept', browser: 'web.settings-kept-here', later: 'web.settings-later' };

function show() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input'))) {
    const value = chosen(field.name);
    if (value !== null) field.checked = field.value === value;
  }
}

form.addEventListener('change', async (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const kept = choose(field.name, field.value);
  if (field.name === 'sound') sound('win');
  said.textContent = say(WHERE[await kept]);
});
form.addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('settings', show);
addEventListener('storage', show);
show();
