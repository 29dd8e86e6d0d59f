// A win as a moving picture where no server draws it: the rules draw every step, the browser makes pixels of it.

import { gif } from './gif.js';
import { save } from './save.js';

/** Pixels on the longer side, and of a cell at most; the drawing has a hundred units a cell. */
const SIDE = 480;
const CELL = 48;
/** Hundredths of a second. */
const [PAUSE, REST] = [20, 220];

/** @param {string} drawing */
async function loaded(drawing) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await picture.decode();
  return picture;
}

/** @param {string[]} frames SVG drawings; tiles in hand make some of them larger than others */
export async function savePicture(frames) {
  const pictures = await Promise.all(frames.map(loaded));
  const [wide, high] = [Math.max(...pictures.map((one) => one.naturalWidth)), Math.max(...pictures.map((one) => one.naturalHeight))];
  const scale = Math.min(SIDE / Math.max(wide, high), CELL / 100);
  const canvas = document.createElement('canvas');
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no canvas');
  const pixels = pictures.map((one) => {
    pen.fillStyle = '#faf8f4';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(one, 0, 0, one.naturalWidth * scale, one.naturalHeight * scale);
    return pen.getImageData(0, 0, width, height).data;
  });
  save('ingenio.gif', gif(pixels, { width, height, pause: PAUSE, rest: REST }));
}
