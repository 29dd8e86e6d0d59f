// Undo, redo, restart, and positions that are kept: without limit, and across restarts.

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('undo and redo go all the way', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await expect(table.button('Undo')).toBeDisabled();
  await table.byKeys(['ArrowRight', 'ArrowDown', 'ArrowRight']);
  await expect(table.figure('moves')).toHaveText('3');
  await table.button('Undo').click();
  await table.byKeys(['u', 'z']);
  await expect(table.figure('moves')).toHaveText('0');
  await expect(table.cell('row 3, column 2: you')).toBeAttached();
  await expect(table.button('Undo')).toBeDisabled();
  await table.byKeys(['Control+Shift+z', 'y']);
  await table.button('Redo').click();
  await expect(table.figure('moves')).toHaveText('3');
  await expect(table.cell('row 4, column 4: you')).toBeAttached();
  await expect(table.button('Redo')).toBeDisabled();
});

test('a restart can be taken back', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.byKeys(['ArrowUp', 'ArrowLeft']);
  await table.button('Restart').click();
  await expect(table.cell('row 3, column 1: tile 4')).toBeAttached();
  await table.button('Undo').click();
  await expect(table.cell('row 2, column 1: tile 4, in place')).toBeAttached();
});

test('a kept position comes back', async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await table.byMouse([{ drag: [[1, 3], [2, 3]] }]);
  await page.getByText('More', { exact: true }).click();
  await expect(table.button('Back to the kept one')).toBeHidden();
  await table.button('Keep this position').click();
  await expect(table.said).toHaveText('This position is kept.');
  await table.button('Restart').click();
  await expect(table.cell('row 2, column 4: block B')).toBeAttached();
  await table.button('Back to the kept one').click();
  await expect(table.cell('row 2, column 4: empty')).toBeAttached();
  await expect(table.cell('row 4, column 4: block B')).toBeAttached();
});

test('a play goes on after the page was left', async ({ page }) => {
  const table = await Table.open(page, GAMES.flow);
  await table.byMouse([{ drag: [[0, 0], [1, 0], [2, 0]] }]);
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue Flow' }).click();
  const again = await Table.at(page);
  await expect(again.said).toHaveText('You have been here before: your play goes on.');
  await expect(again.cell('row 2, column 1: pipe A')).toBeAttached();
});

test('a pause hides the board and stops the keys', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowRight', 'p', 'ArrowDown']);
  await expect(page.getByText('Paused.')).toBeVisible();
  await expect(table.board.locator('svg')).toBeHidden();
  await table.byKeys(['Escape', 'ArrowDown']);
  await expect(table.figure('moves')).toHaveText('2');
  await expect(table.board.locator('svg')).toBeVisible();
});
