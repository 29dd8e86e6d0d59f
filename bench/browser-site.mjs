// How fast the edition without a server is on a slow device behind a slow network: `node bench/browser-site.mjs FOLDER`,
// with what `ingenio site FOLDER` wrote. 1.6 Mbit/s, a round trip of 150 ms, a processor four times slower, as set by
// the browser's debugging protocol: when the board is seen, when it can be played, and when its first hint is there.
// Files are sent as they are, as the plainest host would.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, resolve } from 'node:path';

const { chromium } = createRequire(new URL('../web-tests/package.json', import.meta.url))('playwright-core');

const folder = resolve(process.argv[2] ?? 'site');
const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

const server = createServer((request, response) => {
  const name = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname).slice(1) || 'index.html');
  readFile(join(folder, name)).then(
    (body) => response.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'application/octet-stream' }).end(body),
    () => response.writeHead(404).end(),
  );
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const home = `http://127.0.0.1:${server.address().port}/`;

/** Seconds since the page was asked for, when something holds in it. */
const when = async (page, test) => {
  for (;;) {
    const time = await page.evaluate(test).catch(() => 0);
    if (time) return time / 1000;
  }
};

async function slowly(browser, level) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${home}play/${level}.html`, { waitUntil: 'commit' });
  const seen = await when(page, () => document.querySelector('#board svg') && performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const playable = await when(page, () => document.querySelector('.cells button') && performance.now());
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('[data-do=hint]')).click());
  const hinted = await when(page, () => /** @type {HTMLElement} */ (document.querySelector('#cancel-hint')).hidden && document.querySelector('#said')?.textContent && performance.now());
  const said = await page.locator('#said').textContent();
  await context.close();
  return { seen, playable, hinted, said };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const packs = JSON.parse(await readFile(join(folder, 'packs.json'), 'utf8'));
console.log('| first level of | board seen | playable | first hint | which says |\n|---|---|---|---|---|');
for (const puzzle of ['sokoban', 'taquin', 'unblock', 'flow', 'tetravex']) {
  const { seen, playable, hinted, said } = await slowly(browser, packs.find((pack) => pack.puzzle === puzzle).levels[0].id);
  console.log(`| ${puzzle} | ${seen.toFixed(2)} s | ${playable.toFixed(2)} s | ${hinted.toFixed(2)} s | ${said} |`);
}
await browser.close();
server.close();
