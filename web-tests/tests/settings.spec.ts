// How pages are wanted: chosen once, kept in the browser, and with an account on every device.

import { logIn, register } from '../support/account.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test, watch } from '../support/test.ts';

test('what a guest chooses is kept in the browser', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByLabel('calm paper')).toBeChecked();
  await expect(page.getByRole('group', { name: 'Sound' }).getByLabel('off')).toBeChecked();
  await page.getByRole('radio', { name: 'wood' }).check();
  await expect(page.getByRole('status')).toHaveText('Kept in this browser.');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'wood' })).toBeChecked();
  await page.goto('/help');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
});

test('light, dark, and back to what the system says', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/settings');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'light' }).check();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('group', { name: 'Pages' }).getByLabel('as your system says').check();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  // The switch on every page chooses, too.
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await expect(page.getByRole('radio', { name: 'light' })).toBeChecked();
});

test('an account has its settings on a second device', async ({ page, browser, server }) => {
  await page.goto('/settings');
  // Chosen as a guest: it comes along into the account.
  await page.getByRole('radio', { name: 'slate' }).check();
  await register(page, 'Settled');
  await page.goto('/settings');
  await expect(page.getByText('It is kept with your account')).toBeVisible();
  await page.getByRole('radio', { name: 'dark' }).check();
  await expect(page.getByRole('status')).toHaveText('Kept.');
  await page.getByLabel('let me find out').check();
  await expect(page.getByRole('status')).toHaveText('Kept.');

  const context = await browser.newContext({ baseURL: server.address, colorScheme: 'light', extraHTTPHeaders: { 'x-forwarded-for': '10.252.0.1' } });
  const troubles = watch(context, server);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await logIn(other, 'Settled');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.locator('html')).toHaveAttribute('data-board', 'slate');
  await other.goto('/settings');
  await expect(other.getByLabel('let me find out')).toBeChecked();
  // What is chosen there is here with the next page.
  await other.getByRole('radio', { name: 'wood' }).check();
  await expect(other.getByRole('status')).toHaveText('Kept.');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // Who logs out takes them along.
  await other.goto('/me');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('data-board', 'calm');
  await context.close();
  expect(troubles).toEqual([]);
});

test.describe('where the server does not answer', () => {
  test.use({ allowed: /Failed to load resource|ERR_FAILED/ });

  test('what is chosen waits in the browser and arrives later', async ({ page }) => {
    await register(page, 'Patient');
    await page.goto('/settings');
    await page.route('**/api/settings', (route) => route.abort());
    await page.getByLabel('strong contrast').check();
    await expect(page.getByRole('status')).toContainText('goes to your account when the server answers');
    await page.unroute('**/api/settings');
    const sent = page.waitForResponse((response) => response.url().endsWith('/api/settings') && response.ok());
    await page.goto('/help');
    await sent;
    await expect(page.locator('html')).toHaveAttribute('data-board', 'contrast');
  });
});

test('nobody can keep what there is not to choose', async ({ page }) => {
  await register(page, 'Curious');
  const headers = { origin: new URL(page.url()).origin };
  for (const chosen of [{ board: '"><script>' }, { colour: 'red' }]) {
    const answer = await page.request.put('/api/settings', { data: { chosen }, headers });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain('There is no setting');
  }
});

test('figures are hidden, warnings are not given, and a play begins as a challenge', async ({ page }) => {
  await page.goto('/settings');
  await page.getByLabel('hidden').check();
  await page.getByLabel('let me find out').check();
  await page.getByLabel('Challenge').check();
  const table = await Table.open(page, GAMES.sokoban);
  await expect(page.locator('#figures')).toHaveCSS('visibility', 'hidden');
  await expect(page.locator('#mode')).toHaveAttribute('aria-pressed', 'true');
  await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
  await expect(table.cell('row 4, column 5: box')).toBeAttached();
  await expect(page.locator('#stuck')).toBeHidden();
  // The key of the play page chooses, too.
  await page.keyboard.press('x');
  await expect(page.locator('#figures')).toHaveCSS('visibility', 'visible');
  await page.goto('/settings');
  await expect(page.getByLabel('shown')).toBeChecked();
});

test('without motion everything is at once where it belongs', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Motion' }).getByLabel('none').check();
  const table = await Table.open(page, GAMES.sokoban);
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    (window as unknown as { animated: number }).animated = 0;
    Element.prototype.animate = function (...given) {
      (window as unknown as { animated: number }).animated += 1;
      return animate.apply(this, given);
    };
  });
  await table.byKeys(['ArrowRight']);
  await expect(table.cell('row 3, column 3: you')).toBeAttached();
  expect(await page.evaluate(() => (window as unknown as { animated: number }).animated)).toBe(0);
  expect(await page.locator('#board .crate').first().evaluate((crate) => getComputedStyle(crate).transitionDuration)).toBe('0s');
});

test('a picture for tiles is remembered', async ({ page }) => {
  await page.goto('/settings');
  await page.getByLabel('Sails').check();
  await Table.open(page, GAMES.taquin);
  await expect(page.locator('#board .tile image').first()).toHaveAttribute('href', /sails\.svg$/);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: '1 2 3' }).click();
  await expect(page.locator('#board .tile image')).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByLabel('numbers')).toBeChecked();
});
