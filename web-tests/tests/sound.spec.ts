// Sound: nothing until somebody wants it, then something short for what happened.

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

interface Heard {
  contexts: number;
  /** The first frequency of what sounded. */
  tones: number[];
}

/** Writes down what would be heard. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Heard = { contexts: 0, tones: [] };
    (window as unknown as { heard: Heard }).heard = heard;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        heard.contexts += 1;
      }
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      heard.tones.push(this.frequency.value);
      start.call(this, when);
    };
  });
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard);

/** What sounds when keys are pressed, each for itself. */
async function tonesOf(page: Page, table: Table, keys: string[]): Promise<number[]> {
  const before = (await heard(page)).tones.length;
  for (const key of keys) {
    await table.byKeys([key]);
    await page.waitForTimeout(60);
  }
  return (await heard(page)).tones.slice(before);
}

test('at first nothing sounds, and nothing is made ready for it', async ({ page }) => {
  await listen(page);
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(GAMES.sokoban.keys);
  await table.won(GAMES.sokoban);
  expect(await heard(page)).toEqual({ contexts: 0, tones: [] });
});

test('a move, a push, a blocked way and a win sound different', async ({ page }) => {
  await listen(page);
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Sound' }).getByLabel('on').check();
  expect((await heard(page)).contexts).toBe(1);
  const table = await Table.open(page, GAMES.sokoban);
  const blocked = await tonesOf(page, table, ['ArrowLeft']);
  const pushed = await tonesOf(page, table, ['ArrowRight']);
  const moved = await tonesOf(page, table, ['ArrowDown']);
  for (const tones of [blocked, pushed, moved]) expect(tones.length).toBeGreaterThan(0);
  expect(new Set([blocked[0], pushed[0], moved[0]]).size).toBe(3);
  const won = await tonesOf(page, table, GAMES.sokoban.keys.slice(2));
  await table.won(GAMES.sokoban);
  // Three notes after the last push.
  const last = won.slice(-3);
  expect([...last].sort((one, other) => one - other)).toEqual(last);
  expect(last[0]).toBeGreaterThan(pushed[0]);
});

test('sound is short and quiet', async ({ page }) => {
  await page.goto('/settings');
  const loudest = await page.evaluate(async () => {
    // The same notes, made into samples instead of sound.
    const offline = new OfflineAudioContext(1, 44100, 44100);
    Object.assign(offline, { resume: () => Promise.resolve() });
    window.AudioContext = function () {
      return offline;
    } as unknown as typeof AudioContext;
    localStorage.setItem('sound', 'on');
    const script = document.querySelector<HTMLScriptElement>('script[src$="settings-page.js"]')?.src ?? '';
    const { sound } = (await import(script.replace('settings-page.js', 'sound.js'))) as { sound: (name: string) => void };
    sound('win');
    const samples = (await offline.startRendering()).getChannelData(0);
    const loud = (from: number, to: number) => Math.max(...samples.slice(from, to).map(Math.abs));
    return [loud(0, 33075), loud(33075, 44100)];
  });
  expect(loudest[0]).toBeGreaterThan(0.01);
  expect(loudest[0]).toBeLessThan(0.2);
  // After three quarters of a second it is still.
  expect(loudest[1]).toBe(0);
});
