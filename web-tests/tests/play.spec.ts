// Each puzzle is played to a win by mouse, by keys, by finger, and by the names of buttons alone.

import { GAMES } from '../support/games.ts';
import { solve } from '../support/server.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

for (const game of Object.values(GAMES)) {
  test.describe(game.puzzle, () => {
    test('is won by mouse', async ({ page }) => {
      const table = await Table.open(page, game);
      await table.byMouse(game.mouse);
      await table.won(game);
    });

    test('is won by keys alone', async ({ page }) => {
      const table = await Table.open(page, game);
      // Over the line on top and onto the board.
      await table.byKeys(['Tab', 'Enter', 'Tab']);
      await expect(page.locator('.cells button:focus')).toHaveCount(1);
      await table.byKeys(game.keys);
      await table.won(game);
      // The keyboard goes on where the player wants to go on.
      await expect(page.getByRole('link', { name: 'All puzzles' }).first()).toBeFocused();
    });

    test('is won by the names of buttons', async ({ page }) => {
      const table = await Table.open(page, game);
      await table.byNames(game.names);
      await table.won(game);
    });

    test('is won as well as a method can', () => {
      const best = solve(game.puzzle, game.text).measures;
      const first = Object.entries(best)[0];
      expect(game.solved).toContain(`${first?.[1]} ${first?.[0]}`);
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test('is won by finger', async ({ page }) => {
        const table = await Table.open(page, game);
        await table.byTouch(game.touch);
        await table.won(game);
      });
    });
  });
}
