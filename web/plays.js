// The page of one's plays where no server keeps them.

import { pack, takeIn, unpack } from './baggage.js';
import { allHeads } from './journal.js';
import { stars } from './levels.js';
import { moment } from './number.js';
import { homeOf, ownPacks } from './own-packs.js';
import { at } from './place.js';
import { Said, sentenceOf } from './problem.js';
import { reached } from './progress.js';
import { loadRules } from './rules.js';
import { save } from './save.js';
import { say } from './words.js';

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {import('./journal.js').Head} head */
function address(head) {
  return head.pack ? at(`/play/${head.level}`) : at(`/shell/${head.puzzle}#${encodeURIComponent(head.text ?? '')}`);
}

/** @param {import('./journal.js').Head} head */
function row(head) {
  const line = document.createElement('tr');
  const [level, when, state, reached] = ['', 'wide', '', ''].map((name) => {
    const cell = document.createElement('td');
    if (name) cell.className = name;
    line.append(cell);
    return cell;
  });
  const link = document.createElement('a');
  link.href = address(head);
  link.textContent = head.title || (head.puzzle ?? '');
  level.append(link);
  when.textContent = moment(head.touched);
  state.textContent = say(head.finished ? 'web.play-solved' : 'web.play-open');
  if (head.stars !== undefined) reached.append(stars(head.stars));
  return line;
}

/** @param {import('./own-packs.js').OwnPack} pack */
function packLine(pack) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = at(homeOf(pack));
  link.translate = false;
  link.textContent = pack.title;
  const count = document.createElement('span');
  count.className = 'muted small';
  count.textContent = ` ${say('web.levels-count', { count: pack.levels.length })}`;
  item.append(link, count);
  return item;
}

function showPacks() {
  const packs = ownPacks();
  byId('no-packs').hidden = packs.length > 0;
  byId('packs').replaceChildren(...packs.map(packLine));
}

async function show() {
  const heads = await allHeads();
  const best = reached(heads);
  const sum = [...best.values()].reduce((all, count) => all + count, 0);
  byId('reached').textContent = say('web.reached-here', { levels: best.size, stars: sum });
  byId('none').hidden = heads.length > 0;
  byId('list').hidden = heads.length === 0;
  byId('list').querySelector('tbody')?.replaceChildren(...heads.map(row));
}

byId('export').addEventListener('click', async () => save('ingenio-plays.json', await pack()));

byId('bring-file').addEventListener('change', async (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const file = field.files?.[0];
  if (!file) return;
  const told = byId('brought');
  try {
    const rules = await loadRules(document.querySelector('main')?.dataset.rules);
    if (!rules) throw new Said(say('web.no-rules'));
    told.textContent = say('web.brought', await takeIn(await unpack(file), rules, {}));
    await show();
  } catch (problem) {
    told.textContent = sentenceOf(problem);
  } finally {
    // The same file can be chosen again.
    field.value = '';
  }
});

showPacks();
await show();
