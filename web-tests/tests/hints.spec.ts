// The ladder of hints, the warning before a lost position, and the review after a win.

import { GAMES } from '../support/games.ts';
import { runAgain, Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('every rung tells more', async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await page.getByText('Hints', { exact: true }).click();
  await table.button('How far is it?').click();
  await expect(table.said).toContainText('2 moves');
  await table.button('Which piece?').click();
  await expect(table.said).toContainText('B');
  await expect(table.board.locator('.look')).toHaveCount(2);
  await table.button('The next move').click();
  // In words, and as an arrow on the board: the notation of programs is shown to nobody.
  await expect(table.said).toContainText('Next: slide block B down, 1 square.');
  await expect(table.said).not.toContainText('B+1');
  await expect(table.board.locator('.arrow')).toHaveCount(1);
  await expect(table.figure('moves')).toHaveText('0');
  await table.button('The whole way').click();
  await expect(page.getByText('Start; 2 steps follow')).toBeVisible();
  await table.button('Back to my play').click();
  await table.button('The next five').click();
  await table.button('Yes, show me').click();
  await expect(table.said).toContainText('It was helped: one star, and no record.');
});

test('a key climbs the ladder until the position changes', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  const hint = async (words: string) => {
    await page.keyboard.press('t');
    await expect(table.said).toContainText(words);
  };
  await hint('3 moves');
  await hint('4');
  await hint('tile 4 goes up');
  await page.keyboard.press('ArrowUp');
  await table.settled();
  await expect(table.board.locator('.arrow')).toHaveCount(0);
  await hint('2 moves');
});

test('five moves are played only for who wants them', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  for (const words of ['3 moves', '4', 'tile 4 goes up']) {
    await page.keyboard.press('t');
    await expect(table.said).toContainText(words);
  }
  await page.keyboard.press('t');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('one star at most');
  await table.button('Not now').click();
  await expect(question).toBeHidden();
  await expect(table.figure('moves')).toHaveText('0');
  await page.keyboard.press('t');
  await table.button('Yes, show me').click();
  await table.won({ solved: 'Solved: 3 moves' });
});

test('in a challenge a solver asks first, and says what it costs', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.button('Challenge').click();
  await page.getByText('Solve', { exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('no record, and one star at most');
  await page.keyboard.press('Escape');
  await expect(page.locator('#film')).toBeHidden();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await table.button('Yes, show me').click();
  await runAgain(page);
  await expect(page.getByText('Start; 3 steps follow')).toBeVisible();
});

test('the warning can be switched off and on', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  const warning = page.getByRole('alert').filter({ hasText: 'Lost from here:' });
  await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
  await table.button('Do not warn me').click();
  await expect(warning).toBeHidden();
  await page.reload();
  await Table.at(page);
  await expect(warning).toBeHidden();
  await page.locator('summary').getByText('More', { exact: true }).click();
  await table.button('Warn me when it is lost').click();
  await expect(warning).toBeVisible();
});

test('thinking can be cancelled', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  // An answer that never comes: only a cancel ends the waiting.
  await page.route(/engines\.wasm$|\/hints$/, () => undefined);
  for (const cancel of [() => table.button('Cancel').click(), () => page.keyboard.press('Escape')]) {
    await page.keyboard.press('t');
    await expect(table.said).toHaveText('Thinking …');
    await cancel();
    await expect(table.said).toHaveText('Cancelled.');
    await expect(table.button('Cancel')).toBeHidden();
  }
});

test('a lost position is told, with its reason and a way back', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  const warning = page.getByRole('alert').filter({ hasText: 'Lost from here:' });
  await expect(warning).toBeHidden();
  // Round the second box and down: it lies along the lower wall, where no goal is.
  await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
  await expect(warning).toBeVisible();
  await expect(page.locator('#stuck-why')).not.toBeEmpty();
  await table.button('Go back to where it was not').click();
  await expect(warning).toBeHidden();
  await expect(table.said).toContainText('Steps taken back: 1');
  await expect(table.cell('row 3, column 5: box')).toBeAttached();
});

test.describe('where pages have no rules of their own', () => {
  test.use({ allowed: /Failed to load resource|ERR_FAILED/ });

  for (const [game, move] of [[GAMES.taquin, '1. 4 ↑'], [GAMES.sokoban, '1. ▣ →'], [GAMES.unblock, '1. B ↓']] as const) {
    test(`a review of ${game.puzzle} speaks in arrows all the same`, async ({ page }) => {
      await page.route(/rules\.wasm/, (route) => route.abort());
      const table = await Table.open(page, game);
      await table.byNames(game.names);
      await table.won(game);
      await table.button('Review my play').click();
      await expect(page.locator('#review li').first()).toContainText(move);
    });
  }

  test('a better line is told in arrows', async ({ page }) => {
    await page.route(/rules\.wasm/, (route) => route.abort());
    const table = await Table.open(page, GAMES.taquin);
    await table.byKeys(['ArrowLeft', 'ArrowRight', ...GAMES.taquin.keys]);
    await table.won({ solved: 'Solved: 5 moves' });
    await table.button('Review my play').click();
    await expect(page.getByText('Better from there:')).toContainText('4 ↑');
  });
});

test('a review says what each move cost', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  // Two moves for nothing first.
  await table.byKeys(['ArrowLeft', 'ArrowRight', ...GAMES.taquin.keys]);
  await table.won({ solved: 'Solved: 5 moves' });
  await table.button('Review my play').click();
  const costs = page.locator('#review .cost');
  await expect(costs.first()).toHaveText(/\+\d/);
  await expect(page.locator('#review li')).toHaveCount(5);
  await expect(page.locator('#review li').nth(2)).toContainText('3. 4 ↑');
  await expect(page.getByText('Better from there:')).toBeVisible();
});
