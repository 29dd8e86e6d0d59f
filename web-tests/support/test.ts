// What every test stands on: a server for the worker, and pages that must stay quiet. A page that complains in its
// console, throws, or asks another host for anything fails its test.

import { join } from 'node:path';

import { test as base, type BrowserContext } from '@playwright/test';

import { Server } from './server.ts';

export { expect } from '@playwright/test';

interface Each {
  /** What the console may say in this test: refusals that the test provokes are no faults. */
  allowed: RegExp;
}

interface Worker {
  server: Server;
}

/** Matches no text. */
const NOTHING = /(?!)/;
/** What a browser says that was told to take nothing on board (`playwright.config.ts`). */
const BLOCKED = /Service Worker registration blocked by Playwright/;

/** Every test comes from an address of its own. */
let visitors = 0;

export const test = base.extend<Each, Worker>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  allowed: [NOTHING, { option: true }],
  baseURL: async ({ server }, use) => use(server.address),
  extraHTTPHeaders: async ({}, use, info) => {
    visitors += 1;
    await use({ 'x-forwarded-for': `10.${info.workerIndex % 250}.${visitors >> 8}.${visitors & 255}` });
  },
  context: async ({ context, baseURL, allowed }, use) => {
    const troubles = watch(context, { address: baseURL ?? '' }, allowed);
    await useFolder(context);
    await use(context);
    if (troubles.length) throw new Error(`The pages complained:\n${troubles.join('\n')}`);
  },
});

/** Collects what pages of a context complain about. */
export function watch(context: BrowserContext, server: { address: string }, allowed = NOTHING): string[] {
  const troubles: string[] = [];
  const note = (trouble: string) => {
    if (!allowed.test(trouble) && !BLOCKED.test(trouble)) troubles.push(trouble);
  };
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => note(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const own = request.url().startsWith(server.address) || /^(data|blob):/.test(request.url());
    if (!own) note(`another host was asked: ${request.url()}`);
  });
  return troubles;
}

/** WEB=folder: style and scripts come from there instead of from the program, to try changes without building it. */
async function useFolder(context: BrowserContext): Promise<void> {
  const folder = process.env['WEB'];
  if (!folder) return;
  await context.route(/\/assets\/(?!.*words\.js)/, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').slice(3).join('/');
    await route.fulfill({ path: join(folder, name) });
  });
}
