// The theatre: methods side by side on one level, step by step, back, to the end, and again by a link.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';

const act = (page: Page, method: string) => page.getByRole('region', { name: method, exact: true });
const nodes = (page: Page, method: string) => act(page, method).locator('dd').first();

async function open(page: Page, programme: Record<string, string>): Promise<void> {
  await page.goto(`/theatre#${new URLSearchParams(programme)}`);
  await act(page, programme.methods.split(',')[0]).locator('svg').waitFor();
}

test('methods are watched to their end, and told apart in a table', async ({ page }) => {
  await page.goto('/theatre');
  await page.getByRole('button', { name: 'Curtain up' }).click();
  for (const method of ['bfs', 'astar-manhattan', 'idastar-manhattan', 'greedy']) await act(page, method).locator('svg').waitFor();
  await expect(act(page, 'greedy').getByRole('status')).toContainText('moves');
  const speed = page.getByRole('button', { name: 'Speed' });
  await speed.click();
  await speed.click();
  const table = page.getByRole('region', { name: 'How it ended' });
  await expect(table.getByRole('row')).toHaveCount(5, { timeout: 60_000 });
  await expect(table).toContainText('31 moves');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
});

test('a step is a step for everybody, and one can go back', async ({ page }) => {
  await open(page, { puzzle: 'taquin', level: '8 6 7\n2 5 4\n3 _ 1', methods: 'bfs,astar-manhattan', clock: 'nodes' });
  await page.getByRole('button', { name: 'Stop' }).click();
  const before = Number((await nodes(page, 'bfs').textContent())!.replace(/\D/g, ''));
  await page.getByRole('button', { name: '10 nodes more', exact: true }).click();
  const after = (before + 10).toLocaleString('en');
  await expect(nodes(page, 'bfs')).toHaveText(after);
  await expect(nodes(page, 'astar-manhattan')).toHaveText(after);
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(nodes(page, 'bfs')).toHaveText(before.toLocaleString('en'));
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(nodes(page, 'bfs')).toHaveText('0');
});

test('every puzzle has a programme', async ({ page }) => {
  await page.goto('/theatre');
  for (const puzzle of ['sokoban', 'unblock', 'flow', 'tetravex']) {
    await page.getByLabel('Puzzle', { exact: true }).selectOption(puzzle);
    await page.getByRole('button', { name: 'Curtain up' }).click();
    await expect(page.locator('.act')).toHaveCount(4);
    await expect(page.locator('.act.solved').first()).toBeVisible({ timeout: 30_000 });
  }
});

test('what is no level is said, and nobody on the stage too', async ({ page }) => {
  await page.goto(`/theatre#${new URLSearchParams({ puzzle: 'sokoban', level: '####', methods: 'fess' })}`);
  await expect(page.locator('#told')).not.toBeEmpty();
  await expect(page.locator('#stage')).toBeHidden();
  for (const select of await page.locator('select[name=method]').all()) await select.selectOption('');
  await page.getByRole('button', { name: 'Curtain up' }).click();
  await expect(page.locator('#told')).toHaveText('Choose a method first.');
});

test('the plan of a method is drawn over its board', async ({ page }) => {
  const asked = async (path: string) => (await page.request.get(path)).json();
  // A level with goals that have to be packed in an order.
  const levels = (await asked('/api/packs/sokoban-7-warehouse')) as { id: string }[];
  const { text } = (await asked(`/api/levels/${levels[1].id}`)) as { text: string };
  await open(page, { puzzle: 'sokoban', level: text, methods: 'fess', clock: 'nodes' });
  await expect(act(page, 'fess')).toHaveClass(/solved/, { timeout: 30_000 });
  await expect(act(page, 'fess').locator('.plan text').first()).toHaveText('1');
});

test('an engine in C++ works on the server and shows best and bound', async ({ page }) => {
  await open(page, { puzzle: 'taquin', level: '1 2 3\n4 5 6\n_ 7 8', methods: 'astar-manhattan,sat-plan', clock: 'nodes' });
  await expect(act(page, 'sat-plan').getByRole('status')).toContainText('2 moves', { timeout: 30_000 });
  await expect(act(page, 'sat-plan')).toHaveClass(/solved/);
  await expect(page.getByRole('region', { name: 'How it ended' }).getByRole('row')).toHaveCount(3);
});

test('a level being played is one click from the theatre', async ({ page }) => {
  await page.goto('/puzzle/taquin');
  await page.locator('main .cards a').first().click();
  await page.locator('.levels-grid a').first().click();
  await page.locator('summary').getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Watch methods on this level' }).click();
  await expect(page.locator('.act')).toHaveCount(4);
});
