// In a language that nobody speaks, longer and accented, every page is read through: whatever is still plain English
// has not come from the tables, and whatever no longer fits would not fit in Polish either.

import { PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const PSEUDO = 'en-XA';

test.use({ allowed: /status of 404/, contextOptions: { reducedMotion: 'reduce' } });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const shown of PAGES) {
  test(`${shown.name}: nothing is left in English, and all of it fits a phone`, async ({ page, baseURL }) => {
    await shown.open(page);
    await page.context().addCookies([{ name: 'language', value: PSEUDO, url: baseURL }]);
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
    expect(await page.evaluate(plainWords)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}

/** Words of the page with a plain vowel; names and what is marked as being the same in every language are left out. */
function plainWords(): string[] {
  const names = new Set(['ingenio', 'Sokoban', 'Taquin', 'Unblock', 'Flow', 'TetraVex']);
  const same = '[translate=no], [lang=en], code, pre, kbd, time, script, style, svg';
  // A lesson is what it is until somebody translates it.
  const texts: string[] = document.querySelector('article.lesson') ? [] : [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    if (!nodes.currentNode.parentElement?.closest(same)) texts.push(nodes.currentNode.textContent ?? '');
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('[translate=no], [lang=en]')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-about', 'data-done', 'data-confirm']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  const plain = (word: string) => word.length > 2 && /^[a-z]*[aeiou][a-z]*$/i.test(word) && !names.has(word);
  const ours = (text: string) => text.replace(/guest-\w+|\w+\.(rs|json)|\b[0-9a-f]{8}\b/g, '');
  return texts.filter((text) => (ours(text).match(/\p{L}+/gu) ?? []).some(plain)).map((text) => text.trim());
}
