// A class from its opening to its end, as a teacher and a pupil do it; and a campaign that a teacher starts.

import { register } from '../support/account.ts';
import { teach } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a teacher opens a class, a pupil joins, does homework and is seen', async ({ page, browser, baseURL }) => {
  await register(page, 'Grace of 3b');
  await page.goto('/classes');
  await page.getByLabel('What the class is called').fill('3b');
  await page.getByRole('button', { name: 'Open a class' }).click();
  await page.waitForURL(/\/class\//);
  const code = (await page.locator('.class-code .code').textContent())!.trim();
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await page.getByText('Give a list of levels', { exact: true }).first().click();
  const { id } = (await (await page.request.post('/api/levels', { data: { text: '#######\n#@ $ .#\n#######' } })).json()) as { id: string };
  await page.getByLabel('What the list is called').fill('First steps');
  await page.getByLabel('Addresses of levels').fill(`${baseURL}/play/${id}`);
  await page.locator('form:has(#levels) button.primary').click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();

  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const pupil = await context.newPage();
  await pupil.goto(`/join/${code}`);
  await expect(pupil.getByLabel('The code of the class').first()).toHaveValue(code);
  // By keys alone.
  await pupil.getByLabel('Your name in this class').fill('Mia');
  await pupil.keyboard.press('Enter');
  const personal = (await pupil.locator('output.code').textContent())!;
  expect(personal).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
  await pupil.getByRole('button', { name: 'I have kept it' }).click();
  await expect(pupil.getByText('You are Mia here.')).toBeVisible();
  await pupil.locator('.levels-grid a').first().click();
  await pupil.locator('#board .piece.player').waitFor();
  for (const _ of [1, 2, 3]) await pupil.keyboard.press('ArrowRight');
  await pupil.locator('#after').waitFor();

  // The page of the pupil is ahead of the server by a moment.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /Mia/ })).toContainText('1 of 1', { timeout: 1000 });
  }).toPass();
  await page.getByRole('row', { name: /Mia/ }).getByRole('link').click();
  await expect(page.getByRole('row', { name: /solved/ })).toContainText('2 pushes');
  await expect(page.getByRole('link', { name: 'replay' })).toHaveAttribute('href', /^\/replay\//);

  // Another machine: the personal code leads back.
  const home = await (await browser.newContext({ baseURL })).newPage();
  await home.goto('/join');
  await home.getByText('I was in this class before').first().click();
  await home.locator('#class-code').fill(code.toLowerCase());
  await home.locator('#personal').fill(personal);
  await home.locator('form:has(#personal) button').click();
  await expect(home.getByText('You are Mia here.')).toBeVisible();
  home.on('dialog', (dialog) => void dialog.accept());
  await home.getByText('Leave the class').first().click();
  await home.locator('form button', { hasText: 'Leave the class' }).click();
  await home.waitForURL(/\/classes$/);
  await page.goBack();
  await page.reload();
  await expect(page.getByText('Nobody has joined yet.')).toBeVisible();
  await home.context().close();
  await context.close();
});

test.describe('hostile names', () => {
  test.use({ allowed: /status of (409|422)/ });

  test('are shown as they are, or refused; nobody takes the name of another', async ({ page, browser, baseURL }) => {
    const { address, code } = await teach(page);
    const join = async (name: string) => {
      const context = await browser.newContext({ baseURL });
      const answer = await context.request.post('/api/classes/join', { data: { code, name } });
      await context.close();
      return answer.status();
    };
    const hostile = '<img src=x onerror=1>';
    expect(await join(hostile)).toBe(200);
    for (const bad of ['', '  ', '\u202eaiM', 'x'.repeat(5000), 'a\nb', hostile]) expect(await join(bad), JSON.stringify(bad.slice(0, 20))).toBe(bad === hostile ? 409 : 422);
    await page.goto(address);
    await expect(page.getByRole('row', { name: hostile })).toHaveCount(2);
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('row', { name: hostile }).first().getByRole('link').click();
    await expect(page.locator('h1')).toContainText(hostile);
  });
});

test('a teacher starts a campaign, watches it, reads its report and deletes it', async ({ page }) => {
  await teach(page);
  await page.goto('/campaigns?puzzle=taquin');
  await page.getByLabel('Last level').fill('2');
  await page.getByLabel('Seconds for each run').fill('20');
  for (const method of ['bfs', 'astar-manhattan']) await page.getByRole('checkbox', { name: method, exact: true }).check();
  await page.getByRole('button', { name: 'Start a campaign' }).click();
  const section = page.locator('section.campaign', { has: page.getByRole('button', { name: /^(Stop|Delete)/ }) });
  await expect(section).toContainText('finished', { timeout: 60_000 });
  await expect(section).toContainText('4 of 4 runs done · 4 solved');
  const report = await page.request.get((await section.getByRole('link', { name: 'Report' }).getAttribute('href'))!);
  expect(report.status()).toBe(200);
  expect(await report.text()).toContain('astar-manhattan');
  page.on('dialog', (dialog) => void dialog.accept());
  await section.getByRole('button', { name: 'Delete' }).click();
  await expect(section).toHaveCount(0);
});
