// Every page on a desk: readable for everyone in light and dark, light to load, and quiet. On a phone: `language.spec.ts`.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// The page that says that there is none is answered with 404, which Chromium writes into the console.
test.use({ allowed: /status of 404/ });

/** What keeps somebody out, however little. */
async function barriers(page: Page): Promise<string[][]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

/** Kilobytes of a page and of its rules, with nothing kept from before; and when something was seen. */
async function weigh(page: Page): Promise<{ bytes: number; ruled: number; paint: number | undefined }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  // What the first visit still waits for is not counted.
  const [asked, modules] = [new Set<string>(), new Set<string>()];
  let [bytes, ruled] = [0, 0];
  session.on('Network.requestWillBeSent', ({ requestId }) => asked.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/modules/')) modules.add(requestId);
    // The editor paints with the engines, which come in a worker of their own and are weighed by theirs.
    if (response.url.endsWith('/engines.wasm')) asked.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!asked.has(requestId)) return;
    if (modules.has(requestId)) ruled += encodedDataLength;
    else bytes += encodedDataLength;
  });
  await page.reload({ waitUntil: 'networkidle' });
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  return { bytes, ruled, paint };
}

test.describe('keeps nobody out, in light and dark, and weighs less than 150 KB, and 250 KB more where there are rules', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const shown of PAGES) {
    test(shown.name, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await shown.open(page);
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      expect(await barriers(page)).toEqual([]);
      const { bytes, ruled, paint } = await weigh(page);
      console.log(`${shown.name}: ${(bytes / 1000).toFixed(0)} KB and ${(ruled / 1000).toFixed(0)} KB of rules, first paint after ${paint?.toFixed(0)} ms`);
      expect(bytes).toBeGreaterThan(1000);
      expect(bytes).toBeLessThan(150_000);
      expect(ruled).toBeLessThan(250_000);
    });
  }
});

test('light or dark is a choice that lasts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await ground()).toBe('rgb(250, 248, 244)');
  await page.getByRole('button', { name: 'Light or dark' }).click();
  expect(await ground()).toBe('rgb(23, 22, 20)');
  await page.goto('/help');
  expect(await ground()).toBe('rgb(23, 22, 20)');
  await page.getByRole('button', { name: 'Light or dark' }).click();
  expect(await ground()).toBe('rgb(250, 248, 244)');
});

test('the system says whether it is dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
