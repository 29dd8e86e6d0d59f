// What a button copies. The clipboard outlives a test and a page writes to it when it gets round to it: so it is
// emptied first and waited for, or the text of the test before would be read.

import { expect, type Locator, type Page } from '@playwright/test';

export async function copied(page: Page, button: Locator): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return read();
}
