// Lessons: read, and their exercises answered.

import { expect, test } from '../support/test.ts';

test('a lesson is found, read, and its solver opened', async ({ page }) => {
  await page.goto('/puzzle/unblock');
  await page.getByRole('link', { name: /lesson/i }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Unblock');
  await expect(page.getByRole('img', { name: /ring/ })).toBeVisible();
  await page.getByText('The solver: unblock.rs').click();
  await expect(page.locator('#solver pre')).toContainText('breadth-first search');
  await page.goto('/lessons');
  await expect(page.locator('ul.lessons a')).toHaveCount(5);
});

test('an answer is judged, and a wrong one told why', async ({ page }) => {
  await page.goto('/lessons/taquin');
  const first = page.locator('.exercises > li').first();
  await first.getByLabel('Your answer to exercise 1').fill('0');
  await first.getByRole('button', { name: 'Check 1' }).click();
  await expect(first.getByRole('status')).toHaveText('Not yet. Tiles 1 and 2 have changed places: each is one column away.');
  await first.getByLabel('Your answer to exercise 1').fill('2');
  await first.getByRole('button', { name: 'Check 1' }).click();
  await expect(first.getByRole('status')).toContainText('Right.');
});

test('a level of one’s own is judged by running methods on it', async ({ page }) => {
  await page.goto('/lessons/flow');
  const last = page.locator('.exercises > li').last();
  await last.getByLabel('Your answer to exercise 5').fill('AA\nBB');
  await last.getByRole('button', { name: 'Check 5' }).click();
  await expect(last.getByRole('status')).toContainText('should be unsolvable');
  await last.getByLabel('Your answer to exercise 5').fill('AB\nBA');
  await last.getByRole('button', { name: 'Check 5' }).click();
  await expect(last.getByRole('status')).toContainText('Right.');
});
