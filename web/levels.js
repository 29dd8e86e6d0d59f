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
  const shown = current.querySelector('.stars');
  const before = (shown?.textContent ?? '').split('★').length - 1;
  if (before >= count) return;
  shown?.remove();
  current.insertBefore(stars(count), current.querySelector('.grade'));
}

/** Three stars, some of them full. @param {number} count */
export function stars(count) {
  const shown = document.createElement('span');
  shown.className = 'stars';
  shown.setAttribute('role', 'img');
  shown.setAttribute('aria-label', say('web.stars', { count }));
  shown.textContent = '★'.repeat(count) + '☆'.repeat(3 - count);
  return shown;
}
