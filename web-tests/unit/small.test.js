// Small scripts that decide something: clocks, places, what becomes of a gesture, what the server's no is called.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { clock } = await import('../../web/figures.js');
const { exactClock, Racers } = await import('../../web/racers.js');
const { answerTo, didNothing } = await import('../../web/tries.js');
const { at } = await import('../../web/place.js');
const { ask, Problem } = await import('../../web/api.js');

test('clocks go on after the hour, and tenths are cut, not rounded', () => {
  assert.deepEqual([0, 999, 1000, 59_999, 60_000, 3_725_000].map(clock), ['0:00', '0:00', '0:01', '0:59', '1:00', '62:05']);
  assert.deepEqual([0, 1950, 61_999].map(exactClock), ['0:00.0', '0:01.9', '1:01.9']);
});

const standing = (number = 0, moves = 0, /** @type {any} */ held = null) => ({ number, moves, held });

test('taking something in hand is doing something', () => {
  assert.equal(didNothing(standing(3), standing(3)), true);
  assert.equal(didNothing(standing(3), standing(4)), false);
  assert.equal(didNothing(standing(3), standing(3, 0, { cell: [0, 1] })), false);
  assert.equal(didNothing(standing(3, 0, { cell: [0, 1] }), standing(3, 0, { cell: [0, 1] })), true);
  assert.equal(didNothing(null, standing()), false, 'what was before is not known');
});

test('who does nothing is told what works, but for arrows once one knows how to move', () => {
  const [tap, arrow] = /** @type {any[]} */ ([{ tap: { cell: [0, 0] } }, { arrow: 'up' }]);
  assert.equal(answerTo('flow', tap, standing(2, 2), standing(2, 2)), 'web.nothing-flow');
  assert.equal(answerTo('flow', arrow, standing(), standing()), 'web.nothing-flow');
  assert.equal(answerTo('flow', arrow, standing(2, 2), standing(2, 2)), '');
  assert.equal(answerTo('flow', tap, standing(), standing(0, 0, { cell: [0, 0] })), 'web.holding-flow');
  Object.assign(globalThis, { unsaid: new Set(['web.holding-taquin']) });
  assert.equal(answerTo('taquin', tap, standing(), standing(0, 0, { cell: [0, 0] })), '', 'there nothing is held for long');
  assert.equal(answerTo('flow', tap, standing(0, 0), standing(1, 1)), '');
});

/** The script that knows where things are; the edition lies two folders above it. */
const ROOT = new URL('../../web/place.js', import.meta.url);

test('at a server every address is what it is; without one it is a file', async () => {
  assert.equal(at('/play/7?pack=a'), '/play/7?pack=a');
  Object.assign(globalThis, { document: { baseURI: new URL('../../es/pack/one.html', ROOT).href, documentElement: { dataset: { edition: 'alone', home: '../index.html' } } } });
  // Another address is another module: this one is loaded where there is no server.
  const alone = await import(`../../web/place.js?${'alone'}`);
  Reflect.deleteProperty(globalThis, 'document');
  const file = (/** @type {string} */ address) => new URL(alone.at(address)).href.slice(new URL('../../', ROOT).href.length);
  assert.equal(file('/'), 'es/index.html');
  assert.equal(file('/play/7?pack=a#b'), 'es/play/7.html?pack=a#b');
  assert.equal(file('/packs/one.toml'), 'es/packs/one.toml');
  assert.equal(file('/solutions/7'), 'solutions/7.html', 'the same in every language');
  assert.equal(alone.at('https://example.org/x'), 'https://example.org/x');
});

/** @param {Response} response */
const answered = (response) => Object.assign(globalThis, { fetch: async () => response });

test('the no of a server is a sentence with its place', async () => {
  const no = async (/** @type {any} */ body, status = 422) => {
    answered(new Response(body === null ? '<html>' : JSON.stringify(body), { status, statusText: 'Odd' }));
    const problem = await ask('POST', '/x', {}).then(() => assert.fail('it said yes'), (reason) => reason);
    assert.ok(problem instanceof Problem);
    assert.equal(problem.status, status);
    return problem.message;
  };
  assert.equal(await no({ detail: 'too large' }), 'too large');
  assert.equal(await no({ detail: 'odd', line: 3 }), 'web.at-line');
  assert.equal(await no({ detail: 'odd', line: 3, column: 4 }), 'web.at-place');
  assert.equal(await no(null, 502), 'web.strange-answer', 'what is no JSON is said in our words');
  answered(new Response(null, { status: 204 }));
  assert.equal(await ask('DELETE', '/x'), null);
});

/** @param {Partial<import('../../web/racers.js').Racer>} one @returns {import('../../web/racers.js').Racer} */
const racer = (one) => ({ seat: 0, name: 'Ada', kind: 'person', host: false, gone: false, place: 0, figure: 0, to_go: 9, moved: 0, finished: null, rank: null, helped: false, plays: [], ...one });
/** @param {Partial<import('../../web/racers.js').Race>} one @returns {import('../../web/racers.js').Race} */
const race = (one) => ({ code: 'c', phase: 'running', puzzle: 'taquin', pack: null, levels: 1, now: 100_000, starts: 90_000, rematch: null, racers: [], ...one });
const racers = () => new Racers(/** @type {any} */ ({}), /** @type {any} */ ({}), 'moves');

test('finishers come first by their places, who left comes last', () => {
  const all = racers();
  const order = [racer({ gone: true }), racer({}), racer({ rank: 2 }), racer({ rank: 1 })].map((one) => all.rankOf(one));
  assert.ok(order[0] > order[1] && order[1] > order[2] && order[2] > order[3], order.join());
});

test('how far somebody is, is said by what is known', () => {
  const all = racers();
  assert.equal(all.told(race({}), racer({ finished: 5000, rank: 1 })), 'web.race-rank');
  assert.equal(all.told(race({}), racer({ finished: 5000, rank: 1, helped: true })), 'web.race-helped');
  assert.equal(all.told(race({ phase: 'over' }), racer({})), 'web.race-not-finished');
  assert.equal(all.told(race({ phase: 'over' }), racer({ gone: true })), 'web.race-gone');
  assert.equal(all.told(race({ phase: 'lobby' }), racer({ host: true })), 'web.race-host');
  assert.equal(all.told(race({ phase: 'countdown' }), racer({ host: true })), 'web.race-ready');
  assert.equal(all.told(race({}), racer({ to_go: null })), 'web.race-figure');
  assert.equal(all.told(race({ levels: 3 }), racer({})), 'web.race-at · web.race-to-go');
  assert.equal(all.told(race({}), racer({ kind: 'solver' })), 'web.race-thinks');
  assert.equal(all.told(race({ now: 151_000 }), racer({ moved: 500 })), 'web.race-to-go · web.race-quiet');
});

test('who leads is nearer to the end of a later level; who left or arrived leads no more', () => {
  const all = racers();
  const leader = (/** @type {import('../../web/racers.js').Racer[]} */ ...those) =>
    all.leader(race({ racers: those })).map(() => /** @type {any} */ (globalThis).lastSaid.name);
  const [ada, eve, kim] = [racer({ name: 'Ada', to_go: 5 }), racer({ name: 'Eve', to_go: 4 }), racer({ name: 'Kim', to_go: 9, place: 1 })];
  assert.deepEqual(leader(ada, eve), ['Eve']);
  assert.deepEqual(leader(kim, ada, eve), ['Kim']);
  assert.deepEqual(leader({ ...eve, gone: true }, { ...kim, finished: 1 }, ada), ['Ada']);
  assert.deepEqual(leader({ ...ada, to_go: null }), []);
});

test('news are told once: who comes, arrives or leaves', () => {
  const all = racers();
  assert.deepEqual(all.newsOf(undefined, racer({}), race({})), ['web.race-joined']);
  assert.deepEqual(all.newsOf(racer({}), racer({ finished: 9, rank: 1 }), race({})), ['web.race-arrived']);
  assert.deepEqual(all.newsOf(racer({ finished: 9 }), racer({ finished: 9 }), race({})), []);
  assert.deepEqual(all.newsOf(racer({}), racer({ gone: true }), race({})), ['web.race-left']);
  assert.deepEqual(all.newsOf(racer({}), racer({ gone: true }), race({ phase: 'lobby' })), [], 'a lobby comes and goes');
});
