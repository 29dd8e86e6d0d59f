// Nothing teleports and nothing cuts a corner: pieces go along the squares, quickly, and wait for nobody.

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const MAZE = { puzzle: 'sokoban', text: '##########\n#@#    # #\n# # ## # #\n# # ## # #\n#    #   #\n#$.#######\n##########' };

/** Where a piece is drawn in every frame from now on, in cells, until it has stood still for a while. */
async function startWatching(page: Page, piece: string): Promise<void> {
  await page.evaluate((selector) => {
    const seen: [number, number, number][] = [];
    (window as unknown as { seen: unknown }).seen = seen;
    const look = () => {
      const { e, f } = new DOMMatrix(getComputedStyle(document.querySelector(selector) as Element).transform);
      seen.push([(f - 30) / 100, (e - 30) / 100, performance.now()]);
      requestAnimationFrame(look);
    };
    look();
  }, piece);
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: [number, number, number][] }).seen);

/** Is a place on the floor, or between two squares of it? */
function isOnTheWay(text: string, row: number, column: number): boolean {
  const lines = text.split('\n');
  const rows = [Math.floor(row + 0.001), Math.ceil(row - 0.001)];
  const columns = [Math.floor(column + 0.001), Math.ceil(column - 0.001)];
  return rows.every((r) => columns.every((c) => lines[r]?.[c] !== '#'));
}

test('a walk goes along the squares, in less than half a second', async ({ page }) => {
  const table = await Table.open(page, MAZE);
  await startWatching(page, '#board .player');
  await table.byMouse([{ tap: [1, 8] }]);
  await expect.poll(async () => (await seen(page)).at(-1)?.slice(0, 2)).toEqual([1, 8]);
  const places = await seen(page);
  expect(places.filter(([row, column]) => !isOnTheWay(MAZE.text, row, column))).toEqual([]);
  const moving = places.filter(([row, column]) => !(row === 1 && (column === 1 || column === 8)));
  // The way was seen, and it was short; a busy machine shows few pictures of it.
  expect(moving.length).toBeGreaterThan(0);
  expect((moving.at(-1)?.[2] ?? 0) - (moving[0]?.[2] ?? 0)).toBeLessThan(400);
});

test('keys during a walk are taken at once', async ({ page }) => {
  const table = await Table.open(page, MAZE);
  await startWatching(page, '#board .player');
  await table.byMouse([{ tap: [4, 1] }]);
  await table.byKeys(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']);
  await expect(table.cell('row 3, column 5: wall')).toBeAttached();
  await expect.poll(async () => (await seen(page)).at(-1)?.slice(0, 2)).toEqual([4, 4]);
  const places = await seen(page);
  expect(places.filter(([row, column]) => !isOnTheWay(MAZE.text, row, column))).toEqual([]);
});

test('a box that is dragged round a corner never crosses a wall', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await startWatching(page, '#board .crate');
  await table.byMouse([{ drag: [[2, 2], [2, 3], [1, 3]] }]);
  await expect(table.cell('row 2, column 4: box, in place, goal')).toBeAttached();
  const places = await seen(page);
  const isDiagonal = ([row, column]: [number, number, number]) => row % 1 !== 0 && column % 1 !== 0;
  expect(places.filter(isDiagonal)).toEqual([]);
});

test.describe('for those who want no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('everything is at once where it belongs', async ({ page }) => {
    const table = await Table.open(page, MAZE);
    await startWatching(page, '#board .player');
    await table.byMouse([{ tap: [1, 8] }]);
    await expect.poll(async () => (await seen(page)).at(-1)?.slice(0, 2)).toEqual([1, 8]);
    const between = (await seen(page)).filter(([row, column]) => !(row === 1 && (column === 1 || column === 8)));
    expect(between).toEqual([]);
  });
});

test('tiles in hand and the board keep their size and place', async ({ page }) => {
  const table = await Table.open(page, GAMES.tetravex);
  const view = () => page.locator('#board > svg').getAttribute('viewBox');
  const before = [await view(), await table.middle({ tile: 3 })];
  await table.byMouse([{ drag: [{ tile: 4 }, [0, 0]] }, { drag: [{ tile: 1 }, [0, 1]] }]);
  expect([await view(), await table.middle({ tile: 3 })]).toEqual(before);
});

test('the red block drives out on a win, and undo brings it back', async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await table.byMouse(GAMES.unblock.mouse);
  await table.won(GAMES.unblock);
  const target = page.locator('#board .target');
  await expect(target).toHaveCSS('opacity', '0');
  await page.keyboard.press('u');
  await expect(target).toHaveCSS('opacity', '1');
});
