// Packs of one's own, at a server and in the edition without one: the same page, so the same steps.

import type { Page } from '@playwright/test';

/** On the page of a pack of three rooms: a title, a grade, the third room first and no second. Nothing is kept yet. */
export async function arrangeThreeRooms(page: Page) {
  await page.getByLabel('Title').fill('Three rooms');
  await page.getByLabel('How hard').selectOption('expert');
  await page.getByText('Order of the levels').click();
  await page.getByRole('button', { name: 'Room 3: up' }).click();
  await page.getByRole('button', { name: 'Room 3: up' }).click();
  await page.getByRole('button', { name: 'Room 2: take out' }).click();
}
