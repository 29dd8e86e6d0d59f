// Choose a method, watch it work, stop it, step through what it found; what was found once is found again.

import type { Page } from '@playwright/test';

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { startMethod, Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

/** A board whose eighty moves no blind search finds while a test runs. */
const HARD = { puzzle: 'taquin', text: '_ 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1' };

async function begin(page: Page, method: string, where = 'in this page'): Promise<void> {
  await page.getByText('Solve', { exact: true }).click();
  await page.getByLabel('Method').selectOption(method);
  if (!missing) await page.getByLabel('Where it runs').selectOption(where);
  await startMethod(page);
}

test('a solution is watched step by step, by keys', async ({ page }) => {
  await Table.open(page, GAMES.sokoban);
  await begin(page, 'auto');
  const caption = page.locator('#film-controls').getByRole('status');
  await expect(caption).toHaveText(/^Start; \d+ steps follow$/);
  await expect(page.locator('#solver .live')).toContainText('3 pushes');
  await page.keyboard.press('ArrowRight');
  await expect(caption).toHaveText(/^1 of/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(caption).toHaveText(/^1 of/);
  await page.keyboard.press('End');
  await expect(caption).toContainText('3 pushes');
  await expect(page.locator('#film-board .crate')).toHaveCount(2);
  await page.keyboard.press('Home');
  await expect(caption).toHaveText(/^Start/);
  await page.keyboard.press('Escape');
  await expect(page.locator('#board')).toBeVisible();
});

test('a film plays by itself, faster on demand', async ({ page }) => {
  await Table.open(page, GAMES.taquin);
  await begin(page, 'auto');
  const film = page.locator('#film-controls');
  await expect(film.getByRole('status')).toHaveText('Start; 3 steps follow');
  await film.getByRole('button', { name: 'Speed' }).click();
  await expect(film.getByRole('button', { name: 'Speed' })).toHaveText('4×');
  await film.getByRole('button', { name: 'Play' }).click();
  await expect(film.getByRole('status')).toContainText('3 of 3');
  await expect(film.getByRole('button', { name: 'Play' })).toBeVisible();
  await film.getByRole('slider').fill('1');
  await expect(film.getByRole('status')).toContainText('1 of 3');
});

for (const where of ['in this page', 'at the server']) {
  test(`a search ${where} is watched live and cancelled`, async ({ page }) => {
    await Table.open(page, HARD);
    await begin(page, 'bfs', where);
    const live = page.locator('#solver .live');
    await expect(live).toHaveText(/nodes · \d/);
    const first = await live.textContent();
    await expect(live).not.toHaveText(first ?? '');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(live).toHaveText(/Cancelled|No answer/);
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  });
}

test('a solution from where the play stands', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await page.keyboard.press('ArrowUp');
  await table.settled();
  await page.getByText('Solve', { exact: true }).click();
  await page.getByLabel('From').selectOption('where my play stands');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
});

/** A level that was solved at the server and opened anew; gives the jobs that are asked for from then on. */
async function solvedBefore(page: Page) {
  await Table.open(page, GAMES.unblock);
  await begin(page, 'bfs', 'at the server');
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  await page.reload();
  await Table.at(page);
  const jobs: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/jobs') && jobs.push(request.url()));
  await page.getByText('Solve', { exact: true }).click();
  return jobs;
}

test('what is kept is offered before a method runs again', async ({ page }) => {
  const jobs = await solvedBefore(page);
  await page.getByLabel('Method').selectOption('bfs');
  if (!missing) await page.getByLabel('Where it runs').selectOption('at the server');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('#asked')).toContainText('A solution is kept already (bfs · 2');
  // Who closes the question wants neither.
  await page.keyboard.press('Escape');
  await expect(page.locator('#film')).toBeHidden();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Watch the kept one' }).click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  expect(jobs).toEqual([]);
  await page.getByRole('button', { name: 'Back to my play' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  expect(jobs).toHaveLength(1);
  // Of another method nothing is kept: it runs at once.
  await page.getByRole('button', { name: 'Back to my play' }).click();
  await page.getByLabel('Method', { exact: true }).selectOption('idastar');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('#ask-first')).toBeHidden();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
});

test('a known solution needs no second search', async ({ page }) => {
  const jobs = await solvedBefore(page);
  await page.getByRole('button', { name: 'The best known' }).click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  await page.getByRole('button', { name: 'Back to my play' }).click();
  await page.getByRole('button', { name: /^bfs · 2/ }).click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  expect(jobs).toEqual([]);
});
