// Levels that people bring along: pasted, in an address, or broken.

import { copied } from '../support/clipboard.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('the look of a text decides which puzzle it is', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Text').fill(GAMES.flow.text);
  await page.getByRole('button', { name: 'Play' }).click();
  const table = await Table.at(page);
  await expect(table.cell('row 1, column 1: end of A')).toBeAttached();
});

test('an address holds a level', async ({ page, context }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await page.getByText('More', { exact: true }).click();
  const address = await copied(page, table.button('Copy a link with this level'));
  await expect(table.said).toHaveText('The link is copied.');
  const other = await context.newPage();
  await other.goto(address);
  const again = await Table.at(other);
  await expect(again.cell('row 3, column 2: you')).toBeAttached();
});

test('a level is checked and drawn while it is written', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Text').fill(GAMES.sokoban.text);
  await expect(page.locator('#check')).toHaveText('This can be played: Sokoban, 7 by 5.');
  await expect(page.locator('#preview .crate')).toHaveCount(2);
  await page.getByLabel('Puzzle', { exact: true }).selectOption('sokoban');
  await page.getByLabel('Text').fill('#####\n#@?.#\n#####');
  await expect(page.locator('#check')).not.toContainText('This can be played');
  await expect(page.locator('#check')).not.toBeEmpty();
  await expect(page.locator('#preview')).toBeHidden();
});

test('examples show how each puzzle is written, and can be played', async ({ page }) => {
  await page.goto('/open');
  await page.getByText('How levels are written').click();
  await page.getByRole('button', { name: /^Take this one TetraVex/ }).click();
  await expect(page.locator('#check')).toHaveText('This can be played: TetraVex, 2 by 2.');
  await page.getByRole('button', { name: 'Play' }).click();
  await Table.at(page);
});

test('no flag of a program is asked for', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Text').fill('what is this');
  await page.route('**/api/levels', (route) => route.continue());
  const answer = await page.request.post('/api/levels', { data: { text: 'what is this?', puzzle: '' }, headers: { origin: new URL(page.url()).origin } });
  expect(await answer.text()).not.toContain('--puzzle');
});

test.describe('what cannot be read', () => {
  test.use({ allowed: /Failed to load resource/ });

  test('is complained about with line and column', async ({ page }) => {
    await page.goto('/open');
    await page.getByLabel('Puzzle', { exact: true }).selectOption('sokoban');
    await page.getByLabel('Text').fill('#####\n#@?.#\n#####');
    await page.getByRole('button', { name: 'Play' }).click();
    const complaint = page.getByRole('alert');
    await expect(complaint).toContainText('Line 2');
    await expect(complaint).toContainText('column 3');
    await expect(page).toHaveURL(/\/open/);
    // What was pasted stays, to be mended.
    await page.getByLabel('Text').fill(GAMES.sokoban.text);
    await page.getByRole('button', { name: 'Play' }).click();
    await Table.at(page);
  });

  test('is no page', async ({ page }) => {
    const answer = await page.goto('/play/00000000000000000000');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('does not run', async ({ page }) => {
    const text = '<img src=x onerror=alert(1)>';
    await page.goto(`/open?text=${encodeURIComponent(text)}`);
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(page.getByLabel('Text')).toHaveValue(text);
  });
});
