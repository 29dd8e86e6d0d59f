// Daily puzzles: the same for everybody, by the visitor's own calendar, caught up, counted and shared.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { copied } from '../support/clipboard.ts';
import { solve } from '../support/server.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** The day that the page shows. */
async function shown(page: Page): Promise<string> {
  const day = await page.getByLabel('Day', { exact: true }).inputValue();
  expect(day).toMatch(ISO);
  return day;
}

/** What a calendar in that zone says now. */
function dayIn(zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
}

/** Plays the solution of the page's level by keys; nobody was helped. */
async function play(page: Page): Promise<void> {
  const id = await page.locator('main').getAttribute('data-level');
  const { text } = await (await page.request.get(`/api/levels/${id}`)).json();
  const keys: Record<string, string> = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' };
  const moves = [...solve('sokoban', text).solution].map((one) => keys[one.toLowerCase()] ?? '');
  await (await Table.on(page)).byKeys(moves);
}

test('everybody has the same five puzzles', async ({ page, browser, server }) => {
  await page.goto('/daily');
  const day = await shown(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Not solved yet.' })).toHaveCount(5);
  await page.getByRole('link', { name: 'Play Unblock' }).click();
  await Table.at(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unblock of ${day}`);
  const other = await (await browser.newContext({ baseURL: server.address })).newPage();
  await other.goto(`/daily/${day}/unblock`);
  await Table.at(other);
  expect(other.url()).toBe(page.url());
  await other.context().close();
});

test('pages have no barriers', async ({ page }) => {
  await page.goto('/daily');
  await shown(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('days before are caught up, days to come are not there', async ({ page }) => {
  await page.goto('/daily/2026-11-02');
  await expect(page.getByText('Monday', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'The day before' }).click();
  await expect(page).toHaveURL(/2026-11-01$/);
  await expect(page.getByRole('link', { name: 'The day before' })).toHaveCount(0);
  await page.getByRole('link', { name: /^2026-11-03: 0 of 5/ }).click();
  await expect(page).toHaveURL(/2026-11-03$/);
  await page.getByLabel('Day', { exact: true }).fill('2026-11-05');
  await expect(page).toHaveURL(/2026-11-05$/);
  for (const day of ['2026-10-31', '2999-01-01', 'tomorrow', '2026-11-5']) {
    const answer = await page.request.get(`/daily/${day}`);
    expect(answer.status(), day).toBe(404);
  }
});

for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test('the day is the one of the calendar on the wall', async ({ page }) => {
      await page.goto('/daily');
      await expect.poll(() => shown(page)).toBe(dayIn(zone));
    });
  });
}

test('a page that is open over midnight goes on to the next day, also after a clock change', async ({ page }) => {
  const today = dayIn('UTC');
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
  const wakesAt = async (time: string) => {
    await page.clock.setFixedTime(new Date(time));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await page.clock.setFixedTime(new Date(`${yesterday}T23:59:00Z`));
  await page.goto('/daily');
  await expect.poll(() => shown(page)).toBe(yesterday);
  await wakesAt(`${today}T00:01:00Z`);
  await expect.poll(() => shown(page)).toBe(today);
  // Whoever sets the clock back is back on that day.
  await wakesAt(`${yesterday}T12:00:00Z`);
  await expect.poll(() => shown(page)).toBe(yesterday);
});

test('what was solved is told, counted and shared without spoilers', async ({ page }) => {
  await page.goto('/daily');
  const day = await shown(page);
  await page.getByRole('link', { name: 'Play Sokoban' }).click();
  const table = await Table.at(page);
  await play(page);
  await expect(table.said).toContainText('Solved');
  await page.getByRole('link', { name: 'Daily puzzles', exact: true }).last().click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sokoban' }).filter({ hasText: /Solved: ★/ })).toBeVisible();
  await expect(page.getByText('1 now, 1 at most')).toBeVisible();
  const text = await copied(page, page.getByRole('button', { name: 'Copy' }));
  expect(text).toContain(`daily puzzles of ${day}\nSokoban ★`);
  expect(text).toContain(`/daily/${day}`);
});
