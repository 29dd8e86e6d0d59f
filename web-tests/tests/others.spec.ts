// Other browsers: Debian's Firefox and WebKit. A level is played to a win by keys at a server and from files, a hint is
// worked out in the page, and a play goes on after the page was loaded again.

import { existsSync } from 'node:fs';

import { firefox } from '@playwright/test';

import { missing as noModule } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { missing as noWebKit, WebKit } from '../support/webkit.ts';
import { expect, test } from '../support/site-test.ts';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
const { puzzle, text, keys, solved } = GAMES.sokoban;

test.skip(noModule !== '', noModule);

const shared = (place: string) => `${place}?puzzle=${puzzle}&text=${encodeURIComponent(text)}`;

test.describe('Firefox', () => {
  test.skip(!existsSync(FIREFOX), 'Firefox is not installed (package firefox-esr)');

  for (const where of ['server', 'files']) {
    test(`plays from ${where}`, async ({ site, server }) => {
      const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX });
      const page = await browser.newPage();
      await page.goto(shared(where === 'files' ? `${site.address}open.html` : `${server.address}/open`));
      const [cells, said] = [page.locator('.cells button').first(), page.locator('#said')];
      await cells.waitFor({ state: 'attached' });
      for (const key of keys.slice(0, 2)) await page.keyboard.press(key);
      await page.locator('.actions [data-do=hint]').click();
      await expect(said).toContainText('2 pushes to go', { timeout: 60_000 });
      await page.reload();
      await cells.waitFor({ state: 'attached' });
      await expect(page.locator('#figures')).toContainText('moves2');
      for (const key of keys.slice(2)) await page.keyboard.press(key);
      await expect(said).toContainText(solved);
      await browser.close();
    });
  }
});

test.describe('WebKit', () => {
  test.skip(noWebKit !== '', noWebKit);

  for (const where of ['server', 'files']) {
    test(`plays from ${where}`, async ({ site, server }) => {
      const webkit = await WebKit.start();
      try {
        await webkit.open(shared(where === 'files' ? `${site.address}open.html` : `${server.address}/open`));
        await webkit.waitFor('.cells button');
        await webkit.press(keys.slice(0, 2));
        await webkit.waitFor('#figures', /moves2/);
        await webkit.click('.actions [data-do=hint]');
        await webkit.waitFor('#said', /2 pushes to go/);
        await webkit.press(keys.slice(2));
        await webkit.waitFor('#said', new RegExp(solved));
      } finally {
        await webkit.close();
      }
    });
  }
});
