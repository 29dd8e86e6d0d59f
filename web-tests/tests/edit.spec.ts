// The editor: levels painted by mouse, by finger and by keys, mended by the doctor, tried, shared and published. And
// what people with bad intentions or bad luck put into it.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { register } from '../support/account.ts';
import { copied } from '../support/clipboard.ts';
import { Draft } from '../support/draft.ts';
import { missing } from '../support/engines.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.skip(missing !== '', missing);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('Sokoban by mouse: painted, examined, tried, and there again afterwards', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await expect(page.locator('#state')).toContainText('Not a level yet');
  await draft.brush('Player');
  await draft.mouse([1, 1]);
  await draft.brush('Box');
  await draft.mouse([2, 2], [2, 4]);
  await draft.brush('Goal');
  await draft.mouse([4, 2], [4, 4]);
  await draft.brush('Wall');
  await draft.mouse([3, 6]);
  await draft.is('########\n#@-----#\n#-$$$--#\n#-----##\n#-...--#\n#------#\n########\n');
  await expect(page.locator('#state')).toHaveText('It is a level.');
  await page.locator('#doctor > summary').click();
  await draft.brush('Floor');
  await draft.mouse([3, 6]);
  await expect(page.locator('[data-doctor=found]')).toContainText('It can be solved');
  await expect(page.locator('[data-doctor=found]')).toContainText('of 100 points');
  await button(page, 'Play it').click();
  await Table.at(page);
  await page.goBack();
  await new Draft(page).is('########\n#@-----#\n#-$$$--#\n#------#\n#-...--#\n#------#\n########\n');
});

test('Unblock by mouse: blocks are drawn and moved, the exit is anywhere', async ({ page }) => {
  const draft = await Draft.open(page, 'unblock');
  await draft.brush('Red block');
  await draft.mouse([2, 1], [2, 0]);
  await draft.brush('Block');
  await draft.mouse([0, 4], [2, 4]);
  await draft.brush('Move a piece');
  await draft.mouse([0, 4], [1, 4]);
  await draft.brush('Wall');
  await draft.mouse([5, 5]);
  await draft.is('6x6:\noooooo\nooooBo\nAAooBo\nooooBo\noooooo\nooooox\n');
  await page.getByLabel('Exit').selectOption('left');
  await draft.is('exit: left\n6x6:\noooooo\nooooBo\nAAooBo\nooooBo\noooooo\nooooox\n');
  await expect(page.locator('#state')).toHaveText('It is a level.');
  await button(page, 'Turn').click();
  await expect(page.getByLabel('Exit')).toHaveValue('up');
});

test('Flow by mouse: ends, holes, bridges, walls on sides; then hexagons', async ({ page }) => {
  const draft = await Draft.open(page, 'flow');
  await draft.brush('A');
  await draft.mouse([0, 0]);
  await draft.mouse([4, 4]);
  await draft.brush('Hole');
  await draft.mouse([0, 4]);
  await draft.brush('Bridge');
  await draft.mouse([2, 2]);
  await draft.brush('Wall');
  const { x, y } = await draft.point([1, 1], [0.4, 0]);
  await page.mouse.click(x, y);
  await draft.is('walls: 1,1:R\nA...#\n.....\n..+..\n.....\n....A\n');
  await page.mouse.click(x, y);
  await draft.is('A...#\n.....\n..+..\n.....\n....A\n');
  await page.getByLabel('Rules', { exact: true }).selectOption('partial');
  await page.getByLabel('Borders', { exact: true }).selectOption('both');
  await page.getByLabel('Cells', { exact: true }).selectOption('hexes');
  await expect(page.locator('#state')).toContainText('a board of hexagons');
  await button(page, 'Turn').click();
  await expect(page.locator('#refused')).toContainText('hexagons');
  await draft.is('rules: partial\nboard: hexes\nwarps: both\nA...#\n.....\n..+..\n.....\n....A\n');
});

test('TetraVex by keys: digits on sides, given and blocked', async ({ page }) => {
  const draft = await Draft.open(page, 'tetravex');
  await draft.focus([0, 0]);
  await page.keyboard.press('7');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(draft.text).toHaveValue(/0 7 0 0/);
  await expect(page.locator('#board > svg .tile-clash')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await draft.brush('Blocked');
  await draft.focus([2, 2]);
  await page.keyboard.press('Enter');
  await expect(draft.text).toHaveValue(/blocked 2,2/);
  await draft.brush('Given');
  await draft.focus([0, 1]);
  await page.keyboard.press('Enter');
  await expect(draft.text).toHaveValue(/fixed 0,1/);
  await page.keyboard.press('Control+z');
  await expect(draft.text).not.toHaveValue(/fixed 0,1/);
  await page.keyboard.press('Control+y');
  await expect(draft.text).toHaveValue(/fixed 0,1/);
});

test('every brush looks like what it paints, and is named by its word', async ({ page }) => {
  for (const puzzle of ['sokoban', 'taquin', 'unblock', 'flow', 'tetravex']) {
    await Draft.open(page, puzzle);
    const brushes = page.locator('#brushes label');
    const count = await brushes.count();
    expect(count).toBeGreaterThan(2);
    await expect(brushes.locator('svg')).toHaveCount(count);
    const looks = await brushes.evaluateAll((all) => all.map((one) => one.querySelector('.picture')!.className + one.querySelector('svg')!.outerHTML));
    expect(new Set(looks).size, 'no two are alike').toBe(count);
    for (const radio of await page.locator('#brushes').getByRole('radio').all()) await expect(radio).toHaveAccessibleName(/./);
    const last = page.locator('#brushes').getByRole('radio').last();
    await last.check();
    await expect(page.locator('#brush'), 'the chosen one is said').toHaveText((await last.getAttribute('aria-label'))!);
  }
});

test('Sokoban by keys alone', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await draft.focus([1, 1]);
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await expect(draft.text).toHaveValue(/#@/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await expect(draft.text).toHaveValue(/#@\$/);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await expect(draft.text).toHaveValue(/#@\$--\.-#/);
  await expect(page.locator('#state')).toHaveText('It is a level.');
});

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Taquin: two taps swap two tiles, on the board and in the goal', async ({ page }) => {
    const draft = await Draft.open(page, 'taquin');
    await draft.is('1 2 3\n4 5 6\n7 _ 8\n');
    await draft.tap([0, 0]);
    await draft.tap([1, 1]);
    await draft.is('5 2 3\n4 1 6\n7 _ 8\n');
    await draft.brush('Swap in the goal');
    await draft.tap([0, 0]);
    await draft.tap([0, 2]);
    await draft.is('5 2 3\n4 1 6\n7 _ 8\ngoal:\n3 2 1\n4 5 6\n7 8 _\n');
  });

  test('TetraVex and Flow: sides are tapped', async ({ page }) => {
    const draft = await Draft.open(page, 'tetravex');
    await draft.brush('3');
    await draft.tap([1, 1], [0, -0.35]);
    await expect(draft.text).toHaveValue(/3 0 0 0/);
    await expect(draft.text).toHaveValue(/0 0 3 0/);
    const flow = await Draft.open(page, 'flow');
    await flow.brush('Wall');
    await flow.tap([0, 0], [0, 0.4]);
    await expect(flow.text).toHaveValue(/walls: 0,0:D/);
  });

  test('all of it fits, and keeps nobody out', async ({ page }) => {
    for (const puzzle of ['sokoban', 'unblock', 'flow', 'tetravex', 'taquin']) {
      await Draft.open(page, puzzle);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    }
  });
});

test('turned, mirrored, grown, cut, trimmed, and taken back step by step', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await page.locator('#written > summary').click();
  const level = '####--\n#@-###\n#--$.#\n######\n';
  await draft.text.fill(level);
  await button(page, 'Take this text').click();
  await expect(page.locator('#state')).toHaveText('It is a level.');
  await page.locator('h1').click();
  for (let turn = 0; turn < 4; turn++) await button(page, 'Turn').click();
  for (let turn = 0; turn < 2; turn++) await button(page, 'Mirror').click();
  await draft.is(level);
  await page.locator('summary', { hasText: 'Size' }).click();
  await button(page, 'Row above').click();
  await button(page, 'Column on the left').click();
  await draft.is('-------\n-####--\n-#@-###\n-#--$.#\n-######\n');
  await button(page, 'Cut empty borders off').click();
  await draft.is(level);
  for (let step = 0; step < 3; step++) await button(page, 'Undo').click();
  await draft.is(level);
  await button(page, 'Redo').click();
  await draft.is('------\n####--\n#@-###\n#--$.#\n######\n');
});

test('what is wrong is mended with one click', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await page.locator('#written > summary').click();
  // The box can never leave the upper wall.
  await draft.text.fill('#######\n#@ $  #\n#     #\n#    .#\n#######');
  await button(page, 'Take this text').click();
  await page.locator('#doctor > summary').click();
  await button(page, 'Examine').click();
  await expect(page.locator('[data-doctor=found]')).toContainText('There is no solution, and that is proved');
  await button(page, 'Mend it so').first().click();
  await expect(page.locator('[data-doctor=found]')).toContainText('It can be solved');
  await button(page, 'Undo').click();
  await draft.is('#######\n#@-$--#\n#-----#\n#----.#\n#######\n');
});

test('any format is pasted; what is none is refused with a sentence and changes nothing', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await page.locator('#written > summary').click();
  const before = await draft.text.inputValue();
  for (const hostile of ['what is this', '<img src=x onerror=alert(1)>', `${'#'.repeat(5000)}\n`.repeat(20), '\u202e\u0000']) {
    await draft.text.fill(hostile);
    await button(page, 'Take this text').click();
    await expect(page.locator('#refused')).not.toBeEmpty();
    await page.locator('h1').click();
  }
  await button(page, 'Turn').click();
  await button(page, 'Turn').click();
  await draft.is(before);
  // Run lengths in one line.
  await draft.text.fill('5#|#@$.#|5#');
  await button(page, 'Take this text').click();
  await page.locator('h1').click();
  await draft.is('#####\n#@$.#\n#####\n');
});

test.describe('links', () => {
  test.use({ allowed: /status of 404/ });

  test('a link carries a level; a hostile one does no harm', async ({ page }) => {
    const draft = await Draft.open(page, 'sokoban');
    await page.goto(`/edit#${new URLSearchParams({ puzzle: 'unblock', level: '3x2:\nAAo\nooo\n' })}`);
    await page.reload();
    await draft.is('3x2:\nAAo\nooo\n');
    const link = await copied(page, button(page, 'Copy a link'));
    await expect(page.locator('#said')).not.toBeEmpty();
    await page.goto(link);
    await Table.at(page);
    for (const hostile of ['#%', '#puzzle=chess&level=x', `#puzzle=flow&level=${'A'.repeat(50_000)}`, '#puzzle=sokoban&level=<script>alert(1)</script>', '?puzzle=__proto__&level=../../etc']) {
      await page.goto(`/edit${hostile}`);
      await page.reload();
      await expect(page.locator('#state')).not.toBeEmpty();
    }
  });
});

test('a link takes the place of a draft, which is one step back', async ({ page }) => {
  const draft = await Draft.open(page, 'sokoban');
  await draft.brush('Player');
  await draft.mouse([1, 1]);
  const own = await draft.text.inputValue();
  await page.goto(`/edit#${new URLSearchParams({ puzzle: 'sokoban', level: '######\n#@-$.#\n######\n' })}`);
  await page.reload();
  await draft.is('######\n#@-$.#\n######\n');
  await expect(page.locator('#said')).toHaveText('Your own draft of before is one step back.');
  await button(page, 'Undo').click();
  await draft.is(own);
  await button(page, 'Redo').click();
  await draft.is('######\n#@-$.#\n######\n');
  // What is the same is nobody's loss.
  await page.goto(`/edit#${new URLSearchParams({ puzzle: 'sokoban', level: '######\n#@-$.#\n######\n' })}`);
  await page.reload();
  await draft.is('######\n#@-$.#\n######\n');
  await expect(page.locator('#said')).toBeEmpty();
});

test.describe('published', () => {
  test.use({ allowed: /status of (401|404|422|429)/ });

  async function paint(page: Page, text: string): Promise<void> {
    const draft = await Draft.open(page, 'sokoban');
    await page.locator('#written > summary').click();
    await draft.text.fill(text);
    await button(page, 'Take this text').click();
    await expect(page.locator('#state')).toHaveText('It is a level.');
  }

  async function publish(page: Page, title: string, listed: boolean): Promise<void> {
    await page.locator('summary').getByText('Publish', { exact: true }).click();
    await page.getByLabel('Title of the level').fill(title);
    await page.getByLabel('For everybody to find').setChecked(listed);
    await page.locator('#publish button').click();
    await page.waitForURL(/\/made\//);
  }

  test('listed or by link, in versions, reported and removed', async ({ page, browser, baseURL }) => {
    await register(page, 'Berta');
    await paint(page, '######\n#@ $.#\n######');
    const title = '<b>Corridor</b> & "more"';
    await publish(page, title, true);
    const address = page.url();
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('main')).toContainText('by Berta');
    await expect(page.locator('main')).toContainText('the referee has seen it');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.goto('/made?puzzle=sokoban');
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    // A second version; the first keeps its address.
    await page.goto(address);
    await page.getByRole('link', { name: 'Open in the editor' }).click();
    await expect(page.locator('#text')).toHaveValue('######\n#@-$.#\n######\n');
    await page.locator('summary', { hasText: 'Size' }).click();
    await button(page, 'Mirror').click();
    await expect(page.locator('#text')).toHaveValue('######\n#.$-@#\n######\n');
    await publish(page, 'Corridor, the other way', false);
    expect(page.url()).toBe(address);
    await expect(page.locator('main')).toContainText('version 2');
    await page.goto(`${address}?version=1`);
    await expect(page.locator('h1')).toHaveText(title);
    // Now it is known by its link alone; somebody else, who has never played here, finds something to say.
    await page.goto('/made');
    await expect(page.locator('main')).not.toContainText('Corridor');
    const other = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': '10.99.1.1' } });
    const guest = await other.newPage();
    await guest.goto(address);
    await expect(guest.getByRole('button', { name: 'Remove it' })).toHaveCount(0);
    const made = address.split('/').pop();
    for (const [method, path, data] of [['DELETE', `/api/made/${made}`, {}], ['PUT', `/api/made/${made}`, { listed: true }]] as const) {
      expect((await guest.request.fetch(path, { method, data })).status()).toBe(401);
    }
    await guest.keyboard.press('ArrowRight');
    await guest.getByRole('button', { name: 'Something is wrong here' }).click();
    await guest.getByLabel('What is wrong?').fill('Not nice <script>');
    await guest.getByRole('button', { name: 'Send it' }).click();
    await expect(guest.locator('#said')).not.toBeEmpty();
    await other.close();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(address);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.waitForURL(/\/made$/);
    expect((await page.request.get(address)).status()).toBe(404);
  });

  test('what the referee has not seen solved is not listed, and nonsense is refused', async ({ page }) => {
    await register(page, 'Clara');
    const send = (data: object) => page.request.post('/api/made', { data });
    const good = { puzzle: 'sokoban', text: '######\n#@ $.#\n######', title: 'One', listed: true };
    expect((await send(good)).status()).toBe(422);
    expect((await send({ ...good, solution: 'lrR' })).status()).toBe(422);
    expect((await send({ ...good, solution: 'rR' })).status()).toBe(200);
    expect((await send({ ...good, title: ' \u202e\n' })).status()).toBe(422);
    expect((await send({ ...good, text: 'what is this' })).status()).toBe(422);
    expect((await send({ ...good, text: '#'.repeat(200_000) })).status()).toBe(422);
    expect((await send({ ...good, of: 'nothing' })).status()).toBe(404);
    const long = await send({ ...good, title: 'x'.repeat(10_000), credit: 'y\n'.repeat(5000), solution: 'rR' });
    expect(long.status()).toBe(200);
    const { key } = (await long.json()) as { key: string };
    const [made] = (await (await page.request.get(`/api/made/${key}`)).json()) as { title: string; credit: string }[];
    expect(made.title.length).toBeLessThanOrEqual(80);
    expect(made.credit).not.toContain('\n');
  });
});
