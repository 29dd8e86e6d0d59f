// Accounts, made and opened as people do it.

import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'a short sentence';

async function fill(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.locator('main').getByRole('button').click();
}

export async function register(page: Page, name: string): Promise<void> {
  await fill(page, '/register', name);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
}

export async function logIn(page: Page, name: string): Promise<void> {
  await fill(page, '/login', name);
  await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
}
