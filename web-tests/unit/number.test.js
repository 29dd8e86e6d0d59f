// Numbers in pages: the same signs between the digits as the server writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A reader's way to write numbers. @param {Record<string, string>} dataset @returns {Promise<(value: number, digits?: number) => string>} */
async function writer(dataset) {
  Object.assign(globalThis, { document: { documentElement: { dataset } } });
  return (await import(`../../web/number.js?${JSON.stringify(dataset)}`)).number;
}

test('digits are grouped from the length on that the language says', async () => {
  const english = await writer({ point: '.', group: '\u202f', groupFrom: '4' });
  assert.deepEqual([999, 1000, 1234567].map((value) => english(value)), ['999', '1\u202f000', '1\u202f234\u202f567']);
  const polish = await writer({ point: ',', group: '\u00a0', groupFrom: '5' });
  assert.deepEqual([1000, 10000].map((value) => polish(value)), ['1000', '10\u00a0000']);
});

test('what stands behind the point is rounded, and a sign is no digit', async () => {
  const polish = await writer({ point: ',', group: '\u00a0', groupFrom: '5' });
  assert.equal(polish(1.25, 1), '1,3');
  assert.equal(polish(12345.678, 2), '12\u00a0345,68');
  assert.equal(polish(-1000), '-1000');
});

test('a moment is written as the language writes days, by the clock of the reader', async () => {
  const moment = async (/** @type {string | undefined} */ date) => {
    const dataset = date ? { date } : {};
    Object.assign(globalThis, { document: { documentElement: { dataset } } });
    return (await import(`../../web/number.js?moment=${date}`)).moment;
  };
  const at = new Date(2026, 10, 8, 9, 5);
  assert.equal((await moment('{d}.{month}.{year}'))(at), '8.11.2026 09:05');
  assert.equal((await moment('{d}/{m}/{year}'))(at.getTime()), '8/11/2026 09:05');
  assert.equal((await moment(undefined))(at), '2026-11-08 09:05');
});
