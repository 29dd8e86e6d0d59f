// A page that knows the rules: moves are shown at once, whatever the line does, and reach the server once.

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const LOST = 'The connection is lost';

// Without modules the server carries out every move.
test.skip(missing !== '', missing);

/** How many events the server has of the play on a page. */
async function events(page: import('@playwright/test').Page): Promise<number> {
  const list = (await (await page.request.get('/api/me/plays')).json()) as { events: number }[];
  return list[0]?.events ?? 0;
}

test.describe('without a connection', () => {
  test.use({ allowed: /ERR_INTERNET_DISCONNECTED|WebSocket connection|when fetching the script/ });

  test('one plays on, undoes and wins; everything arrives once, in order', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.settled();
    await context.setOffline(true);
    await expect(page.getByText(LOST)).toBeVisible();
    await table.byKeys(['ArrowRight', 'ArrowDown', 'ArrowUp', 'u', 'u', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowRight']);
    await expect(table.said).toContainText('Solved');
    await context.setOffline(false);
    await expect(page.getByText(LOST)).toBeHidden();
    await table.settled();
    // The server has seen it and has given its stars.
    await table.won(GAMES.sokoban);
    expect(await events(page)).toBe(9);
  });

  test('a thousand moves survive a closed tab', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowUp']);
    await table.settled();
    const address = page.url();
    await context.setOffline(true);
    await expect(page.getByText(LOST)).toBeVisible();
    await page.evaluate(() => {
      for (let turn = 0; turn < 1000; turn++) {
        const key = turn % 2 ? 'ArrowUp' : 'ArrowDown';
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }
    });
    await expect(table.figure('moves')).toHaveText('1001');
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(address);
    const reopened = await Table.at(again);
    await expect(reopened.figure('moves')).toHaveText('1001');
    await reopened.settled();
    expect(await events(again)).toBe(1001);
  });

  test('moves arrive from any page: the level is not opened again', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowUp']);
    await table.settled();
    await context.setOffline(true);
    await expect(page.getByText(LOST)).toBeVisible();
    await table.byKeys(['ArrowDown', 'ArrowRight', 'ArrowDown']);
    await expect(table.figure('moves')).toHaveText('4');
    await page.close();
    await context.setOffline(false);
    const other = await context.newPage();
    await other.goto('/help');
    await expect.poll(() => events(other), { timeout: 30_000 }).toBe(4);
  });

  test('a play that went on in another tab meanwhile leaves both', async ({ page, context }) => {
    const one = await Table.open(page, GAMES.sokoban);
    await one.byKeys(['ArrowUp']);
    await one.settled();
    const otherPage = await context.newPage();
    let line: import('@playwright/test').WebSocketRoute | undefined;
    let isAway = false;
    await otherPage.routeWebSocket(/live/, (socket) => {
      if (isAway) void socket.close();
      else {
        line = socket;
        socket.connectToServer();
      }
    });
    await otherPage.goto(page.url());
    const other = await Table.at(otherPage);
    await expect(other.figure('moves')).toHaveText('1');
    isAway = true;
    await line?.close();
    await expect(otherPage.getByText(LOST)).toBeVisible();
    await other.byKeys(['ArrowDown', 'ArrowUp', 'ArrowDown']);
    await expect(other.figure('moves')).toHaveText('4');
    await one.byKeys(['ArrowDown', 'ArrowRight']);
    await one.settled();
    isAway = false;
    await expect(otherPage.getByText('a play of their own')).toBeVisible({ timeout: 30_000 });
    await other.settled();
    await expect(other.figure('moves')).toHaveText('4');
    await expect(one.figure('moves')).toHaveText('3');
    const list = (await (await page.request.get('/api/me/plays')).json()) as { events: number }[];
    expect(list.map((play) => play.events).sort()).toEqual([3, 4]);
  });
});

test('what the server refuses is taken back, and said', async ({ page }) => {
  await page.routeWebSocket(/live/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const order = JSON.parse(String(message)) as { n: number; do: string; events?: [string, number][] };
      if (order.events?.some(([what]) => what === 'move r')) {
        socket.send(JSON.stringify({ is: 'refused', done: order.n, message: 'Not today.' }));
      } else server.send(message);
    });
  });
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowUp']);
  await table.settled();
  await table.byKeys(['ArrowDown', 'ArrowDown', 'ArrowRight']);
  await expect(table.said).toContainText('Not today.');
  await expect(table.figure('moves')).toHaveText('3');
  await table.settled();
  expect(await events(page)).toBe(3);
});

test('a pipe is drawn by the rules while the finger draws', async ({ page }) => {
  const table = await Table.open(page, { puzzle: 'flow', text: 'A.B\n...\nA.B\n' });
  const [start, beside, under] = [await table.middle([0, 0]), await table.middle([0, 1]), await table.middle([1, 0])];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(beside.x, beside.y, { steps: 3 });
  await expect(table.cell('row 1, column 2: pipe A')).toBeAttached();
  await expect(table.figure('fill')).not.toHaveText('0 %');
  // Back goes the pipe with the finger, and it never lies on a foreign end point.
  await page.mouse.move(start.x, start.y, { steps: 3 });
  await expect(table.cell('row 1, column 2: empty')).toBeAttached();
  const foreign = await table.middle([0, 2]);
  await page.mouse.move(foreign.x, foreign.y, { steps: 6 });
  await expect(table.cell('row 1, column 3: end of B')).toBeAttached();
  await page.mouse.move(start.x, start.y, { steps: 6 });
  await page.mouse.move(under.x, under.y, { steps: 3 });
  const end = await table.middle([2, 0]);
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await expect(table.figure('strokes')).toHaveText('1');
  await page.mouse.up();
  await table.settled();
  expect(await events(page)).toBe(1);
});

test.describe('on board of the browser', () => {
  test.use({ serviceWorkers: 'allow', allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection|Failed to load resource|when fetching the script/ });

  /** Waits until the service worker has everything on board. */
  async function aboard(page: import('@playwright/test').Page): Promise<void> {
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      while (registration.active?.state !== 'activated' || !navigator.serviceWorker.controller) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
  }

  test('a level of a pack that was never opened is there in flight mode, with its pack beside it', async ({ page, context }) => {
    await page.goto('/');
    await aboard(page);
    await context.setOffline(true);
    await page.goto('/pack/unblock-1-beginner');
    const link = page.locator('.levels-grid a').nth(3);
    const address = await link.getAttribute('href');
    await link.click();
    const table = await Table.at(page);
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await expect(page.locator('h1')).toContainText('·');
    await expect(page.locator('.shelf a[aria-current=page]')).toHaveAttribute('href', address ?? '');
    await page.reload();
    const again = await Table.at(page);
    await context.setOffline(false);
    await expect(page.getByText('The connection is lost')).toBeHidden({ timeout: 30_000 });
    await again.settled();
    await expect(table.board).toBeVisible();
  });

  test('moves in flight mode on a level never opened before reach the server', async ({ page, context }) => {
    await page.goto('/');
    await aboard(page);
    await context.setOffline(true);
    await page.goto('/pack/taquin-1-three');
    await page.locator('.levels-grid a').nth(2).click();
    const table = await Table.at(page);
    await table.byKeys(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp']);
    const moves = Number(await table.figure('moves').textContent());
    expect(moves).toBeGreaterThan(1);
    await page.reload();
    const again = await Table.at(page);
    await expect(again.figure('moves')).toHaveText(String(moves));
    await context.setOffline(false);
    await expect(page.getByText('The connection is lost')).toBeHidden({ timeout: 30_000 });
    await again.settled();
    expect(await events(page)).toBe(moves);
  });

  test('a new version comes on board in the middle of a play, which goes on', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowRight']);
    await aboard(page);
    // Another language is another version.
    await context.addCookies([{ name: 'language', value: 'en-XA', url: new URL('/', page.url()).href }]);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(() => page.evaluate(() => caches.keys().then((names) => names.filter((name) => name.startsWith('lasting-')).join()))).toMatch(/^lasting-[^,]*en-XA[^,]*$/);
    await table.byKeys(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowRight']);
    await table.settled();
    await expect(table.button('Review my play')).toBeVisible();
    expect(await events(page)).toBe(5);
  });
});

test.describe('a browser that keeps nothing', () => {
  test.use({ allowed: /ERR_INTERNET_DISCONNECTED|WebSocket connection/ });

  test('plays on without a connection, and says what is at stake', async ({ page, context }) => {
    await page.addInitScript(() => {
      indexedDB.open = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowRight']);
    await table.settled();
    await context.setOffline(true);
    await expect(table.said).toContainText('keeps nothing');
    await table.byKeys(['ArrowDown', 'ArrowRight']);
    await context.setOffline(false);
    await expect(page.getByText(LOST)).toBeHidden();
    await table.settled();
    expect(await events(page)).toBe(3);
  });
});

test('what one player left in a browser is not shown to the next', async ({ page, context }) => {
  const table = await Table.open(page, GAMES.sokoban);
  await table.byKeys(['ArrowUp', 'ArrowDown']);
  await table.settled();
  await context.clearCookies();
  await page.reload();
  const next = await Table.at(page);
  await expect(next.figure('moves')).toHaveText('0');
  await next.byKeys(['ArrowUp']);
  await next.settled();
  expect(await events(page)).toBe(1);
});
