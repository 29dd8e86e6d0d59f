// The last page of a printed sheet: solutions, when they are wanted.

import { sentenceOf } from './problem.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {{ picture: string | null, text: string | null }} PrintedSolution */

/** @param {Element} board @param {PrintedSolution} solution @param {string} none */
function printed(board, { picture, text }, none) {
  const item = document.createElement('li');
  const title = document.createElement('h3');
  title.textContent = board.querySelector('h2')?.textContent ?? '';
  const shown = document.createElement(picture ? 'div' : 'p');
  if (picture) putPicture(shown, picture, title.textContent);
  else shown.textContent = text ?? none;
  item.append(title, shown);
  return item;
}

/** Puts a drawing of ours somewhere, with a name for those who do not see it. @param {HTMLElement} host @param {string} drawing @param {string} name */
export function putPicture(host, drawing, name) {
  host.innerHTML = drawing;
  host.querySelector('svg')?.setAttribute('aria-label', name);
}

/** The levels of the sheet. */
export function boardsOf() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.printed > [data-level]')]);
}

/** Prints the sheet with or without its last page. @param {() => Promise<PrintedSolution[]>} find may fail with a sentence */
export function printWith(find) {
  const solutions = byId('solutions');
  byId('print').addEventListener('click', () => {
    solutions.hidden = true;
    print();
  });
  byId('print-solutions').addEventListener('click', async (event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const complaint = document.querySelector('.complaint');
    if (complaint) complaint.textContent = '';
    if (!confirm(button.dataset.sure)) return;
    try {
      const found = await find();
      const boards = boardsOf();
      solutions.querySelector('ol')?.replaceChildren(...boards.map((board, at) => printed(board, found[at], button.dataset.none ?? '')));
      solutions.hidden = false;
      print();
    } catch (problem) {
      if (complaint) complaint.textContent = sentenceOf(problem);
    }
  });
}
