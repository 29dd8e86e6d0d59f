// Flow on boards of every shape, played to a win by mouse, by finger and by keys: what a hand does is worked out from
// the solution, so that each board says its own way.

import { BOARDS, type FlowBoard } from '../support/flow-boards.ts';
import type { Cell, Step } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

const KEYS: Record<string, string> = {
  U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight', Q: '7', E: 'PageUp', Z: '1', C: 'PageDown',
};
const DOWN: Record<string, number> = { U: -1, D: 1, L: 0, R: 0 };
const ACROSS: Record<string, number> = { L: -1, R: 1, Q: -1, Z: -1, E: 1, C: 1 };

interface Stroke { name: string; from: Cell; ways: string[] }

const isHex = (board: FlowBoard) => board.text.includes('board: hexes');

function strokes({ solution }: FlowBoard): Stroke[] {
  return solution.split(' ').map((text) => {
    const [, name = '', row, column, ways = ''] = /^(.)@(\d+),(\d+):(\w+)$/.exec(text) ?? [];
    return { name, from: [Number(row), Number(column)], ways: [...ways] };
  });
}

/** Where a letter leads, off the board too. */
function beyond([row, column]: Cell, way: string): Cell {
  const to = column + (ACROSS[way] ?? 0);
  const straight = DOWN[way];
  if (straight !== undefined) return [row + straight, to];
  const low = column % 2 === 0;
  return 'QE'.includes(way) ? [low ? row : row - 1, to] : [low ? row + 1 : row, to];
}

/** Drags along a stroke; beyond a border the pointer lets go, and takes the pipe up on the other side. */
function drags(board: FlowBoard): Step[] {
  const rows = board.text.split('\n').filter((line) => !line.includes(':'));
  const [high, wide] = [rows.length, rows[0]?.length ?? 0];
  return strokes(board).flatMap(({ from, ways }) => {
    const steps: { drag: [Cell, ...Cell[]] }[] = [{ drag: [from] }];
    let at = from;
    for (const way of ways) {
      const next = beyond(at, way);
      steps[steps.length - 1]?.drag.push(next);
      at = [(next[0] + high) % high, (next[1] + wide) % wide];
      if (at[0] !== next[0] || at[1] !== next[1]) steps.push({ drag: [at] });
    }
    return steps.filter(({ drag }) => drag.length > 1);
  });
}

/** Keys: to each end point by arrows, enter, along the pipe, enter. */
function keys(board: FlowBoard, start: Cell): string[] {
  const rows = board.text.split('\n').filter((line) => !line.includes(':'));
  const [high, wide] = [rows.length, rows[0]?.length ?? 0];
  let at = start;
  return strokes(board).flatMap(({ from, ways }, index, all) => {
    const go = (by: number, forth: string, back: string) => Array<string>(Math.abs(by)).fill(by > 0 ? forth : back);
    const pressed = [...go(from[0] - at[0], 'ArrowDown', 'ArrowUp'), ...go(from[1] - at[1], 'ArrowRight', 'ArrowLeft'), 'Enter'];
    at = from;
    for (const way of ways) {
      const next = beyond(at, way);
      at = [(next[0] + high) % high, (next[1] + wide) % wide];
      pressed.push(KEYS[way] ?? '');
    }
    return index + 1 < all.length ? [...pressed, 'Enter'] : pressed;
  });
}

/** The first cell of the first piece is where a keyboard begins. */
function firstEnd(board: FlowBoard): Cell {
  const rows = board.text.split('\n').filter((line) => !line.includes(':'));
  const row = rows.findIndex((line) => /[A-Za-z0-9]/.test(line));
  return [row, rows[row]?.search(/[A-Za-z0-9]/) ?? 0];
}

for (const board of BOARDS) {
  test.describe(board.name, () => {
    const solved = { solved: 'Solved:' };
    const open = async (page: Parameters<typeof Table.open>[0]) => {
      const table = await Table.open(page, { puzzle: 'flow', text: board.text });
      table.hexes = isHex(board);
      return table;
    };

    test('is won by mouse', async ({ page }) => {
      const table = await open(page);
      await table.byMouse(drags(board));
      await table.won(solved);
    });

    test('is won by keys alone', async ({ page }) => {
      const table = await open(page);
      await table.byKeys(['Tab', 'Enter', 'Tab']);
      await expect(page.locator('.cells button:focus')).toHaveCount(1);
      await table.byKeys(keys(board, firstEnd(board)));
      await table.won(solved);
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test('is won by finger', async ({ page }) => {
        const table = await open(page);
        await table.byTouch(drags(board));
        await table.won(solved);
      });
    });
  });
}

test('what is built on a board is named', async ({ page }) => {
  const table = await Table.open(page, { puzzle: 'flow', text: 'walls: 0,0:R\nA.B\n.+.\nB.A' });
  await expect(table.cell('row 2, column 2: empty, bridge')).toBeAttached();
  await expect(table.cell('row 1, column 1: end of A, wall on the right')).toBeAttached();
  await expect(table.cell('row 1, column 2: empty, wall on the left')).toBeAttached();
});
