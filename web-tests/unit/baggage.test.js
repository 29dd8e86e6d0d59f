// Files of plays: what is foreign, damaged or newer is told apart, and nothing is taken in that the rules do not confirm.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { takeIn, unpack } = await import('../../web/baggage.js');

const file = (/** @type {unknown} */ content) => new Blob([typeof content === 'string' ? content : JSON.stringify(content)]);

/** @param {unknown} content @param {string} id */
const refuses = (content, id) => assert.rejects(unpack(file(content)), { message: id });

test('plays come out of a file as they went in', async () => {
  assert.deepEqual(await unpack(file({ kind: 'ingenio plays', form: 1, plays: [1, 2] })), [1, 2]);
});

test('what is wrong with a file is told apart', async () => {
  await refuses('no file of plays', 'web.bring-foreign');
  await refuses({ kind: 'something else', form: 1, plays: [] }, 'web.bring-foreign');
  await refuses('null', 'web.bring-foreign');
  await refuses('{"kind":"ingenio plays","form":1,"pl', 'web.bring-damaged');
  await refuses({ kind: 'ingenio plays', form: 'one', plays: [] }, 'web.bring-damaged');
  await refuses({ kind: 'ingenio plays', form: 1 }, 'web.bring-damaged');
  await refuses({ kind: 'ingenio plays', form: 2, plays: [] }, 'web.bring-newer');
});

test('a file too large is not even read', async () => {
  const huge = /** @type {any} */ ({ size: 2 ** 27, text: () => assert.fail('it was read') });
  await assert.rejects(unpack(huge), { message: 'web.bring-foreign' });
});

const id = '0123456789abcdef0123456789abcdef';
const play = () => ({ head: { id, level: 'l', puzzle: 'taquin', text: '1 2/_ 3', mode: 'relax', asides: [] }, events: [['move R', 1]] });

/** Counts what it is asked. @param {any[]} asked @param {(request: any) => any} answer @returns {any} */
const rules = (asked, answer) => ({
  ask(/** @type {any} */ request) {
    asked.push(request.ask);
    return answer(request);
  },
});

test('what is no play does not reach the rules', async () => {
  /** @type {any[]} */
  const asked = [];
  const spoilt = [
    null, 7, {}, { ...play(), events: 'none' }, { ...play(), events: [['move R', -1]] }, { ...play(), events: [['move R']] },
    { ...play(), head: { ...play().head, id: 'ABC' } }, { ...play(), head: { ...play().head, text: '' } }, { ...play(), head: { ...play().head, asides: 1 } },
  ];
  const counts = await takeIn(spoilt, rules(asked, () => assert.fail('the rules were asked')), {});
  assert.deepEqual(counts, { taken: 0, known: 0, refused: spoilt.length });
});

test('another level, or moves that the rules refuse, are not taken in', async () => {
  /** @type {any[]} */
  const asked = [];
  const other = rules(asked, () => ({ is: 'level', id: 'another' }));
  assert.equal((await takeIn([play()], other, {})).refused, 1);
  assert.deepEqual(asked, ['read'], 'a level that is another is not opened');
  const strict = rules(asked, ({ ask }) => (ask === 'read' ? { is: 'level', id: 'l', text: '1 2/_ 3' } : { is: 'refused' }));
  assert.equal((await takeIn([play()], strict, {})).refused, 1);
  assert.deepEqual(asked, ['read', 'read', 'open']);
});
