// The tree of a search, as far as it was watched: every position that was looked at hangs on the longest way seen before
// that it goes on from. It grows downwards, a line deeper for every unit of cost.

/** @typedef {{ parent: TreeNode | null, children: TreeNode[], depth: number, since: number, x: number }} TreeNode */

/** More positions than this are thinned out: every other one on which nothing hangs goes. */
const MOST_NODES = 700;
/** Of more looks than this every other one of the older half is forgotten. */
const MOST_LOOKS = 1400;
/** Room at the edges, in pixels of the canvas. */
const EDGE = 8;

const isDigit = (/** @type {number} */ code) => code >= 48 && code <= 57;

/** Numbers for all beginnings of a way, its own the last. They are for looking up: the same beginning has the same number. @param {string} way */
function beginnings(way) {
  const numbers = [0];
  let hash = 0;
  for (let at = 0; at < way.length; at++) {
    hash = (Math.imul(hash, 31) + way.charCodeAt(at)) >>> 0;
    numbers.push(hash + (at + 1) * 2 ** 32);
  }
  return numbers;
}

export class SearchTree {
  constructor() {
    /** @type {TreeNode} */
    this.root = { parent: null, children: [], depth: 0, since: 0, x: 0 };
    /** @type {Map<number, TreeNode>} */
    this.known = new Map([[0, this.root]]);
    /** What was looked at last, for every count of nodes that was seen. @type {[number, TreeNode][]} */
    this.looks = [];
  }

  /** A position is looked at. @param {string} way @param {number} depth @param {number} nodes expanded by then */
  look(way, depth, nodes) {
    const numbers = beginnings(way);
    const own = numbers[numbers.length - 1];
    let node = this.known.get(own);
    if (!node) {
      const parent = this.nearest(way, numbers);
      node = { parent, children: [], depth, since: nodes, x: 0 };
      parent.children.push(node);
      this.known.set(own, node);
    }
    this.looks.push([nodes, node]);
    if (this.looks.length > MOST_LOOKS) this.looks = this.looks.filter((_, at) => at % 2 === 0 || at > MOST_LOOKS / 2);
    if (this.known.size > MOST_NODES) this.thin(node);
  }

  /** The longest beginning of a way that was seen; "A1" is no beginning of "A12". @param {string} way @param {number[]} numbers */
  nearest(way, numbers) {
    for (let length = way.length - 1; length > 0; length--) {
      const node = this.known.get(numbers[length]);
      if (node && !(isDigit(way.charCodeAt(length - 1)) && isDigit(way.charCodeAt(length)))) return node;
    }
    return this.root;
  }

  /** @param {TreeNode} last stays, with all on the way to it */
  thin(last) {
    const kept = new Set();
    for (let node = /** @type {TreeNode | null} */ (last); node; node = node.parent) kept.add(node);
    let count = 0;
    for (const [number, node] of this.known) {
      if (node.children.length > 0 || kept.has(node)) continue;
      count += 1;
      if (count % 2 === 0) continue;
      this.known.delete(number);
      node.parent?.children.splice(node.parent.children.indexOf(node), 1);
      for (const look of this.looks) if (look[1] === node) look[1] = node.parent ?? this.root;
    }
  }

  /** What was looked at when so many nodes were expanded. @param {number} nodes */
  at(nodes) {
    for (let at = this.looks.length - 1; at >= 0; at--) if (this.looks[at][0] <= nodes) return this.looks[at][1];
    return this.root;
  }

  /**
   * Draws it as it was after so many nodes; where it looks now is marked, with the way there.
   * @param {HTMLCanvasElement} canvas @param {number} nodes @param {{ line: string, mark: string }} inks
   */
  draw(canvas, nodes, { line, mark }) {
    const pen = canvas.getContext('2d');
    if (!pen) return;
    const shown = this.place(nodes);
    let deepest = 1;
    for (const { depth } of shown) deepest = Math.max(deepest, depth);
    const x = (/** @type {TreeNode} */ node) => EDGE + node.x * (canvas.width - 2 * EDGE);
    const y = (/** @type {TreeNode} */ node) => EDGE + (node.depth / deepest) * (canvas.height - 2 * EDGE);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineWidth = shown.length < 150 ? 2 : 1;
    pen.strokeStyle = pen.fillStyle = line;
    pen.beginPath();
    for (const node of shown) {
      if (!node.parent) continue;
      pen.moveTo(x(node.parent), y(node.parent));
      pen.lineTo(x(node), y(node));
    }
    pen.stroke();
    const dot = shown.length < 60 ? 3.5 : shown.length < 200 ? 2 : 0;
    if (dot) for (const node of shown) pen.fillRect(x(node) - dot, y(node) - dot, 2 * dot, 2 * dot);
    this.drawWay(pen, this.at(nodes), x, y, mark);
  }

  /** @param {CanvasRenderingContext2D} pen @param {TreeNode} last @param {(node: TreeNode) => number} x @param {(node: TreeNode) => number} y @param {string} mark */
  drawWay(pen, last, x, y, mark) {
    pen.strokeStyle = pen.fillStyle = mark;
    pen.lineWidth = 4;
    pen.lineJoin = 'round';
    pen.beginPath();
    for (let node = /** @type {TreeNode | null} */ (last); node; node = node.parent) pen.lineTo(x(node), y(node));
    pen.stroke();
    pen.beginPath();
    pen.arc(x(last), y(last), 7, 0, 7);
    pen.fill();
  }

  /** Gives places from left to right to those that were there by then, and lists them. @param {number} nodes @returns {TreeNode[]} */
  place(nodes) {
    /** @type {TreeNode[]} */
    const shown = [];
    let leaves = 0;
    const visit = (/** @type {TreeNode} */ node) => {
      shown.push(node);
      const children = node.children.filter(({ since }) => since <= nodes);
      children.forEach(visit);
      if (children.length === 0) node.x = leaves++;
      else node.x = (children[0].x + children[children.length - 1].x) / 2;
    };
    visit(this.root);
    for (const node of shown) node.x = (node.x + 0.5) / leaves;
    return shown;
  }
}
