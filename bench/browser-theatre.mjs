// Pictures a second in the theatre, in Chromium: `node bench/browser-theatre.mjs [PROGRAM]`. Four methods per puzzle on a level
// that none of them ends soon; a picture is a frame in which some method shows a new node count. Once as the machine
// is, once with the page's processor throttled four times. Beside it stands the machine's load: above the number of
// its cores the figures are those of its other work.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openHouse } from './browser-house.mjs';

const program = process.argv[2] ?? 'target/release/ingenio';
const SECONDS = 8;

const PROGRAMMES = [
  { puzzle: 'taquin', level: '15 14 8 12\n10 11 9 13\n2 6 5 1\n3 4 7 _', methods: 'bfs,astar-manhattan,idastar-manhattan,greedy', clock: 'nodes' },
  { puzzle: 'sokoban', level: '       ######\n########    #\n#    .##  $ #\n#   .*##  # ##\n#   #.$  #   #\n#   ..$    # #\n#  ...##     #\n#     #   #$ #\n##     $# $  #\n ## $ @$    ##\n  ######  ###\n       ####', methods: 'astar-admissible,astar-chosen,push-optimal,fess', clock: 'nodes' },
  { puzzle: 'unblock', level: 'IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM', methods: 'bfs,astar,idastar,iddfs-memo', clock: 'nodes' },
  { puzzle: 'tetravex', level: '5x5\n3 1 0 4\n3 4 3 4\n1 3 1 2\n1 1 3 0\n1 2 1 3\n0 3 3 4\n0 0 3 0\n4 0 3 4\n1 4 1 3\n3 1 0 2\n3 2 0 4\n0 2 1 1\n2 3 2 2\n1 4 4 4\n3 1 0 0\n2 1 0 3\n0 4 0 0\n3 1 2 1\n0 0 3 2\n4 2 1 1\n1 3 1 1\n3 4 4 2\n1 2 2 4\n1 4 1 4\n0 3 1 1', methods: 'backtracking,mac,wildcards,tabu', clock: 'nodes' },
];

const { address, browser, close } = await openHouse(program);

async function measure(programme, rate) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  // WEB=folder: scripts come from there instead of from the program, to try changes without building it.
  if (process.env.WEB) {
    await context.route(/\/assets\/(?!.*(words\.js|sentences\.json))/, (route) =>
      route.fulfill({ path: join(process.env.WEB, new URL(route.request().url()).pathname.split('/').slice(3).join('/')) }));
  }
  const page = await context.newPage();
  await page.goto(`${address}/theatre#${new URLSearchParams(programme)}`);
  // The slowest pace, one node a picture, before the first is drawn: nobody is to end meanwhile.
  await page.evaluate(async () => {
    const speed = () => document.querySelector('#controls button[aria-label=Speed]');
    while (!speed()) await new Promise((next) => setTimeout(next, 1));
    speed().click();
  });
  await page.locator('#controls button').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  const found = await page.evaluate(async (seconds) => {
    const counts = () => [...document.querySelectorAll('.act-figures .nodes dd')].map((figure) => figure.textContent).join();
    const begun = performance.now();
    let [pictures, frames, before] = [0, 0, counts()];
    while (performance.now() - begun < seconds * 1000) {
      await new Promise((next) => requestAnimationFrame(next));
      frames += 1;
      const now = counts();
      if (now !== before) pictures += 1;
      before = now;
    }
    const took = (performance.now() - begun) / 1000;
    return { pictures: pictures / took, frames: frames / took, over: document.querySelectorAll('.act.solved').length };
  }, SECONDS);
  await context.close();
  return found;
}

try {
  console.log('| level | throttled | pictures/s | frames/s | ended meanwhile | load |\n|---|---|---|---|---|---|');
  for (const programme of PROGRAMMES) {
    for (const rate of [1, 4]) {
      const { pictures, frames, over } = await measure(programme, rate);
      console.log(`| ${programme.puzzle} | ${rate}x | ${pictures.toFixed(1)} | ${frames.toFixed(1)} | ${over} of 4 | ${loadavg()[0].toFixed(1)} |`);
    }
  }
} finally {
  await close();
}
