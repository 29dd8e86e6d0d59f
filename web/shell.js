// A play's page that was made without its level: without a network, from the packs on board.

import { at, isAlone } from './place.js';
import { loadRules } from './rules.js';

/**
 * @typedef {{ id: string, title: string, text: string, best: number | null, grade: string | null, record: string }} Level
 * @typedef {{ name: string, puzzle: string, title: string, levels: Level[] }} Pack
 */

/** Fills a shell in, if this page is one. @param {HTMLElement} main */
export async function fillShell(main) {
  if (main.dataset.shell === undefined) return;
  if (isAlone && location.hash.length > 1) return fillWithText(main, decodeURIComponent(location.hash.slice(1)));
  const id = (location.pathname.split('/').at(-1) ?? '').replace('.html', '');
  const packs = /** @type {Pack[]} */ (await (await fetch(at('/packs.json'))).json());
  const pack = packs.find((one) => one.levels.some((level) => level.id === id));
  const place = pack?.levels.findIndex((level) => level.id === id) ?? -1;
  const level = pack?.levels[place];
  if (!pack || !level) throw new Error('no such level on board');
  Object.assign(main.dataset, { level: id, pack: pack.name, text: level.text, ...(level.best !== null && { aim: String(level.best) }) });
  const title = `${pack.title} · ${level.title}`;
  document.title = `${title} · ingenio`;
  const heading = main.querySelector('h1');
  if (heading) heading.textContent = title;
  const record = main.querySelector('#record');
  if (record) record.textContent = level.record;
  for (const link of main.querySelectorAll('a[href]')) turn(/** @type {HTMLAnchorElement} */ (link), main.dataset.shell, id);
  const [before, next] = [pack.levels[place - 1], pack.levels[place + 1]];
  for (const link of main.querySelectorAll('#next, #next-after')) lead(link, next);
  for (const link of main.querySelectorAll('#previous')) lead(link, before);
  fillShelf(main, pack, id);
}

/** A link to a neighbour; what is left of a last one leads home. @param {Element} link @param {Level | undefined} level */
function lead(link, level) {
  if (level) link.setAttribute('href', at(`/play/${level.id}`));
  else if (link.id !== 'next-after') link.removeAttribute('href');
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
  const said = main.querySelector('#said');
  if (level?.is !== 'level') {
    if (said) said.textContent = level?.message ?? '';
    throw new Error('no such level');
  }
  Object.assign(main.dataset, { level: level.id, text: level.text });
  delete main.dataset.pack;
  const share = /** @type {HTMLElement | null} */ (main.querySelector('#share'));
  if (share) share.dataset.address = at(`/open?puzzle=${level.puzzle}&text=${encodeURIComponent(level.text)}`);
  for (const link of main.querySelectorAll('a[href*="again=yes"]')) link.setAttribute('href', `?again=yes${location.hash}`);
  for (const link of main.querySelectorAll('#previous, #next, #next-after')) link.remove();
}

/** What led to the level of the shell leads to this one. @param {HTMLAnchorElement} link @param {string} from @param {string} to */
function turn(link, from, to) {
  const address = link.getAttribute('href') ?? '';
  if (address.includes(from)) link.setAttribute('href', address.replace(from, to));
}

/** @param {HTMLElement} main @param {Pack} pack @param {string} id */
function fillShelf(main, pack, id) {
  const shelf = main.querySelector('.shelf');
  if (!shelf) return;
  shelf.setAttribute('aria-label', pack.title);
  const heading = shelf.querySelector('h2 a');
  if (heading) {
    heading.setAttribute('href', at(`/pack/${pack.name}`));
    heading.textContent = pack.title;
  }
  shelf.querySelector('ol')?.replaceChildren(...pack.levels.map((level) => {
    const link = document.createElement('a');
    link.href = at(`/play/${level.id}`);
    if (level.id === id) link.setAttribute('aria-current', 'page');
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
