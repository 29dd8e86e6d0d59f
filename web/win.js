// What a win looks like: stars that are drawn, and what was reached against the best known. It takes less than a
// second and stands in nobody's way.

import { say } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z';

/**
 * @typedef {{ stars: number | null, helped: boolean, reached: number | null, best: number | null, wants: string,
 *   name: string, time: string }} Win
 */

/** The rule of the program (`crates/play/src/stars.rs`), for the time until the server has said it. @param {Win} win */
export function starsOf({ stars, helped, reached, best, wants }) {
  if (stars !== null) return stars;
  if (reached === null || best === null) return null;
  if (helped) return 1;
  const [three, two] = wants === 'most'
    ? [reached >= best, reached + Math.floor(best / 10) >= best]
    : [reached <= best, reached <= best + Math.ceil(best / 4)];
  return three ? 3 : two ? 2 : 1;
}

/** @param {HTMLElement} host @param {Win} win */
export function showWin(host, win) {
  const count = starsOf(win);
  const shown = JSON.stringify([count, win]);
  // What is there already is not drawn again.
  if (host.dataset.shown === shown) return;
  host.dataset.shown = shown;
  const figures = document.createElement('dl');
  figures.className = 'figures';
  if (win.reached !== null) figures.append(figure(win.name, String(win.reached)));
  if (win.best !== null) figures.append(figure(say('web.best-known'), String(win.best)));
  figures.append(figure(say('web.time'), win.time));
  host.replaceChildren(...(count === null ? [] : [stars(count)]), figures);
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

/** @param {string} name @param {string} value */
function figure(name, value) {
  const group = document.createElement('div');
  const [term, data] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  data.textContent = value;
  group.append(term, data);
  return group;
}
