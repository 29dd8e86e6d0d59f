// Every page there is, in a state worth looking at.

import type { Page } from '@playwright/test';

import { GAMES } from './games.ts';
import { startMethod, Table } from './table.ts';

export const PUZZLES = ['sokoban', 'taquin', 'unblock', 'flow', 'tetravex'];

export interface Shown {
  name: string;
  open: (page: Page) => Promise<void>;
}

const plain = (name: string, address: string): Shown => ({
  name,
  open: async (page) => {
    await page.goto(address);
  },
});

/** The first level of the first pack of a puzzle. */
export async function first(page: Page, puzzle: string): Promise<Table> {
  const asked = async (path: string) => (await page.request.get(path)).json();
  const { packs } = ((await asked('/api/puzzles')) as { name: string; packs: { name: string }[] }[]).find(({ name }) => name === puzzle)!;
  const levels = (await asked(`/api/packs/${packs[0].name}`)) as { id: string }[];
  await page.goto(`/play/${levels[0].id}`);
  return Table.at(page);
}

const play = (puzzle: string): Shown => ({
  name: `play ${puzzle}`,
  open: async (page) => {
    await first(page, puzzle);
  },
});

export const PAGES: Shown[] = [
  plain('home', '/'),
  plain('lessons', '/lessons'),
  plain('lesson', '/lessons/sokoban'),
  ...PUZZLES.map((puzzle) => plain(`puzzle ${puzzle}`, `/puzzle/${puzzle}`)),
  {
    name: 'pack',
    open: async (page) => {
      await page.goto('/puzzle/unblock');
      await page.locator('main .cards a').first().click();
      await page.waitForURL(/\/pack\//);
    },
  },
  ...PUZZLES.map(play),
  {
    name: 'won',
    open: async (page) => {
      const table = await Table.open(page, GAMES.sokoban);
      await table.byKeys(GAMES.sokoban.keys);
      await table.won(GAMES.sokoban);
      await table.button('Review my play').click();
      await page.locator('#review > span').first().waitFor();
    },
  },
  ...PUZZLES.map((puzzle) => plain(`learn ${puzzle}`, `/learn/${puzzle}`)),
  {
    name: 'help panel',
    open: async (page) => {
      const table = await first(page, 'sokoban');
      await table.button('How to play').click();
      await page.locator('#help-panel').waitFor();
    },
  },
  {
    name: 'lost',
    open: async (page) => {
      const table = await Table.open(page, GAMES.sokoban);
      await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
      await page.locator('#stuck').waitFor();
    },
  },
  {
    name: 'solver',
    open: async (page) => {
      const table = await first(page, 'unblock');
      await table.menu();
      await page.getByText('Solve', { exact: true }).click();
      await startMethod(page);
      await page.locator('#film').getByRole('status').waitFor();
      await page.keyboard.press('End');
    },
  },
  {
    name: 'menus',
    open: async (page) => {
      const table = await first(page, 'taquin');
      await table.menu();
      for (const menu of ['Hints', 'Solve', 'More']) await page.locator('summary').getByText(menu, { exact: true }).click();
    },
  },
  {
    name: 'level',
    open: async (page) => {
      const table = await Table.open(page, GAMES.flow);
      await table.byMouse(GAMES.flow.mouse);
      await table.won(GAMES.flow);
      await page.locator('#after').getByRole('link', { name: 'Records', exact: true }).click();
      await page.waitForURL(/\/level\//);
    },
  },
  {
    name: 'replay',
    open: async (page) => {
      const table = await Table.open(page, GAMES.flow);
      await table.byMouse(GAMES.flow.mouse);
      await table.won(GAMES.flow);
      await page.goto('/me');
      await page.getByRole('link', { name: 'replay' }).first().click();
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'me',
    open: async (page) => {
      const table = await Table.open(page, GAMES.taquin);
      await table.byKeys(GAMES.taquin.keys);
      await table.won(GAMES.taquin);
      await page.goto('/me');
    },
  },
  plain('open', '/open'),
  plain('new', '/new'),
  plain('theatre', '/theatre'),
  plain('settings', '/settings'),
  plain('sheet', '/print/sokoban-rooms?count=4'),
  {
    name: 'own pack',
    open: async (page) => {
      await page.goto('/open');
      // Its titles are in no language.
      const rooms = [1, 2, 3].map((far) => `${'#'.repeat(far + 4)}\n#@$${' '.repeat(far - 1)}.#\n${'#'.repeat(far + 4)}`);
      await page.getByLabel('Or from a file').setInputFiles({ name: '2026.xsb', mimeType: 'text/plain', buffer: Buffer.from(rooms.join('\n\n')) });
      await page.locator('#preview svg').waitFor();
      await page.getByRole('button', { name: 'Play' }).click();
      await page.waitForURL(/\/pack\//);
      await page.getByText('Order of the levels').click();
    },
  },
  {
    name: 'open with an example',
    open: async (page) => {
      await page.goto('/open');
      await page.getByText('How levels are written').click();
      await page.getByRole('button', { name: /^Take this one Flow/ }).click();
      await page.locator('#preview svg').waitFor();
    },
  },
  {
    name: 'doctor',
    open: async (page) => {
      await page.goto('/open');
      // Whose box never leaves the upper wall: there is something to mend.
      await page.getByLabel('Text').fill('#######\n#@ $  #\n#     #\n#    .#\n#######');
      await page.getByText('Examine this level').click();
      await page.getByRole('button', { name: 'Examine', exact: true }).click();
      await page.locator('[data-doctor=found] section').first().waitFor();
    },
  },
  {
    name: 'sheet with solutions',
    open: async (page) => {
      await page.goto('/print/flow-1-five?count=4');
      await page.evaluate(() => Object.assign(window, { print: () => null, confirm: () => true }));
      await page.getByRole('button', { name: 'Print with solutions' }).click();
      await page.locator('#solutions svg').first().waitFor();
    },
  },
  {
    name: 'something is wrong',
    open: async (page) => {
      const table = await first(page, 'sokoban');
      await table.menu();
      await page.locator('summary').getByText('More', { exact: true }).click();
      await table.button('Something is wrong here').click();
      await page.locator('#finding[open]').waitFor();
    },
  },
  plain('daily', '/daily'),
  plain('records', '/records'),
  plain('records of a puzzle', '/records/sokoban'),
  plain('records of a pack', '/records/taquin-1-three'),
  {
    name: 'statistics',
    open: async (page) => {
      const table = await Table.open(page, GAMES.sokoban);
      await table.byKeys(GAMES.sokoban.keys);
      await table.won(GAMES.sokoban);
      await page.goto('/statistics');
    },
  },
  plain('recover', '/recover'),
  plain('campaigns', '/campaigns'),
  plain('log in', '/login'),
  plain('register', '/register'),
  plain('help', '/help'),
  plain('api', '/api'),
  plain('nothing here', '/nowhere'),
];
