// The journal: what happened is written once, a burst in two writes, and a browser that keeps nothing says so once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { IDBKeyRange: { bound: (/** @type {unknown} */ from, /** @type {unknown} */ to) => ({ from, to }) } });

const { Journal } = await import('../../web/journal.js');

/** A database that notes what is written, and ends a write when it is told to. */
class Database {
  constructor() {
    /** @type {any[][]} what each transaction did */
    this.writes = [];
    /** @type {any[]} */
    this.open = [];
  }

  transaction() {
    /** @type {any[]} */
    const did = [];
    const transaction = {
      objectStore: (/** @type {string} */ name) => ({
        put: (/** @type {unknown} */ value, /** @type {unknown} */ key) => did.push([name, 'put', structuredClone(value), key]),
        delete: (/** @type {unknown} */ key) => did.push([name, 'delete', key]),
      }),
      commit() {},
    };
    this.writes.push(did);
    this.open.push(transaction);
    return transaction;
  }

  /** The oldest write that goes on comes to its end. */
  complete() {
    this.open.shift().oncomplete();
  }

  /** The events of a transaction, as numbers. @param {number} at */
  events(at) {
    return this.writes[at].filter(([store, what]) => store === 'events' && what === 'put').map(([, , , key]) => key[1]);
  }
}

const head = () => ({ id: 'a', level: 'l', player: null, key: null, mode: 'relax', confirmed: 0, away: false, finished: false, asides: [], touched: 0 });

/** @returns {[InstanceType<typeof Journal>, Database]} */
function journal(events = /** @type {[string, number][]} */ ([])) {
  const database = new Database();
  return [new Journal(/** @type {any} */ (database), head(), events), database];
}

test('what comes while something is written goes in one write, and nothing twice', () => {
  const [one, database] = journal();
  one.append([['move R', 1]]);
  one.append([['move L', 2]]);
  one.append([['undo', 3]]);
  assert.equal(database.writes.length, 1);
  database.complete();
  assert.equal(database.writes.length, 2);
  database.complete();
  assert.deepEqual([database.events(0), database.events(1)], [[0], [1, 2]]);
  assert.equal(database.writes.length, 2, 'nothing was left to write');
});

test('what was there already is not written again, and no events are no write', () => {
  const [one, database] = journal([['move R', 1]]);
  one.append([]);
  assert.equal(database.writes.length, 0);
  one.append([['move L', 2]]);
  assert.deepEqual(database.events(0), [1]);
});

test('another history takes the place of the one that was written', () => {
  const [one, database] = journal([['move R', 1], ['move R', 2]]);
  one.replace([['move L', 1]]);
  assert.equal(database.writes[0].filter(([store, what]) => store === 'events' && what === 'delete').length, 1);
  assert.deepEqual(database.events(0), [0]);
});

test('a page that goes does not wait for the write before', () => {
  const [one, database] = journal();
  one.append([['move R', 1]]);
  one.flush();
  assert.equal(database.writes.length, 1, 'nothing has gathered');
  one.append([['move L', 2]]);
  one.flush();
  assert.deepEqual(database.events(1), [1]);
});

test('a browser that keeps no more is told of once, and the play goes on', () => {
  const [one, database] = journal();
  let lost = 0;
  one.onLost = () => lost++;
  one.append([['move R', 1]]);
  database.open[0].onabort();
  database.open[0].onabort();
  one.append([['move L', 2]]);
  assert.deepEqual([lost, one.isKept, one.events.length, database.writes.length], [1, false, 2, 1]);
});

test('what the server does not have is open', () => {
  const [one] = journal([['move R', 1]]);
  assert.equal(one.isOpen, true);
  one.note({ confirmed: 1 });
  assert.equal(one.isOpen, false);
  one.note({ asides: [{ do: 'hinted', rung: 1 }] });
  assert.equal(one.isOpen, true);
});
