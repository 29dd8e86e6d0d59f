// A sheet to print. Solutions are fetched when they are wanted, because whoever has them printed has seen them.

import { ask } from './api.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const boards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.printed > [data-level]')]);
const solutions = byId('solutions');

/** @param {HTMLElement} board @param {{ picture: string | null, text: string | null }} solution @param {string} none */
function printed(board, { picture, text }, none) {
  const item = document.createElement('li');
  const title = document.createElement('h3');
  title.textContent = board.querySelector('h2')?.textContent ?? '';
  const shown = document.createElement(picture ? 'div' : 'p');
  if (picture) shown.innerHTML = picture;
  else shown.textContent = text ?? none;
  item.append(title, shown);
  return item;
}

byId('print').addEventListener('click', () => {
  solutions.hidden = true;
  print();
});

byId('print-solutions').addEventListener('click', async (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const complaint = document.querySelector('.complaint');
  if (!confirm(button.dataset.sure)) return;
  try {
    const levels = boards.map((board) => board.dataset.level);
    const found = await ask('POST', '/api/solutions', { levels });
    solutions.querySelector('ol')?.replaceChildren(...boards.map((board, at) => printed(board, found[at], button.dataset.none ?? '')));
    solutions.hidden = false;
    print();
  } catch (problem) {
    if (complaint) complaint.textContent = problem instanceof Error ? problem.message : say('web.unreachable');
  }
});
