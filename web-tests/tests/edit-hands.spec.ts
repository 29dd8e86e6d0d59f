// The editor in every hand: what a mouse, a finger and keys can paint in each puzzle, beside what edit.spec.ts tries.

import { missing } from '../support/engines.ts';
import { Draft } from '../support/draft.ts';
import { expect, test } from '../support/test.ts';

test.skip(missing !== '', missing);

test('Taquin by mouse: a tile is dragged to another, on the board and in the goal', async ({ page }) => {
  const draft = await Draft.open(page, 'taquin');
  await draft.is('1 2 3\n4 5 6\n7 _ 8\n');
  await draft.mouse([0, 0], [1, 1]);
  await draft.is('5 2 3\n4 1 6\n7 _ 8\n');
  await draft.brush('Swap in the goal');
  await draft.mouse([0, 0], [0, 2]);
  await draft.is('5 2 3\n4 1 6\n7 _ 8\ngoal:\n3 2 1\n4 5 6\n7 8 _\n');
});

test('Taquin by keys: enter on two tiles swaps them, escape lets go', async ({ page }) => {
  const draft = await Draft.open(page, 'taquin');
  await draft.focus([0, 0]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await draft.is('1 5 3\n4 2 6\n7 _ 8\n');
  await page.keyboard.press('Control+z');
  await draft.is('1 2 3\n4 5 6\n7 _ 8\n');
});

test('TetraVex by mouse: a digit on a side, given and blocked by a click', async ({ page }) => {
  const draft = await Draft.open(page, 'tetravex');
  await draft.brush('7');
  const { x, y } = await draft.point([0, 0], [0.35, 0]);
  await page.mouse.click(x, y);
  await expect(draft.text).toHaveValue(/0 7 0 0/);
  await draft.brush('Blocked');
  await draft.mouse([2, 2]);
  await expect(draft.text).toHaveValue(/blocked 2,2/);
  await draft.brush('Given');
  await draft.mouse([0, 1]);
  await expect(draft.text).toHaveValue(/fixed 0,1/);
});

test('Unblock by keys: enter on two cells draws a block, and the brush that moves takes it along', async ({ page }) => {
  const draft = await Draft.open(page, 'unblock');
  const drag = async (from: [number, number], ...ways: string[]) => {
    await draft.focus(from);
    await page.keyboard.press('Enter');
    for (const way of ways) await page.keyboard.press(way);
    await page.keyboard.press('Enter');
  };
  await draft.brush('Red block');
  await drag([2, 0], 'ArrowRight');
  await expect(draft.text).toHaveValue(/AAoooo/);
  await draft.brush('Block');
  await drag([0, 4], 'ArrowDown', 'ArrowDown');
  await expect(draft.text).toHaveValue(/ooooBo\nooooBo\nAAooBo/);
  await draft.brush('Move a piece');
  await drag([0, 4], 'ArrowDown');
  await draft.is('6x6:\noooooo\nooooBo\nAAooBo\nooooBo\noooooo\noooooo\n');
  await draft.brush('Wall');
  await draft.focus([5, 5]);
  await page.keyboard.press('Enter');
  await draft.is('6x6:\noooooo\nooooBo\nAAooBo\nooooBo\noooooo\nooooox\n');
});

test('Flow by keys: ends on cells, walls on sides, also on the slanted ones of hexagons', async ({ page }) => {
  const draft = await Draft.open(page, 'flow');
  await draft.brush('A');
  await draft.focus([0, 0]);
  await page.keyboard.press('Enter');
  await draft.focus([4, 4]);
  await page.keyboard.press('Enter');
  await draft.is('A....\n.....\n.....\n.....\n....A\n');
  await draft.brush('Wall');
  await draft.focus([1, 1]);
  await page.keyboard.press('Shift+ArrowRight');
  await draft.is('walls: 1,1:R\nA....\n.....\n.....\n.....\n....A\n');
  await page.keyboard.press('Shift+ArrowRight');
  await draft.is('A....\n.....\n.....\n.....\n....A\n');
  await page.getByLabel('Cells', { exact: true }).selectOption('hexes');
  await expect(draft.text).toHaveValue(/board: hexes/);
  await draft.brush('Wall');
  for (const key of ['Shift+Home', 'Shift+PageDown', 'Shift+Numpad9']) {
    const before = await draft.text.inputValue();
    await draft.focus([2, 2]);
    await page.keyboard.press(key);
    await expect(draft.text, key).not.toHaveValue(before);
    await expect(draft.text, key).toHaveValue(/walls: /);
  }
});

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Sokoban: cells are tapped', async ({ page }) => {
    const draft = await Draft.open(page, 'sokoban');
    await draft.brush('Player');
    await draft.tap([1, 1]);
    await draft.brush('Box');
    await draft.tap([1, 2]);
    await draft.brush('Goal');
    await draft.tap([1, 4]);
    await expect(draft.text).toHaveValue(/#@\$-\.--#/);
    await expect(page.locator('#state')).toHaveText('It is a level.');
  });

  test('Unblock: two taps draw a block, two more move it', async ({ page }) => {
    const draft = await Draft.open(page, 'unblock');
    await draft.brush('Red block');
    await draft.tap([2, 0]);
    await draft.tap([2, 1]);
    await expect(draft.text).toHaveValue(/AAoooo/);
    await draft.brush('Move a piece');
    await draft.tap([2, 0]);
    await draft.tap([2, 2]);
    await expect(draft.text).toHaveValue(/ooAAoo/);
  });
});
