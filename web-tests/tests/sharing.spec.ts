// What goes elsewhere: the card of a level, a win as a moving picture, a sheet of paper.

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('a shared address has a card with its board', async ({ page, server }) => {
  await page.goto('/pack/unblock-1-beginner');
  await page.locator('.levels-grid a').first().click();
  await Table.at(page);
  const said = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await said('og:title')).toContain('·');
  const address = await said('og:image');
  expect(address).toMatch(new RegExp(`^${server.address}/api/levels/[0-9a-f]+/card\\.png$`));
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toBe('image/png');
  const picture = await answer.body();
  // The size stands in the head of the file.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  expect((await page.request.get('/api/levels/00000000000000000000/card.png')).status()).toBe(404);
});

test('a win is saved as a moving picture, by whoever won', async ({ page, browser, server }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.byKeys(['ArrowUp']);
  await expect(page.getByRole('link', { name: 'Save it as a GIF' })).toBeHidden();
  await table.byKeys(GAMES.taquin.keys.slice(1));
  await table.won(GAMES.taquin);
  const link = page.getByRole('link', { name: 'Save it as a GIF' });
  const address = (await link.getAttribute('href')) ?? '';
  const answer = await page.request.get(address);
  expect(answer.headers()['content-type']).toBe('image/gif');
  const picture = await answer.body();
  expect(picture.subarray(0, 6).toString()).toBe('GIF89a');
  // The start and three moves: each picture has a block that says how long it is shown.
  const controls = picture.toString('latin1').split('\x21\xf9\x04').length - 1;
  expect(controls).toBe(4);
  const context = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.254.0.1' } });
  const other = await context.newPage();
  expect((await other.request.get(address)).status()).toBe(401);
  await Table.open(other, GAMES.flow);
  await other.keyboard.press('Enter');
  await other.keyboard.press('ArrowDown');
  await expect.poll(async () => (await other.request.get(address)).status()).toBe(403);
  await context.close();
});

test('a sheet has boards, and solutions on a last page for whoever wants them', async ({ page }) => {
  await page.addInitScript(() => {
    (window as unknown as { printed: number }).printed = 0;
    window.print = () => void ((window as unknown as { printed: number }).printed += 1);
  });
  const printed = () => page.evaluate(() => (window as unknown as { printed: number }).printed);
  await page.goto('/pack/unblock-1-beginner');
  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.locator('.printed > [data-level]')).toHaveCount(6);
  await page.getByLabel('From level').fill('3');
  await page.getByLabel('How many').fill('2');
  await page.getByRole('button', { name: 'Show these' }).click();
  await expect(page.locator('.printed > [data-level] svg')).toHaveCount(2);
  await expect(page.locator('.printed h2').first()).toContainText('3.');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  expect(await printed()).toBe(1);
  await expect(page.locator('#solutions')).toBeHidden();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Print with solutions' }).click();
  await expect(page.locator('#solutions li')).toHaveCount(2);
  await expect(page.locator('#solutions li p').first()).toHaveText(/^([A-Z][↑↓←→]\d* ?)+$/);
  expect(await printed()).toBe(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  expect(await page.locator('#solutions').evaluate((part) => getComputedStyle(part).breakBefore)).toBe('page');
});

test('solutions that were printed were seen', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.byKeys(GAMES.taquin.keys);
  await table.won(GAMES.taquin);
  const level = await page.locator('main').getAttribute('data-level');
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post('/api/solutions', { data: { levels: [level] }, headers });
  expect(await answer.json()).toEqual([{ picture: null, text: '4↑ 7← 8←' }]);
  await page.goto(`/play/${level}?again=yes`);
  const again = await Table.at(page);
  await again.byKeys(GAMES.taquin.keys);
  await expect(again.said).toContainText('one star');
  const many = await page.request.post('/api/solutions', { data: { levels: Array(25).fill(level) }, headers });
  expect(many.status()).toBe(422);
});
