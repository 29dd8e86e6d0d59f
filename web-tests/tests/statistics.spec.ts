// What was played, counted: for a player, for a level, and people beside machines; and what somebody finds wrong.

import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';

import { GAMES } from '../support/games.ts';
import { PROGRAM } from '../support/server.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('records of people stand beside those of machines', async ({ page, browser, server }) => {
  // A level that a machine has solved before anybody plays it.
  const text = '########\n#@ $  .#\n########';
  await Table.open(page, { puzzle: 'sokoban', text });
  await page.getByText('Solve', { exact: true }).click();
  await page.getByLabel('Method').selectOption('push-optimal');
  const where = page.getByLabel('Where it runs');
  if (await where.isVisible()) await where.selectOption('at the server');
  await page.getByLabel('Go on until it is proved to be the best').check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/^Start; \d+ steps follow/)).toBeVisible();
  const id = await page.locator('main').getAttribute('data-level');
  // Whoever was not shown it is another visitor.
  const elsewhere = await browser.newContext({ baseURL: server.address });
  const visitor = await elsewhere.newPage();
  await visitor.goto(`/play/${id}`);
  const table = await Table.at(visitor);
  await table.byKeys(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']);
  await expect(table.said).toContainText('Solved');
  const row = page.getByRole('row').filter({ hasText: 'pushes' }).first();
  // The page says "Solved" by its own rules, a moment before the server has it.
  await expect(async () => {
    await page.goto(`/level/${id}`);
    await expect(row).toContainText('guest-', { timeout: 1000 });
  }).toPass();
  await elsewhere.close();
  await expect(row).toContainText('push-optimal');
  await expect(page.getByText(/was the first to reach the proved best in pushes/)).toBeVisible();
  await expect(page.getByText(/solved alone 1 time/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'People and machines side by side' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('a player sees what they have done', async ({ page }) => {
  await page.goto('/statistics');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(GAMES.sokoban.keys);
  await expect(table.said).toContainText('Solved');
  await page.goto('/me');
  await page.getByRole('link', { name: 'Statistics' }).click();
  // What was won without waiting for the server is on its way to it.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/You have solved something on 1 day;/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('row').filter({ hasText: 'Sokoban' })).toContainText('0.0 %');
  await expect(page.locator('.bars')).toHaveCount(2);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('packs and puzzles have tables of records', async ({ page }) => {
  await page.goto('/records');
  await page.getByRole('navigation', { name: 'Records' }).getByRole('link', { name: 'TetraVex' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Records: TetraVex' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /two/i }).first().click();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  expect((await page.request.get('/records/nothing')).status()).toBe(404);
});

test('what somebody finds wrong is sent with the play, and can be played again', async ({ page, server }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowDown', 'u', ...GAMES.sokoban.keys]);
  await expect(table.said).toContainText('Solved');
  await page.getByText('More', { exact: true }).click();
  await table.button('Something is wrong here').click();
  await page.getByLabel('What is wrong?').fill('the crate <b>jumped</b>');
  const answered = page.waitForResponse((response) => response.url().endsWith('/findings'));
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(table.said).toContainText('Thank you. It is finding');
  const { file } = await (await answered).json();
  const path = join(await mkdtemp(join(tmpdir(), 'ingenio-finding-')), 'play.json');
  await writeFile(path, file);
  const told = execFileSync(PROGRAM, ['play', '--replay', path], { encoding: 'utf8' });
  expect(told).toContain('the crate <b>jumped</b>');
  expect(told).toMatch(/\d+ events replayed, won/);
  await writeFile(path, file.replace('"won": true', '"won": false'));
  expect(() => execFileSync(PROGRAM, ['play', '--replay', path], { stdio: 'pipe' })).toThrow(/seen otherwise/);
  // Nobody finds fault with the play of somebody else.
  const key = (await page.evaluate(() => fetch('/api/me/plays').then((answer) => answer.json())))[0].key;
  await page.context().clearCookies();
  const stranger = await page.request.post(`${server.address}/api/plays/${key}/findings`, {
    data: { what: '', seen: { won: true, measures: [] } }, headers: { origin: server.address },
  });
  expect([401, 403, 404]).toContain(stranger.status());
});
