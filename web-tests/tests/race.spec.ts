// Two and ten people race in browsers of their own: by link, through a reload, a lost network, a killed server, beside one
// who cheats and one who stalls, to the result and a rematch.

import { spawnSync } from 'node:child_process';

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { openRace } from '../support/pages.ts';
import { PROGRAM } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const { keys } = GAMES.sokoban;

async function press(page: Page, some: string[]): Promise<void> {
  await page.locator('#board .piece').first().waitFor();
  for (const key of some) await page.keyboard.press(key);
}

test.describe('a lobby', () => {
  // Who starts too early by the server's clock is refused.
  test.use({ allowed: /status of 409/ });

  test('is opened to everybody in it when the one who should call the start is silent', async ({ page, browser, server }) => {
    await openRace(page);
    const friend = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.8' } });
    const other = await friend.newPage();
    // A minute is long: this page is told that it is over soon. The clock that counts is the server's.
    await other.routeWebSocket(/\/api\/races\/.*\/live/, (line) => {
      line.connectToServer().onMessage((message) => {
        const race = JSON.parse(String(message)) as { now: number; opens: number | null };
        line.send(JSON.stringify({ ...race, opens: race.opens === null ? null : race.now + 3000 }));
      });
    });
    await other.goto(page.url());
    await other.getByLabel('Your name in the race').fill('Bob');
    await other.getByRole('button', { name: 'Join the race' }).click();
    await expect(other.locator('#racers')).toContainText('Bob');
    await expect(other.locator('#start')).toBeHidden();
    await other.reload();
    await expect(other.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect(other.locator('#start-about')).toContainText('may have gone');
    await other.getByRole('button', { name: 'Start' }).click();
    await expect(other.locator('#said')).toContainText('when nobody new has come for a minute');
    await friend.close();
  });

  test('is asked for when its line has died without a word', async ({ page, browser, server }) => {
    let isDead = false;
    await page.clock.install();
    await page.routeWebSocket(/\/api\/races\/.*\/live/, (line) => {
      const far = line.connectToServer();
      far.onMessage((message) => {
        if (!isDead) line.send(message);
      });
    });
    await openRace(page);
    await expect(page.locator('#racers li')).toHaveCount(1);
    isDead = true;
    const friend = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.7' } });
    const code = page.url().split('/').pop();
    expect((await friend.request.post(`/api/races/${code}/join`, { data: { name: 'Bob' } })).ok()).toBe(true);
    await expect(page.locator('#racers li')).toHaveCount(1);
    await page.clock.fastForward(50_000);
    await expect(page.locator('#racers')).toContainText('Bob');
    await friend.close();
  });
});

test.describe('two in a race', () => {
  // A reload and a killed server end lines.
  test.use({ allowed: /WebSocket connection|ERR_CONNECTION_REFUSED|Failed to fetch|status of 409/ });

  test('see each other, come back after a reload and a killed server, and race again', async ({ page, browser, server }) => {
    test.setTimeout(90_000);
    await openRace(page);
    const friend = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.9' } });
    const other = await friend.newPage();
    await other.goto(page.url());
    await other.getByLabel('Your name in the race').fill('Bob');
    await other.getByRole('button', { name: 'Join the race' }).click();
    await expect(page.locator('#racers')).toContainText('Bob');
    await expect(other.locator('#start')).toBeHidden();
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('#countdown')).toBeVisible();
    await expect(other.locator('#countdown')).toBeVisible();
    // One push of three: the other sees how far, not how.
    await press(other, keys.slice(0, 1));
    await expect(page.locator('#racers li', { hasText: 'Bob' })).toContainText('1 push, at least 2 to go');
    await press(page, keys.slice(0, 2));
    await page.reload();
    await expect(page.locator('[data-figure=moves] dd')).toHaveText('2');
    await server.kill();
    await press(page, keys.slice(2, 3));
    await server.begin();
    await press(page, keys.slice(3));
    await expect(page.locator('#result-title')).toHaveText('Place 1 of 1.');
    await expect(other.locator('#racers li', { hasText: '1. in' })).toBeVisible();
    await press(other, keys.slice(1));
    await expect(page.locator('#result-title')).toHaveText('You won!');
    await expect(other.locator('#result-title')).toHaveText('Place 2 of 2.');
    await expect(other.locator('#announced')).toContainText('has finished');
    await page.getByRole('button', { name: 'Race again' }).click();
    await page.waitForURL((url) => !url.href.endsWith(other.url().slice(-6)));
    await other.getByRole('button', { name: 'Join the rematch' }).click();
    await expect(page.locator('#racers')).toContainText('Bob');
    await friend.close();
  });
});

test.describe('alone with machines', () => {
  // Where nobody has solved the level yet there is no ghost, and the page says so.
  test.use({ allowed: /status of 422/ });

  test('a ghost and a solver are company enough, and the play can be reviewed', async ({ page }) => {
    await openRace(page);
    await page.locator('#company summary').click();
    await page.getByRole('button', { name: 'The fastest so far, as a ghost' }).click();
    await page.locator('#add-solver button').click();
    await expect(page.locator('#racers li[data-kind=solver]')).toHaveCount(1);
    await page.locator('#start').click();
    await press(page, keys);
    await expect(page.locator('#result')).toBeVisible();
    await page.getByRole('link', { name: 'Review my play' }).click();
    await expect(page.locator('#review li')).toHaveCount(keys.length);
    await page.getByRole('button', { name: 'Step through my play' }).click();
    await expect(page.locator('#board .judged')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('#board .judged')).toHaveCount(1);
  });
});

test.describe('a race that is none', () => {
  test.use({ allowed: /status of 404/ });

  test('is said to be none', async ({ page }) => {
    await page.goto('/race');
    await page.getByLabel('The code of the race').fill('zzzzzz');
    await page.getByRole('button', { name: 'Look for it' }).click();
    await expect(page.getByText('There is no race of this code')).toBeVisible();
    await page.goto('/race/ZZZZZZ');
    await expect(page.locator('main')).toContainText('There is');
  });

  test('a code that is typed leads to its race, however it is written', async ({ page, browser, server }) => {
    await openRace(page);
    const code = page.url().slice(-6);
    const friend = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.7' } });
    const other = await friend.newPage();
    await other.goto('/race');
    await other.getByLabel('The code of the race').fill(` ${code.toLowerCase()} `);
    await other.getByRole('button', { name: 'Look for it' }).click();
    await other.waitForURL(new RegExp(`/race/${code}$`));
    await expect(other.getByRole('button', { name: 'Join the race' })).toBeVisible();
    await friend.close();
  });
});

test('who comes late watches', async ({ page, browser, server }) => {
  await openRace(page);
  await page.locator('#company summary').click();
  await page.locator('#add-solver button').click();
  await page.locator('#racers li').nth(1).waitFor();
  await page.locator('#start').click();
  await page.locator('#board .piece').first().waitFor();
  const late = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.9.9.8' } });
  const stranger = await late.newPage();
  await stranger.goto(page.url());
  await expect(stranger.locator('#said')).toContainText('begun without you');
  await expect(stranger.locator('#board .piece')).toHaveCount(0);
  await late.close();
});

/** Moves are those of the blank; a key says where a tile goes. */
const KEYS: Record<string, string> = { U: 'ArrowDown', D: 'ArrowUp', L: 'ArrowRight', R: 'ArrowLeft' };

/** The keys that solve a level, by the program. */
function keysOf(text: string): string[] {
  const told = spawnSync(PROGRAM, ['solve', '-', '--puzzle', 'taquin', '--json'], { encoding: 'utf8', input: text });
  const { solution } = JSON.parse(told.stdout) as { solution: string };
  return [...solution].filter((move) => move in KEYS).map((move) => KEYS[move]);
}

interface Standing {
  phase: string;
  you: number;
  racers: { place: number; finished: number | null; rank: number | null }[];
}

test.describe('ten in a race', () => {
  test.use({ allowed: /WebSocket connection|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 409/, contextOptions: { reducedMotion: 'reduce' } });

  test('one loses the line, one stalls, one cheats, the server is killed: seven come to the end', async ({ page, browser, server }) => {
    test.setTimeout(240_000);
    await page.goto('/race?pack=taquin-1-three');
    await page.getByLabel('How many').selectOption('3');
    await page.locator('#make-race button').click();
    await page.waitForURL(/\/race\/[0-9A-Z]{6}$/);
    const code = page.url().slice(-6);
    const pages = [page];
    for (let seat = 1; seat < 10; seat++) {
      const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce', extraHTTPHeaders: { 'x-forwarded-for': `10.9.8.${seat}` } });
      const other = await context.newPage();
      await other.goto(`/race/${code}`);
      await other.getByRole('button', { name: 'Join the race' }).click();
      pages.push(other);
    }
    await expect(page.locator('#racers li')).toHaveCount(10);
    await page.locator('#start').click();
    const standing = async (who: Page) => (await (await who.request.get(`/api/races/${code}`)).json()) as Standing;
    const place = async (who: Page) => {
      const { you, racers } = await standing(who);
      return racers[you].finished === null ? racers[you].place : 3;
    };
    const solve = async (who: Page, before: () => Promise<void> = async () => {}) => {
      await who.locator('#board:not(.won) .piece').first().waitFor();
      const leg = (await (await who.request.post(`/api/races/${code}/leg`, { data: {} })).json()) as { text: string; place: number };
      const keys = keysOf(leg.text);
      await who.keyboard.press(keys[0]);
      await before();
      for (const key of keys.slice(1)) await who.keyboard.press(key);
      await expect.poll(() => place(who), { timeout: 60_000 }).toBe(leg.place + 1);
      if (leg.place < 2) await expect(who.locator('#said')).toContainText(`Level ${leg.place + 2} of 3`);
    };
    const runners = pages.slice(0, 7);
    const [cheat, staller, leaver] = pages.slice(7);
    await Promise.all(runners.map((who) => solve(who)));
    // Claims a win in three ways, over the line of its own play.
    await cheat.locator('#board .piece').first().waitFor();
    const leg = (await (await cheat.request.post(`/api/races/${code}/leg`, { data: {} })).json()) as { key: string };
    await cheat.evaluate(async (key) => {
      const line = new WebSocket(`${location.origin.replace('http', 'ws')}/api/plays/${key}/live?tab=forged`);
      await new Promise((open) => line.addEventListener('open', open));
      line.send(JSON.stringify({ n: 1, do: 'events', after: 0, events: [['move R', 0], ['done', 0]] }));
      line.send(JSON.stringify({ n: 2, do: 'done' }));
      line.send(JSON.stringify({ n: 3, do: 'won' }));
      await new Promise((later) => setTimeout(later, 500));
      line.close();
    }, leg.key);
    expect(await place(cheat)).toBe(0);
    // In the second level everybody is in the middle when the server dies, and one without a network besides.
    const [offline] = runners;
    let waiting = 0;
    const everybody = new Promise<void>((ready) => {
      const check = setInterval(() => {
        if (waiting < runners.length) return;
        clearInterval(check);
        ready();
      }, 50);
    });
    const killed = everybody.then(async () => {
      await offline.context().setOffline(true);
      await server.kill();
      await server.begin();
      await offline.context().setOffline(false);
    });
    await Promise.all(runners.map((who) => solve(who, async () => {
      waiting += 1;
      await killed;
    })));
    await leaver.locator('#leave').waitFor();
    leaver.on('dialog', (dialog) => void dialog.accept());
    await leaver.locator('#leave').click();
    await Promise.all(runners.map((who) => solve(who)));
    const { racers, phase } = await standing(page);
    expect(phase).toBe('running');
    const times = racers.slice(0, 7).map(({ finished }) => finished ?? Infinity);
    expect(times.every(Number.isFinite)).toBe(true);
    // Whoever comes in at the same millisecond shares a place.
    expect(racers.slice(0, 7).map(({ rank }) => rank)).toEqual(times.map((time) => 1 + times.filter((other) => other < time).length));
    expect(racers.slice(7).map(({ rank }) => rank)).toEqual([null, null, null]);
    for (const who of [cheat, staller]) await who.request.post(`/api/races/${code}/leave`, { data: {} });
    await expect(page.locator('main')).toHaveAttribute('data-phase', 'over');
    for (const who of pages.slice(1)) await who.context().close();
  });
});
