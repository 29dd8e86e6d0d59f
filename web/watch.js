// The page of a replay: fetches the film that the page names, and shows it; a film that would help one's own
// plays only when asked to.

import { ask } from './api.js';
import { copyAddress } from './copy.js';
import { Projector } from './film.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main[data-film]'));
const host = /** @type {HTMLElement} */ (document.getElementById('board'));
const controls = /** @type {HTMLElement} */ (document.getElementById('controls'));

async function watch() {
  try {
    const film = await ask('POST', main.dataset.film ?? '');
    controls.replaceChildren();
    // It begins when its watcher wants it to.
    new Projector(host, controls, film);
    controls.querySelector('button')?.focus({ preventScroll: true });
  } catch (problem) {
    controls.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}

document.getElementById('share')?.addEventListener('click', () => void copyAddress(location.origin + location.pathname));

const button = document.getElementById('watch');
if (button) button.addEventListener('click', watch);
else await watch();
