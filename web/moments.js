// Moments of a performance: what all methods showed at once, in order. So many are kept as a page can hold, spread evenly
// over the whole of it: where there are too many, every other one goes, and from then on only every other one stays. The
// newest is always there. What is the same as the moment before is none.

/** @typedef {import('./act.js').Look} Look */

/** More are thinned out. */
export const MOST_MOMENTS = 600;
/** Characters of drawings, one byte each: 64 MB. A drawing that several moments show counts once. */
export const MOST_BYTES = 64 * 2 ** 20;

export class Moments {
  /** @param {Look[]} first @param {{ most?: number, bytes?: number }} [limits] */
  constructor(first, { most = MOST_MOMENTS, bytes = MOST_BYTES } = {}) {
    this.limits = { most, bytes };
    /** Numbered as they came. @type {{ number: number, looks: Look[] }[]} */
    this.kept = [{ number: 0, looks: first }];
    /** Those whose number it divides stay. */
    this.stride = 1;
    this.bytes = this.weigh();
  }

  get length() {
    return this.kept.length;
  }

  /** @param {number} at */
  at(at) {
    return this.kept[at].looks;
  }

  get last() {
    return this.kept[this.kept.length - 1].looks;
  }

  /** A new moment at the end. @param {Look[]} looks @returns {boolean} is it another than the last? */
  keep(looks) {
    const before = this.kept[this.kept.length - 1];
    if (looks.every((look, act) => look === before.looks[act])) return false;
    if (before.number % this.stride !== 0) {
      this.kept.pop();
      this.bytes -= weight(before.looks, this.kept[this.kept.length - 1].looks);
    }
    this.bytes += weight(looks, this.last);
    this.kept.push({ number: before.number + 1, looks });
    this.thin();
    return true;
  }

  thin() {
    while (this.kept.length > 3 && (this.kept.length > this.limits.most || this.bytes > this.limits.bytes)) {
      this.stride *= 2;
      const last = this.kept.length - 1;
      this.kept = this.kept.filter(({ number }, at) => number % this.stride === 0 || at === last);
      this.bytes = this.weigh();
    }
  }

  weigh() {
    return this.kept.reduce((sum, { looks }, at) => sum + weight(looks, this.kept[at - 1]?.looks), 0);
  }
}

/** What the drawings of a moment take that those of the moment before have not taken already. @param {Look[]} looks @param {Look[]} [before] */
function weight(looks, before) {
  return looks.reduce((sum, { board }, act) => sum + (board === null || board === before?.[act]?.board ? 0 : board.length), 0);
}
