// In an edition without a server: what this browser knows of its player, on pages that were written for everybody.

import { allHeads } from './journal.js';
import { stars } from './levels.js';
import { at } from './place.js';
import { say } from './words.js';

/** The best stars of each level. @param {import('./journal.js').Head[]} heads */
export function reached(heads) {
  /** @type {Map<string, number>} */
  const best = new Map();
  for (const { level, stars } of heads) {
    if (stars !== undefined) best.set(level, Math.max(stars, best.get(level) ?? 0));
  }
  return best;
}

/** Levels of a list, with their stars. @param {Map<string, number>} best */
function markLevels(best) {
  for (const link of document.querySelectorAll('.levels-grid a, .shelf li a')) {
    const id = /play\/(\w+)\.html/.exec(link.getAttribute('href') ?? '')?.[1];
    const count = id ? best.get(id) : undefined;
    if (count === undefined) continue;
    link.querySelector('.stars')?.remove();
    (link.querySelector('strong') ?? link.querySelector('span'))?.after(stars(count));
  }
}

/** How far the packs are solved. @param {import('./journal.js').Head[]} heads */
function markPacks(heads) {
  for (const card of document.querySelectorAll('.card')) {
    const bar = card.querySelector('progress');
    const name = /pack\/([\w-]+)\.html/.exec(card.querySelector('h2 a')?.getAttribute('href') ?? '')?.[1];
    if (!bar || !name) continue;
    const solved = new Set(heads.filter((head) => head.pack === name && head.stars !== undefined).map((head) => head.level)).size;
    const words = say('web.solved-of', { solved, all: bar.max });
    bar.value = solved;
    bar.setAttribute('aria-label', words);
    const text = card.querySelector('p.small:not(.muted)');
    if (text) text.textContent = words;
  }
}

/** On the first page every puzzle goes on where it was left. @param {import('./journal.js').Head[]} heads @param {Map<string, number>} best */
function markHome(heads, best) {
  for (const card of document.querySelectorAll('.home .card')) {
    const puzzle = /puzzle\/(\w+)\.html/.exec(card.querySelector('h3 a')?.getAttribute('href') ?? '')?.[1];
    const link = /** @type {HTMLAnchorElement | null} */ (card.querySelector('.go a'));
    if (!puzzle || !link) continue;
    const open = heads.find((head) => head.puzzle === puzzle && !head.finished && head.pack);
    if (open) {
      link.href = at(`/play/${open.level}`);
      const word = link.firstChild;
      if (word) word.textContent = say('web.continue');
    } else if (best.has(/play\/(\w+)\.html/.exec(link.href)?.[1] ?? '')) link.href = at(`/puzzle/${puzzle}`);
  }
}

async function mark() {
  const heads = await allHeads();
  const best = reached(heads);
  markLevels(best);
  markPacks(heads);
  markHome(heads, best);
}

await mark();
