// The desk in the page: orders are done at once, the server hears of them by their place, and has the last word.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Rules of a play in which everything is allowed that is a move. */
class Rules {
  constructor() {
    /** @type {[string, number][]} */
    this.events = [];
  }

  /** @param {any} request */
  ask(request) {
    const state = () => ({ number: this.events.length, moves: this.events.length, won: false, mode: 'relax', said: null });
    switch (request.ask) {
      case 'open':
        this.events = [...request.events];
        return { is: 'board', board: {}, state: state() };
      case 'order': {
        const from = this.events.length;
        const events = request.do === 'move' ? [[`move ${request.text}`, from]] : [];
        this.events.push(.../** @type {[string, number][]} */ (events));
        return { is: 'change', changed: [], gone: [], marks: null, state: state(), from, events };
      }
      default: {
        const mine = this.events.slice(request.from);
        if (request.from > this.events.length) return { is: 'missed', state: state() };
        if (mine.some(([what], at) => request.events[at] && request.events[at][0] !== what)) return { is: 'parted', state: state() };
        const fresh = request.events.slice(mine.length);
        this.events.push(...fresh);
        return { is: fresh.length ? 'change' : 'known', changed: [], gone: [], marks: null, state: state() };
      }
    }
  }
}

/** @type {any[]} */
const sockets = [];

class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];

  /** @param {URL} address */
  constructor(address) {
    super();
    this.address = address;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** @param {number} from @param {[string, number][]} events */
  tells(from, events) {
    const state = { stars: null, record: 'the best', helped: false, won: false, said: null, number: from + events.length };
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify({ is: 'events', done: 0, from, events, state }) }));
  }
}

let plays = 0;
Object.assign(globalThis, {
  WebSocket: Socket,
  location: { href: 'http://here/play/1', protocol: 'http:', pathname: '/play/1' },
  document: { documentElement: { lang: 'en' } },
  history: { replaceState() {} },
  fetch: async () => ({ ok: true, text: async () => JSON.stringify({ key: `key${++plays}`, resumed: false }) }),
});
globalThis.addEventListener ??= () => {};
const { setInterval: every } = globalThis;
globalThis.setInterval = /** @type {any} */ ((/** @type {() => void} */ work, /** @type {number} */ time) => every(work, time).unref());

const { LocalDesk } = await import('../../web/desk.js');

async function begun() {
  /** @type {string[]} */
  const said = [];
  /** @type {any[]} */
  const told = [];
  const listener = { tell: (/** @type {any} */ message) => void told.push(message), connected() {}, isWelcome: async () => true, say: (/** @type {string} */ text) => void said.push(text), begun() {} };
  const setting = { level: '1', puzzle: 'sokoban', text: '#', aim: null, again: false, mode: 'relax' };
  const desk = new LocalDesk(setting, listener, /** @type {any} */ (new Rules()));
  await desk.begin();
  return { desk, said, told, socket: () => sockets[sockets.length - 1] };
}

test('a move is shown before the server knows of it', async () => {
  const { desk, told, socket } = await begun();
  desk.send({ do: 'move', text: 'R' });
  assert.equal(told.at(-1).state.moves, 1);
  assert.equal(desk.isUnsettled, true);
  socket().tells(0, []);
  assert.deepEqual(socket().sent, [{ n: 1, do: 'events', after: 0, events: [['move R', 0]] }]);
  socket().tells(0, [['move R', 0]]);
  assert.equal(desk.isUnsettled, false);
  assert.equal(told.at(-1).state.record, 'the best');
});

test('only what the server lacks is sent to it', async () => {
  const { desk, socket } = await begun();
  for (const text of ['R', 'L', 'U']) desk.send({ do: 'move', text });
  socket().tells(0, [['move R', 0], ['move L', 1]]);
  assert.deepEqual(socket().sent, [{ n: 1, do: 'events', after: 2, events: [['move U', 2]] }]);
});

test('what happened in another tab happens here', async () => {
  const { desk, told, socket } = await begun();
  socket().tells(0, []);
  socket().tells(0, [['move D', 5]]);
  assert.equal(told.at(-1).state.moves, 1);
  desk.send({ do: 'move', text: 'R' });
  assert.deepEqual(socket().sent, [{ n: 1, do: 'events', after: 1, events: [['move R', 1]] }]);
});

test('a thousand moves go in a few messages', async () => {
  const { desk, socket } = await begun();
  for (let turn = 0; turn < 1100; turn++) desk.send({ do: 'move', text: 'R' });
  socket().tells(0, []);
  assert.deepEqual(socket().sent.map((/** @type {any} */ order) => [order.after, order.events.length]), [[0, 500], [500, 500], [1000, 100]]);
});

test('moves made while away, on a play that went on elsewhere, become a play of their own', async () => {
  const { desk, said, socket } = await begun();
  desk.send({ do: 'move', text: 'R' });
  const first = socket();
  first.tells(0, [['move D', 0]]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.notEqual(socket(), first);
  assert.deepEqual(said, ['web.own-play']);
  socket().tells(0, []);
  assert.deepEqual(socket().sent[0].events, [['move R', 0]]);
});

test('moves made on the line, which another tab was faster than, are taken back', async () => {
  const { desk, said, told, socket } = await begun();
  socket().tells(0, []);
  desk.send({ do: 'move', text: 'R' });
  const first = socket();
  first.tells(0, [['move D', 0]]);
  // It asks for everything, and takes it.
  desk.line?.connect();
  socket().tells(0, [['move D', 0]]);
  assert.equal(told.at(-1).state.moves, 1);
  assert.equal(said.at(-1), 'web.went-on-elsewhere');
  assert.equal(desk.isUnsettled, false);
});

test('a hint taken on the line is told once, one taken away from it when it is back', async () => {
  const { desk, socket } = await begun();
  desk.send({ do: 'hinted', rung: 2 });
  socket().tells(0, []);
  assert.deepEqual(socket().sent, [{ n: 1, do: 'hinted', rung: 2 }]);
  desk.send({ do: 'hinted', rung: 3 });
  desk.line?.lose(desk.line.socket);
  desk.line?.connect();
  socket().tells(0, []);
  assert.deepEqual(socket().sent, []);
});
