// Boards of other colours: readable in light and dark, and told apart by eyes that see fewer colours.

import AxeBuilder from '@axe-core/playwright';

import { GAMES } from '../support/games.ts';
import { Table } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

type Colour = [red: number, green: number, blue: number];

const BOARDS = ['calm', 'wood', 'slate', 'contrast'];
const TOKENS = ['sheet', 'line', 'ink', 'muted', 'wall', 'wood', 'wood-edge', 'teal', 'red', 'bad', 'tile-odd', 'tile-even'] as const;

/** What is read or recognised against what, and how much contrast that takes (WCAG: 7 for text, 3 for shapes). */
const CONTRASTS: [string, string, number][] = [
  ['ink', 'sheet', 7], ['ink', 'tile-odd', 7], ['ink', 'tile-even', 7],
  ['teal', 'sheet', 4.5], ['bad', 'sheet', 4.5], ['wall', 'sheet', 3], ['red', 'sheet', 3], ['wood-edge', 'wood', 2],
];
/** What must not be taken for one another, whoever looks; and how far apart that is, where 2 can just be seen. */
const FAR = 12;
/** The red block of the first boards, dark, is nearer to the others for some eyes; its letter is white, theirs are dark. */
const NEAREST: Record<string, number> = { 'calm dark': 5 };
const APART: [string, string][] = [['wood', 'red'], ['wood', 'teal'], ['wood', 'sheet'], ['wall', 'sheet'], ['teal', 'sheet']];

/** How colours look to those who lack one of three kinds of cones (Machado, Oliveira and Fernandes, 2009). */
const EYES: Record<string, number[][]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const parse = (text: string): Colour => [1, 3, 5].map((at) => linear(parseInt(text.slice(at, at + 2), 16) / 255)) as Colour;
const luminance = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** In the space in which equal distances look equal (CIE 1976). */
function lab(colour: Colour): number[] {
  const [x, y, z] = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map((row, at) => {
    const sum = row.reduce((all, part, column) => all + part * colour[column], 0) / [0.9505, 1, 1.089][at];
    return sum > 0.008856 ? Math.cbrt(sum) : 7.787 * sum + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(colour: Colour, eye: number[][]): Colour {
  return eye.map((row) => Math.min(1, Math.max(0, row.reduce((all, part, at) => all + part * colour[at], 0)))) as Colour;
}

const distance = (one: Colour, other: Colour) => Math.hypot(...lab(one).map((part, at) => part - lab(other)[at]));

for (const board of BOARDS) {
  for (const theme of ['light', 'dark']) {
    test(`${board}, ${theme}: everything can be read and told apart`, async ({ page }) => {
      await page.addInitScript(([one, other]) => {
        localStorage.setItem('board', one);
        localStorage.setItem('theme', other);
      }, [board, theme]);
      await Table.open(page, GAMES.sokoban);
      const texts = await page.locator('#board > svg').evaluate(
        (svg, tokens) => tokens.map((token) => [token, getComputedStyle(svg).getPropertyValue(`--${token}`).trim()]), TOKENS as unknown as string[],
      );
      const colours = Object.fromEntries(texts.map(([token, text]) => [token, parse(text)]));
      const weak = CONTRASTS.filter(([one, other, least]) => contrast(colours[one], colours[other]) < least);
      expect(weak.map(([one, other]) => [one, other, contrast(colours[one], colours[other])])).toEqual([]);
      // What is written on blocks is always dark, and on the red one light; both are large.
      expect(contrast(parse('#1d1b19'), colours['wood'])).toBeGreaterThan(4.5);
      expect(contrast(parse('#ffffff'), colours['red'])).toBeGreaterThan(3);
      for (const [name, eye] of Object.entries(EYES)) {
        const alike = APART.filter(([one, other]) => distance(seen(colours[one], eye), seen(colours[other], eye)) < (NEAREST[`${board} ${theme}`] ?? FAR));
        expect([name, alike]).toEqual([name, []]);
      }
      const audit = await new AxeBuilder({ page }).analyze();
      expect(audit.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    });
  }
}

test('a board looks like the sample that was chosen', async ({ page }) => {
  await page.goto('/settings');
  const floor = (where: string) => page.locator(where).first().evaluate((svg) => getComputedStyle(svg).getPropertyValue('--sheet'));
  const sample = await floor('.sample[data-board=wood] svg');
  expect(sample).not.toBe(await floor('.sample[data-board=calm] svg'));
  await page.getByLabel('wood').check();
  await Table.open(page, GAMES.unblock);
  expect(await floor('#board > svg')).toBe(sample);
});
