// Every language there is a table of: a level of each puzzle is won by the names of its buttons, as the tables have them; and a
// reader's choice stays with them, on the next page, in a link, and on another device.

import { logIn, register } from '../support/account.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { TONGUES } from '../support/tongue.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const tongue of TONGUES) {
  const { code } = tongue;
  for (const game of Object.values(GAMES)) {
    test(`${game.puzzle} is won in ${code} by the names of buttons`, async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: 'language', value: code, url: baseURL }]);
      const table = await Table.open(page, game);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await table.byNames(game.names.map((name) => tongue.of(name)));
      await expect(table.button(tongue.say('page.review'))).toBeVisible();
      await expect(table.said).not.toContainText(/Solved|moves|pushes|placed/);
    });
  }
}

for (const tongue of TONGUES) {
  test(`the switch is on every page, and ${tongue.name} stays`, async ({ page }) => {
    const link = () => page.getByRole('contentinfo').getByRole('link', { name: tongue.name });
    await page.goto('/records?metric=moves');
    const english = await page.title();
    await expect(link()).toHaveAttribute('hreflang', tongue.code);
    await link().click();
    await expect(page.locator('html')).toHaveAttribute('lang', tongue.code);
    // What else the address said is still there, and the address can be handed on.
    await expect(page).toHaveURL(/metric=moves/);
    await expect(page).toHaveURL(new RegExp(`language=${tongue.code}`));
    expect(await page.title()).not.toBe(english);
    await expect(link()).toHaveAttribute('aria-current', 'true');
    await page.goto('/help');
    await expect(page.locator('html')).toHaveAttribute('lang', tongue.code);
    await page.goto('/help?language=en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test(`an account speaks ${tongue.name} on every device`, async ({ page, browser, baseURL }) => {
    const name = `Lucja-${tongue.code}`;
    await register(page, name);
    await page.goto('/settings');
    const link = page.getByRole('main').getByRole('link', { name: tongue.name });
    await Promise.all([page.waitForURL(new RegExp(`language=${tongue.code}`)), link.click()]);
    const elsewhere = await browser.newContext({ baseURL, locale: 'en-GB', serviceWorkers: 'block' });
    const other = await elsewhere.newPage();
    await logIn(other, name);
    await other.goto('/');
    await expect(other.locator('html')).toHaveAttribute('lang', tongue.code);
    // What is asked behind the page is answered in the same language.
    expect((await elsewhere.cookies()).find((cookie) => cookie.name === 'language')?.value).toBe(tongue.code);
    await elsewhere.close();
  });

  test(`a browser that prefers ${tongue.name} is understood without being asked`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale: `${tongue.code}-XX`, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('/help');
    await expect(page.locator('html')).toHaveAttribute('lang', tongue.code);
    await context.close();
  });
}
