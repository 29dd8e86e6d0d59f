// The line to the server: what was not answered is sent again, once, and what may be done already is not.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Socket[]} */
let sockets = [];

class Socket extends EventTarget {
  static OPEN = 1;

  /** @param {URL} address */
  constructor(address) {
    super();
    this.address = address;
    this.readyState = 1;
    /** @type {any[]} */
    this.sent = [];
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** @param {object | string} message */
  says(message) {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

Object.assign(globalThis, { WebSocket: Socket, location: { href: 'http://here/play/1', protocol: 'http:' } });
globalThis.addEventListener ??= () => {};
// The line looks after itself for as long as a page is open; a test is not.
const { setInterval: every } = globalThis;
globalThis.setInterval = /** @type {any} */ ((/** @type {() => void} */ work, /** @type {number} */ time) => every(work, time).unref());

const { Line } = await import('../../web/line.js');

/** @type {any[]} */
let heard = [];

beforeEach(() => {
  sockets = [];
  heard = [];
});

function line(resends = true) {
  return new Line('/live', (message) => heard.push(message), () => {}, async () => true, resends);
}

const board = (/** @type {number} */ done, /** @type {number} */ number) => ({ is: 'board', done, state: { number } });

/** The line comes back at once. @param {InstanceType<typeof Line>} one */
function comesBack(one) {
  one.lose(one.socket);
  one.connect();
  return sockets[sockets.length - 1];
}

test('orders wait for the greeting, and for the line', () => {
  const one = line();
  one.send({ do: 'undo' });
  assert.deepEqual(sockets[0].sent, []);
  sockets[0].says(board(0, 0));
  assert.deepEqual(sockets[0].sent, [{ n: 1, do: 'undo' }]);
  one.send({ do: 'redo' });
  assert.deepEqual(sockets[0].sent[1], { n: 2, do: 'redo' });
  one.close();
});

test('what was not answered is sent again, what was is not', () => {
  const one = line();
  sockets[0].says(board(0, 0));
  one.send({ do: 'undo' });
  one.send({ do: 'redo' });
  sockets[0].says({ is: 'change', done: 1, state: { number: 1 } });
  const again = comesBack(one);
  again.says(board(1, 1));
  assert.deepEqual(again.sent, [{ n: 2, do: 'redo' }]);
  one.close();
});

test('a server that does not know this tab is not told again what may be done', () => {
  const one = line();
  sockets[0].says(board(0, 0));
  one.send({ do: 'undo' });
  const again = comesBack(one);
  // It went on from there: the order may have been carried out before it was started anew.
  again.says(board(0, 1));
  assert.deepEqual(again.sent, []);
  one.close();
});

test('an answer in parts is one answer', () => {
  const one = line();
  sockets[0].says('+{"is":"board","done":0,');
  sockets[0].says('+"state":{"num');
  assert.equal(heard.length, 0);
  sockets[0].says('=ber":7}}');
  assert.deepEqual(heard, [board(0, 7)]);
  one.close();
});

test('who sees to sending again by themselves is left to it', () => {
  const one = line(false);
  sockets[0].says(board(0, 0));
  one.send({ do: 'events', after: 0, events: [['move R', 1]] });
  const again = comesBack(one);
  again.says(board(0, 0));
  assert.deepEqual(again.sent, []);
  assert.equal(one.waiting.length, 0);
  one.close();
});
