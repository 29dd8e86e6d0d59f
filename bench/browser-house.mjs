// What the benches in a browser stand on: the program as a server with a database of its own, and Chromium.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../web-tests/node_modules/playwright-core/index.mjs';

/** Opens both; `close` ends them and deletes the folder. @param {string} program */
export async function openHouse(program) {
  const folder = mkdtempSync(join(tmpdir(), 'ingenio-bench-'));
  const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--database', join(folder, 'db')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((found, failed) => {
    server.stdout.setEncoding('utf8').on('data', (text) => {
      const at = /http:\/\/[^/\s]+/.exec(text);
      if (at) found(at[0]);
    });
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`${program} serve ended with ${code}`)));
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const close = async () => {
    await browser.close();
    server.removeAllListeners('exit');
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, folder, browser, close };
}
