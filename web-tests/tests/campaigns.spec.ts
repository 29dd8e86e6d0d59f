// Campaigns of the lab: watched while they run elsewhere, and their reports.

import { runCampaign } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Four runs; two of them never end before their limit, so that there is something to watch. */
const CAMPAIGN = `
title = "Slow and quick"
about = "To be watched."
budget = { time = 4 }

[[levels]]
set = "boards"
puzzle = "taquin"
text = """
1 2 3/4 5 6/_ 7 8
8 6 7/2 5 4/3 _ 1
"""

[[levels]]
set = "hard"
puzzle = "taquin"
text = """
_ 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1
15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 _
"""

[[methods]]
method = "bfs"
`;

// Where workers are blocked, the browser's own block complains in the frame of a report, which has no right to them.
test.use({ serviceWorkers: 'allow' });

test('a campaign is watched while it runs, and its report read', async ({ page, server }) => {
  const run = runCampaign(server, 'slow-and-quick', CAMPAIGN);
  await expect(async () => {
    await page.goto('/campaigns');
    await expect(page.locator('[data-campaign=slow-and-quick]')).toBeVisible({ timeout: 500 });
  }).toPass();
  const section = page.locator('[data-campaign=slow-and-quick]');
  await expect(section).toContainText('running');
  await expect(section).toContainText('2 of 4 runs done');
  // Nothing is pressed: the page tells by itself.
  await expect(section).toContainText('finished', { timeout: 60_000 });
  await run;
  await expect(section).toContainText('4 of 4 runs done · 2 solved');
  await section.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('heading', { name: 'Slow and quick' })).toBeVisible();
  await expect(page.locator('svg').first()).toBeVisible();
  // The report has no origin: it cannot act in the reader's name.
  expect(await page.evaluate(() => origin)).toBe('null');
});

test('the name of a campaign is no way into other folders', async ({ page }) => {
  const response = await page.request.get('/api/campaigns/..%2F..%2Fetc/report');
  expect(response.status()).toBe(404);
  expect((await page.request.get('/api/campaigns/nothing')).status()).toBe(404);
});
