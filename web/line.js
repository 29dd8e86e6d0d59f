// The line to the server for one play: a WebSocket that comes back by itself. What the player does while it
// is away waits in a queue; what was sent and not answered is sent again, once, because the server
// tells how far it got.

import { freshName } from './journal.js';

/** An answer that takes longer, in milliseconds, does not come. */
const PATIENCE = 10_000;

/** @typedef {{ n: number, [key: string]: unknown }} Order */

export class Line {
  /**
   * @param {string} path
   * @param {(message: any) => void} onMessage
   * @param {(isUp: boolean) => void} onState
   * @param {() => Promise<boolean>} isWelcome asked when the server is there but does not let the line come up
   * @param {boolean} [resends] does it send again what was not answered, or does its owner see to that?
   */
  constructor(path, onMessage, onState, isWelcome, resends = true) {
    this.path = path;
    this.onMessage = onMessage;
    this.onState = onState;
    this.isWelcome = isWelcome;
    this.resends = resends;
    /** Called when the server will never have this play. @type {() => void} */
    this.onNever = () => {};
    this.tab = freshName();
    /** @type {Order[]} */
    this.waiting = [];
    this.next = 1;
    /** The last order that is known to be done, the last that was sent, and the events stored when last heard. */
    this.done = 0;
    this.sent = 0;
    this.number = 0;
    this.delay = 250;
    this.closed = false;
    /** The beginning of an answer that comes in parts. @type {string[]} */
    this.parts = [];
    /** When the server was last heard, or first owed an answer. */
    this.heard = 0;
    this.connect();
    addEventListener('online', () => {
      if (!this.greeted) this.lose(this.socket);
      this.connect();
    });
    addEventListener('offline', () => this.lose(this.socket));
    setInterval(() => this.watch(), 1000);
  }

  connect() {
    if (this.closed || this.socket) return;
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.searchParams.set('tab', this.tab);
    const socket = new WebSocket(address);
    this.socket = socket;
    this.greeted = false;
    this.parts = [];
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.collect(event.data);
    });
    socket.addEventListener('close', (event) => this.lose(socket, event.code));
  }

  /** The connection is gone, or is given up. @param {WebSocket} [socket] @param {number} [code] */
  lose(socket, code = 0) {
    if (!socket || socket !== this.socket) return;
    this.socket = undefined;
    const wasRefused = !this.greeted;
    this.greeted = false;
    socket.close();
    this.onState(false);
    if (wasRefused) void this.askIfWelcome();
    // 4404 and the like: the server will never have this play.
    if (this.closed) return;
    if (code >= 4400 && code < 4500) {
      this.onNever();
      return;
    }
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 8000);
  }

  /** To a browser, a line that is refused looks like one that is lost. */
  async askIfWelcome() {
    try {
      if (!(await this.isWelcome())) this.close();
    } catch {
      // Nobody is there to ask: it is lost.
    }
  }

  /** A network that went away without a word leaves a line that looks open and answers nothing. */
  watch() {
    if (this.isBusy && performance.now() - this.heard > PATIENCE) this.lose(this.socket);
  }

  /** A long answer comes in parts: `+` begins each but the last, `=` the last. @param {string} text */
  collect(text) {
    if (text.startsWith('+')) {
      this.heard = performance.now();
      this.parts.push(text.slice(1));
      return;
    }
    const whole = text.startsWith('=') ? this.parts.join('') + text.slice(1) : text;
    this.parts = [];
    this.hear(JSON.parse(whole));
  }

  /** @param {any} message */
  hear(message) {
    this.heard = performance.now();
    if (!this.greeted && !this.resends) this.waiting = [];
    if (!this.greeted) this.forgetWhatMayBeDone(message);
    if (typeof message.done === 'number') {
      this.waiting = this.waiting.filter((order) => order.n > message.done);
      this.done = Math.max(this.done, message.done);
    }
    if (typeof message.state?.number === 'number') this.number = message.state.number;
    if (!this.greeted) {
      this.greeted = true;
      this.delay = 250;
      this.onState(true);
      for (const order of this.waiting) this.socket?.send(JSON.stringify(order));
      this.sent = this.next - 1;
    }
    this.onMessage(message);
  }

  /**
   * A server that was started anew does not know this tab. If the play went on since, orders that were
   * sent may be done already; to do one of them twice would be worse than to ask the player again.
   * @param {any} message
   */
  forgetWhatMayBeDone(message) {
    const isKnown = message.done > 0 && message.done >= this.done;
    if (isKnown || message.state?.number === this.number) return;
    this.waiting = this.waiting.filter((order) => order.n > this.sent);
  }

  /** Is an answer under way? */
  get isBusy() {
    return this.waiting.length > 0 && this.greeted === true && this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {Record<string, unknown>} order */
  send(order) {
    const numbered = { n: this.next++, ...order };
    if (!this.waiting.length) this.heard = performance.now();
    this.waiting.push(numbered);
    if (this.greeted && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(numbered));
      this.sent = numbered.n;
    }
  }

  /** Hangs up and comes again: the server tells everything anew. */
  renew() {
    this.delay = Math.min(this.delay, 250);
    this.lose(this.socket);
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
