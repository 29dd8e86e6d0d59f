// Each puzzle is played to a win by mouse, by keys, by finger, and by the names of buttons alone.

import type { Page } from '@playwright/test';

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

    test('is won by keys that are faster than the server', async ({ page }) => {
      const release = await holdAnswers(page);
      const table = await Table.open(page, game);
      await table.byKeys(['Tab', 'Enter', 'Tab']);
      await table.byKeys(game.keys);
      release();
      await table.won(game);
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

/** Lets the first board through and keeps every later answer back, until the function that it gives is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  const kept: (() => void)[] = [];
  let isOpen = false;
  let isFirst = true;
  await page.routeWebSocket(/\/live/, (line) => {
    line.connectToServer().onMessage((message) => {
      if (isOpen || isFirst) line.send(message);
      else kept.push(() => line.send(message));
      isFirst = false;
    });
  });
  return () => {
    isOpen = true;
    for (const send of kept) send();
  };
}
