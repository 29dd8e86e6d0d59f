// Numbers as the server writes them for the same reader: browsers have habits of their own (`12,000` where a page says
// `12 000`), so the page says what stands between the digits.

const { point = '.', group = '\u202f', groupFrom = '4' } = document.documentElement.dataset;

/** A number as the reader writes it. @param {number} value @param {number} [digits] behind the point */
export function number(value, digits = 0) {
  const [whole, rest] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.length < Number(groupFrom) ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return (value < 0 ? '-' : '') + grouped + (rest === undefined ? '' : point + rest);
}
