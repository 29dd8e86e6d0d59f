// How fast a report of the lab is in Chromium: `node report-speed.mjs REPORT.html`. Makes one with
// `cargo run --release -p ingenio-lab --example lab_figures -- report 100000 FOLDER`. Prints a table, and fails
// where loading, or sorting by any column, takes two seconds or more.

import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const LIMIT = 2000;
const file = resolve(process.argv[2] ?? 'report.html');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`file://${file}`);
// Until the page stands and the browser is ready for more.
const load = await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(performance.now())))));
const rows = [['load', load]];

/** Presses something and waits until the change is on the screen. */
const timed = (selector, at) => page.evaluate(([wanted, place]) => new Promise((done) => {
  const begun = performance.now();
  document.querySelectorAll(wanted)[place].click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
}), [selector, at]);

const heads = await page.locator('#runs th').allTextContents();
for (const [at, head] of heads.entries()) {
  rows.push([`sort by ${head}`, await timed('#runs th', at)]);
}
const size = statSync(file).size / 1e6;
console.log(`${await page.locator('#count').textContent()}, ${size.toFixed(1)} MB\n\n| what | ms |\n| --- | --- |`);
for (const [what, time] of rows) console.log(`| ${what} | ${time.toFixed(0)} |`);
await browser.close();
if (rows.some(([, time]) => time >= LIMIT)) process.exitCode = 1;
