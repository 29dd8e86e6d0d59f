// The tree of a search: what hangs on what, what is forgotten, and how it was before.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SearchTree } from '../../web/search-tree.js';

/** @param {[string, number][]} looks */
function grown(looks) {
  const tree = new SearchTree();
  looks.forEach(([way, depth], at) => tree.look(way, depth, at + 1));
  return tree;
}

/** The depths of the children of every node, from the root on. @param {import('../../web/search-tree.js').TreeNode} node @returns {unknown[]} */
const shape = (node) => node.children.map((child) => [child.depth, ...shape(child)]);

test('a position hangs on the longest way that it goes on from', () => {
  assert.deepEqual(shape(grown([['', 0], ['R', 1], ['R D', 2], ['L', 1], ['R D L', 3]]).root), [[1, [2, [3]]], [1]]);
  // What lies between was not seen.
  assert.deepEqual(shape(grown([['', 0], ['R', 1], ['R D L U', 4]]).root), [[1, [4]]]);
});

test('a number is no beginning of a longer one', () => {
  assert.deepEqual(shape(grown([['A+1', 1], ['A+12', 1], ['A+1 B-1', 2]]).root), [[1, [2]], [1]]);
});

test('a position that is looked at again is the same', () => {
  const tree = grown([['R', 1], ['L', 1], ['R', 1]]);
  assert.deepEqual(shape(tree.root), [[1], [1]]);
  assert.equal(tree.at(2), tree.root.children[1]);
  assert.equal(tree.at(3), tree.root.children[0]);
});

test('it can be seen as it was, and fits between the edges', () => {
  const tree = grown([['', 0], ['R', 1], ['R D', 2], ['L', 1]]);
  assert.equal(tree.place(2).length, 2);
  const all = tree.place(4);
  assert.equal(all.length, 4);
  assert.ok(all.every(({ x }) => x > 0 && x < 1));
  assert.deepEqual(tree.root.children.map(({ x }) => x), [0.25, 0.75]);
});

test('a long search is thinned out, and what is looked at stays', () => {
  const tree = new SearchTree();
  for (let number = 0; number < 5000; number++) tree.look(`R ${'LU'.repeat(number % 50)} ${number}`, 1 + (number % 50), number);
  assert.ok(tree.known.size <= 700, `${tree.known.size} positions`);
  assert.ok(tree.looks.length <= 1400);
  assert.equal(tree.at(5000).depth, 1 + (4999 % 50));
  assert.equal(tree.place(5000).length, tree.known.size);
});
