// Tiles of a sliding puzzle show numbers, a picture that comes along, or one of the player's own.

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

/** One red dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('every tile has its own part of the picture', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await page.getByText('More', { exact: true }).click();
  await table.button('Sails').click();
  const tile = table.board.locator('.piece.tile').filter({ hasText: '8' });
  await expect(table.board.locator('.piece.tile image')).toHaveCount(8);
  await expect(tile.locator('svg')).toHaveAttribute('viewBox', '100 200 100 100');
  await expect(tile.locator('.badge')).toHaveText('8');
  // It stays when tiles move.
  await table.byKeys(['ArrowUp']);
  await table.settled();
  await expect(table.board.locator('.piece.tile image')).toHaveCount(8);
  await table.button('1 2 3').click();
  await expect(table.board.locator('.piece.tile image')).toHaveCount(0);
});

test('a picture of one\'s own never leaves the browser', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await page.getByText('More', { exact: true }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByLabel('A picture of your own').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
  const image = table.board.locator('.piece.tile image').first();
  await expect(image).toHaveAttribute('href', /^data:image\/png/);
  expect(sent).toEqual([]);
});
