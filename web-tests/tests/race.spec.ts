// Two people race in two browsers: by link, through a reload, a killed server, to the result and a rematch.

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { openRace } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const { keys } = GAMES.sokoban;

async function press(page: Page, some: string[]): Promise<void> {
  await page.locator('#board .piece').first().waitFor();
  for (const key of some) await page.keyboard.press(key);
}

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
    await expect(page.locator('#result-title')).toHaveText('You came in 1. of 1.');
    await expect(other.locator('#racers li', { hasText: '1. in' })).toBeVisible();
    await press(other, keys.slice(1));
    await expect(page.locator('#result-title')).toHaveText('You won!');
    await expect(other.locator('#result-title')).toHaveText('You came in 2. of 2.');
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
