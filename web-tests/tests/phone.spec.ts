// On a phone: the board stays in sight, whatever is said, opened or watched.

import type { Locator, Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { startMethod, Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('it is not on the page');
  return { top: found.y, bottom: found.y + found.height };
}

/** The whole board is on the screen, and something else lies under it. */
async function expectBelowBoard(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible();
  const [board, thing] = [await box(page.locator('.board:visible > svg')), await box(what)];
  expect(board.top).toBeGreaterThanOrEqual(-1);
  expect(thing.top).toBeGreaterThanOrEqual(board.bottom - 1);
  expect(thing.bottom).toBeLessThanOrEqual(700);
}

test('figures stand in one line', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  const [pushes, clock] = [await box(table.figure('pushes')), await box(page.locator('[data-figure=clock] dd'))];
  expect(clock.bottom).toBeCloseTo(pushes.bottom, 0);
});

test('a hint is read beside the board and gone with the next move', async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await table.button('Hint').click();
  await expect(table.said).toContainText('2 moves');
  await expectBelowBoard(page, table.said);
  await table.byTouch([GAMES.unblock.touch[0]]);
  await expect(table.said).toBeHidden();
});

test('a tap on a block and on a free cell slides it', async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await table.byTouch([{ tap: [2, 3] }, { tap: [3, 3] }, { tap: [1, 1] }, { tap: [1, 3] }]);
  await table.won(GAMES.unblock);
});

test('the menu opens under the board and closes again', async ({ page }) => {
  const table = await Table.open(page, GAMES.flow);
  await expect(table.button('Restart')).toBeHidden();
  await table.button('Menu').click();
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true');
  await expectBelowBoard(page, table.button('Restart'));
  await page.keyboard.press('Escape');
  await expect(table.button('Restart')).toBeHidden();
  await table.button('Menu').click();
  await table.button('Menu').click();
  await expect(table.button('Restart')).toBeHidden();
});

test('a win is told beside the board', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.byTouch(GAMES.taquin.touch);
  await table.won(GAMES.taquin);
  await expectBelowBoard(page, table.said);
  await expectBelowBoard(page, page.getByRole('link', { name: 'All puzzles' }));
  // What nobody needs at once is in the menu.
  await expect(page.getByRole('link', { name: 'Save it as a GIF' })).toBeHidden();
  await table.menu();
  await expect(page.getByRole('link', { name: 'Save it as a GIF' })).toBeVisible();
});

test('a solver is watched beside the board, then its film', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.menu();
  await page.getByText('Solve', { exact: true }).click();
  await startMethod(page);
  const film = page.locator('#film-controls');
  await expect(film.getByRole('status')).toHaveText('Start; 3 steps follow');
  await expectBelowBoard(page, film.getByRole('button', { name: 'Play' }));
  await expect(table.button('Restart')).toBeHidden();
});

test('the warning covers neither the board nor its arrows', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
  const warning = page.locator('#stuck');
  await expect(warning).toBeVisible();
  const [board, warned] = [await box(page.locator('#board > svg')), await box(warning)];
  expect(warned.bottom).toBeLessThanOrEqual(board.top + 1);
  await page.getByRole('button', { name: 'Up', exact: true }).click({ trial: true });
});

test.describe('held across', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  for (const game of Object.values(GAMES)) {
    test(`${game.puzzle}: the board is whole on the screen, with the controls beside it`, async ({ page }) => {
      await Table.open(page, game);
      const drawn = await page.locator('#board > svg').boundingBox();
      expect(drawn?.y).toBeGreaterThanOrEqual(0);
      expect((drawn?.y ?? 0) + (drawn?.height ?? 0)).toBeLessThanOrEqual(390);
      expect(drawn?.height).toBeGreaterThan(250);
      await expect(page.locator('.actions [data-do=undo]')).toBeInViewport();
    });
  }
});

test('a board of 44 by 44 is whole, and can be zoomed', async ({ page }) => {
  const wall = '#'.repeat(44);
  const row = `#${' '.repeat(42)}#`;
  const text = [wall, `#@$.${' '.repeat(39)}#`, ...Array<string>(41).fill(row), wall].join('\n');
  const table = await Table.open(page, { puzzle: 'sokoban', text });
  const width = async () => (await page.locator('#board > svg').boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThanOrEqual(390);
  await table.button('Larger').click();
  await table.button('Larger').click();
  expect(await width()).toBeGreaterThan(700);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Whoever walks stays in sight.
  await expect(page.locator('#board .player')).toBeInViewport();
  await table.button('Smaller').click();
  await table.button('Smaller').click();
  expect(await width()).toBeLessThanOrEqual(390);
});
