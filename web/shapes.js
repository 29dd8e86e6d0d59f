// Small parts of drawings that pages make themselves: frames and arrows over a board.

import { UNIT } from './lattice.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
export function shape(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Around one cell. @param {number} x @param {number} y @param {string} name */
export function frame(x, y, name) {
  return shape('rect', { x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 12, class: name });
}

/** A line with a head. @param {[number, number][]} points */
export function arrow(points) {
  const [[x, y], [fromX, fromY]] = [points[points.length - 1], points[points.length - 2]];
  const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  const line = shape('polyline', { class: 'arrow', points: points.map((point) => point.join(',')).join(' ') });
  const head = shape('path', { class: 'arrow-head', d: 'M0 0L-34 -24L-34 24z', transform: `translate(${x} ${y}) rotate(${turn}) translate(22 0)` });
  return [line, head];
}
