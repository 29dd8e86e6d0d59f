// The theatre: methods side by side on one level, step by step, back, to the end, and again by a link.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { copied } from '../support/clipboard.ts';
import { expect, test } from '../support/test.ts';

const act = (page: Page, method: string) => page.getByRole('region', { name: method, exact: true });
const nodes = (page: Page, method: string) => act(page, method).locator('dd').first();

async function open(page: Page, programme: Record<string, string>): Promise<void> {
  await page.goto(`/theatre#${new URLSearchParams(programme)}`);
  await act(page, programme.methods.split(',')[0]).locator('svg').waitFor();
}

test('methods are watched to their end, told apart in a table, and play again by a link', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/theatre');
  await page.getByRole('button', { name: 'Curtain up' }).click();
  for (const method of ['bfs', 'astar-manhattan', 'idastar-manhattan', 'greedy']) await act(page, method).locator('svg').waitFor();
  await expect(act(page, 'greedy').getByRole('status')).toContainText('moves');
  const table = page.getByRole('region', { name: 'How it ended' });
  await expect(table.getByRole('row')).toHaveCount(5, { timeout: 60_000 });
  await expect(table).toContainText('31 moves');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);
  const counts = () => table.locator('td:nth-child(3)').allTextContents();
  const before = await counts();
  const link = await copied(page, page.getByRole('button', { name: 'Copy a link to this performance' }));
  await page.goto('/');
  await page.goto(link);
  await expect(table.getByRole('row')).toHaveCount(5, { timeout: 60_000 });
  expect(await counts(), 'the same nodes for everybody').toEqual(before);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`a performance fits a phone and passes the audit, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/theatre');
    await page.getByRole('button', { name: 'Curtain up' }).click();
    await expect(page.getByRole('region', { name: 'How it ended' }).getByRole('row')).toHaveCount(5, { timeout: 60_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than the phone').toBeLessThanOrEqual(390);
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations).toEqual([]);
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect(nodes(page, 'bfs')).toHaveText('0');
  });
}

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
  // Forth again through what was seen: the same moment, and no work.
  await page.getByRole('button', { name: '10 nodes more', exact: true }).click();
  await expect(nodes(page, 'bfs')).toHaveText(after);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(nodes(page, 'bfs')).toHaveText('0');
});

/** How much of the tree of a method is drawn, in pixels. */
const drawn = (page: Page, method: string) =>
  act(page, method).locator('.act-tree').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });

test.describe('the tree', () => {
  // The test reads pixels, and the browser has an opinion about that.
  test.use({ allowed: /willReadFrequently/ });

  test('grows with the search, shrinks on the way back, and the frontier is counted', async ({ page }) => {
    await open(page, { puzzle: 'taquin', level: '8 6 7\n2 5 4\n3 _ 1', methods: 'bfs,idastar-manhattan', clock: 'nodes' });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect.poll(() => drawn(page, 'bfs')).toBeGreaterThan(0);
    const seed = await drawn(page, 'bfs');
    for (let step = 0; step < 12; step++) await page.getByRole('button', { name: '1 node more', exact: true }).click();
    await expect.poll(() => drawn(page, 'bfs')).toBeGreaterThan(seed);
    const grown = await drawn(page, 'bfs');
    const frontier = act(page, 'bfs').locator('.frontier dd');
    expect(Number(await frontier.textContent())).toBeGreaterThan(3);
    await expect(act(page, 'idastar-manhattan').locator('.frontier dd')).toHaveText('–');
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect.poll(() => drawn(page, 'bfs')).toBeLessThan(grown);
  });
});

test('the first page shows it, and leads to the same performance', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.poster li')).toHaveCount(4);
  await expect(page.locator('.poster .moving animateTransform').first()).toBeAttached();
  const said = await page.locator('.poster li', { hasText: 'bfs' }).locator('p').textContent();
  await page.getByRole('link', { name: 'Watch it step by step' }).click();
  await expect(act(page, 'bfs')).toHaveClass(/solved/, { timeout: 60_000 });
  await expect(act(page, 'bfs').getByRole('status')).toContainText(/^bfs: (\d+ moves)/.exec(`bfs: ${said}`)![1]);
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

test('a hostile link does no harm', async ({ page }) => {
  const long = 'A'.repeat(60_000);
  for (const hostile of [
    '#puzzle=__proto__&level=x', '#puzzle=taquin&level=<img src=x onerror=alert(1)>&methods=bfs', `#puzzle=flow&level=${long}`, '#%', '#puzzle=sokoban&methods=rm,../../etc,<b>',
    `#puzzle=taquin&level=${encodeURIComponent('1 2/_ 3')}&methods=${'bfs,'.repeat(500)}`,
  ]) {
    await page.goto(`/theatre${hostile}`);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Curtain up' })).toBeVisible();
    expect(await page.locator('.act').count()).toBeLessThanOrEqual(4);
    expect(await page.locator('img, .act b').count()).toBe(0);
  }
});

test('a method that comes from elsewhere says what it sees, and its board moves', async ({ page }) => {
  await open(page, { puzzle: 'sokoban', level: '########\n#@     #\n# $ $  #\n#  .  .#\n#      #\n########', methods: 'backward', clock: 'nodes' });
  await page.getByRole('button', { name: 'To the start' }).click();
  const board = () => act(page, 'backward').locator('.board-small').innerHTML();
  const before = await board();
  await page.getByRole('button', { name: '1 node more', exact: true }).click();
  await expect(act(page, 'backward').getByRole('status')).toContainText('Pulls boxes from the solved board');
  expect(await board()).not.toBe(before);
});

test('for the back row it fills the screen: every act in sight, boards large, and back again', async ({ page }) => {
  await open(page, { puzzle: 'taquin', level: '8 6 7\n2 5 4\n3 _ 1', methods: 'bfs,astar-manhattan,idastar-manhattan,greedy', clock: 'nodes' });
  await page.getByRole('button', { name: 'Fill the screen' }).click();
  const back = page.getByRole('button', { name: 'Back to the page' });
  await expect(back).toBeVisible();
  for (const method of ['bfs', 'greedy']) {
    // The drawing is another with every picture; its place stays.
    const size = (await act(page, method).locator('.board-small').boundingBox())!;
    expect(Math.min(size.width, size.height)).toBeGreaterThan(130);
    const chart = (await act(page, method).locator('.act-chart').boundingBox())!;
    expect(chart.y + chart.height).toBeLessThan(800);
  }
  await back.click();
  await expect(page.getByRole('button', { name: 'Fill the screen' })).toBeVisible();
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

test('back by nodes leads to just there, also between what was kept, and forth again', async ({ page }) => {
  await open(page, { puzzle: 'taquin', level: '8 6 7\n2 5 4\n3 _ 1', methods: 'bfs,idastar-manhattan', clock: 'nodes' });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^1.000 nodes more$/ }).click();
  const shown = async (method = 'bfs') => Number((await nodes(page, method).textContent())!.replace(/\D/g, ''));
  await expect.poll(() => shown()).toBeGreaterThanOrEqual(1000);
  const end = await shown();
  const board = () => act(page, 'bfs').locator('.board-small').innerHTML();
  const last = await board();
  await page.getByRole('button', { name: '10 nodes back', exact: true }).click();
  await expect.poll(() => shown()).toBe(end - 10);
  expect(await shown('idastar-manhattan')).toBe(end - 10);
  const back = await board();
  await page.getByRole('button', { name: '1 node back', exact: true }).click();
  await expect.poll(() => shown()).toBe(end - 11);
  await page.getByRole('button', { name: '1 node more', exact: true }).click();
  await expect.poll(() => shown()).toBe(end - 10);
  expect(await board(), 'the same run').toBe(back);
  await page.getByRole('button', { name: '10 nodes more', exact: true }).click();
  await expect.poll(() => shown()).toBe(end);
  expect(await board()).toBe(last);
  await page.getByRole('button', { name: /^1.000 nodes back$/ }).click();
  await expect.poll(() => shown()).toBe(end - 1000);
});

/** No method here is done with it soon. */
const HARD = '15 14 8 12\n10 11 9 13\n2 6 5 1\n3 4 7 _';

test('a performance is ended at once, with its table and its link', async ({ page }) => {
  await open(page, { puzzle: 'taquin', level: HARD, methods: 'idastar-manhattan,astar-manhattan', clock: 'nodes' });
  await expect.poll(async () => Number((await nodes(page, 'idastar-manhattan').textContent())!.replace(/\D/g, ''))).toBeGreaterThan(5);
  await page.getByRole('button', { name: 'End here' }).click();
  const table = page.getByRole('region', { name: 'How it ended' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.locator('td:nth-child(2)')).toHaveText(['Ended here, before it was done.', 'Ended here, before it was done.']);
  for (const count of await table.locator('td:nth-child(3)').allTextContents()) expect(Number(count.replace(/\D/g, ''))).toBeGreaterThan(5);
  await expect(page.getByRole('button', { name: 'Copy a link to this performance' })).toBeVisible();
  // What was seen can still be looked at.
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(nodes(page, 'idastar-manhattan')).toHaveText('0');
});

test.describe('a worker that breaks', () => {
  test.use({ allowed: /planted/ });

  test('ends its method, and the others go on', async ({ page }) => {
    await open(page, { puzzle: 'taquin', level: '8 6 7\n2 5 4\n3 _ 1', methods: 'bfs,greedy', clock: 'nodes' });
    await page.getByRole('button', { name: 'Stop' }).click();
    // Which of both it is nobody knows.
    await page.workers()[0].evaluate(() => {
      self.onmessage = () => {
        throw new Error('planted');
      };
    });
    await page.getByRole('button', { name: 'Play' }).click();
    const table = page.getByRole('region', { name: 'How it ended' });
    await expect(table.getByRole('row')).toHaveCount(3, { timeout: 30_000 });
    await expect(page.locator('.act.solved')).toHaveCount(1);
  });
});

/** Methods of a puzzle that work on the server. */
const jobs = (page: Page, puzzle: string) => page.locator(`select[name=method] >> nth=0 >> option[data-of=${puzzle}][data-job]`).evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

test.describe('more engines in C++ than a visitor may have at once', () => {
  // The browser notes that the server had no room.
  test.use({ allowed: /429/ });

  test('wait for each other, and all come to their end', async ({ page }) => {
    await page.goto('/theatre');
    const many = (await jobs(page, 'taquin')).slice(0, 4);
    expect(many.length).toBeGreaterThan(2);
    await page.goto('/');
    await open(page, { puzzle: 'taquin', level: '1 2 3\n4 5 6\n_ 7 8', methods: many.join(','), clock: 'nodes' });
    const table = page.getByRole('region', { name: 'How it ended' });
    await expect(table.getByRole('row')).toHaveCount(many.length + 1, { timeout: 60_000 });
    await expect(page.locator('.act.solved')).toHaveCount(many.length);
  });
});

test.describe('an engine on a server that is killed', () => {
  test.use({ allowed: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|404|Failed to load resource/ });

  test('is given up when the server comes back without it', async ({ page, server }) => {
    const listens = page.waitForResponse((response) => /\/api\/jobs\/.*\/events/.test(response.url()));
    await open(page, { puzzle: 'taquin', level: HARD, methods: 'sat-plan,bfs', clock: 'nodes' });
    await expect(act(page, 'sat-plan').locator('svg')).toBeVisible();
    await listens;
    await server.kill();
    await server.begin();
    await expect(act(page, 'sat-plan').getByRole('status')).toContainText('The server no longer knows this run', { timeout: 40_000 });
    await page.getByRole('button', { name: 'End here' }).click();
    await expect(page.getByRole('region', { name: 'How it ended' }).getByRole('row')).toHaveCount(3);
  });
});

test('a level being played is one click from the theatre', async ({ page }) => {
  await page.goto('/puzzle/taquin');
  await page.locator('main .cards a').first().click();
  await page.locator('.levels-grid a').first().click();
  await page.locator('summary').getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Watch methods on this level' }).click();
  await expect(page.locator('.act')).toHaveCount(4);
});
