// The edition without a server, as any host of files would serve it: from a folder below its root, knowing nothing but
// the endings of names.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

import { PROGRAM } from './server.ts';

const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.gz': 'application/gzip',
};

/** The folder under which it lies. */
export const UNDER = '/some/where/';

export class Site {
  private constructor(readonly folder: string, private readonly room: string, private readonly server: Server, readonly missing: string[]) {}

  /** Writes it and serves it. */
  static async start(): Promise<Site> {
    const room = mkdtempSync(join(tmpdir(), 'ingenio-site-'));
    const folder = join(room, 'site');
    const run = spawnSync(PROGRAM, ['site', folder], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`ingenio site: ${run.stderr}`);
    const missing: string[] = [];
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
      const name = path.startsWith(UNDER) ? normalize(path.slice(UNDER.length) || 'index.html') : '..';
      const file = name.startsWith('..') ? Promise.reject(new Error('outside')) : readFile(join(folder, name));
      file.then(
        (body) => response.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'application/octet-stream' }).end(body),
        () => {
          missing.push(path);
          response.writeHead(404).end();
        },
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Site(folder, room, server, missing);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${UNDER}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
    rmSync(this.room, { recursive: true, force: true });
  }
}
