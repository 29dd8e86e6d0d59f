// The page of a pack that this browser keeps: its levels, title, grade and order, and the pack as a file.

import { arrangeWith } from './arrange.js';
import { allHeads } from './journal.js';
import { stars } from './levels.js';
import { addressIn, arrangePack, forgetPack, ownPack } from './own-packs.js';
import { at } from './place.js';
import { drawn } from './preview.js';
import { sentenceOf } from './problem.js';
import { reached } from './progress.js';
import { loadRules } from './rules.js';
import { save } from './save.js';
import { think } from './thinker.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('arrange'));
const pack = ownPack(new URLSearchParams(location.search).get('pack'));

/** @param {import('./own-packs.js').OwnPack} pack */
async function show(pack) {
  const heading = /** @type {HTMLElement} */ (document.querySelector('h1'));
  heading.textContent = pack.title;
  document.title = `${pack.title} · ingenio`;
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  field('title').value = pack.title;
  field('grade').value = pack.grade ?? '';
  const grade = pack.grade ? /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field('grade'))).selectedOptions[0]?.textContent : null;
  byId('about').textContent = [grade, say('web.levels-count', { count: pack.levels.length })].filter(Boolean).join(' · ');
  byId('order').replaceChildren(...pack.levels.map((level, place) => orderLine(level, place)));
  byId('print').setAttribute('href', at(`/print?own=${pack.key}`));
  const best = reached(await allHeads());
  const first = pack.levels.findIndex((level) => !best.has(level.id));
  byId('play').setAttribute('href', at(addressIn(pack, Math.max(first, 0))));
  const rules = await loadRules(document.querySelector('main')?.dataset.rules);
  byId('grid').replaceChildren(...pack.levels.map((level, place) => card(pack, level, place, rules, best.get(level.id))));
}

/** @param {import('./own-packs.js').OwnLevel} level @param {number} place */
function orderLine({ title }, place) {
  const item = document.createElement('li');
  item.dataset.place = String(place);
  const name = document.createElement('span');
  name.translate = false;
  name.textContent = title;
  item.append(name);
  for (const [what, sign] of [['up', '↑'], ['down', '↓'], ['out', '×']]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.move = what;
    button.textContent = sign;
    button.setAttribute('aria-label', say(`web.place-${what}`, { level: title }));
    item.append(button);
  }
  return item;
}

/**
 * @param {import('./own-packs.js').OwnPack} pack @param {import('./own-packs.js').OwnLevel} level @param {number} place
 * @param {import('./rules.js').Rules | null} rules @param {number | undefined} count of stars
 */
function card(pack, level, place, rules, count) {
  const link = document.createElement('a');
  link.href = at(addressIn(pack, place));
  const picture = rules && drawn(rules, { puzzle: pack.puzzle, text: level.text });
  const line = document.createElement('span');
  line.className = 'line';
  const title = document.createElement('strong');
  title.translate = false;
  title.textContent = level.title;
  line.append(title, ...(count === undefined ? [] : [stars(count)]));
  link.append(...(picture ? [picture] : []), line);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** @param {import('./own-packs.js').OwnPack} pack */
async function exportPack({ puzzle, title, grade, levels }) {
  try {
    const { file } = await think({ ask: 'pack', puzzle, title, grade: grade ?? '', levels });
    save('pack.toml', new Blob([file], { type: 'application/toml' }));
  } catch (problem) {
    byId('said').textContent = sentenceOf(problem);
  }
}

if (pack) {
  byId('export').addEventListener('click', () => void exportPack(pack));
  arrangeWith(
    form,
    (wish) => {
      arrangePack(pack, wish);
      location.reload();
    },
    () => {
      forgetPack(pack.key);
      location.assign(at('/plays'));
    },
  );
  await show(pack);
} else {
  for (const part of document.querySelectorAll('main > :not(h1)')) part.remove();
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = say('web.no-pack');
}
