// WebKit as Debian has it, driven by its own WebDriver on a screen that nobody sees: enough to open pages, press keys and
// ask what is there.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Why these tests are left out, if they are. */
export const missing = existsSync(DRIVER) && existsSync(BROWSER) ? '' : 'WebKit is not installed (package webkit2gtk-driver)';

/** What WebDriver calls the keys. */
const KEYS: Record<string, string> = { ArrowUp: '\uE013', ArrowDown: '\uE015', ArrowLeft: '\uE012', ArrowRight: '\uE014' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

export class WebKit {
  private session = '';

  private constructor(private readonly child: ChildProcess, private readonly driver: string) {}

  static async start(): Promise<WebKit> {
    const port = await freePort();
    const child = spawn('xvfb-run', ['-a', DRIVER, `--port=${port}`], { stdio: 'ignore', detached: true });
    const webkit = new WebKit(child, `http://127.0.0.1:${port}`);
    const options = { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } };
    await webkit.until(async () => {
      const { sessionId } = (await webkit.call('POST', '/session', { capabilities: { alwaysMatch: options } })) as { sessionId: string };
      webkit.session = `/session/${sessionId}`;
      return true;
    });
    return webkit;
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.driver + path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  }

  /** Tries until something holds. */
  private async until(holds: () => Promise<boolean>, seconds = 60): Promise<void> {
    const end = Date.now() + 1000 * seconds;
    let last: unknown;
    while (Date.now() < end) {
      try {
        if (await holds()) return;
      } catch (problem) {
        last = problem;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw last ?? new Error('it never held');
  }

  async open(address: string): Promise<void> {
    await this.call('POST', `${this.session}/url`, { url: address });
  }

  /** The text of what is there. */
  async text(selector: string): Promise<string> {
    const script = 'return document.querySelector(arguments[0])?.textContent ?? ""';
    return String(await this.call('POST', `${this.session}/execute/sync`, { script, args: [selector] }));
  }

  async waitFor(selector: string, text = /(?:)/): Promise<void> {
    const script = 'return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)';
    await this.until(async () => {
      const found = (await this.call('POST', `${this.session}/execute/sync`, { script, args: [selector] })) as string[];
      return found.some((one) => text.test(one));
    });
  }

  async press(keys: string[]): Promise<void> {
    const actions = keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: KEYS[key] ?? key })));
    await this.call('POST', `${this.session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async click(selector: string): Promise<void> {
    const script = 'document.querySelector(arguments[0]).click()';
    await this.call('POST', `${this.session}/execute/sync`, { script, args: [selector] });
  }

  async close(): Promise<void> {
    if (this.session) await this.call('DELETE', this.session).catch(() => null);
    // The screen goes with it.
    if (this.child.pid) process.kill(-this.child.pid);
  }
}
