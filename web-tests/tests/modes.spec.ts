// Other ways to play: from the other end, as many as one can, with the dead squares shown, for stars.

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('Sokoban backwards: boxes are pulled from the goals to where they came from', async ({ page }) => {
  const table = await Table.open(page, { puzzle: 'sokoban', text: '######\n#@ $.#\n######' });
  await table.button('Backwards').click();
  await expect(table.button('Backwards')).toHaveAttribute('aria-pressed', 'true');
  await expect(table.cell('row 2, column 5: box')).toBeAttached();
  await expect(table.cell('row 2, column 4: goal')).toBeAttached();
  await table.byKeys(['ArrowRight', 'ArrowRight', 'Shift+ArrowLeft']);
  await table.settled();
  await table.won({ solved: 'Solved' });
});

test('TetraVex: as many as one can place is an answer', async ({ page }) => {
  // No two sides of these tiles are equal: two can lie across from each other, the others clash.
  const table = await Table.open(page, { puzzle: 'tetravex', text: '2x2\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4' });
  await expect(table.button('That is all I can place')).toBeHidden();
  await table.byMouse([{ drag: [{ tile: 1 }, [0, 0]] }]);
  await table.button('That is all I can place').click();
  await table.won({ solved: 'Put down, not solved: 1 placed' });
});

test('dead squares are hatched on request', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  const hatching = () => page.locator('#board').evaluate((board) => getComputedStyle(board).getPropertyValue('--dead').trim());
  expect(await hatching()).toBe('none');
  await page.locator('summary').getByText('More', { exact: true }).click();
  await table.button('Dead squares').click();
  expect(await hatching()).not.toBe('none');
  await page.keyboard.press('X');
  expect(await hatching()).toBe('none');
  await expect(page.locator('#board path[stroke="var(--dead)"]')).toHaveCount(1);
});

test('a puzzle without dead squares offers none', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await page.locator('summary').getByText('More', { exact: true }).click();
  await expect(table.button('Keep this position')).toBeVisible();
  await expect(table.button('Dead squares')).toBeHidden();
});
