// The page's side of the engines, with a stand-in in the place of the worker.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Thinker } from '../../web/thinker.js';

/** A thinker whose workers are watched: what they got, and whether they were ended. */
function watched(module = async () => /** @type {any} */ ('compiled')) {
  const workers = [];
  const worker = () => {
    const hands = {
      got: [],
      ended: false,
      onmessage: null,
      onerror: null,
      postMessage(order) {
        this.got.push(order);
      },
      terminate() {
        this.ended = true;
      },
      /** Answers the last order. */
      say(message) {
        this.onmessage({ data: { id: this.got.at(-1).id, ...message } });
      },
    };
    workers.push(hands);
    return hands;
  };
  let compiled = 0;
  const counted = () => {
    compiled += 1;
    return module();
  };
  const thinker = new Thinker({ worker, module: counted, megabytes: 64, language: 'es' });
  return { thinker, workers, compiled: () => compiled };
}

const turn = () => new Promise((go) => setImmediate(go));

test('a request goes to a worker with the module, the next one without', async () => {
  const { thinker, workers, compiled } = watched();
  const first = thinker.think({ ask: 'rate', level: 'a' });
  await turn();
  assert.deepEqual(workers[0].got, [
    { id: 1, request: { language: 'es', memory: 48 * 2 ** 20, ask: 'rate', level: 'a' }, module: 'compiled', megabytes: 64 },
  ]);
  workers[0].say({ answered: { answer: { rating: 7 } } });
  assert.deepEqual(await first, { rating: 7 });
  const second = thinker.think({ ask: 'rate', level: 'b', language: 'en', memory: 5 });
  await turn();
  assert.deepEqual(workers[0].got[1], { id: 2, request: { language: 'en', memory: 5, ask: 'rate', level: 'b' } });
  workers[0].say({ answered: { answer: 8 } });
  assert.equal(await second, 8);
  assert.equal(workers.length, 1);
  assert.equal(compiled(), 1);
});

test('progress is heard, but not that of another request', async () => {
  const { thinker, workers } = watched();
  const heard = [];
  const answer = thinker.think({ ask: 'solve' }, { onProgress: (told) => heard.push(told) });
  await turn();
  workers[0].say({ told: { nodes: 1 } });
  workers[0].onmessage({ data: { id: 99, told: { nodes: 2 } } });
  workers[0].say({ told: { nodes: 3 } });
  workers[0].say({ answered: { answer: null } });
  await answer;
  assert.deepEqual(heard, [{ nodes: 1 }, { nodes: 3 }]);
});

test('one request at a time, in order', async () => {
  const { thinker, workers } = watched();
  const answers = Promise.all([thinker.think({ ask: 'a' }), thinker.think({ ask: 'b' })]);
  await turn();
  assert.deepEqual(workers[0].got.map((order) => order.request.ask), ['a']);
  workers[0].say({ answered: { answer: 1 } });
  await turn();
  assert.deepEqual(workers[0].got.map((order) => order.request.ask), ['a', 'b']);
  workers[0].say({ answered: { answer: 2 } });
  assert.deepEqual(await answers, [1, 2]);
});

test('cancelling ends the worker, and the next starts from the same module', async () => {
  const { thinker, workers, compiled } = watched();
  const abort = new AbortController();
  const first = thinker.think({ ask: 'solve' }, { signal: abort.signal });
  const second = thinker.think({ ask: 'hint' });
  await turn();
  abort.abort();
  await assert.rejects(first, { kind: 'cancelled', message: 'web.cancelled' });
  await turn();
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
  assert.equal(workers[1].got[0].module, 'compiled');
  workers[0].onmessage({ data: { id: 1, answered: { answer: 'too late' } } });
  workers[1].say({ answered: { answer: 'hint' } });
  assert.equal(await second, 'hint');
  assert.equal(compiled(), 1);
});

test('who is cancelled while waiting disturbs nobody', async () => {
  const { thinker, workers } = watched();
  const abort = new AbortController();
  const first = thinker.think({ ask: 'solve' });
  const second = thinker.think({ ask: 'hint' }, { signal: abort.signal });
  await turn();
  abort.abort();
  await assert.rejects(second, { kind: 'cancelled' });
  assert.equal(workers[0].ended, false);
  workers[0].say({ answered: { answer: 1 } });
  assert.equal(await first, 1);
  await assert.rejects(thinker.think({ ask: 'hint' }, { signal: abort.signal }), { kind: 'cancelled' });
  assert.equal(workers[0].got.length, 1);
});

test('cancelled while the module loads: no worker starts', async () => {
  let compiled = (/** @type {unknown} */ _module) => {};
  const { thinker, workers } = watched(() => new Promise((done) => (compiled = done)));
  const abort = new AbortController();
  const asked = thinker.think({ ask: 'solve' }, { signal: abort.signal });
  abort.abort();
  await assert.rejects(asked, { kind: 'cancelled' });
  compiled('late');
  await turn();
  assert.equal(workers.length, 0);
});

test('a worker that has taken much is ended after its answer', async () => {
  const { thinker, workers } = watched();
  const first = thinker.think({ ask: 'solve' });
  await turn();
  workers[0].say({ answered: { answer: 1 }, taken: 2 ** 29 });
  assert.equal(await first, 1);
  assert.equal(workers[0].ended, true);
  const second = thinker.think({ ask: 'solve' });
  await turn();
  assert.equal(workers[1].got[0].module, 'compiled');
  workers[1].say({ answered: { answer: 2 }, taken: 2 ** 24 });
  assert.equal(await second, 2);
  assert.equal(workers[1].ended, false);
});

test('a refusal is a sentence; the worker lives on', async () => {
  const { thinker, workers } = watched();
  const asked = thinker.think({ ask: 'solve' });
  await turn();
  workers[0].say({ answered: { problem: { message: 'No such method.', kind: 'core.unknown-method' } } });
  await assert.rejects(asked, { message: 'No such method.', kind: 'core.unknown-method' });
  assert.equal(workers[0].ended, false);
});

test('a module that breaks, a full one and a worker that dies become sentences', async (context) => {
  context.mock.method(console, 'error', () => {});
  const { thinker, workers } = watched();
  const ends = [
    [(hands) => hands.say({ broke: 'unreachable', full: false }), 'web.engines-broke'],
    [(hands) => hands.say({ broke: 'unreachable', full: true }), 'web.engines-full'],
    [(hands) => hands.onerror({}), 'web.engines-broke'],
  ];
  for (const [number, [end, message]] of ends.entries()) {
    const asked = thinker.think({ ask: 'solve' });
    await turn();
    end(workers[number]);
    await assert.rejects(asked, { message });
    assert.equal(workers[number].ended, true);
  }
});

test('a module that does not load is asked for again', async () => {
  let online = false;
  const { thinker, workers, compiled } = watched(async () => {
    if (!online) throw new Error('404');
    return 'compiled';
  });
  await assert.rejects(thinker.think({ ask: 'hint' }), { message: 'web.engines-missing', kind: 'missing' });
  online = true;
  const asked = thinker.think({ ask: 'hint' });
  await turn();
  workers[0].say({ answered: { answer: 1 } });
  assert.equal(await asked, 1);
  assert.equal(compiled(), 2);
});
