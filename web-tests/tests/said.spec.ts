// What pages say while somebody uses them: hints, reviews, answers of methods, the doctor, the theatre, a race. All of it
// in the language that nobody speaks, from the first click on, so that a sentence which only comes up on the way is read
// as well. Nothing here goes by a name in English.

import type { Page } from '@playwright/test';

import { GAMES } from '../support/games.ts';
import { openRace, PUZZLES } from '../support/pages.ts';
import { plainWords, PSEUDO } from '../support/pseudo.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.use({ allowed: /ERR_FAILED/, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'language', value: PSEUDO, url: baseURL }]);
  // Whoever is asked says yes.
  page.on('dialog', (dialog) => void dialog.accept());
});

/** Whoever has a record on the same server keeps their name, here as in every language. */
const PEOPLE = ['Ada', 'Bob'];

async function nothingPlain(page: Page, methods: string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
  expect(await page.evaluate(plainWords, [...PEOPLE, ...methods])).toEqual([]);
}

/** Opens what is folded together, without its name. */
async function unfold(page: Page, place: string): Promise<void> {
  await page.locator(place).first().evaluate((details) => ((details as HTMLDetailsElement).open = true));
}

for (const game of Object.values(GAMES)) {
  test(`${game.puzzle}: every hint`, async ({ page }) => {
    const table = await Table.open(page, game);
    await unfold(page, 'details:has([data-do^=rung-])');
    for (const rung of ['distance', 'piece', 'plan', 'move']) {
      const button = page.locator(`[data-do=rung-${rung}]`);
      if ((await button.count()) === 0) continue;
      await button.click();
      await expect(table.said).toContainText('[');
      await expect(page.locator('[data-do=cancel-hint]')).toBeHidden();
      await nothingPlain(page);
    }
  });

  test(`${game.puzzle}: the win and its review`, async ({ page }) => {
    const table = await Table.open(page, game);
    await table.byMouse(game.mouse);
    await page.locator('[data-do=review]').filter({ visible: true }).click();
    await page.locator('#review li').first().waitFor();
    await nothingPlain(page);
  });
}

test('why it is lost', async ({ page }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']);
  await page.locator('#stuck').waitFor();
  await nothingPlain(page);
});

/** A method of the server answers as JSON, in English; its reader has the sentence all the same. */
for (const where of ['page', 'server']) {
  test(`why there is no solution, by a method at work in the ${where}`, async ({ page }) => {
    await Table.open(page, { puzzle: 'taquin', text: '1 2 3\n4 5 6\n8 7 _' });
    await unfold(page, '#solver');
    await page.locator('#solver select[name=where]').selectOption(where);
    await page.locator('#solver [data-solve=start]').click();
    await expect(page.locator('#solver [role=status]')).toContainText('[');
    await expect(page.locator('#solver [data-solve=stop]')).toBeHidden();
    await expect(page.locator('#solver [role=status]')).toContainText(/pérmútátíón/);
    await nothingPlain(page);
  });
}

test('what the doctor finds, and how it is mended', async ({ page }) => {
  await page.goto('/open');
  await page.locator('textarea[name=text]').fill('#######\n#@ $  #\n#     #\n#    .#\n#######');
  await unfold(page, '#doctor');
  await page.locator('[data-doctor=start]').click();
  await page.locator('[data-doctor=found] section').first().waitFor();
  await nothingPlain(page);
});

test('a performance in the theatre, to its end', async ({ page }) => {
  await page.goto('/theatre');
  const methods = await page.locator('#programme select[name^=method]').evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value));
  await page.locator('#programme button').last().click();
  await page.locator('.act svg').first().waitFor();
  await nothingPlain(page, methods);
  await page.locator('h1').click();
  for (let faster = 0; faster < 3; faster += 1) await page.keyboard.press('+');
  await expect(page.locator('#end')).toBeVisible({ timeout: 60_000 });
  await nothingPlain(page, methods);
});

test('a race, from the lobby to its end', async ({ page }) => {
  await openRace(page);
  await page.locator('#company summary').click();
  await page.locator('#add-solver button').click();
  await page.locator('#racers li').nth(1).waitFor();
  await nothingPlain(page);
  await page.locator('#start').click();
  await page.locator('#board .piece').first().waitFor();
  const table = await Table.on(page);
  await table.byKeys(GAMES.sokoban.keys);
  await page.locator('#review-play, #rematch').filter({ visible: true }).first().waitFor();
  await nothingPlain(page);
});

for (const puzzle of PUZZLES) {
  test(`${puzzle}: the editor`, async ({ page }) => {
    await page.goto(`/edit?puzzle=${puzzle}`);
    await page.locator('#state:not(:empty)').waitFor();
    await nothingPlain(page);
    await unfold(page, '#written');
    // Letters are pieces of Unblock, so that any words would be a draft.
    await page.locator('#text').fill(puzzle === 'unblock' ? '??' : 'once upon a time');
    await page.locator('#take').click();
    await page.locator('#refused:not(:empty), #said:not(:empty)').first().waitFor();
    await nothingPlain(page);
  });
}

/** Every browser has its own words for that, and none of them is ours. */
test('a server that does not answer is told of in the reader\'s words', async ({ page }) => {
  await page.goto('/open');
  await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.locator('textarea[name=text]').fill(GAMES.sokoban.text);
  await page.locator('main form button').last().click();
  await expect(page.getByRole('alert')).toContainText('[');
  await nothingPlain(page);
});
