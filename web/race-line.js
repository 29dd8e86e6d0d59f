// The line of a race: how it stands, told by the server whenever that changes. It comes back by itself, also from a network
// that died without a word: a line on which nothing has come for a while is not believed, and the server is asked otherwise.

import { ask } from './api.js';

/** Nothing was heard for so many milliseconds; a race in which nobody moves is as quiet. */
const QUIET = 40_000;
/** An answer takes no longer where there is a network. */
const PATIENCE = 10_000;

export class RaceLine {
  /**
   * @param {string} code @param {(race: import('./racers.js').Race) => void} onRace @param {(isUp: boolean) => void} onState
   * @param {() => void} onGone there is no such race any more
   */
  constructor(code, onRace, onState, onGone) {
    this.code = code;
    /** When something was heard last, by the page's clock. */
    this.heard = performance.now();
    this.address = new URL(`/api/races/${code}/live`, location.href);
    this.address.protocol = this.address.protocol === 'https:' ? 'wss:' : 'ws:';
    this.onRace = onRace;
    this.onState = onState;
    this.onGone = onGone;
    this.delay = 250;
    this.connect();
    addEventListener('online', () => this.connect());
    addEventListener('offline', () => this.lose(this.socket));
    setInterval(() => void this.check(), QUIET / 8);
  }

  /** Is the line dead? */
  async check() {
    const { socket } = this;
    if (!socket || performance.now() - this.heard < QUIET) return;
    this.heard = performance.now();
    const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
    try {
      const race = await Promise.race([ask('GET', `/api/races/${this.code}`), late]);
      if (socket === this.socket) this.onRace(race);
    } catch {
      this.lose(socket);
    }
  }

  connect() {
    if (this.socket) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    // One that nobody answers is given up as well.
    this.heard = performance.now();
    socket.addEventListener('message', (event) => {
      this.delay = 250;
      this.heard = performance.now();
      this.onState(true);
      this.onRace(JSON.parse(event.data));
    });
    socket.addEventListener('close', (event) => this.lose(socket, event.code));
  }

  /** @param {WebSocket} [socket] @param {number} [code] */
  lose(socket, code = 0) {
    if (!socket || socket !== this.socket) return;
    this.socket = undefined;
    socket.close();
    if (code === 4404) {
      this.onGone();
      return;
    }
    this.onState(false);
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 8000);
  }
}
