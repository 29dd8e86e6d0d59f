// Pictures a second in the theatre, in Chromium: `node bench/browser-theatre.mjs [PROGRAM]`. Four methods per puzzle on a level
// that none of them ends soon; a picture is a frame in which some method shows a new node count. At two paces: one node a
// picture, and the one that a performance begins with, ever faster, of which the first seconds are left out, so that pictures
// of many nodes are measured. Once as the machine is, once throttled four times: the thread of the page, by
// `Emulation.setCPUThrottlingRate`, which does not reach workers; whether it did is told, by a loop of fixed length in both.
// Beside it stands the machine's load: above the number of its cores the figures are those of its other work.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openHouse } from './browser-house.mjs';

const program = process.argv[2] ?? 'target/release/ingenio';
const SECONDS = 8;
/** A performance that goes ever faster has done so for so long before it is measured. */
const WARM = 6;

const PROGRAMMES = [
  { puzzle: 'taquin', level: '15 14 8 12\n10 11 9 13\n2 6 5 1\n3 4 7 _', methods: 'bfs,astar-manhattan,idastar-manhattan,greedy', clock: 'nodes' },
  { puzzle: 'sokoban', level: '       ######\n########    #\n#    .##  $ #\n#   .*##  # ##\n#   #.$  #   #\n#   ..$    # #\n#  ...##     #\n#     #   #$ #\n##     $# $  #\n ## $ @$    ##\n  ######  ###\n       ####', methods: 'astar-admissible,astar-chosen,push-optimal,fess', clock: 'nodes' },
  { puzzle: 'unblock', level: 'IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM', methods: 'bfs,astar,idastar,iddfs-memo', clock: 'nodes' },
  { puzzle: 'flow', level: 'A..........B\n............\n..C..D......\n.....E..F...\n............\n...G....D...\n......H.....\n..E.....I...\n............\n.C..G..F....\n....H....I..\nB..........A', methods: 'backtracking,best-first,links,frontier', clock: 'nodes' },
  { puzzle: 'tetravex', level: '5x5\n3 1 0 4\n3 4 3 4\n1 3 1 2\n1 1 3 0\n1 2 1 3\n0 3 3 4\n0 0 3 0\n4 0 3 4\n1 4 1 3\n3 1 0 2\n3 2 0 4\n0 2 1 1\n2 3 2 2\n1 4 4 4\n3 1 0 0\n2 1 0 3\n0 4 0 0\n3 1 2 1\n0 0 3 2\n4 2 1 1\n1 3 1 1\n3 4 4 2\n1 2 2 4\n1 4 1 4\n0 3 1 1', methods: 'backtracking,mac,wildcards,tabu', clock: 'nodes' },
];

const { address, browser, close } = await openHouse(program);

async function measure(programme, rate, pace) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  // WEB=folder: scripts come from there instead of from the program, to try changes without building it.
  if (process.env.WEB) {
    await context.route(/\/assets\/(?!.*(words\.js|sentences\.json))/, (route) =>
      route.fulfill({ path: join(process.env.WEB, new URL(route.request().url()).pathname.split('/').slice(3).join('/')) }));
  }
  const page = await context.newPage();
  await page.goto(`${address}/theatre#${new URLSearchParams(programme)}`);
  // The slowest pace, one node a picture, before the first is drawn: nobody is to end meanwhile.
  await page.evaluate(async (isSlow) => {
    const speed = () => document.querySelector('#controls button[aria-label=Speed]');
    while (!speed()) await new Promise((next) => setTimeout(next, 1));
    if (isSlow) speed().click();
  }, pace === 'slow');
  await page.locator('#controls button').first().waitFor();
  if (pace === 'faster') await page.waitForTimeout(1000 * WARM);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const found = await page.evaluate(async (seconds) => {
    const counts = () => [...document.querySelectorAll('.act-figures .nodes dd')].map((figure) => figure.textContent).join();
    const begun = performance.now();
    let [pictures, frames, longest, before, last] = [0, 0, 0, counts(), begun];
    while (performance.now() - begun < seconds * 1000) {
      await new Promise((next) => requestAnimationFrame(next));
      frames += 1;
      const now = counts();
      if (now === before) continue;
      pictures += 1;
      longest = Math.max(longest, performance.now() - last);
      [before, last] = [now, performance.now()];
    }
    const took = (performance.now() - begun) / 1000;
    const acts = [...document.querySelectorAll('.act')];
    const over = acts.filter((act) => act.classList.contains('solved')).length;
    return { pictures: pictures / took, frames: frames / took, longest, over };
  }, SECONDS);
  await context.close();
  return found;
}

/** What the same loop takes in the page and in a worker, in milliseconds, with the page throttled so. */
async function throttling(rate) {
  // The policy of the pages allows no worker but their own.
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(`${address}/theatre`);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const took = await page.evaluate(async () => {
    const loop = () => {
      const begun = performance.now();
      let sum = 0;
      for (let at = 0; at < 3e7; at++) sum = (sum * 31 + at) | 0;
      return performance.now() - begun + (sum & 0);
    };
    // Before it is measured it is compiled.
    loop();
    const worker = await new Promise((found) => {
      const hands = new Worker('data:text/javascript,' + encodeURIComponent(`const loop = ${loop}; loop(); postMessage(loop());`));
      hands.onmessage = ({ data }) => found(data);
      hands.onerror = () => found(NaN);
    });
    return { page: loop(), worker };
  });
  await page.close();
  return took;
}

try {
  for (const rate of [1, 4]) {
    const { page, worker } = await throttling(rate);
    console.log(`throttled ${rate}x: a loop takes ${page.toFixed(0)} ms in the page, ${worker.toFixed(0)} ms in a worker`);
  }
  console.log('\n| level | pace | throttled | pictures/s | longest ms | frames/s | ended meanwhile | load |\n|---|---|---|---|---|---|---|---|');
  for (const programme of PROGRAMMES) {
    for (const [pace, rate] of [['slow', 1], ['slow', 4], ['faster', 1], ['faster', 4]]) {
      const { pictures, frames, longest, over } = await measure(programme, rate, pace);
      console.log(`| ${programme.puzzle} | ${pace} | ${rate}x | ${pictures.toFixed(1)} | ${longest.toFixed(0)} | ${frames.toFixed(1)} | ${over} of 4 | ${loadavg()[0].toFixed(1)} |`);
    }
  }
} finally {
  await close();
}
