// The page of a replay: fetches the film that the page names, and shows it; a film that would help one's own
// plays only when asked to.

import { ask } from './api.js';
import { Projector } from './film.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main[data-film]'));
const host = /** @type {HTMLElement} */ (document.getElementById('board'));
const controls = /** @type {HTMLElement} */ (document.getElementById('controls'));

async function watch() {
  try {
    const film = await ask('POST', main.dataset.film ?? '');
    controls.replaceChildren();
    const projector = new Projector(host, controls, film);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) projector.toggle();
  } catch (problem) {
    controls.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}

const button = document.getElementById('watch');
if (button) button.addEventListener('click', watch);
else await watch();
