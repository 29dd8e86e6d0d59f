// Packs of one's own where no server keeps them: in this browser.

import { say } from './words.js';

/** @typedef {{ key: string, puzzle: string, title: string, levels: { id: string, title: string, text: string }[] }} OwnPack */

/** @returns {OwnPack[]} the newest first */
export function ownPacks() {
  try {
    return JSON.parse(localStorage.getItem('packs') ?? '[]');
  } catch {
    return [];
  }
}

/** @param {OwnPack[]} packs */
function keep(packs) {
  try {
    localStorage.setItem('packs', JSON.stringify(packs));
  } catch {
    throw new Error(say('web.no-room-here'));
  }
}

/** @param {Omit<OwnPack, 'key'>} pack @returns {OwnPack} */
export function keepPack(pack) {
  const kept = { key: crypto.randomUUID(), ...pack };
  keep([kept, ...ownPacks()]);
  return kept;
}

/** @param {string} key */
export function forgetPack(key) {
  keep(ownPacks().filter((pack) => pack.key !== key));
}

/** Where a level of a pack is played. @param {OwnPack} pack @param {number} place */
export function addressIn(pack, place) {
  return `/shell/${pack.puzzle}?pack=${pack.key}&at=${place}`;
}
