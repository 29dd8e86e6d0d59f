// Somebody who has never seen it, with the page alone: the rule is told and in sight, a try that does nothing is answered
// with what works, and whoever does what the page says has moved. Everything is read off the page: no test knows the
// levels here.

import type { Page } from '@playwright/test';

import type { Cell, Step } from '../support/games.ts';
import { first } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** What is on the board, cell by cell, as the page tells those who listen to it. */
type Seen = Map<string, string>;

const nameOf = ([row, column]: Cell) => `${row},${column}`;
const cellOf = (name: string) => name.split(',').map(Number) as Cell;

async function look(page: Page): Promise<Seen> {
  const labels = await page.locator('.cells table button').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return new Map(labels.map((label) => {
    const [, row, column, what] = /^row (\d+), column (\d+): (.*)$/.exec(label) ?? [];
    return [nameOf([Number(row) - 1, Number(column) - 1]), what ?? ''];
  }));
}

const beside = ([row, column]: Cell): Cell[] => [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
const cellsWith = (seen: Seen, what: RegExp) => [...seen].filter(([, here]) => what.test(here)).map(([name]) => cellOf(name));
const isEmpty = (seen: Seen, cell: Cell) => seen.get(nameOf(cell)) === 'empty';

/** A cell of the first kind with one of the second beside it. */
function pair(seen: Seen, what: RegExp, next: RegExp): [Cell, Cell] {
  for (const cell of cellsWith(seen, what)) {
    const other = beside(cell).find((one) => next.test(seen.get(nameOf(one)) ?? ''));
    if (other) return [cell, other];
  }
  throw new Error(`nothing like ${what} beside ${next}`);
}

interface Newcomer {
  /** What the rule must speak of: the goal, and what to do. */
  rule: RegExp;
  /** What many try first and what does nothing. */
  inVain: (seen: Seen) => Step;
  answer: RegExp;
  /** What the rule or the answer says. */
  right: (seen: Seen) => Step;
}

/** A block with room at one of its ends, one step along its line. */
function slide(seen: Seen): Step {
  for (const what of new Set([...seen.values()].filter((one) => /^(block|target) /.test(one)))) {
    const cells = [...seen].filter(([, here]) => here === what).map(([name]) => cellOf(name));
    const [start, end] = [cells[0], cells[cells.length - 1]];
    const [down, right] = [Math.sign(end[0] - start[0]), Math.sign(end[1] - start[1])];
    for (const [from, to] of [[end, [end[0] + down, end[1] + right]], [start, [start[0] - down, start[1] - right]]] as [Cell, Cell][]) {
      if (isEmpty(seen, to)) return { drag: [from, to] };
    }
  }
  throw new Error('no block has room');
}

/** A step to a free square, or where boxes are all around, a push. */
function walkOrPush(seen: Seen): Step {
  const [you] = cellsWith(seen, /^you/);
  const free = beside(you).find((cell) => isEmpty(seen, cell));
  if (free) return { tap: free };
  const behind = ([row, column]: Cell): Cell => [2 * row - you[0], 2 * column - you[1]];
  const box = beside(you).find((cell) => /^box/.test(seen.get(nameOf(cell)) ?? '') && isEmpty(seen, behind(cell)));
  if (!box) throw new Error('nothing can be done');
  return { drag: [box, behind(box)] };
}

const NEWCOMERS: Record<string, Newcomer> = {
  sokoban: {
    rule: /box.*ring.*arrows.*tap/,
    inVain: (seen) => ({ tap: cellsWith(seen, /^wall$/)[0] }),
    answer: /free square.*arrows or a tap/,
    right: walkOrPush,
  },
  taquin: {
    rule: /order.*Tap a tile in line with the gap/,
    inVain: (seen) => {
      const [gap] = cellsWith(seen, /^empty$/);
      return { tap: cellsWith(seen, /^tile/).find(([row, column]) => row !== gap[0] && column !== gap[1])! };
    },
    answer: /same row or column as the gap/,
    right: (seen) => ({ tap: pair(seen, /^empty$/, /^tile/)[1] }),
  },
  unblock: {
    rule: /red block out.*Drag blocks/,
    inVain: (seen) => ({ tap: cellsWith(seen, /^empty$/)[0] }),
    answer: /drag one that has room/,
    right: slide,
  },
  flow: {
    rule: /equal letters.*Drag from a letter/,
    inVain: (seen) => ({ tap: cellsWith(seen, /^empty$/)[0] }),
    answer: /press on one and draw/,
    right: (seen) => ({ drag: pair(seen, /^end of/, /^empty$/) }),
  },
  tetravex: {
    rule: /same digit.*Drag the tiles/,
    inVain: (seen) => ({ tap: cellsWith(seen, /^empty$/)[0] }),
    answer: /Take a tile first/,
    right: (seen) => ({ drag: [{ tile: 1 }, cellsWith(seen, /^empty$/)[0]] }),
  },
};

const SCREENS = {
  'at a desk': {},
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [screen, settings] of Object.entries(SCREENS)) {
  test.describe(screen, () => {
    test.use(settings);

    for (const [puzzle, newcomer] of Object.entries(NEWCOMERS)) {
      test(`${puzzle}: the first right move is found with the page alone`, async ({ page }) => {
        const table = await first(page, puzzle);
        const act = (step: Step) => (screen === 'at a desk' ? table.byMouse([step]) : table.byTouch([step]));
        const rule = page.locator('.rule');
        await expect(rule).toContainText(newcomer.rule);
        await expect(rule).toBeInViewport({ ratio: 1 });
        const before = await look(page);
        await act(newcomer.inVain(before));
        await expect(table.said).toContainText(newcomer.answer);
        await expect(table.said).toBeInViewport({ ratio: 1 });
        expect(await look(page)).toEqual(before);
        await act(newcomer.right(before));
        await expect.poll(async () => differs(before, await look(page))).toBe(true);
        // The board has the word again.
        await expect(table.said).toBeEmpty();
        await expect(table.button('Undo')).toBeEnabled();
      });
    }
  });
}

/** Is the board another one? */
function differs(before: Seen, after: Seen): boolean {
  return [...after].some(([cell, what]) => before.get(cell) !== what);
}

test('keys that move a cursor say what they do', async ({ page }) => {
  const table = await first(page, 'unblock');
  await page.keyboard.press('ArrowDown');
  await expect(table.said).toHaveText('The arrows move the frame. Enter takes what is in it.');
});

test('whoever takes something in hand is told how it goes on, until they have moved', async ({ page }) => {
  const table = await first(page, 'unblock');
  const seen = await look(page);
  const step = slide(seen);
  if (!('drag' in step)) throw new Error('a slide is a drag');
  const [from, to] = step.drag;
  await table.byMouse([{ tap: from }]);
  await expect(table.said).toContainText('This block is chosen: tap a free cell of its line');
  await table.byMouse([{ tap: from }]);
  await expect(table.said).toBeEmpty();
  await table.byMouse([{ tap: from }, { tap: to }]);
  await expect(table.figure('moves')).toHaveText('1');
  await expect(table.said).toBeEmpty();
  await table.byMouse([{ tap: to }]);
  await expect(table.said).toBeEmpty();
});
