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

/** A race on the small level, with one person in it. */
export async function openRace(page: Page): Promise<void> {
  const { puzzle, text } = GAMES.sokoban;
  const level = (await (await page.request.post('/api/levels', { data: { puzzle, text } })).json()) as { id: string };
  await page.goto(`/race?level=${level.id}`);
  await page.locator('#make-race button').click();
  await page.waitForURL(/\/race\/[0-9A-Z]{6}$/);
  await page.locator('#start').waitFor();
}

export const PAGES: Shown[] = [
  plain('home', '/'),
  plain('lessons', '/lessons'),
  plain('lesson', '/lessons/sokoban'),
  plain('lesson with long lines', '/lessons/unblock'),
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
      await page.locator('#review li').first().waitFor();
    },
  },
  {
    name: 'review tetravex',
    open: async (page) => {
      const table = await Table.open(page, GAMES.tetravex);
      await table.byNames(GAMES.tetravex.names);
      await table.won(GAMES.tetravex);
      await table.button('Review my play').click();
      await page.locator('#review li').first().waitFor();
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
      await page.waitForURL(/\/replay\//);
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
  ...PUZZLES.map((puzzle) => ({
    name: `edit ${puzzle}`,
    open: async (page: Page) => {
      await page.goto(`/edit?puzzle=${puzzle}`);
      await page.locator('#state:not(:empty)').waitFor();
    },
  })),
  plain('made', '/made'),
  {
    name: 'made level',
    open: async (page: Page) => {
      // Its title and its author are in no language.
      await page.request.post('/api/register', { data: { name: `m${Date.now()}`, password: 'a short sentence' } });
      const wish = { puzzle: 'sokoban', text: '######\n#@ $.#\n######', title: '2026', credit: '42', listed: true, solution: 'rR' };
      const { to } = (await (await page.request.post('/api/made', { data: wish })).json()) as { to: string };
      await page.goto(to);
      await page.waitForURL(/\/made\//);
    },
  },
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
  plain('races', '/race'),
  {
    name: 'race lobby',
    open: async (page) => {
      await openRace(page);
      await page.locator('#company summary').click();
    },
  },
  {
    name: 'race',
    open: async (page) => {
      await openRace(page);
      await page.locator('#company summary').click();
      await page.locator('#add-solver button').click();
      await page.locator('#racers li').nth(1).waitFor();
      await page.locator('#start').click();
      await page.locator('#board .piece').first().waitFor();
    },
  },
  {
    name: 'race over',
    open: async (page) => {
      await openRace(page);
      await page.locator('#company summary').click();
      await page.locator('#add-solver button').click();
      await page.locator('#racers li').nth(1).waitFor();
      await page.locator('#start').click();
      await page.locator('#board .piece').first().waitFor();
      for (const key of GAMES.sokoban.keys) await page.keyboard.press(key);
      await page.locator('#result:not([hidden])').waitFor();
    },
  },
  plain('daily', '/daily'),
  plain('an earlier day', '/daily/2026-11-02'),
  {
    name: 'play of a day',
    open: async (page) => {
      await page.goto('/daily/2026-11-02/taquin');
      await Table.at(page);
    },
  },
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
  plain('join a class', '/join'),
  plain('join a class by a link', '/join/AAAA-1111'),
  plain('privacy', '/privacy'),
  {
    name: 'classes',
    open: async (page) => {
      await teach(page);
      await page.goto('/classes');
    },
  },
  {
    name: 'class of a teacher',
    open: async (page) => {
      await teach(page);
      for (const closed of ['Give a pack or a lesson', 'Give a list of levels', 'Change the class']) await page.getByText(closed, { exact: true }).first().click();
    },
  },
  {
    name: 'pupil',
    open: async (page) => {
      await teach(page);
      await page.locator('ul.lessons a[href*="/pupil/"]').first().click();
      await page.waitForURL(/\/pupil\//);
      await page.getByText('A new personal code', { exact: true }).first().click();
    },
  },
  {
    name: 'class of a pupil',
    open: async (page) => {
      const { address, code } = await teach(page);
      await page.context().clearCookies();
      await page.request.post('/api/classes/join', { data: { code, name: '007' } });
      await page.goto(address);
    },
  },
  {
    name: 'campaigns of a teacher',
    open: async (page) => {
      await teach(page);
      await page.goto('/campaigns?puzzle=taquin');
    },
  },
];

let teachers = 0;

/** A teacher with a class of one, homework of a pack, a lesson and a level; names are in no language. */
export async function teach(page: Page): Promise<{ address: string; code: string }> {
  teachers += 1;
  const ask = async (path: string, data: unknown) => (await (await page.request.post(path, { data })).json()) as { to: string };
  await ask('/api/register', { name: `${Date.now() % 1e9}-${teachers}-${process.pid}`, password: 'a short sentence' });
  const ends = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { to: address } = await ask('/api/classes', { title: '3b 2026', ends });
  const api = address.replace('/class/', '/api/classes/');
  await ask(`${api}/homework`, { task: 'pack:sokoban-rooms', due: ends });
  await ask(`${api}/homework`, { task: 'lesson:taquin' });
  await page.goto(address);
  const code = (await page.locator('.class-code .code').textContent())!.trim();
  const pupil = await page.context().browser()!.newContext({ baseURL: new URL(page.url()).origin });
  await pupil.request.post('/api/classes/join', { data: { code, name: '1 2 3' } });
  await pupil.close();
  await page.goto(address);
  return { address, code };
}
