// What a review is told of: the ways that were taken back, as the page reads them off its events.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { triesOf } from '../../web/coach.js';

/** @param {string} lines */
const tries = (lines) => triesOf(lines.split(', ').map((text, at) => [text, at])).map((moves) => moves.join(''));

test('what was taken back is found once, and what goes on is not', () => {
  assert.deepEqual(tries('move R, move R'), []);
  assert.deepEqual(tries('move U, move R, undo, undo, move R, move R'), ['UR']);
  assert.deepEqual(tries('move U, undo, move U, undo, move U, keep x, move R, restart, move R'), ['UR']);
  assert.deepEqual(tries('move U, undo, redo, undo, move R, undo'), ['U', 'R']);
});

test('after a jump to elsewhere the page does not know the way', () => {
  assert.deepEqual(tries('move U, keep x, move R, recall x, move L, undo'), ['UR']);
});
