// A sheet to print where there is no server: the rules draw the boards, and solutions come with the packs; for packs of
// one's own a method looks for them.

import { printWith, putPicture } from './last-page.js';
import { homeOf, ownPack } from './own-packs.js';
import { at } from './place.js';
import { loadRules } from './rules.js';
import { say } from './words.js';

/**
 * @typedef {{ id: string, title: string, text: string }} Level
 * @typedef {{ puzzle: string, title: string, levels: Level[], home: string, solutions: () => Promise<Record<string, string[]>> }} Source
 */

/** Seconds that a method looks for the solution of one level. */
const SECONDS = 10;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const wish = new URLSearchParams(location.search);

/** A pack of this browser's, or one of everybody's. @returns {Promise<Source | null>} */
async function source() {
  const own = ownPack(wish.get('own'));
  if (own) return { ...own, home: homeOf(own), solutions: async () => ({}) };
  const name = wish.get('pack');
  const packs = await (await fetch(at('/packs.json'))).json();
  const pack = packs.find((/** @type {{ name: string }} */ one) => one.name === name);
  return pack && { ...pack, home: `/pack/${name}`, solutions: async () => (await fetch(at(`/solutions/${name}.json`))).json() };
}

/** The numbers of the form, within what there is. @param {number} all */
function part(all) {
  const [from, count] = ['from', 'count'].map((name) => /** @type {HTMLInputElement} */ (byId(name)));
  from.max = String(all);
  for (const field of [from, count]) {
    const asked = Number(wish.get(field.name) ?? field.value) || 1;
    field.value = String(Math.min(Math.max(asked, 1), Number(field.max)));
  }
  return [Number(from.value), Number(count.value)];
}

/** What the address says besides, goes on with the form. */
function keepSource() {
  const name = wish.has('own') ? 'own' : 'pack';
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name, value: wish.get(name) ?? '' });
  document.querySelector('.wishes')?.append(field);
}

/** @param {import('./rules.js').Rules} rules @param {string} puzzle @param {Level} level @param {number} number */
function board(rules, puzzle, { id, title, text }, number) {
  const item = document.createElement('li');
  item.dataset.level = id;
  const heading = document.createElement('h2');
  heading.translate = false;
  heading.textContent = title === String(number) ? `${number}.` : `${number}. ${title}`;
  const told = rules.ask({ ask: 'print', puzzle, level: text });
  const picture = document.createElement('div');
  putPicture(picture, told.board ?? '', heading.textContent);
  item.append(heading, picture);
  return item;
}

/** What a method finds, and says. @param {string} puzzle @param {Level} level @returns {Promise<{ moves: string[], text: string }>} */
async function solve(puzzle, { text }) {
  const { think } = await import('./thinker.js');
  return think({ ask: 'solve', puzzle, level: text, seconds: SECONDS });
}

/** @param {{ rules: import('./rules.js').Rules, pack: Source, levels: Level[] }} sheet */
async function solutions({ rules, pack: { puzzle, solutions }, levels }) {
  const known = await solutions();
  const found = [];
  for (const [place, level] of levels.entries()) {
    if (!known[level.id]) byId('working').textContent = say('web.sheet-solving', { at: place + 1, of: levels.length });
    const { moves, text } = known[level.id] ? { moves: known[level.id], text: null } : await solve(puzzle, level);
    const { solution } = rules.ask({ ask: 'print', puzzle, level: level.text, moves });
    // Where there is none, what the method has to say of it stands there.
    found.push(solution ?? { picture: null, text });
  }
  byId('working').textContent = '';
  return found;
}

/** Draws the sheet; nothing where there is none. */
async function show() {
  const heading = /** @type {HTMLElement} */ (document.querySelector('h1'));
  const [pack, rules] = await Promise.all([source(), loadRules(document.querySelector('main')?.dataset.rules)]);
  if (!pack || !rules) {
    heading.textContent = say(pack ? 'web.no-rules' : 'web.no-pack');
    document.querySelector('.wishes')?.remove();
    return null;
  }
  keepSource();
  heading.textContent = pack.title;
  document.title = `${pack.title} · ingenio`;
  byId('back').setAttribute('href', at(pack.home));
  const rule = /** @type {HTMLElement | null} */ (document.querySelector(`[data-rule=${pack.puzzle}]`));
  if (rule) rule.hidden = false;
  const [from, count] = part(pack.levels.length);
  const levels = pack.levels.slice(from - 1, from - 1 + count);
  byId('boards').replaceChildren(...levels.map((level, place) => board(rules, pack.puzzle, level, from + place)));
  return { rules, pack, levels };
}

const shown = show();
// Whoever is faster than the sheet waits for it.
printWith(async () => {
  const sheet = await shown;
  return sheet ? solutions(sheet) : [];
});
await shown;
