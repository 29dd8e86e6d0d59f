// The review of a play: a small chart of what was left after every move and what each cost, every move in signs, and the
// ways to step through on the board: one's own, the best, and those that were lost.

import { shorts } from './speak.js';
import { say } from './words.js';

/**
 * @typedef {import('./film.js').Film} Film
 * @typedef {import('./film.js').Note} Note
 * @typedef {import('./coach.js').Review} Review
 * @typedef {import('./coach.js').Judgement} Judgement
 * @typedef {{ film: (moves: string[]) => Film | null, watch: (film: Film, notes: (Note | null)[], at: number) => void }} Shower
 *   films of moves, by the rules in the page, or none where the page has none and the review brings its own; and a place to
 *   watch them
 */

const SVG = 'http://www.w3.org/2000/svg';
/** The chart, and its left part where the scale is written. */
const [WIDE, HIGH, SCALE] = [320, 96, 28];

/** @param {HTMLElement} host @param {Review} review @param {Shower} shower */
export function showReview(host, review, shower) {
  const moves = review.moves.map((one) => one.move);
  const film = shower.film(moves) ?? review.film ?? null;
  const names = film ? shorts(film) : moves.map(() => '');
  const notes = review.moves.map(noteOf);
  const goTo = (/** @type {number} */ at) => film && shower.watch(film, notes, at);
  const hasFigures = review.moves.some((one) => one.loses || one.left != null || (one.cost ?? 0) > 0);
  host.replaceChildren(...(hasFigures ? [chart(review, goTo)] : []), ways(review, film, notes, shower), list(review, names, goTo));
  const better = betterLine(review, moves, shower);
  if (better) host.append(better);
}

/** What is said of a move. @param {Judgement} one @returns {Note | null} */
export function noteOf(one) {
  if (one.loses) return { sign: '✕', kind: 'lost', text: one.why ? say('web.review-lost', { why: one.why }) : say('web.review-lost-plain') };
  if (one.cost === null) return null;
  if (one.cost > 0) return { sign: `+${one.cost}`, kind: 'costly', text: say('web.review-costs', { count: one.cost }) };
  return { sign: '✓', kind: 'fine', text: '' };
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * What was left after every move as a line, and what each cost as a bar under it. The list below says the same in words.
 * @param {Review} review @param {(at: number) => void} goTo
 */
function chart(review, goTo) {
  const figure = document.createElement('figure');
  figure.className = 'review-figure';
  const picture = shape('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'review-chart', role: 'img', 'aria-label': say('web.review-chart') });
  const said = document.createElement('figcaption');
  said.setAttribute('aria-hidden', 'true');
  said.textContent = say('web.review-chart');
  figure.append(picture, said);
  const count = Math.max(1, review.moves.length);
  const wide = (WIDE - SCALE) / count;
  const most = Math.max(1, ...review.moves.map((one) => Math.max(one.left ?? 0, one.cost ?? 0)));
  const height = (/** @type {number} */ value) => (value / most) * (HIGH - 12);
  for (const [value, y] of [[most, HIGH - 2 - height(most)], [0, HIGH - 2]]) {
    const label = shape('text', { x: SCALE - 6, y: Math.max(12, Number(y)), class: 'scale' });
    label.textContent = String(value);
    picture.append(label, shape('line', { x1: SCALE, x2: WIDE, y1: y, y2: y, class: 'scale' }));
  }
  /** @type {string[]} */
  const line = [];
  review.moves.forEach((one, at) => {
    const x = SCALE + at * wide;
    if (one.left !== null && one.left !== undefined) line.push(`${x + wide / 2},${HIGH - 2 - height(one.left)}`);
    const bar = one.loses ? HIGH - 4 : Math.max(one.cost ? 4 : 1.5, height(one.cost ?? 0));
    const kind = one.loses ? 'lost' : (one.cost ?? 0) > 0 ? 'costly' : 'fine';
    picture.append(shape('rect', { x: x + wide * 0.15, y: HIGH - bar, width: wide * 0.7, height: bar, class: kind }));
  });
  picture.append(shape('polyline', { points: line.join(' '), class: 'left' }));
  picture.addEventListener('click', (event) => {
    const { left, width } = picture.getBoundingClientRect();
    const along = ((event.clientX - left) / width) * WIDE - SCALE;
    goTo(Math.max(1, Math.min(count, 1 + Math.floor(along / wide))));
  });
  return figure;
}

/** Buttons to step through. @param {Review} review @param {Film | null} film @param {(Note | null)[]} notes @param {Shower} shower */
function ways(review, film, notes, shower) {
  const row = document.createElement('div');
  row.className = 'form-row';
  const add = (/** @type {string} */ text, /** @type {Film | null | undefined} */ way, /** @type {(Note | null)[]} */ said, at = 0) => {
    if (!way?.steps.length) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () => shower.watch(way, said, at));
    row.append(button);
  };
  add(say('web.review-mine'), film, notes, review.first_mistake === null ? 0 : review.first_mistake + 1);
  const { best = [], lost = [] } = review;
  add(say('web.review-best'), best.length ? (shower.film(best) ?? review.best_film) : null, []);
  lost.slice(0, 3).forEach((one, at) => {
    const said = one.moves.map((_, place) => (place + 1 < one.moves.length ? null : noteOf({ move: '', cost: null, loses: true, why: one.why, left: null })));
    add(say('web.review-lost-way', { number: at + 1 }), shower.film(one.moves) ?? one.film, said, one.moves.length);
  });
  return row;
}

/** @param {Review} review @param {string[]} names @param {(at: number) => void} goTo */
function list(review, names, goTo) {
  const all = document.createElement('ol');
  all.className = 'move-list';
  review.moves.forEach((one, at) => {
    const item = document.createElement('li');
    const move = document.createElement('button');
    move.type = 'button';
    move.className = 'plain';
    move.append(`${at + 1}. ${names[at]}`);
    if (one.loses || (one.cost ?? 0) > 0) {
      const cost = document.createElement('span');
      cost.className = 'cost';
      cost.textContent = one.loses ? ` ${say('web.loses')}` : ` +${one.cost}`;
      move.append(cost);
    }
    if (at === review.first_mistake) item.setAttribute('aria-current', 'true');
    move.addEventListener('click', () => goTo(at + 1));
    item.append(move);
    all.append(item);
  });
  return all;
}

/** @param {Review} review @param {string[]} moves @param {Shower} shower */
function betterLine(review, moves, shower) {
  if (!review.better.length) return null;
  const better = document.createElement('p');
  const before = moves.slice(0, review.first_mistake ?? 0);
  const line = [...before, ...review.better];
  const film = shower.film(line) ?? review.better_film ?? null;
  const names = (film ? shorts(film) : line.map(() => '')).slice(before.length);
  better.textContent = say('web.better', { moves: names.join(', ') });
  return better;
}
