// Which moments of a performance are kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Moments } from '../../web/moments.js';

/** @param {number} nodes @param {string} [board] @returns {import('../../web/act.js').Look} */
const look = (nodes, board = `board ${nodes}`) => ({
  method: 'bfs', setup: false, nodes, generated: 0, bound: null, best: null, memory: 0, seconds: 0, frontier: null, focus: null, sight: null, board, end: null,
});

/** @param {Moments} moments */
const nodes = (moments) => Array.from({ length: moments.length }, (_, at) => moments.at(at)[0].nodes);

test('what is the same as before is no moment', () => {
  const same = look(0);
  const moments = new Moments([same, look(0)]);
  assert.equal(moments.keep([...moments.last]), false);
  assert.equal(moments.length, 1);
  assert.equal(moments.keep([same, look(1)]), true);
  assert.equal(moments.length, 2);
});

test('a long performance is kept evenly, with its beginning and its end', () => {
  const moments = new Moments([look(0)], { most: 20 });
  for (let count = 1; count <= 1000; count++) {
    moments.keep([look(count)]);
    assert.ok(moments.length <= 20);
    assert.equal(moments.last[0].nodes, count, 'the newest is there');
  }
  const kept = nodes(moments);
  assert.ok(kept.length >= 10, String(kept));
  const gaps = kept.slice(1, -1).map((count, at) => count - kept[at]);
  assert.deepEqual([...new Set(gaps)], [64], 'the same distance everywhere but at the end');
  assert.equal(kept[0], 0);
});

test('large drawings are thinned out by their size, and one that stays counts once', () => {
  const large = 'x'.repeat(1000);
  const moments = new Moments([look(0, large)], { bytes: 10_000 });
  for (let count = 1; count <= 100; count++) moments.keep([look(count, `${large}${count}`)]);
  assert.ok(moments.bytes <= 10_000 && moments.bytes > 3000, String(moments.bytes));
  assert.equal(moments.bytes, nodes(moments).reduce((sum, _, at) => sum + (moments.at(at)[0].board ?? '').length, 0));
  const still = new Moments([look(0, large)], { bytes: 10_000 });
  for (let count = 1; count <= 100; count++) still.keep([look(count, large)]);
  assert.deepEqual([still.length, still.bytes], [101, 1000]);
});

test('one drawing larger than everything is no reason to go round for ever', () => {
  const moments = new Moments([look(0)], { bytes: 10 });
  for (let count = 1; count <= 10; count++) moments.keep([look(count, 'y'.repeat(100 + count))]);
  assert.equal(moments.last[0].nodes, 10);
  assert.ok(moments.length <= 4, String(moments.length));
});
