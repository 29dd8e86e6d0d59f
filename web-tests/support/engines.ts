// The scripts of the engines and their module by themselves, under the strict policy of the pages: a small site
// of its own, for tests that need a worker and storage and nothing else.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..');
const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target');
const MODULE = join(TARGET, 'browser/wasm32-unknown-unknown/browser/ingenio_module_engines.wasm');

/** Why these tests are left out, if they are. */
export const missing = existsSync(MODULE) ? '' : 'the module is not built (cargo build --release), or its target is not installed';

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const MADE: Record<string, [string, string]> = {
  '/': ['text/html', '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Engines</title><script type="module" src="main.js"></script>'],
  '/main.js': ['text/javascript', "import * as thinker from './thinker.js'; Object.assign(window, thinker);"],
  '/words.js': ['text/javascript', 'export const say = (id) => id;'],
};

async function found(path: string): Promise<[string, string | Buffer]> {
  if (MADE[path]) return MADE[path];
  if (path === '/engines.wasm') return ['application/wasm', await readFile(MODULE)];
  return ['text/javascript', await readFile(join(ROOT, 'web', path.slice(1)))];
}

/** Serves until it is closed; gives its address. */
export async function serveEngines(): Promise<{ address: string; close: () => void }> {
  const server: Server = createServer((request, response) => {
    found(request.url ?? '/').then(
      ([type, body]) => response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
