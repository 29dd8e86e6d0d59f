// From a key to the changed board, in Chromium: `node bench/browser-moves.mjs [PROGRAM]`. A player walks and pushes
// on a small board and on one of 44x44, with a line as quick as it is here and with one of 200 ms there and back.
// Prints for each the times from the key's event to the changed page, and whether it was painted in the next frame.

import { openHouse } from './browser-house.mjs';

const program = process.argv[2] ?? 'target/release/ingenio';
const MOVES = 1000;

/** A room with boxes in rows, each under its goal. */
const room = (side) => {
  const inside = side - 2;
  const cell = (row, column) => {
    if (row === 1 && column === 1) return '@';
    if (column % 4 === 2 && row % 4 === 3) return '$';
    return column % 4 === 2 && row % 4 === 2 ? '.' : ' ';
  };
  // Above the last boxes there is a row for their goals: as many of these as of those.
  const rows = [...Array(inside).keys()].map((row) => `#${[...Array(inside).keys()].map((column) => cell(row, column)).join('')}#`);
  if (inside % 4 === 3) rows[inside - 1] = `#${' '.repeat(inside)}#`;
  return ['#'.repeat(side), ...rows, '#'.repeat(side)].join('\n');
};

const { address, browser, close } = await openHouse(program);

async function measure(side, delay) {
  const page = await (await browser.newContext()).newPage();
  await page.routeWebSocket(/live/, (line) => {
    const far = line.connectToServer();
    line.onMessage((message) => setTimeout(() => far.send(message), delay / 2));
    far.onMessage((message) => setTimeout(() => line.send(message), delay / 2));
  });
  await page.goto(`${address}/open`);
  await page.getByLabel('Puzzle', { exact: true }).selectOption('sokoban');
  await page.getByLabel('Text').fill(boards[side]);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForSelector('#board .piece.player');
  await page.waitForFunction(() => document.querySelector('#offline')?.hidden);
  return page.evaluate(async (moves) => {
    const player = document.querySelector('#board .piece.player');
    const times = [];
    let late = 0;
    for (let turn = 0; turn < moves; turn++) {
      const before = player.style.transform;
      const begun = performance.now();
      const key = turn % 2 ? 'ArrowLeft' : 'ArrowRight';
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      times.push(performance.now() - begun);
      // Whatever is to be painted is there before the frame begins.
      await new Promise((next) => requestAnimationFrame(next));
      if (player.style.transform === before) late += 1;
    }
    times.sort((one, other) => one - other);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
    return { median: at(0.5), p99: at(0.99), most: times.at(-1), late };
  }, MOVES);
}

const boards = { 10: '', 44: '' };
for (const side of [10, 44]) boards[side] = room(side);
try {
  console.log('| board | round trip | median | p99 | most | not in the next frame |\n|---|---|---|---|---|---|');
  for (const side of [10, 44]) {
    for (const delay of [0, 200]) {
      const { median, p99, most, late } = await measure(side, delay);
      console.log(`| ${side}x${side} | ${delay} ms | ${median.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${most.toFixed(1)} ms | ${late} of ${MOVES} |`);
    }
  }
} finally {
  await close();
}
