// A play's page that was made without its level: without a network, from the packs on board.

import { addressIn, homeOf, ownPack } from './own-packs.js';
import { at, isAlone } from './place.js';
import { Said } from './problem.js';
import { loadRules } from './rules.js';
import { say } from './words.js';

/**
 * @typedef {{ id: string, title: string, text: string, best: number | null, grade: string | null, record: string }} Level
 * @typedef {{ name: string, puzzle: string, title: string, levels: Level[] }} Pack
 */

/** Fills a shell in, if this page is one. @param {HTMLElement} main */
export async function fillShell(main) {
  if (main.dataset.shell === undefined) return;
  if (isAlone && location.hash.length > 1) return fillWithText(main, decodeURIComponent(location.hash.slice(1)));
  const own = new URLSearchParams(location.search);
  if (isAlone && own.has('pack')) return fillWithPack(main, own.get('pack') ?? '', Number(own.get('at')));
  const id = own.get('level') ?? (location.pathname.split('/').at(-1) ?? '').replace('.html', '');
  const pack = await packOf(id, own.get('of'));
  const place = pack?.levels.findIndex((level) => level.id === id) ?? -1;
  const level = pack?.levels[place];
  if (!pack || !level) throw new Said(say('web.level-not-aboard'));
  Object.assign(main.dataset, { level: id, pack: pack.name, text: level.text, ...(level.best !== null && { aim: String(level.best) }) });
  const title = `${pack.title} · ${level.title}`;
  document.title = `${title} · ingenio`;
  const heading = main.querySelector('h1');
  if (heading) heading.textContent = title;
  const record = main.querySelector('#record');
  if (record) record.textContent = level.record;
  for (const link of main.querySelectorAll('a[href]')) turn(/** @type {HTMLAnchorElement} */ (link), main.dataset.shell, id);
  // A door of its own leads here, and forgets what it was asked.
  if (own.has('level')) for (const link of main.querySelectorAll('a[href*="again=yes"]')) link.setAttribute('href', `?of=${pack.name}&level=${id}&again=yes`);
  const [before, next] = [pack.levels[place - 1], pack.levels[place + 1]];
  for (const link of main.querySelectorAll('#next, #next-after')) leadTo(link, next ? at(`/play/${next.id}`) : null);
  for (const link of main.querySelectorAll('#previous')) leadTo(link, before ? at(`/play/${before.id}`) : null);
  fillShelf(main, pack, id);
}

/** The pack of a level: by its name, if the address says so; what is on board knows all of them. @param {string} id @param {string | null} name @returns {Promise<Pack | undefined>} */
async function packOf(id, name) {
  if (name) {
    try {
      return await (await fetch(at(`/packs/${name}.json`))).json();
    } catch {
      // Without a network.
    }
  }
  const packs = /** @type {Pack[]} */ (await (await fetch(at('/packs.json'))).json());
  return packs.find((one) => one.levels.some((level) => level.id === id));
}

/** A link to a neighbour; what is left of a last one leads home. @param {Element} link @param {string | null} address */
function leadTo(link, address) {
  if (address) link.setAttribute('href', address);
  else if (link.id !== 'next-after') link.removeAttribute('href');
  else link.setAttribute('href', at('/'));
}

/** A level that is in no pack: its text is in the address. @param {HTMLElement} main @param {string} text */
async function fillWithText(main, text) {
  const rules = await loadRules(main.dataset.rules);
  const level = rules?.ask({ ask: 'read', puzzle: main.dataset.puzzle, level: text, language: document.documentElement.lang });
  const title = document.querySelector('.top nav [aria-current]')?.textContent ?? '';
  const heading = main.querySelector('h1');
  if (heading) heading.textContent = title;
  document.title = `${title} · ingenio`;
  main.querySelector('.shelf')?.remove();
  main.classList.add('alone');
  if (level?.is !== 'level') throw new Said(level?.message ?? say('web.no-rules'));
  Object.assign(main.dataset, { level: level.id, text: level.text });
  delete main.dataset.pack;
  const share = /** @type {HTMLElement | null} */ (main.querySelector('#share'));
  if (share) share.dataset.address = at(`/open?puzzle=${level.puzzle}&text=${encodeURIComponent(level.text)}`);
  for (const link of main.querySelectorAll('a[href*="again=yes"]')) link.setAttribute('href', `?again=yes${location.hash}`);
  for (const link of main.querySelectorAll('#previous, #next, #next-after')) link.remove();
}

/** A level of a pack that this browser keeps. @param {HTMLElement} main @param {string} key @param {number} place */
function fillWithPack(main, key, place) {
  const pack = ownPack(key);
  const level = pack?.levels[place];
  if (!pack || !level) throw new Said(say('web.no-pack'));
  Object.assign(main.dataset, { level: level.id, text: level.text });
  // It is found by its text: the pack is no pack of everybody's.
  delete main.dataset.pack;
  const title = `${pack.title} · ${level.title}`;
  document.title = `${title} · ingenio`;
  const heading = main.querySelector('h1');
  if (heading) heading.textContent = title;
  main.querySelector('#record')?.replaceChildren();
  const share = /** @type {HTMLElement | null} */ (main.querySelector('#share'));
  if (share) share.dataset.address = at(`/open?puzzle=${pack.puzzle}&text=${encodeURIComponent(level.text)}`);
  for (const link of main.querySelectorAll('a[href*="again=yes"]')) link.setAttribute('href', `${at(addressIn(pack, place))}&again=yes`);
  const address = (/** @type {number} */ to) => (pack.levels[to] ? at(addressIn(pack, to)) : null);
  for (const link of main.querySelectorAll('#next, #next-after')) leadTo(link, address(place + 1));
  for (const link of main.querySelectorAll('#previous')) leadTo(link, address(place - 1));
  fillShelfWith(main, pack.title, at(homeOf(pack)), pack.levels.map((one, to) => ({ title: one.title, grade: null, to: address(to) ?? '', isHere: to === place })));
}

/** What led to the level of the shell leads to this one. @param {HTMLAnchorElement} link @param {string} from @param {string} to */
function turn(link, from, to) {
  const address = link.getAttribute('href') ?? '';
  if (address.includes(from)) link.setAttribute('href', address.replace(from, to));
}

/** @param {HTMLElement} main @param {Pack} pack @param {string} id */
function fillShelf(main, pack, id) {
  const levels = pack.levels.map((level) => ({ title: level.title, grade: level.grade, to: at(`/play/${level.id}`), isHere: level.id === id }));
  fillShelfWith(main, pack.title, at(`/pack/${pack.name}`), levels);
}

/**
 * @param {HTMLElement} main @param {string} title @param {string} home
 * @param {{ title: string, grade: string | null, to: string, isHere: boolean }[]} levels
 */
function fillShelfWith(main, title, home, levels) {
  const shelf = main.querySelector('.shelf');
  if (!shelf) return;
  shelf.setAttribute('aria-label', title);
  const heading = shelf.querySelector('h2 a');
  if (heading) {
    heading.setAttribute('href', home);
    heading.textContent = title;
  }
  shelf.querySelector('ol')?.replaceChildren(...levels.map((level) => {
    const link = document.createElement('a');
    link.href = level.to;
    if (level.isHere) link.setAttribute('aria-current', 'page');
    const title = document.createElement('span');
    title.textContent = level.title;
    title.setAttribute('translate', 'no');
    const grade = document.createElement('span');
    grade.className = 'grade';
    grade.textContent = level.grade ?? '';
    link.append(title, grade);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
}
