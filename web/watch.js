// The page of a replay: fetches the film that the page names, and shows it; a film that would help one's own
// plays only when asked to.

import { ask } from './api.js';
import { copyAddress } from './copy.js';
import { Projector } from './film.js';
import { sentenceOf } from './problem.js';
import { say } from './words.js';

const main = /** @type {HTMLElement} */ (document.querySelector('main[data-film]'));
const host = /** @type {HTMLElement} */ (document.getElementById('board'));
const controls = /** @type {HTMLElement} */ (document.getElementById('controls'));

/** @type {Projector | null} */
let projector = null;

/** @param {import('./film.js').Film} film @param {(import('./film.js').Note | null)[]} [notes] @param {number} [at] */
function show(film, notes, at = 0) {
  projector?.close();
  host.replaceChildren();
  projector = new Projector(host, controls, film, notes);
  if (at) projector.show(at);
  host.scrollIntoView({ block: 'nearest' });
}

/** What every move of one's own play cost, from the server: this page knows no rules. */
async function review() {
  const said = /** @type {HTMLElement} */ (document.getElementById('said'));
  said.textContent = say('web.thinking');
  try {
    const found = await ask('POST', `/api/plays/${main.dataset.play}/review`, {});
    said.textContent = found.said.join(' ');
    const { showReview } = await import('./review.js');
    showReview(/** @type {HTMLElement} */ (document.getElementById('review')), found, { film: () => null, watch: show });
  } catch (problem) {
    said.textContent = sentenceOf(problem);
  }
}

document.getElementById('review-now')?.addEventListener('click', () => void review());
if (location.hash === '#review') void review();

async function watch() {
  try {
    const film = await ask('POST', main.dataset.film ?? '');
    controls.replaceChildren();
    // It begins when its watcher wants it to.
    show(film);
    controls.querySelector('button')?.focus({ preventScroll: true });
  } catch (problem) {
    controls.textContent = sentenceOf(problem);
  }
}

document.getElementById('share')?.addEventListener('click', () => void copyAddress(location.origin + location.pathname));

const button = document.getElementById('watch');
if (button) button.addEventListener('click', watch);
else await watch();
