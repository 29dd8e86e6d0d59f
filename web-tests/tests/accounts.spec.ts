// Accounts: made, used, changed, left for good; and a guest whose plays come along.

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'a short sentence';

/** A name that nobody has in this worker. */
const newName = (() => {
  let count = 0;
  return () => `Ada ${(count += 1)}`;
})();

async function fill(page: Page, address: string, name: string, password: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.locator('main').getByRole('button').click();
}

/** Keeps the code that is shown once, and goes on. */
async function keepCode(page: Page, name: string): Promise<string> {
  const code = await page.locator('output.code').innerText();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
  return code;
}

async function register(page: Page, name: string): Promise<string> {
  await fill(page, '/register', name, PASSWORD);
  return keepCode(page, name);
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/me');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
}

test('register, log out, log in', async ({ page }) => {
  const name = newName();
  await register(page, name);
  await logOut(page);
  await fill(page, '/login', name, PASSWORD);
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
});

test('a lost password: the code opens the account, once', async ({ page }) => {
  const name = newName();
  const code = await register(page, name);
  expect(code).toMatch(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
  await logOut(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Open the account with its code' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByLabel('New password').fill('another sentence');
  await page.locator('main').getByRole('button').click();
  expect(await keepCode(page, name)).not.toBe(code);
  await logOut(page);
  await fill(page, '/login', name, 'another sentence');
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
});

test("a guest's plays come along", async ({ page }) => {
  const table = await Table.open(page, GAMES.unblock);
  await table.byMouse(GAMES.unblock.mouse);
  await table.won(GAMES.unblock);
  await page.goto('/register');
  await expect(page.getByText('What you played as a guest comes along.')).toBeVisible();
  const name = newName();
  await register(page, name);
  await page.goto('/me');
  await expect(page.getByText('Levels solved: 1. Stars: 3.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'solved' })).toBeVisible();
});

test('export holds what was played', async ({ page }) => {
  const table = await Table.open(page, GAMES.taquin);
  await table.byKeys(GAMES.taquin.keys);
  await table.won(GAMES.taquin);
  await page.goto('/me');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all of it' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const part of stream) text += String(part);
  const lines = text.trim().split('\n').map((line) => JSON.parse(line) as unknown);
  expect(lines.length).toBeGreaterThan(1);
  expect(text).toContain('taquin');
});

test.describe('refusals', () => {
  test.use({ allowed: /Failed to load resource/ });

  test('an unknown name and a wrong password get the same words', async ({ page }) => {
    const name = newName();
    await register(page, name);
    await logOut(page);
    const complaint = page.getByRole('alert');
    await fill(page, '/login', name, 'not this one');
    await expect(complaint).toHaveText('The name or the password is wrong.');
    await fill(page, '/login', 'Nobody at all', PASSWORD);
    await expect(complaint).toHaveText('The name or the password is wrong.');
  });

  test('a name is given once', async ({ page }) => {
    const name = newName();
    await register(page, name);
    await logOut(page);
    await fill(page, '/register', name.toUpperCase(), PASSWORD);
    await expect(page.getByRole('alert')).toContainText('taken');
    await expect(page).toHaveURL(/register/);
  });

  test('a changed password counts from then on', async ({ page }) => {
    const name = newName();
    await register(page, name);
    await page.goto('/me');
    await page.getByText('Change the password').first().click();
    await page.getByLabel('Old password').fill('not this one');
    await page.getByLabel('New password').fill('another sentence');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect(page.getByRole('alert').first()).toHaveText('The password is wrong.');
    await page.getByLabel('Old password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect(page.getByText('The password is changed')).toBeVisible();
    await logOut(page);
    await fill(page, '/login', name, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.');
    await fill(page, '/login', name, 'another sentence');
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
  });

  test('a deleted account is gone', async ({ page }) => {
    const name = newName();
    await register(page, name);
    await page.goto('/me');
    await page.getByText('Delete the account').first().click();
    await page.locator('#farewell').fill(PASSWORD);
    let asked = '';
    page.once('dialog', (dialog) => {
      asked = dialog.message();
      void dialog.accept();
    });
    await page.getByRole('button', { name: 'Delete the account' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    expect(asked).toBe('Delete the account and everything in it?');
    await fill(page, '/login', name, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.');
  });
});

test('a name is text and nothing else', async ({ page }) => {
  const name = `<b>${newName()}</b>`;
  await register(page, name);
  await page.goto('/me');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
