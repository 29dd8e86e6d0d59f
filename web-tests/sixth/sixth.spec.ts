// A puzzle that no page knows: the template, registered under another name. Everything that is seen, heard and pressed
// here comes from its folder.

import { fileURLToPath } from 'node:url';

import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const PICTURES = fileURLToPath(new URL('../../target/web-sixth/', import.meta.url));

test('a sixth puzzle is opened, drawn, told, played by keys and taps, and won', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Puzzle', { exact: true }).selectOption('hallway');
  await page.getByLabel('Text').fill('#.>..o.#');
  await expect(page.locator('#check')).toContainText('Hallway, 8 by 1');
  await expect(page.locator('#preview .walker')).toHaveCount(1);
  await page.getByRole('button', { name: 'Play' }).click();
  const table = await Table.at(page);
  await expect(page.locator('#rule')).toContainText('Walk to the ring with the arrows');
  await expect(table.cell('row 1, column 3: walker')).toBeAttached();
  await expect(page.locator('#board .walker circle')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}start.png` });
  await page.keyboard.press('ArrowRight');
  await expect(table.cell('row 1, column 4: walker')).toBeAttached();
  await table.button('Undo').click();
  await expect(table.cell('row 1, column 3: walker')).toBeAttached();
  await table.cell('row 1, column 6: goal').click({ force: true });
  await expect(table.cell('row 1, column 6: walker, in place, goal')).toBeAttached();
  await page.screenshot({ path: `${PICTURES}won.png` });
});

test('a gesture that does nothing is answered in its own words', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Puzzle', { exact: true }).selectOption('hallway');
  await page.getByLabel('Text').fill('>..o');
  await page.getByRole('button', { name: 'Play' }).click();
  const table = await Table.at(page);
  await page.keyboard.press('ArrowLeft');
  await expect(table.said).toHaveText('The walker cannot go there.');
});

test('pages that list puzzles have it', async ({ page }) => {
  for (const path of ['/', '/help', '/packs', '/daily', '/records', '/new', '/theatre', '/edit']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBeLessThan(500);
  }
});
