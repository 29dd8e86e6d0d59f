// Every kind of page that the server has is among those that are crawled: on a phone, in the language that nobody speaks, by
// axe and as pictures (`support/pages.ts`). Whoever adds a route adds a page there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Not pages of their own: what a browser shows without a network or a server, and drawings of lessons. */
const ELSEWHERE = ['/shell/{puzzle}', '/plays', '/own', '/print', '/lessons/pictures/{name}'];

test('every route of a page is crawled', () => {
  const routes = [...read('../../crates/server/src/pages/mod.rs').matchAll(/\.route\("([^"]+)"/g)].map(([, route]) => route);
  assert.ok(routes.length > 30, 'the routes were found');
  const crawled = read('../support/pages.ts').replaceAll('\\', '');
  const isCrawled = (/** @type {string} */ route) => crawled.includes(route.replace(/\{.*/, '').replace(/(.)\/$/, '$1/'));
  assert.deepEqual(routes.filter((route) => !ELSEWHERE.includes(route) && !isCrawled(route)), []);
});
