// A class of thirty in real browsers behind one address: `node bench/browser-class.mjs [PROGRAM] [PUPILS]`. Everybody joins
// by the code of the class, opens its pack and a level of it, and then they race, ten in a race, to the end. The server has
// its usual limits; every answer from 400 on is told. Beside it stands the machine's load.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openHouse } from './browser-house.mjs';

const program = process.argv[2] ?? 'target/release/ingenio';
const PUPILS = Number(process.argv[3] ?? 30);
const PACK = 'taquin-1-three';
const IN_A_RACE = 10;
/** Moves are those of the blank; a key says where a tile goes. */
const KEYS = { U: 'ArrowDown', D: 'ArrowUp', L: 'ArrowRight', R: 'ArrowLeft' };
/** Milliseconds that anything in a page may take, on a machine that thirty browsers share. */
const PATIENCE = 120_000;

const { address, browser, folder, close } = await openHouse(program);
const refused = [];
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);

async function newcomer() {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  return page;
}

/** The class, with a pack as its homework. */
async function openClass() {
  const { request } = await browser.newContext({ baseURL: address });
  const ask = async (path, data) => (await (await request.post(path, { data })).json());
  await ask('/api/register', { name: 'Grace', password: 'a short sentence' });
  const ends = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { to } = await ask('/api/classes', { title: '3b', ends });
  await ask(to.replace('/class/', '/api/classes/') + '/homework', { task: `pack:${PACK}`, due: ends });
  const page = await (await request.get(to)).text();
  return /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(page)[0];
}

/** One pupil joins, opens the pack and a level of it. */
async function arrive(page, code, number) {
  await page.goto(`/join/${code}`);
  await page.getByLabel('Your name in this class').fill(`Pupil ${number}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.locator('.levels-grid a').first().waitFor();
  await page.goto(`/pack/${PACK}`);
  await page.locator('.levels-grid a').first().click();
  await page.locator('#board .piece').first().waitFor();
}

/** The keys that solve a level, by the program: what is measured is not how fast somebody thinks. */
const known = new Map();
function keysOf(text) {
  if (!known.has(text)) {
    const file = join(folder, 'level.txt');
    writeFileSync(file, text);
    const { solution } = JSON.parse(execFileSync(program, ['solve', file, '--puzzle', 'taquin', '--json'], { encoding: 'utf8' }));
    known.set(text, [...solution.replaceAll(/[^UDLR]/g, '')].map((move) => KEYS[move]));
  }
  return known.get(text);
}

async function race(pages) {
  const [host, ...others] = pages;
  await host.goto('/race');
  await host.locator('#race-pack').selectOption(PACK);
  await host.locator('#make-race button').click();
  await host.waitForURL(/\/race\/[0-9A-Z]{6}$/);
  const code = host.url().slice(-6);
  await Promise.all(others.map(async (page) => {
    await page.goto(`/race/${code}`);
    await page.getByRole('button', { name: 'Join the race' }).click();
  }));
  await host.locator('#racers li').nth(pages.length - 1).waitFor();
  await host.locator('#start').click();
  await Promise.all(pages.map(async (page) => {
    await page.locator('#board .piece').first().waitFor();
    const leg = await (await page.request.post(`/api/races/${code}/leg`, { data: {} })).json();
    for (const key of keysOf(leg.text)) await page.keyboard.press(key);
    await page.locator('#result').waitFor();
  }));
  await host.locator('main[data-phase=over]').waitFor();
}

try {
  const code = await openClass();
  const pages = await Promise.all(Array.from({ length: PUPILS }, newcomer));
  await Promise.all(pages.map((page, number) => arrive(page, code, number + 1)));
  console.log(`${PUPILS} have joined, opened the pack and a level after ${seconds()} s`);
  const races = [];
  for (let at = 0; at < PUPILS; at += IN_A_RACE) races.push(race(pages.slice(at, at + IN_A_RACE)));
  await Promise.all(races);
  console.log(`${PUPILS} have raced to the end, in ${races.length} races, after ${seconds()} s; refused: ${refused.length}; load ${loadavg()[0].toFixed(1)}`);
  for (const one of refused) console.log(one);
  process.exitCode = refused.length > 0 ? 1 : 0;
} finally {
  await close();
}
