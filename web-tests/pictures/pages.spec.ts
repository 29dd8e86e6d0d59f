import { fileURLToPath } from 'node:url';

import { PAGES } from '../support/pages.ts';
import { test } from '../support/test.ts';

const FOLDER = fileURLToPath(new URL('../../target/web-pictures', import.meta.url));
const SCREENS = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

test.use({ allowed: /status of 404/ });

for (const [screen, settings] of Object.entries(SCREENS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${screen} ${colorScheme}`, () => {
      test.use({ ...settings, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      for (const shown of PAGES) {
        test(shown.name, async ({ page }) => {
          await shown.open(page);
          await page.waitForLoadState('networkidle');
          const name = `${shown.name.replaceAll(' ', '-')}-${screen}-${colorScheme}.png`;
          await page.screenshot({ path: `${FOLDER}/${name}` });
        });
      }
    });
  }
}
