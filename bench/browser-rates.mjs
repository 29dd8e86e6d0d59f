// Node rates of methods in WebAssembly beside native ones: `node bench/browser-rates.mjs MODULE LEVELS [PROGRAM
// [chromium]]`, in node's V8 or in a worker of Chromium, with the module of crates/browser/engines, the folder of
// level sets and the native program. Both sides get the same levels, methods and limits, and must expand the same
// nodes; seconds are those of processors, so that other work on the machine matters less (a worker of Chromium has
// none but those on the wall: leave the machine alone). The module goes through the levels twice, and the second time
// counts: by then V8 has compiled what is hot, and tables are kept, as they are natively.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

import { Engines } from '../web/engines-worker.js';
import { Shelf } from '../web/shelf.js';

const [file, levels, program = 'target/release/ingenio', where = 'node'] = process.argv.slice(2);
if (!levels) throw new Error('browser-rates MODULE LEVELS [PROGRAM]');

const MEGABYTES = 1024;
const MEMORY = (MEGABYTES - 64) * 2 ** 20;

/** @param {string} set */
const read = (set) => readFileSync(`${levels}/${set}`, 'utf8').split('\n');

/** Korf's boards stand one on a line, behind number and length, and go to the blank first. */
const KORF = read('taquin/korf100_15.txt')
  .filter((row) => /^\d/.test(row))
  .map((row) => row.trim().split(/\s+/).slice(2))
  .map((tiles) => [0, 4, 8, 12].map((at) => tiles.slice(at, at + 4).join(' ')).join('/'));
const UNBLOCK = read('unblock/fogleman_hardest1000.txt').map((row) => row.split(' ')[1]).filter((board) => board);
const SOKOBAN = read('sokoban/seed-like-150.xsb')
  .filter((row) => !row.startsWith(';'))
  .join('\n')
  .split(/\n\s*\n/)
  .filter((board) => board.includes('#'));

/** puzzle, levels, method, metric, nodes that end a run */
const ROWS = /** @type {const} */ ([
  ['taquin', KORF.slice(0, 10), 'idastar-manhattan', 'moves', 10_000_000],
  ['taquin', KORF.slice(0, 20), 'idastar-pdb-small', 'moves', 2_000_000],
  ['taquin', KORF.slice(0, 4), 'astar-manhattan', 'moves', 500_000],
  ['unblock', UNBLOCK, 'bfs', 'moves', 1_000_000],
  ['sokoban', SOKOBAN, 'push-optimal', 'pushes', 20_000],
  ['sokoban', SOKOBAN, 'portfolio', 'pushes', 5_000],
]);

/** @typedef {{ nodes: number, seconds: number }} Spent */

/** @param {string} puzzle @param {readonly string[]} texts @param {string} method @param {string} metric @param {number} nodes @returns {Spent[]} */
function natively(puzzle, texts, method, metric, nodes) {
  const asked = ['solve', '-', '--json', '--optimal', '--puzzle', puzzle, '--method', method, '--metric', metric];
  const limits = ['--nodes', String(nodes), '--memory', String(MEMORY), '--time', '600'];
  const goal = puzzle === 'taquin' ? ['--goal', 'first'] : [];
  const options = { encoding: /** @type {const} */ ('utf8'), input: texts.join('\n\n'), maxBuffer: 2 ** 28 };
  let told;
  try {
    told = execFileSync(program, [...asked, ...limits, ...goal], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch (stopped) {
    // A limit gives another exit status, and its answers all the same.
    told = stopped.stdout;
  }
  return told.trim().split('\n').map((row) => JSON.parse(row)).map((row) => ({ nodes: row.nodes, seconds: row.cpu_seconds }));
}

/** @param {Engines} engines @param {object} request @returns {Spent} */
function inModule(engines, request) {
  const begun = process.cpuUsage();
  const { answer, problem } = engines.answer(request);
  const { user, system } = process.cpuUsage(begun);
  if (problem) throw new Error(problem.message);
  return { nodes: answer.answer.nodes, seconds: (user + system) / 1e6 };
}

/** A page of Chromium with the engines in it. */
async function openChromium() {
  const { chromium } = createRequire(new URL('../web-tests/package.json', import.meta.url))('playwright-core');
  const made = {
    '/': ['text/html', '<!doctype html><title>Rates</title><main data-engines="engines.wasm"></main><script type="module">import * as thinker from "./thinker.js"; Object.assign(window, thinker);</script>'],
    '/words.js': ['text/javascript', 'export const say = (id) => id;'],
    '/engines.wasm': ['application/wasm', readFileSync(file)],
  };
  const server = createServer(({ url = '/' }, response) => {
    try {
      const [kind, body] = made[url] ?? ['text/javascript', readFileSync(new URL(`../web${url}`, import.meta.url))];
      response.writeHead(200, { 'content-type': kind }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => 'think' in window);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, close };
}

/** In Chromium: twice, and the second time counts. @param {any} page @param {object[]} requests @returns {Promise<Spent[]>} */
function inChromium(page, requests) {
  return page.evaluate(async (wishes) => {
    let runs = [];
    for (let pass = 0; pass < 2; pass++) {
      runs = [];
      for (const wish of wishes) {
        const { answer } = await window.think(wish);
        runs.push({ nodes: answer.nodes, seconds: answer.cpu_seconds });
      }
    }
    return runs;
  }, requests);
}

/** In node: the first time the clock stands still, so that every table is quick to build. @param {object[]} requests @returns {Spent[]} */
function inNode(requests) {
  const engines = new Engines(new WebAssembly.Module(readFileSync(file)), MEGABYTES, new Shelf(), () => {});
  const pass = () => requests.map((request) => inModule(engines, request));
  const clock = performance.now;
  performance.now = () => 0;
  pass();
  performance.now = clock;
  return pass();
}

/** @param {Spent[]} runs @returns {Spent} */
const sum = (runs) => runs.reduce((all, one) => ({ nodes: all.nodes + one.nodes, seconds: all.seconds + one.seconds }));
/** @param {Spent} spent */
const rate = (spent) => Math.round(spent.nodes / spent.seconds);

console.log('| puzzle | method | levels | nodes | native nodes/s | module nodes/s | ratio |\n|---|---|---|---|---|---|---|');
const browser = where === 'chromium' ? await openChromium() : null;
for (const [puzzle, texts, method, metric, nodes] of ROWS) {
  const native = natively(puzzle, texts, method, metric, nodes);
  const settings = puzzle === 'taquin' ? 'goal=first' : '';
  const wish = { ask: 'solve', puzzle, settings, method, metric, nodes, memory: MEMORY, optimal: true, seconds: 600 };
  const requests = texts.map((level) => ({ ...wish, level }));
  const module = browser ? await inChromium(browser.page, requests) : inNode(requests);
  const differing = native.filter((run, at) => run.nodes !== module[at].nodes).length;
  const [fast, slow] = [sum(native), sum(module)];
  const note = differing ? ` (${differing} differ in nodes)` : '';
  console.log(`| ${puzzle} | ${method} | ${texts.length}${note} | ${fast.nodes} | ${rate(fast)} | ${rate(slow)} | ${(rate(fast) / rate(slow)).toFixed(2)} |`);
}
await browser?.close();
