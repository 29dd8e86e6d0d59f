// What a win looks like: stars that are drawn, and what was reached against the best known. It takes less than a
// second and stands in nobody's way.

import { figure } from './figures.js';
import { say } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z';

/** @typedef {{ stars: number | null, reached: number | null, best: number | null, name: string, time: string }} Win */

/** @param {HTMLElement} host @param {Win} win */
export function showWin(host, win) {
  const shown = JSON.stringify(win);
  // What is there already is not drawn again.
  if (host.dataset.shown === shown) return;
  host.dataset.shown = shown;
  const figures = document.createElement('dl');
  figures.className = 'figures';
  if (win.reached !== null) figures.append(figure(win.name, String(win.reached)));
  if (win.best !== null) figures.append(figure(say('web.best-known'), String(win.best)));
  figures.append(figure(say('web.time'), win.time));
  host.replaceChildren(...(win.stars === null ? [] : [stars(win.stars)]), figures);
}

/** @param {number} count */
function stars(count) {
  const row = document.createElement('div');
  row.className = 'drawn-stars';
  row.setAttribute('role', 'img');
  row.setAttribute('aria-label', say('web.stars', { count }));
  for (let at = 1; at <= 3; at++) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('class', at <= count ? `star full star-${at}` : 'star');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', STAR);
    path.setAttribute('pathLength', '1');
    svg.append(path);
    row.append(svg);
  }
  return row;
}
