// The program under test: a server of its own for every worker, on a free port, with a database of its own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROGRAM = process.env['INGENIO'] ?? fileURLToPath(new URL('../../target/release/ingenio', import.meta.url));

export class Server {
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'ingenio-web-'));
  /** Where the campaigns lie that it shows. */
  readonly campaigns = mkdtempSync(join(this.folder, 'campaigns-'));
  private listen = '127.0.0.1:0';
  address = '';

  static async start(): Promise<Server> {
    const server = new Server();
    await server.begin();
    return server;
  }

  /** Starts the program; a second time on the same port and with the same database. */
  async begin(): Promise<void> {
    // Behind a proxy, so that every test can come from an address of its own and none is throttled for another.
    const flags = ['serve', '--listen', this.listen, '--database', join(this.folder, 'store.db'), '--behind-proxy', '--campaigns', this.campaigns];
    const child = spawn(PROGRAM, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    this.address = await new Promise<string>((found, failed) => {
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const address = /http:\/\/[^/\s]+/.exec(said);
        if (address) found(address[0]);
      });
      child.once('error', failed);
      child.once('exit', (code) => failed(new Error(`ingenio serve ended with ${code}: ${said}`)));
    });
    this.listen = new URL(this.address).host;
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }
}

/** Runs a campaign of the lab until it ends; its results are in a folder of that name. */
export async function runCampaign(server: Server, name: string, campaign: string): Promise<void> {
  const file = join(server.campaigns, `${name}.toml`);
  writeFileSync(file, campaign);
  const flags = ['lab', 'run', file, '--out', join(server.campaigns, name), '--no-store'];
  const child = spawn(PROGRAM, flags, { stdio: 'ignore' });
  const code = await new Promise((ended) => child.once('exit', ended));
  if (code !== 0) throw new Error(`ingenio lab run ended with ${String(code)}`);
}

/** What `ingenio solve --json` says of a level. */
export function solve(puzzle: string, text: string): { solution: string; measures: Record<string, number> } {
  const run = spawnSync(PROGRAM, ['solve', '-', '--json', '--optimal', '--puzzle', puzzle], { input: text, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`ingenio solve: ${run.stderr}`);
  return JSON.parse(run.stdout) as { solution: string; measures: Record<string, number> };
}
