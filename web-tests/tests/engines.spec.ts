// The module of engines in a real worker: answers, progress, cancel, a full memory, and tables that outlive the page.

import { expect, test as base, type Page } from '@playwright/test';

import { missing, serveEngines } from '../support/engines.ts';

const test = base.extend<object, { site: string }>({
  site: [
    async ({}, use) => {
      const { address, close } = await serveEngines();
      await use(address);
      close();
    },
    { scope: 'worker' },
  ],
});

test.skip(missing !== '', missing);

const CORRIDOR = { puzzle: 'sokoban', level: '######\n#@ $.#\n######' };
const KORF_1 = { puzzle: 'taquin', settings: 'goal=first', level: '14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3' };

async function open(page: Page, site: string) {
  await page.goto(site);
  await page.waitForFunction('window.think');
}

/** Asks from inside of the page; a refusal gives its kind. */
function think(page: Page, request: object, cancelAfter?: number): Promise<any> {
  return page.evaluate(
    async ([request, cancelAfter]) => {
      const abort = new AbortController();
      let told = 0;
      const onProgress = () => {
        told += 1;
        if (told === cancelAfter) abort.abort();
      };
      try {
        const answer = await (window as any).think(request, { signal: abort.signal, onProgress });
        return { answer, told };
      } catch (problem: any) {
        return { kind: problem.kind, told };
      }
    },
    [request, cancelAfter] as const,
  );
}

test('a hint, a solution, a level', async ({ page, site }) => {
  await open(page, site);
  const { answer: hint } = await think(page, { ask: 'hint', ...CORRIDOR, rung: 'moves' });
  expect(hint.moves).toEqual(['r', 'R']);
  const { answer: made } = await think(page, { ask: 'generate', puzzle: 'unblock', seed: 1 });
  const { answer: solved } = await think(page, { ask: 'solve', puzzle: 'unblock', level: made.levels[0].text, optimal: true });
  expect(solved.answer.measures).toEqual(made.levels[0].measures);
});

test('cancelling ends the work, and the next request is answered', async ({ page, site }) => {
  await open(page, site);
  const cancelled = await think(page, { ask: 'solve', ...KORF_1, method: 'bfs', seconds: 600 }, 3);
  expect(cancelled).toEqual({ kind: 'cancelled', told: 3 });
  expect((await think(page, { ask: 'lost', ...CORRIDOR })).answer.lost).toBe(false);
});

test('a page whose memory is used up says so and goes on', async ({ page, site }) => {
  await open(page, site);
  const full = await page.evaluate(async (level) => {
    const { Thinker } = window as any;
    const setting = {
      worker: () => new Worker('/engines-worker.js', { type: 'module' }),
      module: () => WebAssembly.compileStreaming(fetch('/engines.wasm')),
      megabytes: 32,
    };
    const small = new Thinker(setting);
    const wish = { ask: 'solve', ...level, method: 'astar-manhattan', memory: 2 ** 40, seconds: 600 };
    const kind = await small.think(wish).catch((problem: any) => problem.kind);
    return [kind, (await small.think({ ask: 'methods', puzzle: 'flow' })).length > 0];
  }, KORF_1);
  expect(full).toEqual(['memory', true]);
});

test('tables outlive the page', async ({ page, site }) => {
  await open(page, site);
  // Small enough to be quick on any machine.
  const wish = { ask: 'solve', puzzle: 'taquin', level: '8 7 6/5 4 3/2 1 _', method: 'table', optimal: true };
  const { answer: before } = await think(page, wish);
  const names = () =>
    page.evaluate(
      () =>
        new Promise((found) => {
          const asked = indexedDB.open('ingenio-tables');
          asked.onsuccess = () => {
            const keys = asked.result.transaction('tables').objectStore('tables').getAllKeys();
            keys.onsuccess = () => found(keys.result);
          };
        }),
    );
  await expect.poll(names).toEqual([expect.stringContaining('taquin-distance-3x3')]);
  await page.reload();
  await page.waitForFunction('window.think');
  const { answer: after } = await think(page, wish);
  expect(after.answer.solution).toBe(before.answer.solution);
  expect(await names()).toHaveLength(1);
});
