// Every page: readable for everyone in light and dark, whole on a phone, light to load, and quiet.

import AxeBuilder from '@axe-core/playwright';

import { PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

// The page that says that there is none is answered with 404, which Chromium writes into the console.
test.use({ allowed: /status of 404/ });

for (const shown of PAGES) {
  test.describe(shown.name, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(() => {
        test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

        test(`keeps nobody out, ${colorScheme}`, async ({ page }) => {
          await shown.open(page);
          const audit = await new AxeBuilder({ page }).analyze();
          const grave = audit.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          expect(grave.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
        });
      });
    }

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

      test('fits, and is large enough for fingers', async ({ page }) => {
        await shown.open(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(390);
        expect(await page.evaluate(smallTargets)).toEqual([]);
      });
    });

    test.describe('as a first visitor loads it', () => {
      test.use({ serviceWorkers: 'block', allowed: /Service Worker registration blocked|status of 404/ });

      test('weighs less than 150 KB, and 250 KB more where there are rules', async ({ page }) => {
        await shown.open(page);
        // Once more with nothing kept from before, so that everything is counted; what the first visit still
        // waits for, is not.
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        const [asked, modules] = [new Set<string>(), new Set<string>()];
        let [bytes, ruled] = [0, 0];
        session.on('Network.requestWillBeSent', ({ requestId }) => asked.add(requestId));
        session.on('Network.responseReceived', ({ requestId, response }) => {
          if (response.url.includes('/modules/')) modules.add(requestId);
        });
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          if (!asked.has(requestId)) return;
          if (modules.has(requestId)) ruled += encodedDataLength;
          else bytes += encodedDataLength;
        });
        await page.reload({ waitUntil: 'networkidle' });
        const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
        console.log(`${shown.name}: ${(bytes / 1000).toFixed(0)} KB and ${(ruled / 1000).toFixed(0)} KB of rules, first paint after ${paint?.toFixed(0)} ms`);
        expect(bytes).toBeGreaterThan(1000);
        expect(bytes).toBeLessThan(150_000);
        expect(ruled).toBeLessThan(250_000);
      });
    });
  });
}

/** Buttons, links and fields that are smaller than 44 pixels one way; links within a sentence are exempt. */
function smallTargets(): string[] {
  const small: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')) {
    const inSentence = element.matches('p a:not(.button), td a, h1 a, h2 a, h3 a');
    if (inSentence || element.closest('.cells') || element.matches('.skip') || !element.checkVisibility()) continue;
    // A field with a label around it is as large as the label.
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    const isClipped = width <= 1 && height <= 1;
    if (!isClipped && (width < 43.5 || height < 43.5)) small.push(`${element.outerHTML.slice(0, 80)}: ${width} x ${height}`);
  }
  return small;
}

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
