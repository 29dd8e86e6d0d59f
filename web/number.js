// Numbers and days as the server writes them for the same reader: browsers have habits of their own (`12,000` where a page
// says `12 000`), so the page says what stands between the digits, and in which order days are written.

const { point = '.', group = '\u202f', groupFrom = '4', date = '{year}-{month}-{day}' } = document.documentElement.dataset;

/** A number as the reader writes it. @param {number} value @param {number} [digits] behind the point */
export function number(value, digits = 0) {
  const [whole, rest] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.length < Number(groupFrom) ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return (value < 0 ? '-' : '') + grouped + (rest === undefined ? '' : point + rest);
}

/** A moment of the reader's own clock: the day as the reader writes it, and the time. @param {number | string | Date} when */
export function moment(when) {
  const at = new Date(when);
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  /** @type {Record<string, string>} */
  const parts = {
    year: String(at.getFullYear()), month: two(at.getMonth() + 1), m: String(at.getMonth() + 1), day: two(at.getDate()), d: String(at.getDate()),
  };
  const day = date.replace(/\{(\w+)\}/g, (hole, name) => parts[name] ?? hole);
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
