// Every page on a phone: it fits, and is large enough for fingers. Then in a language that nobody speaks, longer and
// accented, it is read through: whatever is still plain English has not come from the tables, and whatever no longer
// fits would not fit in Polish either.

import { PAGES } from '../support/pages.ts';
import { plainWords, PSEUDO } from '../support/pseudo.ts';
import { expect, test } from '../support/test.ts';

test.use({ allowed: /status of 404/, contextOptions: { reducedMotion: 'reduce' } });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const shown of PAGES) {
  test(`${shown.name}: all of it fits a phone and its fingers, and nothing is left in English`, async ({ page, baseURL }) => {
    await shown.open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(smallTargets)).toEqual([]);
    // The switch is on every page: each language by its own name, said as what it is, and the present one marked.
    const switches = await page.locator('a[data-language]').evaluateAll((links) =>
      links.map((link) => [link.getAttribute('lang'), link.getAttribute('hreflang'), link.getAttribute('aria-current')]));
    const present = await page.locator('html').getAttribute('lang');
    expect(switches.length).toBeGreaterThanOrEqual(3);
    for (const [lang, hreflang, current] of switches) {
      expect(hreflang).toBe(lang);
      expect(current).toBe(lang === present ? 'true' : null);
    }
    await page.context().addCookies([{ name: 'language', value: PSEUDO, url: baseURL }]);
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
    // The names of a method and of who made a level are the same for everybody.
    expect(await page.evaluate(plainWords, ['greedy', 'generator'])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
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
