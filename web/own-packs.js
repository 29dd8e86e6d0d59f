// Packs of one's own where no server keeps them: in this browser.

import { Said } from './problem.js';
import { say } from './words.js';

/**
 * @typedef {{ id: string, title: string, text: string }} OwnLevel
 * @typedef {{ key: string, puzzle: string, title: string, grade?: string | null, levels: OwnLevel[] }} OwnPack
 */

/** Characters of a title. */
const LONGEST_TITLE = 80;

/** @returns {OwnPack[]} the newest first */
export function ownPacks() {
  try {
    return JSON.parse(localStorage.getItem('packs') ?? '[]');
  } catch {
    return [];
  }
}

/** @param {string | null} key @returns {OwnPack | undefined} */
export function ownPack(key) {
  return ownPacks().find((pack) => pack.key === key);
}

/** @param {OwnPack[]} packs */
function keep(packs) {
  try {
    localStorage.setItem('packs', JSON.stringify(packs));
  } catch {
    throw new Said(say('web.no-room-here'));
  }
}

/** @param {Omit<OwnPack, 'key'>} pack @returns {OwnPack} */
export function keepPack(pack) {
  const kept = { key: crypto.randomUUID(), ...pack, title: pack.title.slice(0, LONGEST_TITLE) };
  keep([kept, ...ownPacks()]);
  return kept;
}

/**
 * Gives a pack another title, grade and order; levels that are not named in the order are given up. Fails with a sentence.
 * @param {OwnPack} pack @param {{ title: string, grade: string, order: number[] }} wish
 */
export function arrangePack(pack, { title, grade, order }) {
  const proper = title.trim().slice(0, LONGEST_TITLE);
  if (!proper) throw new Said(say('web.pack-needs-title'));
  if (!order.length) throw new Said(say('web.pack-needs-level'));
  const arranged = { ...pack, title: proper, grade: grade || null, levels: order.map((place) => pack.levels[place]) };
  keep(ownPacks().map((one) => (one.key === pack.key ? arranged : one)));
}

/** @param {string} key */
export function forgetPack(key) {
  keep(ownPacks().filter((pack) => pack.key !== key));
}

/** The page of a pack. @param {OwnPack} pack */
export function homeOf(pack) {
  return `/own?pack=${pack.key}`;
}

/** Where a level of a pack is played. @param {OwnPack} pack @param {number} place */
export function addressIn(pack, place) {
  return `/shell/${pack.puzzle}?pack=${pack.key}&at=${place}`;
}
