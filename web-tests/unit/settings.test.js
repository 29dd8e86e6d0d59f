// What a reader has chosen: kept here, taken to the account now or later, and what an account says counts here but for
// what it does not know yet.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import vm from 'node:vm';

/** @type {Map<string, string>} */
const kept = new Map();
const localStorage = {
  getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
  setItem: (/** @type {string} */ name, /** @type {unknown} */ value) => kept.set(name, String(value)),
  removeItem: (/** @type {string} */ name) => kept.delete(name),
};
const dataset = /** @type {Record<string, string | undefined>} */ ({});
const document = Object.assign(new EventTarget(), { documentElement: { dataset } });
/** @type {{ path: string, body: any }[]} */
let sent = [];
/** What the server answers. @type {(body: any) => Response} */
let answer;

Object.assign(globalThis, {
  localStorage, document, addEventListener: () => {},
  fetch: async (/** @type {string} */ path, /** @type {{ body: string }} */ { body }) => {
    const asked = JSON.parse(body);
    sent.push({ path, body: asked });
    return answer(asked);
  },
});
const { changePlayer, choose, chosen } = await import('../../web/settings.js');

beforeEach(() => {
  kept.clear();
  sent = [];
  delete dataset.settings;
  answer = () => new Response('{"at": 5}');
});

test('without an account it stays in the browser', async () => {
  assert.equal(await choose('theme', 'dark'), 'browser');
  assert.deepEqual([chosen('theme'), chosen('sound'), sent.length], ['dark', null, 0]);
});

test('an account is told at once, and what it knows is not sent again', async () => {
  dataset.settings = '{}';
  assert.equal(await choose('theme', 'dark'), 'account');
  assert.deepEqual(sent, [{ path: '/api/settings', body: { chosen: { theme: 'dark' } } }]);
  assert.equal(kept.get('settings-at'), '5');
  await choose('sound', 'on');
  assert.deepEqual(sent[1].body, { chosen: { sound: 'on' } });
});

test('what did not arrive goes along with the next choice', async () => {
  dataset.settings = '{}';
  answer = () => new Response('', { status: 503 });
  assert.equal(await choose('theme', 'dark'), 'later');
  answer = () => new Response('{"at": 6}');
  assert.equal(await choose('sound', 'on'), 'account');
  assert.deepEqual(sent[1].body, { chosen: { theme: 'dark', sound: 'on' } });
});

test('what is chosen once more while it travels is still to be told', async () => {
  dataset.settings = '{}';
  answer = () => {
    kept.set('theme', 'light');
    return new Response('{"at": 7}');
  };
  await choose('theme', 'dark');
  assert.equal(kept.get('unsent'), 'theme');
});

test('who leaves takes his choices along, who comes does not lose any', () => {
  kept.set('theme', 'dark').set('settings-at', '5').set('unsent', 'theme');
  changePlayer(false);
  assert.deepEqual([...kept.keys()], ['theme', 'unsent']);
  changePlayer(true);
  assert.deepEqual([...kept.keys()], []);
});

/** The script that runs before a page is drawn. @param {boolean} isDark what the system says */
function draw(isDark = false) {
  const media = Object.assign(new EventTarget(), { matches: isDark });
  const script = readFileSync(new URL('../../web/theme.js', import.meta.url), 'utf8');
  vm.runInNewContext(script, { document, localStorage, matchMedia: () => media, addEventListener() {}, CustomEvent, Element: class {}, JSON, Number });
}

test('a page looks as was chosen, else as the system says', () => {
  draw(true);
  assert.deepEqual([dataset.theme, dataset.board, dataset.motion], ['dark', 'calm', 'system']);
  kept.set('theme', 'light').set('board', 'bold');
  draw(true);
  assert.deepEqual([dataset.theme, dataset.board], ['light', 'bold']);
  kept.set('theme', 'rubbish');
  draw(false);
  assert.equal(dataset.theme, 'light');
});

test('what the account says counts, but for what it does not know yet', () => {
  kept.set('theme', 'dark').set('unsent', 'theme').set('sound', 'on').set('settings-at', '4');
  dataset.settings = JSON.stringify({ at: 5, chosen: { theme: 'light', board: 'bold', sound: null } });
  draw();
  assert.deepEqual([kept.get('theme'), kept.get('board'), kept.get('settings-at')], ['dark', 'bold', '5']);
  assert.deepEqual((kept.get('unsent') ?? '').split(' ').sort(), ['sound', 'theme'], 'what only this browser knows is to be told');
});

test('a page that was kept is older than what is known', () => {
  kept.set('theme', 'dark').set('settings-at', '9');
  dataset.settings = JSON.stringify({ at: 5, chosen: { theme: 'light' } });
  draw();
  assert.equal(kept.get('theme'), 'dark');
});
