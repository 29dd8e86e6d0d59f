// The page of a replay: fetches the film that the page names, and shows it.

import { ask } from './api.js';
import { Projector } from './film.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main[data-film]'));
const host = /** @type {HTMLElement} */ (document.getElementById('board'));
const controls = /** @type {HTMLElement} */ (document.getElementById('controls'));
try {
  const projector = new Projector(host, controls, await ask('GET', main.dataset.film ?? ''));
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) projector.toggle();
} catch (problem) {
  controls.textContent = problem instanceof Error ? problem.message : String(problem);
}
