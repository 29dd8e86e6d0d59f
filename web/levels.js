// The list of levels beside the board: the one that is played is in sight, and stars are there when they are won.

import { say } from './words.js';

/** Scrolls the list, and nothing else, to the level of this page. */
export function bringLevel() {
  const shelf = document.querySelector('.shelf');
  const current = shelf?.querySelector('[aria-current]');
  if (!(shelf instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [frame, line] = [shelf.getBoundingClientRect(), current.getBoundingClientRect()];
  shelf.scrollTop += line.top - frame.top - (frame.height - line.height) / 2;
}

/** Writes the stars of this level into the list; never fewer than there are. @param {number} count */
export function showStars(count) {
  const current = document.querySelector('.shelf [aria-current]');
  if (!current) return;
  const stars = current.querySelector('.stars') ?? document.createElement('span');
  const before = (stars.textContent ?? '').split('★').length - 1;
  if (before >= count) return;
  stars.className = 'stars';
  stars.setAttribute('role', 'img');
  stars.setAttribute('aria-label', say('web.stars', { count }));
  stars.textContent = '★'.repeat(count) + '☆'.repeat(3 - count);
  if (!stars.isConnected) current.insertBefore(stars, current.querySelector('.grade'));
}
