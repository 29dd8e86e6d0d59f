// Records of people and machines side by side, and plays that others can watch.

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { startMethod, Table } from '../support/table.ts';
import { expect, test, watch } from '../support/test.ts';

test('people and machines stand side by side, machines marked', async ({ page }) => {
  // A level that no other test plays, so that its first record is made here.
  const text = '#######\n#@$  .#\n#######';
  const table = await Table.open(page, { puzzle: 'sokoban', text });
  await table.byKeys(['ArrowRight', 'ArrowRight', 'ArrowRight']);
  await table.won({ solved: 'Solved: 3 pushes, 3 moves.' });
  await page.goto('/records');
  const row = page.getByRole('row').filter({ hasText: '3 pushes' }).filter({ hasText: 'guest-' }).first();
  await expect(row.getByRole('link', { name: 'replay' })).toBeVisible();
  await expect(row.getByText('a machine')).toHaveCount(0);

  await Table.open(page, { puzzle: 'unblock', text: '4x4:ooooAAoBoooBooCC' });
  await page.getByText('Solve', { exact: true }).click();
  await page.getByLabel('Method').selectOption('bfs');
  if (!missing) await page.getByLabel('Where it runs').selectOption('at the server');
  await startMethod(page);
  await expect(page.getByText(/^Start; \d+ steps follow/)).toBeVisible();
  await page.goto('/records');
  const machine = page.getByRole('row').filter({ hasText: 'bfs' }).first();
  await expect(machine.getByText('(a machine)')).toBeAttached();
  // A machine's way can be watched, once one has heard what it costs; Back leaves the film, not the play.
  await machine.getByRole('link', { name: 'replay' }).click();
  await expect(page.getByRole('dialog')).toContainText('helped for a day');
  await page.getByRole('button', { name: 'Yes, show me' }).click();
  await expect(page.getByText(/^Start; \d+ steps follow/)).toBeVisible();
  await page.goBack();
  await expect(page.locator('#film')).toBeHidden();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.locator('#board .target')).toBeVisible();
});

test('a play is watched by anyone who has its address', async ({ page, browser, server }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowDown', 'u', ...GAMES.sokoban.keys]);
  await table.won(GAMES.sokoban);
  await page.goto('/me');
  const address = await page.getByRole('link', { name: 'replay' }).getAttribute('href');
  const elsewhere = await browser.newContext({ baseURL: server.address });
  const troubles = watch(elsewhere, server);
  const other = await elsewhere.newPage();
  await other.goto(address ?? '');
  const caption = other.getByRole('status');
  // Nothing starts by itself, also for who likes motion; and it says who played.
  await expect(caption).toHaveText('Start; 7 steps follow');
  await expect(other.getByText('Played by a guest,')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Copy a link to this film' })).toBeVisible();
  // Every step back is there, too.
  await other.keyboard.press('ArrowRight');
  await other.keyboard.press('ArrowRight');
  await expect(caption).toContainText('2 of 7: undone');
  await other.keyboard.press('End');
  await expect(caption).toContainText('3 pushes');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await elsewhere.close();
  expect(troubles).toEqual([]);
});
