// Every page as a picture, to be looked at: on a desk and on a phone in light and dark, on a phone that lies on its side,
// at twice the size, for those who need that, and on a phone in a language whose texts are four tenths longer.

import { fileURLToPath } from 'node:url';

import { PAGES } from '../support/pages.ts';
import { PSEUDO } from '../support/pseudo.ts';
import { test } from '../support/test.ts';

const FOLDER = fileURLToPath(new URL('../../target/web-pictures', import.meta.url));
const PHONE = { hasTouch: true, isMobile: true };
const SCREENS = {
  'desk-light': { viewport: { width: 1280, height: 800 } },
  'desk-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  'phone-light': { viewport: { width: 390, height: 844 }, ...PHONE },
  'phone-dark': { viewport: { width: 390, height: 844 }, ...PHONE, colorScheme: 'dark' },
  landscape: { viewport: { width: 844, height: 390 }, ...PHONE },
  // A browser that shows everything at twice the size has half the room.
  zoomed: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
} as const;

test.use({ allowed: /status of 404/ });

test.describe('phone-long', () => {
  test.use({ ...SCREENS['phone-light'], contextOptions: { reducedMotion: 'reduce' } });
  for (const shown of PAGES) {
    test(shown.name, async ({ page, baseURL }) => {
      await shown.open(page);
      await page.context().addCookies([{ name: 'language', value: PSEUDO, url: baseURL }]);
      await page.reload({ waitUntil: 'networkidle' });
      await page.screenshot({ path: `${FOLDER}/${shown.name.replaceAll(' ', '-')}-phone-long.png`, fullPage: true });
    });
  }
});

for (const [screen, settings] of Object.entries(SCREENS)) {
  test.describe(screen, () => {
    test.use({ ...settings, contextOptions: { reducedMotion: 'reduce' } });
    for (const shown of PAGES) {
      test(shown.name, async ({ page }) => {
        await shown.open(page);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `${FOLDER}/${shown.name.replaceAll(' ', '-')}-${screen}.png` });
      });
    }
  });
}
