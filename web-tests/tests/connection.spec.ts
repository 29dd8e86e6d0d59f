// Two tabs on one play, a connection that goes away, a server that is killed: the play goes on where it was.

import { missing } from '../support/engines.ts';
import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test('two tabs show the same board', async ({ page, context }) => {
  const one = await Table.open(page, GAMES.sokoban);
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  const other = await Table.at(otherPage);
  await one.byKeys(['ArrowRight']);
  await expect(other.cell('row 3, column 4: box')).toBeAttached();
  await other.byKeys(['ArrowDown', 'ArrowRight', 'ArrowUp']);
  await expect(one.cell('row 2, column 4: box, in place, goal')).toBeAttached();
  await one.byKeys(['ArrowRight']);
  await one.won(GAMES.sokoban);
  await expect(other.said).toContainText('Solved');
});

test.describe('a browser that goes offline', () => {
  test.use({ allowed: /ERR_INTERNET_DISCONNECTED|WebSocket connection/ });

  test('keeps what was done meanwhile, and says so', async ({ page, context }) => {
    test.skip(missing !== '', missing);
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowRight']);
    await table.settled();
    await context.setOffline(true);
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await table.byKeys(['ArrowDown', 'ArrowRight']);
    await expect(table.figure('moves')).toHaveText('3');
    await context.setOffline(false);
    await expect(page.getByText('The connection is lost')).toBeHidden();
    await table.settled();
    await expect(table.figure('moves')).toHaveText('3');
    await table.byKeys(['ArrowUp', 'ArrowRight']);
    await table.won(GAMES.sokoban);
  });

  test('moves by the hundred made offline all arrive', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.settled();
    await context.setOffline(true);
    await expect(page.getByText('The connection is lost')).toBeVisible();
    for (let turn = 0; turn < 50; turn++) await table.byKeys(['ArrowUp', 'ArrowDown']);
    await context.setOffline(false);
    await expect(table.figure('moves')).toHaveText('100');
    await expect(page.getByText('The connection is lost')).toBeHidden();
  });
});

test.describe('a line that is refused', () => {
  test.use({ allowed: /status of 401|WebSocket connection/ });

  test('who is logged out elsewhere is told so', async ({ page, context }) => {
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowUp']);
    await table.settled();
    await context.request.post('/api/logout');
    await expect(table.said).toContainText('logged out');
  });
});

// A worker does one test at a time, so that its server may be stopped.
test.describe('a server that is killed and comes back', () => {
  // What a browser writes into its console when nobody answers.
  test.use({ allowed: /ERR_CONNECTION_REFUSED|WebSocket connection/ });

  test('finds the moves that were made meanwhile', async ({ page, server }) => {
    test.skip(missing !== '', missing);
    const table = await Table.open(page, GAMES.sokoban);
    await table.byKeys(['ArrowRight', 'ArrowDown']);
    await table.settled();
    await server.kill();
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await table.byKeys(['ArrowRight', 'ArrowUp']);
    await expect(table.figure('moves')).toHaveText('4');
    await server.begin();
    await expect(page.getByText('The connection is lost')).toBeHidden();
    await table.settled();
    await expect(table.figure('moves')).toHaveText('4');
    await table.byKeys(['ArrowRight']);
    await table.won(GAMES.sokoban);
  });

  test('leaves the cursor where it was', async ({ page, server }) => {
    const table = await Table.open(page, GAMES.flow);
    await table.cell('row 1, column 1: end of A').focus();
    await table.byKeys(['Enter', 'ArrowDown']);
    await table.settled();
    await server.kill();
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await server.begin();
    await expect(page.getByText('The connection is lost')).toBeHidden();
    await expect(table.cell('row 2, column 1: pipe A')).toBeFocused();
  });
});
