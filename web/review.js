// The review of a play: every move in signs, what it cost, and the better way from the first mistake on.

import { shorts } from './speak.js';
import { say } from './words.js';

/**
 * Names for moves from the start of the level: by what they do on the board, which a film shows.
 * @param {string[]} moves @param {import('./film.js').Film | null | undefined} film
 */
function namesOf(moves, film) {
  return film ? shorts(film) : moves.map(() => '');
}

/**
 * @param {HTMLElement} list @param {import('./coach.js').Review} review
 * @param {(moves: string[]) => import('./film.js').Film | null} film of moves, by the rules in the page; nothing where the
 *   page has none, and the review brings its own
 */
export function showReview(list, review, film) {
  const moves = review.moves.map((one) => one.move);
  const names = namesOf(moves, film(moves) ?? review.film);
  list.replaceChildren(...review.moves.map((one, at) => moveLine(one, `${at + 1}. ${names[at]}`)));
  if (!review.better.length) return;
  const better = document.createElement('p');
  const before = moves.slice(0, review.first_mistake ?? 0);
  const line = [...before, ...review.better];
  const betterNames = namesOf(line, film(line) ?? review.better_film).slice(before.length);
  better.textContent = say('web.better', { moves: betterNames.join(', ') });
  list.append(better);
}

/** @param {import('./coach.js').Review['moves'][number]} one @param {string} text */
function moveLine(one, text) {
  const move = document.createElement('span');
  move.textContent = text;
  if (one.loses || (one.cost ?? 0) > 0) {
    const cost = document.createElement('span');
    cost.className = 'cost';
    cost.textContent = one.loses ? ` ${say('web.loses')}` : ` +${one.cost}`;
    move.append(cost);
  }
  return move;
}
