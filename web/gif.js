// A moving picture from pixels: GIF89a with one table of 255 colours for all pictures. What a picture shares with the
// one before is left out of it, so that only what moves costs room.

/** The place in the table that means: as it was before. */
const CLEAR = 255;
/** Bits of each of red, green and blue by which colours are counted. */
const DEPTH = 5;
const BINS = 1 << (3 * DEPTH);

/** The bin of a colour. @param {Uint8ClampedArray} pixels @param {number} at */
const binOf = (pixels, at) => ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);

/**
 * The most frequent colours, and for every bin the nearest of them.
 * @param {Uint8ClampedArray[]} pictures
 */
function tableOf(pictures) {
  const sums = new Float64Array(BINS * 4);
  for (const pixels of pictures) {
    for (let at = 0; at < pixels.length; at += 4) {
      const bin = 4 * binOf(pixels, at);
      sums[bin] += pixels[at];
      sums[bin + 1] += pixels[at + 1];
      sums[bin + 2] += pixels[at + 2];
      sums[bin + 3] += 1;
    }
  }
  const used = [...Array(BINS).keys()].filter((bin) => sums[4 * bin + 3] > 0);
  const mean = (/** @type {number} */ bin) => [0, 1, 2].map((part) => sums[4 * bin + part] / sums[4 * bin + 3]);
  const table = used.sort((one, other) => sums[4 * other + 3] - sums[4 * one + 3]).slice(0, CLEAR).map(mean);
  const nearest = new Uint8Array(BINS);
  for (const bin of used) {
    const colour = mean(bin);
    const far = table.map((one) => one.reduce((sum, part, at) => sum + (part - colour[at]) ** 2, 0));
    nearest[bin] = far.indexOf(Math.min(...far));
  }
  return { table, nearest };
}

/** Packs places in the table as GIF wants them (LZW). @param {Uint8Array} places @returns {number[]} */
function packed(places) {
  /** @type {number[]} */
  const bytes = [];
  const [start, end] = [256, 257];
  /** @type {Map<number, number>} */
  let known = new Map();
  let [next, size, buffer, filled] = [end + 1, 9, 0, 0];
  const put = (/** @type {number} */ code) => {
    buffer |= code << filled;
    for (filled += size; filled >= 8; filled -= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
    }
  };
  put(start);
  let run = places[0];
  for (let at = 1; at < places.length; at++) {
    const longer = (run << 8) | places[at];
    const code = known.get(longer);
    if (code !== undefined) {
      run = code;
      continue;
    }
    put(run);
    if (next === 4096) {
      put(start);
      [known, next, size] = [new Map(), end + 1, 9];
    } else {
      if (next >= 1 << size) size++;
      known.set(longer, next++);
    }
    run = places[at];
  }
  put(run);
  put(end);
  if (filled) bytes.push(buffer & 255);
  return bytes;
}

/** In blocks of 255 bytes at most. @param {number[]} bytes */
function blocks(bytes) {
  const cut = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    cut.push(block.length, ...block);
  }
  return [...cut, 0];
}

/** Two bytes, the lower first. @param {number} value */
const short = (value) => [value & 255, value >> 8];

/**
 * @param {Uint8ClampedArray[]} pictures red, green, blue and opacity of every pixel, row by row
 * @param {{ width: number, height: number, pause: number, rest: number }} form the time of each, and of the last, in hundredths of a second
 */
export function gif(pictures, { width, height, pause, rest }) {
  const { table, nearest } = tableOf(pictures);
  const colours = Array.from({ length: 256 }, (_, at) => (table[at] ?? [0, 0, 0]).map(Math.round)).flat();
  const text = (/** @type {string} */ letters) => [...letters].map((letter) => letter.charCodeAt(0));
  const parts = [
    new Uint8Array([...text('GIF89a'), ...short(width), ...short(height), 0xf7, 0, 0, ...colours]),
    new Uint8Array([0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]),
  ];
  let before = new Uint8Array(width * height).fill(CLEAR);
  for (const [number, pixels] of pictures.entries()) {
    const now = Uint8Array.from(before, (_, at) => nearest[binOf(pixels, 4 * at)]);
    const changed = now.map((place, at) => (place === before[at] ? CLEAR : place));
    const time = number + 1 === pictures.length ? rest : pause;
    parts.push(new Uint8Array([
      0x21, 0xf9, 4, 0x05, ...short(time), CLEAR, 0,
      0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0, 8, ...blocks(packed(changed)),
    ]));
    before = now;
  }
  return new Blob([...parts, new Uint8Array([0x3b])], { type: 'image/gif' });
}
