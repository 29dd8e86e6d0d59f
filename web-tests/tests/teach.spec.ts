// Whoever has never seen a puzzle: a line under the board, help with pictures, and tiny levels to learn it by doing.

import { GAMES, type Step } from '../support/games.ts';
import { PUZZLES } from '../support/pages.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const drag = (...way: [number, number][]): Step => ({ drag: way as [[number, number], ...[number, number][]] });

/** The way through the steps of each puzzle: keys, or what a mouse does. */
const WAYS: Record<string, (string[] | Step[])[]> = {
  sokoban: [['ArrowRight'], ['ArrowUp', 'ArrowLeft'], ['ArrowLeft', 'ArrowUp', 'ArrowLeft', 'ArrowDown'], [drag([2, 4], [2, 5], [1, 5]), drag([2, 2], [2, 1], [1, 1])]],
  taquin: [['ArrowLeft'], [{ tap: [2, 2] }], [...GAMES.taquin.keys]],
  unblock: [[drag([1, 0], [1, 2])], GAMES.unblock.mouse, [drag([2, 2], [2, 0]), drag([1, 3], [3, 3]), drag([1, 0], [1, 2])]],
  flow: [[drag([0, 0], [0, 1], [1, 1], [1, 0])], [drag([0, 0], [0, 1], [1, 1], [1, 0]), drag([0, 2], [1, 2])], GAMES.flow.mouse],
  tetravex: [
    [{ drag: [{ tile: 1 }, [0, 0]] }, { drag: [{ tile: 2 }, [0, 1]] }],
    [{ drag: [{ tile: 2 }, [0, 0]] }, { drag: [{ tile: 3 }, [0, 1]] }, { drag: [{ tile: 1 }, [0, 2]] }],
    GAMES.tetravex.mouse,
  ],
};

for (const puzzle of PUZZLES) {
  test(`${puzzle} is learned by doing`, async ({ page }) => {
    await page.goto(`/puzzle/${puzzle}`);
    await page.getByRole('link', { name: 'Learn it by doing' }).click();
    const steps = WAYS[puzzle] ?? [];
    for (const [at, way] of steps.entries()) {
      await expect(page.getByText(`Step ${at + 1} of ${steps.length}`)).toBeVisible();
      const table = await Table.on(page);
      await expect(page.locator('#task')).not.toBeEmpty();
      if (typeof way[0] === 'string') await table.byKeys(way as string[]);
      else await table.byMouse(way as Step[]);
      await expect(page.locator('#board')).toHaveClass(/won/);
    }
    await page.getByRole('link', { name: 'Play the first level' }).click();
    await expect(page).toHaveURL(/\/play\//);
  });
}

test('the rule stands under the board, and more of it a press away', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await expect(page.locator('#rule')).toContainText('Push every box onto a goal (a ring).');
  await table.button('How to play').click();
  const help = page.getByRole('dialog', { name: 'Sokoban' });
  await expect(help.locator('.before-after svg')).toHaveCount(8);
  for (const name of ['Challenge', 'Backwards', 'box lines']) await expect(help.locator('dt').getByText(name, { exact: true })).toBeAttached();
  // Keys are the panel's while it is open.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(table.figure('moves')).toHaveText('0');
  await expect(page.locator('#figures > div').first()).toHaveAttribute('title', /\w/);
});

test('the first page says what this is and leads on', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Five puzzles to play, to solve and to understand.');
  await expect(page.locator('.showcase .moving animateTransform').first()).toBeAttached();
  await expect(page.getByRole('link', { name: 'Lessons' }).first()).toHaveAttribute('href', '/lessons');
  await page.getByRole('link', { name: 'Solve your level' }).click();
  await expect(page).toHaveURL(/\/open/);
});
