// The level doctor in the page: what it finds, what it mends, and that it can be stopped.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.skip(missing !== '', missing);

/** The crate can never leave the upper wall. */
const STUCK = '#######\n#@ $  #\n#     #\n#    .#\n#######';
/** Nobody finds out about it in a second. */
const HARD = '12 9 11 13/3 10 2 14/4 15 8 1/7 5 6 _';

async function write(page: Page, text: string): Promise<void> {
  await page.goto('/open');
  await page.getByLabel('Text').fill(text);
  await page.getByText('Examine this level').click();
}

const examine = (page: Page) => page.getByRole('button', { name: 'Examine', exact: true }).click();
const found = (page: Page) => page.locator('[data-doctor=found]');

test('a level is found solvable, rated, and in how many ways', async ({ page }) => {
  await write(page, GAMES.flow.text);
  await examine(page);
  await expect(found(page)).toContainText('At least 2 solutions');
  await expect(found(page)).toContainText('of 100 points');
  await page.getByText('What makes it so hard').click();
  await expect(found(page).locator('details li').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('what cannot be solved has its reason and its cure', async ({ page }) => {
  await write(page, STUCK);
  await examine(page);
  await expect(found(page)).toContainText('There is no solution, and that is proved');
  await expect(found(page)).toContainText('To mend it');
  await expect(found(page).locator('.board .crate').first()).toBeVisible();
  await page.getByRole('button', { name: 'Play this one' }).first().click();
  await Table.at(page);
});

test('it can be stopped, and asked again', async ({ page }) => {
  await write(page, HARD);
  await page.locator('[data-doctor=seconds]').fill('300');
  await examine(page);
  await page.locator('#doctor').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-doctor=live]')).toHaveText('Cancelled.');
  await page.getByLabel('Text').fill(GAMES.sokoban.text);
  await examine(page);
  await expect(found(page)).toContainText('of 100 points');
  // Another text is another patient.
  await page.getByLabel('Text').fill(`${GAMES.sokoban.text}\n`);
  await expect(found(page)).toBeEmpty();
});

test('a slip of the pen is mended', async ({ page }) => {
  await write(page, '#######\n#@ @  #\n# $ . #\n#     #\n#######');
  await examine(page);
  await expect(found(page)).toContainText('there is a second player here');
  await expect(found(page)).toContainText('To mend it: leave out the player at row 2, column');
  await page.getByRole('button', { name: 'Play this one' }).first().click();
  await Table.at(page);
});

test('what is no level is not examined, and says why', async ({ page }) => {
  await write(page, 'what is this');
  await examine(page);
  await expect(page.locator('[data-doctor=live]')).not.toBeEmpty();
  await expect(found(page)).toBeEmpty();
});

test('a level is examined beside its board', async ({ page }) => {
  await Table.open(page, GAMES.unblock);
  await page.getByText('Examine this level').click();
  await examine(page);
  await expect(found(page)).toContainText('of 100 points');
});
