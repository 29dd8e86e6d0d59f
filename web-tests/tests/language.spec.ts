// Every page on a phone: it fits, and is large enough for fingers. Then in a language that nobody speaks, longer and
// accented, it is read through: whatever is still plain English has not come from the tables, and whatever no longer
// fits would not fit in Polish either.

import { PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const PSEUDO = 'en-XA';

test.use({ allowed: /status of 404/, contextOptions: { reducedMotion: 'reduce' } });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

for (const shown of PAGES) {
  test(`${shown.name}: all of it fits a phone and its fingers, and nothing is left in English`, async ({ page, baseURL }) => {
    await shown.open(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(smallTargets)).toEqual([]);
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
  // Codes of races and classes are drawn by chance, and some of them look like words.
  const ours = (text: string) => text.replace(/guest-\w+|\w+\.(rs|json)|\b[0-9a-f]{8}\b|\b[0-9A-Z]{6}\b|\b[0-9A-Z]{4}(-[0-9A-Z]{4})+\b/g, '');
  return texts.filter((text) => (ours(text).match(/\p{L}+/gu) ?? []).some(plain)).map((text) => text.trim());
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
