// Packs of one's own: several levels in a text become one, to be played, arranged, shared and exported.

import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { register } from '../support/account.ts';
import { copied } from '../support/clipboard.ts';
import { arrangeThreeRooms } from '../support/packs.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

/** A corridor in which one box is pushed so far. */
const room = (pushes: number) => [`${'#'.repeat(pushes + 4)}`, `#@$${' '.repeat(pushes - 1)}.#`, `${'#'.repeat(pushes + 4)}`].join('\n');
const ROOMS = [1, 2, 3].map((width) => `; Room ${width}\n${room(width)}`).join('\n\n');
const BROKEN = '######\n#@$?.#\n######';

async function paste(page: Page, text: string, puzzle = 'sokoban'): Promise<void> {
  await page.goto('/open');
  await page.getByLabel('Puzzle', { exact: true }).selectOption(puzzle);
  await page.getByLabel('Text').fill(text);
  await page.getByRole('button', { name: 'Play' }).click();
}

/** The titles of the levels of a pack, as its page lists them. */
const titles = (page: Page) => page.locator('.levels-grid strong').allTextContents();

test('several levels become a pack, and are played one after another', async ({ page }) => {
  await page.goto('/open');
  await page.getByLabel('Text').fill(ROOMS);
  await expect(page.locator('#check')).toHaveText('3 levels of Sokoban: they become a pack.');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForURL(/\/pack\/[0-9a-f]{32}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My levels of Sokoban');
  expect(await titles(page)).toEqual(['Room 1', 'Room 2', 'Room 3']);
  const pack = page.url();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const table = await Table.at(page);
  await expect(page.locator('.shelf [aria-current]')).toContainText('Room 1');
  await table.byKeys(['ArrowRight']);
  await table.won({ solved: 'Solved: 1 push' });
  await page.locator('#next-after').click();
  await page.waitForURL(/\?pack=/);
  await expect(page.locator('h1')).toHaveText('My levels of Sokoban · Room 2');
  const second = await Table.at(page);
  await second.byKeys(['ArrowRight', 'ArrowRight']);
  await second.won({ solved: 'Solved: 2 pushes' });
  await page.locator('.shelf h2 a').click();
  await expect(page).toHaveURL(pack);
  await expect(page.getByRole('img', { name: '3 of 3 stars' })).toHaveCount(2);
});

test('what cannot be read is told, and the rest is played', async ({ page }) => {
  await paste(page, `${ROOMS}\n\n${BROKEN}\n\n${room(1)}`);
  const told = page.getByRole('status').filter({ hasText: 'can be played' });
  await expect(told).toContainText('3 levels can be played.');
  await expect(told).toContainText('1 cannot be read');
  await expect(told).toContainText('1 was there a second time.');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL(/\/pack\//);
  expect(await titles(page)).toHaveLength(3);
});

test('a file is brought, arranged, saved as a file and brought again', async ({ page, browser, server }) => {
  await register(page, 'Collector');
  await page.goto('/open');
  const name = '<img src=x onerror=alert(1)>.xsb';
  await page.getByLabel('Or from a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(ROOMS) });
  await expect(page.getByLabel('Text')).toHaveValue(ROOMS);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForURL(/\/pack\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)>');
  await arrangeThreeRooms(page);
  await page.getByRole('button', { name: 'Keep it so' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three rooms');
  await expect(page.getByText('expert · 2 levels by Collector')).toBeVisible();
  expect(await titles(page)).toEqual(['Room 3', 'Room 1']);

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save it as a file' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain('title = "Three rooms"');

  // Whoever has the address plays it, and changes nothing.
  const address = page.url();
  const context = await browser.newContext({ baseURL: server.address, extraHTTPHeaders: { 'x-forwarded-for': '10.253.0.1' } });
  const other = await context.newPage();
  await other.goto(address);
  expect(await titles(other)).toEqual(['Room 3', 'Room 1']);
  await expect(other.getByRole('button', { name: 'Keep it so' })).toHaveCount(0);
  const refused = await other.request.put(`/api${new URL(address).pathname.replace('/pack/', '/packs/')}`, { data: { title: 'Mine', order: [0] }, headers: { origin: server.address } });
  expect(refused.status()).toBe(401);
  // The file is a pack of one's own elsewhere, with its title and grade.
  await other.goto('/open');
  await other.getByLabel('Or from a file').setInputFiles({ name: 'other.toml', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await other.getByRole('button', { name: 'Play' }).click();
  await other.waitForURL(/\/pack\//);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Three rooms');
  await expect(other.getByText('expert ·')).toBeVisible();
  await context.close();

  // It is among one's packs until it is given up.
  await page.goto('/me');
  await page.getByRole('link', { name: 'Three rooms' }).click();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Give the pack up' }).click();
  await page.waitForURL(/\/me$/);
  await expect(page.getByText('You have no packs of your own.')).toBeVisible();
});

test('the address of a pack is copied', async ({ page }) => {
  await paste(page, ROOMS);
  await page.waitForURL(/\/pack\//);
  expect(await copied(page, page.getByRole('button', { name: 'Copy a link to this pack' }))).toBe(page.url());
  await expect(page.getByRole('status')).toHaveText('The link is copied.');
});

test.describe('what is too much or broken', () => {
  test.use({ allowed: /Failed to load resource/ });

  test('is refused with a sentence', async ({ page }) => {
    await page.goto('/open');
    const long = { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(300 << 10, '#') };
    await page.getByLabel('Or from a file').setInputFiles(long);
    await expect(page.locator('#check')).toHaveText('A pack here may have 192 KiB of text. Take a part of it.');
    await expect(page.getByLabel('Text')).toHaveValue('');
    await paste(page, `${room(1)}\n\n`.repeat(501));
    await expect(page.getByRole('alert')).toHaveText('These are 501 levels; a pack here may have 500. Take a part of them.');
    await paste(page, 'title = "x"\n[[levels]]\ntext = ');
    await expect(page.getByRole('alert')).toContainText('Line 3');
    await paste(page, BROKEN);
    await expect(page.getByRole('alert')).toContainText('Line 2');
  });

  test('leaves a pack as it was', async ({ page }) => {
    await paste(page, ROOMS);
    await page.waitForURL(/\/pack\//);
    const headers = { origin: new URL(page.url()).origin };
    const api = `/api${new URL(page.url()).pathname.replace('/pack/', '/packs/')}`;
    for (const data of [{ title: ' \n', order: [0] }, { title: 'x', order: [] }, { title: 'x', order: [-1] }, { title: 5 }]) {
      const answer = await page.request.put(api, { data, headers });
      expect(answer.status()).toBe(422);
      expect(((await answer.json()) as { detail: string }).detail).not.toBe('');
    }
    const answer = await page.request.put('/api/packs/unblock-1-beginner', { data: { title: 'x', order: [0] }, headers });
    expect(answer.status()).toBe(404);
    await page.reload();
    expect(await titles(page)).toHaveLength(3);
  });
});
