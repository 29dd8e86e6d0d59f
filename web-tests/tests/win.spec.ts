// A win worth having: stars, time, moves against the best, and where to go on; and the list of levels knows of it.

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('stars are drawn, with what was reached and the best known', async ({ page }) => {
  await Table.open(page, GAMES.taquin);
  // Somebody has solved it: there is a best to be measured against.
  const first = await Table.on(page);
  await first.byKeys(GAMES.taquin.keys);
  await first.won(GAMES.taquin);
  await page.getByRole('link', { name: 'Play again' }).click();
  await page.waitForURL(/again|play/);
  const table = await Table.at(page);
  await expect(table.figure('moves')).toHaveText('0');
  await table.byKeys(['ArrowLeft', 'ArrowRight', ...GAMES.taquin.keys]);
  await table.won({ solved: 'Solved: 5 moves' });
  const win = page.locator('#win');
  await expect(win.getByRole('img', { name: '1 of 3 stars' })).toBeVisible();
  await expect(win.locator('.star.full')).toHaveCount(1);
  await expect(win).toContainText('best known');
  await expect(win.locator('dd').first()).toHaveText('5');
  await expect(win.locator('dd').nth(1)).toHaveText('3');
  await page.getByRole('link', { name: 'Watch it' }).click();
  await expect(page.getByText('Start; 5 steps follow')).toBeVisible();
});

test('the list of levels shows the level and its stars without a reload', async ({ page }) => {
  await page.goto('/pack/unblock-1-beginner');
  await page.locator('.levels-grid a').nth(35).click();
  const table = await Table.at(page);
  const current = page.locator('.shelf [aria-current]');
  await expect(current).toBeInViewport();
  await expect(current.locator('.stars')).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(table.said).toContainText('to go');
  await page.getByText('Hints', { exact: true }).click();
  for (let more = 0; more < 4 && !(await page.locator('#after').isVisible()); more++) {
    await table.button('The next five').click();
    await table.button('Yes, show me').click();
    await expect(table.button('Cancel')).toBeHidden();
    await page.waitForTimeout(2000);
  }
  await expect(current.locator('.stars')).toHaveText('★☆☆');
});

test('previous and next are beside the title', async ({ page }) => {
  await page.goto('/pack/unblock-1-beginner');
  await page.locator('.levels-grid a').nth(1).click();
  await Table.at(page);
  const title = await page.locator('h1').textContent();
  await page.getByRole('link', { name: 'Next level' }).first().click();
  await expect(page.locator('h1')).not.toHaveText(title ?? '');
  await page.getByRole('link', { name: 'Previous level' }).click();
  await expect(page.locator('h1')).toHaveText(title ?? '');
});
