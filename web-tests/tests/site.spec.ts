// The edition without a server: files under any path, plays in the browser, files of plays that travel.

import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { arrangeThreeRooms } from '../support/packs.ts';
import { PROGRAM, solve } from '../support/server.ts';
import type { Site } from '../support/site.ts';
import { Table } from '../support/table.ts';
import { TONGUES } from '../support/tongue.ts';
import { expect, test as base } from '../support/site-test.ts';

const test = base.extend({
  baseURL: async ({ site }, use) => {
    await use(site.address);
    expect(site.missing).toEqual([]);
  },
});

test.skip(missing !== '', missing);

/** Opens a level by its text. */
async function open(page: Page, site: Site, game: { puzzle: string; text: string }): Promise<Table> {
  await page.goto(`${site.address}open.html`);
  await page.getByLabel('Puzzle', { exact: true }).selectOption(game.puzzle);
  await page.getByLabel('Text').fill(game.text);
  await page.getByRole('button', { name: 'Play' }).click();
  return Table.at(page);
}

/** Wins Sokoban's level by keys; gives the file of plays. */
async function fileOfPlays(page: Page, site: Site): Promise<string> {
  const table = await open(page, site, GAMES.sokoban);
  await table.byKeys(GAMES.sokoban.keys);
  await expect(table.said).toContainText('Solved: 3 pushes');
  await page.goto(`${site.address}plays.html`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all of it' }).click();
  return readFile(await (await saved).path(), 'utf8');
}

/** Brings a file on the page that is open. */
async function bring(page: Page, text: string): Promise<void> {
  await page.getByLabel('Bring plays along').setInputFiles({ name: 'plays.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

test('every link of every page leads to a file', async ({ site }) => {
  const files = new Set((await readdir(site.folder, { recursive: true })).map(String));
  const dead: string[] = [];
  let pages = 0;
  for (const file of [...files].filter((name) => name.endsWith('.html'))) {
    pages += 1;
    const page = await readFile(join(site.folder, file), 'utf8');
    for (const [, address] of page.matchAll(/ (?:href|src|data-rules|data-engines|data-address)="([^"#?]*)[^"]*"/g)) {
      if (address && !files.has(normalize(join(dirname(file), address)))) dead.push(`${file}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
  expect(pages).toBeGreaterThan(1000);
});

test.describe('in every language', () => {
  const folderOf = (code: string) => (code === 'en' ? '' : `${code}/`);

  test('a page says which language it is in, and leads to itself in the others', async ({ site }) => {
    const files = (await readdir(site.folder, { recursive: true })).map(String).filter((name) => name.endsWith('.html'));
    const codes = ['en', ...TONGUES.map(({ code }) => code)];
    const pages = files.filter((name) => !TONGUES.some(({ code }) => name.startsWith(`${code}/`)));
    for (const code of codes) {
      for (const name of pages.filter((page) => !page.startsWith('play/')).concat(pages.find((page) => page.startsWith('play/')) ?? [])) {
        const file = folderOf(code) + name;
        const text = await readFile(join(site.folder, file), 'utf8');
        expect(text, file).toContain(`<html lang="${code}"`);
        const twins = [...text.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"?]*)[^"]*">/g)];
        const found = Object.fromEntries(twins.map(([, twin, address]) => [twin, normalize(join(dirname(file), address))]));
        expect(found, file).toEqual(Object.fromEntries([...codes.map((one) => [one, folderOf(one) + name]), ['x-default', name]]));
      }
    }
  });

  test('the switch stays on the page, and the language with its reader', async ({ page, site }) => {
    const choose = (name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click();
    const html = page.locator('html');
    for (const { code, name } of TONGUES) {
      await page.goto(`${site.address}new.html?language=en&puzzle=flow#here`);
      await choose(name);
      await expect(page).toHaveURL(`${site.address}${code}/new.html?puzzle=flow#here`);
      await expect(html).toHaveAttribute('lang', code);
      // Links lead on in it, scripts too, and so does a first page that nobody asked for in a language.
      await page.getByRole('navigation').getByRole('link', { name: 'Sokoban' }).first().click();
      await expect(page).toHaveURL(`${site.address}${code}/puzzle/sokoban.html`);
      await page.goto(site.address);
      await expect(page).toHaveURL(new RegExp(`/${code}/(index\\.html)?$`));
    }
    await choose('English');
    await expect(page).toHaveURL(`${site.address}index.html?language=en`);
    await page.goto(site.address);
    await expect(page).toHaveURL(site.address);
    await expect(html).toHaveAttribute('lang', 'en');
  });

  for (const { code } of TONGUES) {
    test(`a browser that prefers ${code} is led to it, with all that the address says`, async ({ browser, site }) => {
      const context = await browser.newContext({ locale: `${code}-XX` });
      const page = await context.newPage();
      const { puzzle, text, keys } = GAMES.sokoban;
      await page.goto(`${site.address}open.html?puzzle=${puzzle}&text=${encodeURIComponent(text)}`);
      const table = await Table.at(page);
      expect(new URL(page.url()).pathname).toContain(`/${code}/shell/`);
      await table.byKeys(keys);
      await expect(page.locator('#after')).toBeVisible();
      await expect(table.said).not.toContainText(/Solved|pushes/);
      await page.goto(`${site.address}plays.html`);
      await expect(page.locator('#list tbody a')).toHaveAttribute('href', new RegExp(`/${code}/shell/`));
      await context.close();
    });
  }
});

test('a level of a pack is won with help, and the pack shows its star', async ({ page, site }) => {
  await page.goto(site.address);
  await page.getByRole('link', { name: 'Taquin', exact: true }).first().click();
  await page.locator('main .cards h2 a').first().click();
  await page.locator('.levels-grid a').first().click();
  const table = await Table.at(page);
  await page.getByText('Solve', { exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('#film').getByRole('status').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Back to my play' }).click();
  // Whoever saw the way can walk it: it counts one star.
  await page.getByText('Hints', { exact: true }).click();
  for (let turn = 0; turn < 40 && !(await page.locator('#after').isVisible()); turn++) {
    await page.locator('[data-do=rung-moves]').click();
    await page.locator('#ask-first button[value=yes]').click();
    await expect(page.locator('#cancel-hint')).toBeHidden({ timeout: 30_000 });
  }
  await expect(table.said).toContainText('It was helped: one star');
  await page.locator('.shelf h2 a').click();
  await expect(page.locator('.levels-grid li').first().getByRole('img', { name: '1 of 3 stars' })).toBeVisible();
  await page.goBack();
  await page.goto(`${site.address}puzzle/taquin.html`);
  await expect(page.getByText('1 of', { exact: false }).first()).toBeVisible();
});

for (const game of Object.values(GAMES)) {
  test(`${game.puzzle} is won from its text`, async ({ page, site }) => {
    const table = await open(page, site, game);
    await table.byMouse(game.mouse);
    await expect(table.said).toContainText(game.solved);
    await expect(table.said).toContainText('Stars: 3 of 3');
  });
}

test('a play goes on where it was left, and begins anew when asked', async ({ page, site }) => {
  const table = await open(page, site, GAMES.sokoban);
  await table.byKeys(['ArrowRight', 'ArrowDown']);
  await expect(table.figure('moves')).toHaveText('2');
  await page.reload();
  await expect((await Table.at(page)).figure('moves')).toHaveText('2');
  await table.byKeys(GAMES.sokoban.keys.slice(2));
  await page.getByRole('link', { name: 'Play again' }).click();
  await expect((await Table.at(page)).figure('moves')).toHaveText('0');
});

test('a shared address opens its level', async ({ page, site }) => {
  await page.goto(`${site.address}open.html?puzzle=sokoban&text=${encodeURIComponent(GAMES.sokoban.text)}`);
  const table = await Table.at(page);
  await expect(table.figure('pushes')).toHaveText('0');
});

test('what is wrong with a text is said', async ({ page, site }) => {
  await page.goto(`${site.address}open.html`);
  await page.getByLabel('Text').fill('once upon a time');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('alert')).toContainText('does not look like any puzzle');
});

test('settings are kept in the browser', async ({ page, site }) => {
  await page.goto(`${site.address}settings.html`);
  await page.getByRole('radio', { name: 'wood' }).check();
  await page.getByRole('radio', { name: 'dark' }).check();
  await expect(page.getByRole('status')).toHaveText('Kept in this browser.');
  await page.goto(site.address);
  await expect(page.locator('html')).toHaveAttribute('data-board', 'wood');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${site.address}settings.html`);
  await expect(page.getByRole('radio', { name: 'wood' })).toBeChecked();
});

test('several levels become a pack in the browser, and all are played', async ({ page, site }) => {
  const text = [1, 2].map((far) => `; Room ${far}\n${'#'.repeat(far + 4)}\n#@$${' '.repeat(far - 1)}.#\n${'#'.repeat(far + 4)}`).join('\n\n');
  await page.goto(`${site.address}open.html`);
  await page.getByLabel('Text').fill(text);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My levels of Sokoban');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  const table = await Table.at(page);
  await expect(page.locator('h1')).toHaveText('My levels of Sokoban · Room 1');
  await table.byKeys(['ArrowRight']);
  await expect(table.said).toContainText('Solved: 1 push');
  await page.locator('#next-after').click();
  await expect(page.locator('h1')).toHaveText('My levels of Sokoban · Room 2');
  const second = await Table.at(page);
  await expect(page.locator('.shelf [aria-current]')).toContainText('Room 2');
  await second.byKeys(['ArrowRight', 'ArrowRight']);
  await expect(second.said).toContainText('Solved: 2 pushes');
  await page.goto(`${site.address}plays.html`);
  await page.locator('#packs').getByRole('link', { name: 'My levels of Sokoban' }).click();
  await expect(page.getByRole('img', { name: '3 of 3 stars' })).toHaveCount(2);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Give the pack up' }).click();
  await expect(page.getByText('You have no packs of your own.')).toBeVisible();
});

test('a pack of one\'s own is arranged, saved as a file, and brought again', async ({ page, site }) => {
  const text = [1, 2, 3].map((far) => `; Room ${far}\n${'#'.repeat(far + 4)}\n#@$${' '.repeat(far - 1)}.#\n${'#'.repeat(far + 4)}`).join('\n\n');
  const titles = page.locator('.levels-grid strong');
  await page.goto(`${site.address}open.html`);
  const name = '<img src=x onerror=alert(1)>.xsb';
  await page.getByLabel('Or from a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=alert(1)>');
  await expect(titles).toHaveText(['Room 1', 'Room 2', 'Room 3']);
  await expect(page.locator('.levels-grid .crate')).toHaveCount(3);
  await arrangeThreeRooms(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Keep it so' }).click();
  await expect(page.getByText('expert · 2 levels')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three rooms');
  await expect(titles).toHaveText(['Room 3', 'Room 1']);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save it as a file' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain('title = "Three rooms"');
  // Another browser, which knows nothing of it.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.address}open.html`);
  await page.getByLabel('Or from a file').setInputFiles({ name: 'other.toml', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await expect(page.locator('#check')).toHaveText('This is the file of a pack.');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three rooms');
  await expect(page.getByText('expert · 2 levels')).toBeVisible();
  await expect(titles).toHaveText(['Room 3', 'Room 1']);
  await page.goto(`${site.address}open.html`);
  await page.getByLabel('Text').fill('title = "x"\n[[levels]]\ntext = ');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('alert')).toContainText('this is no pack');
  await page.goto(`${site.address}own.html?pack=nothing`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This browser keeps no such pack.');
});

test.describe('on paper', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const printed: boolean[] = [];
      Object.assign(window, { printed, print: () => printed.push(document.getElementById('solutions')?.hidden === false), confirm: () => true });
    });
  });

  const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed: boolean[] }).printed);

  test('some levels of a pack are printed, with the solutions that came with it', async ({ page, site }) => {
    await page.goto(`${site.address}pack/flow-1-five.html`);
    await page.getByRole('link', { name: 'Print', exact: true }).click();
    await expect(page.locator('#boards > li svg')).toHaveCount(6);
    await expect(page.getByText('cover every cell', { exact: false }).or(page.getByText('every cell is covered', { exact: false })).first()).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByLabel('From level').fill('3');
    await page.getByLabel('How many').fill('2');
    await page.getByRole('button', { name: 'Show these' }).click();
    await expect(page.locator('#boards > li h2').first()).toContainText('3.');
    await expect(page.locator('#boards > li')).toHaveCount(2);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    expect(await printed(page)).toEqual([false]);
    await page.getByRole('button', { name: 'Print with solutions' }).click();
    await expect(page.locator('#solutions li svg')).toHaveCount(2);
    expect(await printed(page)).toEqual([false, true]);
    await page.getByRole('link', { name: 'Back to the pack' }).click();
    await expect(page).toHaveURL(/pack.flow-1-five\.html/);
  });

  test('a pack of one\'s own is solved in the page first', async ({ page, site }) => {
    await page.goto(`${site.address}open.html`);
    await page.getByLabel('Text').fill('#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n\n#######\n#@ $  #\n#    .#\n#######');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('link', { name: 'Print', exact: true }).click();
    // The page draws its boards before it listens.
    await expect(page.locator('main li svg')).toHaveCount(3);
    await page.getByRole('button', { name: 'Print with solutions' }).click();
    await expect(page.locator('#solutions li p')).toHaveText(['⇒', '→ ⇒', /^There is no solution, and that is proved/]);
    expect(await printed(page)).toEqual([true]);
  });

  test('what there is not is said', async ({ page, site }) => {
    await page.goto(`${site.address}print.html?pack=nothing`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This browser keeps no such pack.');
  });
});

for (const game of [GAMES.sokoban, GAMES.tetravex]) {
  test(`a win of ${game.puzzle} is saved as a moving picture`, async ({ page, site }) => {
    const table = await open(page, site, game);
    await table.byMouse(game.mouse);
    await expect(table.said).toContainText(game.solved);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save it as a GIF' }).click();
    const file = await readFile(await (await saved).path());
    expect(file.subarray(0, 6).toString()).toBe('GIF89a');
    // A decoder that is not ours reads every picture, and they are not all the same.
    const seen = await page.evaluate(async (bytes) => {
      const decoder = new (window as any).ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
      await Promise.all([decoder.tracks.ready, decoder.completed]);
      const count: number = decoder.tracks.selectedTrack.frameCount;
      const sums = new Set<number>();
      for (let at = 0; at < count; at++) {
        const { image } = await decoder.decode({ frameIndex: at });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const pen = canvas.getContext('2d')!;
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
        // Paper in the corner, and no hole anywhere.
        if (data[0] < 240 || data.some((part, place) => place % 4 === 3 && part !== 255)) return null;
        sums.add(data.reduce((sum, part, place) => (sum * 31 + part * (place % 97)) % 1_000_003, 0));
      }
      return { count, different: sums.size };
    }, [...file]);
    expect(seen?.count).toBeGreaterThan(3);
    expect(seen?.different).toBe(seen?.count);
  });
}

test('a new puzzle is made and played', async ({ page, site }) => {
  await page.goto(`${site.address}new.html`);
  await page.getByLabel('Puzzle', { exact: true }).selectOption('unblock');
  await page.getByLabel('Number of the level').fill('7');
  await page.getByRole('button', { name: 'Make one' }).click();
  const table = await Table.at(page);
  await expect(table.figure('moves')).toHaveText('0');
});

test.describe('files of plays', () => {
  test('travel to another browser, once', async ({ page, site, browser }) => {
    const text = await fileOfPlays(page, site);
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(`${site.address}plays.html`);
    await expect(other.getByText('Levels solved: 0.')).toBeVisible();
    await bring(other, text);
    await expect(other.getByText('Plays taken in: 1. Known already: 0. Not playable: 0.')).toBeVisible();
    await expect(other.getByText('Levels solved: 1. Stars: 3.')).toBeVisible();
    await bring(other, text);
    await expect(other.getByText('Plays taken in: 0. Known already: 1. Not playable: 0.')).toBeVisible();
    await context.close();
  });

  test('are refused with a sentence where they are damaged, foreign, newer or forged', async ({ page, site }) => {
    const text = await fileOfPlays(page, site);
    const file = JSON.parse(text) as { form: number; plays: { head: Record<string, unknown>; events: [string, number][] }[] };
    await bring(page, text.slice(0, text.length / 2));
    await expect(page.getByText('This file is damaged')).toBeVisible();
    await bring(page, '{"type":"play"}\n{"type":"play"}\n');
    await expect(page.getByText('This is no file of plays')).toBeVisible();
    await bring(page, JSON.stringify({ ...file, form: 9 }));
    await expect(page.getByText('written by a newer edition (9)')).toBeVisible();
    const forged = structuredClone(file);
    forged.plays[0].head['id'] = '0'.repeat(32);
    forged.plays[0].events = [['move URDL', 5]];
    await bring(page, JSON.stringify(forged));
    await expect(page.getByText('Plays taken in: 0. Known already: 0. Not playable: 1.')).toBeVisible();
    // Stars are counted by the rules, not by the file.
    const praised = structuredClone(file);
    praised.plays[0].head['id'] = '1'.repeat(32);
    praised.plays[0].head['stars'] = 3;
    praised.plays[0].events = praised.plays[0].events.slice(0, 1);
    await bring(page, JSON.stringify(praised));
    await expect(page.getByText('Plays taken in: 1.')).toBeVisible();
    await expect(page.getByText('Levels solved: 1. Stars: 3.')).toBeVisible();
  });

  test('are taken along into an account, where the server judges them', async ({ page, site, server, browser }) => {
    const text = await fileOfPlays(page, site);
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.251.0.1' } });
    const other = await context.newPage();
    await other.goto(`${server.address}/register`);
    await other.getByLabel('Name').fill(`traveller-${Date.now()}`);
    await other.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await other.getByRole('button', { name: 'Register' }).click();
    await other.getByRole('button', { name: 'kept' }).click();
    await other.waitForURL(`${server.address}/`);
    await other.goto(`${server.address}/me`);
    await bring(other, text);
    await expect(other.getByText('Plays taken in: 1. Known already: 0. Not playable: 0.')).toBeVisible();
    await other.reload();
    await expect(other.getByText('Levels solved: 1. Stars: 3.')).toBeVisible();
    const plays = (await (await other.request.get(`${server.address}/api/me/plays`)).json()) as { events: number }[];
    expect(plays.map((play) => play.events)).toEqual([5]);
    await context.close();
  });
});

test.describe('in flight mode', () => {
  test.use({ serviceWorkers: 'allow', allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|when fetching the script/ });

  test('a level that was never opened is played to the end', async ({ page, context, site }) => {
    await page.goto(site.address);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      while (registration.active?.state !== 'activated' || !navigator.serviceWorker.controller) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await context.setOffline(true);
    await page.goto(`${site.address}pack/flow-1-beginner.html`).catch(() => null);
    await page.goto(`${site.address}puzzle/sokoban.html`);
    await page.locator('main .cards h2 a').first().click();
    await page.locator('.levels-grid a').nth(4).click();
    const table = await Table.at(page);
    await expect(page.locator('h1')).toContainText('·');
    await table.byKeys(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
    const moves = await table.figure('moves').textContent();
    await page.locator('[data-do=hint]').first().click();
    await expect(table.said).toContainText(/push|solution|away|least/i, { timeout: 30_000 });
    await page.reload();
    await expect((await Table.at(page)).figure('moves')).toHaveText(moves ?? '');
    await context.setOffline(false);
  });

  test('a language of its own folder is on board as well', async ({ page, context, site }) => {
    await page.goto(`${site.address}es/index.html`);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      while (registration.active?.state !== 'activated' || !navigator.serviceWorker.controller) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await context.setOffline(true);
    await page.goto(`${site.address}es/puzzle/sokoban.html`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.locator('main .cards h2 a').first().click();
    await page.locator('.levels-grid a').nth(3).click();
    const table = await Table.at(page);
    await table.byKeys(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
    await expect(table.figure('moves')).not.toHaveText('0');
    await context.setOffline(false);
  });
});

for (const name of ['index', 'open', 'new', 'plays', 'settings', 'help', 'lessons', 'daily', 'puzzle/flow', 'pack/flow-1-five', 'learn/flow', 'shell/flow#AB.%0A...%0AA.B']) {
  test(`the page ${name} keeps nobody out`, async ({ page, site }) => {
    await page.goto(site.address + name.replace(/#|$/, '.html$&'));
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}

test('the daily puzzle is made in the page, and known when it is solved', async ({ page, site }) => {
  await page.goto(`${site.address}daily.html`);
  const day = await page.getByLabel('Day', { exact: true }).inputValue();
  expect(day).toBe(new Intl.DateTimeFormat('sv-SE').format(new Date()));
  await page.getByRole('button', { name: 'Play Sokoban' }).click();
  const table = await Table.at(page);
  const text = decodeURIComponent(new URL(page.url()).hash.slice(1));
  const keys: Record<string, string> = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' };
  await table.byKeys([...solve('sokoban', text).solution].map((one) => keys[one.toLowerCase()] ?? ''));
  await expect(table.said).toContainText('Solved');
  await page.goto(`${site.address}daily.html`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Sokoban' })).toContainText('Solved.');
  await page.getByLabel('Day', { exact: true }).fill('2026-11-01');
  await expect(page.getByText('Sunday', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sokoban' })).toContainText('Not solved yet.');
});

test('a level is examined, and what is wrong is saved as a file', async ({ page, site }) => {
  const table = await open(page, site, GAMES.sokoban);
  await page.getByText('Examine this level').click();
  await page.getByRole('button', { name: 'Examine', exact: true }).click();
  await expect(page.locator('[data-doctor=found]')).toContainText('of 100 points');
  await table.byKeys(GAMES.sokoban.keys);
  await expect(table.said).toContainText('Solved: 3 pushes');
  await page.getByText('More', { exact: true }).click();
  await table.button('Something is wrong here').click();
  await page.getByLabel('What is wrong?').fill('too easy');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Send it' }).click();
  const told = execFileSync(PROGRAM, ['play', '--replay', await (await saved).path()], { encoding: 'utf8' });
  expect(told).toContain('too easy');
  expect(told).toContain('events replayed, won');
});

test('levels are painted, tried and carried along without a server', async ({ page, site }) => {
  await page.goto(`${site.address}edit.html?puzzle=unblock`);
  await expect(page.locator('#state')).toContainText('Not a level yet');
  await page.locator('#written > summary').click();
  await page.locator('#text').fill('3x2:\nAAo\nooo\n');
  await page.getByRole('button', { name: 'Take this text' }).click();
  await expect(page.locator('#state')).toHaveText('It is a level.');
  await expect(page.locator('#publishing')).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn' }).click();
  await page.getByRole('button', { name: 'Play it' }).click();
  await Table.at(page);
});
