// The module of engines itself, in node: one level of each puzzle is made, solved, examined; tables are kept and
// found; a full memory and a panic end in words, not in silence.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Engines, serve } from '../../web/engines-worker.js';
import { Shelf } from '../../web/shelf.js';

const FOLDER = process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname;
const FILE = `${FOLDER}/browser/wasm32-unknown-unknown/browser/ingenio_module_engines.wasm`;

/** Why the module is not tried, or false. */
function missing() {
  if (existsSync(FILE)) return false;
  try {
    const folder = execFileSync('rustc', ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown'], { encoding: 'utf8' });
    if (existsSync(folder.trim())) return 'the module is not built: cargo build --release';
  } catch {
    // No rustc is no target.
  }
  return 'the target wasm32-unknown-unknown is not installed';
}

const skip = missing();
const module = skip ? undefined : new WebAssembly.Module(readFileSync(FILE));

/** @param {{ megabytes?: number, shelf?: Shelf, told?: any[] }} [given] */
function engines({ megabytes = 512, shelf = new Shelf(), told = [] } = {}) {
  return new Engines(/** @type {WebAssembly.Module} */ (module), megabytes, shelf, (text) => told.push(JSON.parse(text)));
}

/** @param {Engines} engines @param {object} request */
function ask(engines, request) {
  const { answer, problem } = engines.answer(request);
  assert.equal(problem, undefined, JSON.stringify(problem));
  return answer;
}

for (const puzzle of ['sokoban', 'taquin', 'unblock', 'flow', 'tetravex']) {
  test(`a level of ${puzzle} is made, solved, hinted at and examined`, { skip }, () => {
    const here = engines();
    const wishes = puzzle === 'taquin' ? 'width=3,height=3' : '';
    const [made] = ask(here, { ask: 'generate', puzzle, wishes, seed: 5 }).levels;
    const level = { puzzle, level: made.text };
    const solved = ask(here, { ask: 'solve', ...level, optimal: true });
    assert.equal(solved.film, true);
    assert.equal(solved.answer.outcome, 'solved');
    assert.ok(solved.moves.length > 0);
    // The moves lead where they should: after all of them nothing is left to do.
    const hint = ask(here, { ask: 'hint', ...level, moves: solved.moves, rung: 'move' });
    assert.equal(hint.solved, true);
    const first = ask(here, { ask: 'hint', ...level, rung: 'move' });
    assert.equal(first.moves.length, 1);
    assert.equal(ask(here, { ask: 'lost', ...level }).lost, false);
    assert.equal(ask(here, { ask: 'check', ...level, seconds: 100 }).answer.outcome, 'solved');
    assert.ok(ask(here, { ask: 'rate', ...level }).rating.points <= 100);
  });
}

test('engines of models work where there are no threads, within their time', { skip }, () => {
  const here = engines();
  const level = { puzzle: 'tetravex', level: ask(here, { ask: 'generate', puzzle: 'tetravex', seed: 5 }).levels[0].text };
  for (const method of ['sat-placement', 'cp-placement']) {
    assert.equal(ask(here, { ask: 'solve', ...level, method }).film, true, method);
  }
  const planned = { ask: 'solve', puzzle: 'sokoban', level: ask(here, { ask: 'generate', puzzle: 'sokoban', seed: 5 }).levels[0].text };
  const stopped = ask(here, { ...planned, method: 'milp-plan', seconds: 0.3 }).answer;
  assert.equal(stopped.limit, 'time');
});

const HARD = { ask: 'solve', puzzle: 'taquin', level: '14 13 15 7/11 12 9 5/6 _ 2 1/4 8 10 3', settings: 'goal=first', optimal: true };

test('a table that is quick to build is kept, and found by the next worker', { skip }, (context) => {
  // On a clock that stands still everything is quick.
  context.mock.method(performance, 'now', () => 1000);
  const shelf = new Shelf();
  const request = { ...HARD, method: 'idastar-pdb-small' };
  const before = ask(engines({ shelf }), request);
  const names = [...shelf.tables.keys()];
  assert.ok(names.length > 0 && names.every((name) => name.startsWith('taquin-')), String(names));
  context.mock.method(shelf, 'put', () => assert.fail('it was there'));
  const after = ask(engines({ shelf }), request);
  assert.equal(after.answer.solution, before.answer.solution);
  assert.equal(after.answer.nodes, before.answer.nodes);
});

test('a table that takes long is not kept', { skip }, (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => (now += 3000));
  const shelf = new Shelf();
  assert.equal(ask(engines({ shelf }), { ...HARD, method: 'idastar-pdb-small', seconds: 1e9 }).film, true);
  assert.equal(shelf.tables.size, 0);
});

test('a method stays within its memory, and a module that has none left says so', { skip }, async () => {
  const hard = { ...HARD, method: 'astar-manhattan', seconds: 600 };
  assert.equal(ask(engines({ megabytes: 128 }), { ...hard, memory: 32 * 2 ** 20 }).answer.limit, 'memory');
  const said = await served({ module, megabytes: 32, request: { ...hard, memory: 2 ** 40 } });
  assert.equal(said.full, true, JSON.stringify(said));
  assert.ok(said.broke);
});

/** What a worker says to an order, at its end. */
function served(order) {
  return new Promise((done) => {
    /** @type {any} */
    const scope = { onmessage: null, postMessage: (message) => ('told' in message ? undefined : done(message)) };
    serve(scope);
    scope.onmessage({ data: { id: 7, ...order } });
  });
}

test('a worker answers an order with its number', { skip }, async () => {
  const said = await served({ module, request: { ask: 'methods', puzzle: 'flow' } });
  assert.equal(said.id, 7);
  assert.ok(said.answered.answer.some((row) => row.name === 'portfolio'));
  assert.deepEqual(await served({ request: { ask: 'methods' } }), { id: 7, broke: 'Error: no module came', full: false });
});
