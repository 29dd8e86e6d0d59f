// The editor as somebody has it in their hands: cells by mouse, by finger and by keys.

import { expect as expectOf, type Page } from '@playwright/test';

export type Cell = [number, number];

export class Draft {
  constructor(readonly page: Page) {}

  static async open(page: Page, puzzle: string): Promise<Draft> {
    await page.goto(`/edit?puzzle=${puzzle}`);
    const draft = new Draft(page);
    await expectOf(page.locator('#state')).not.toBeEmpty();
    // The doctor has tests of its own; here nothing is to move while one paints.
    await page.locator('#doctor > summary').click();
    return draft;
  }

  /** Where a cell is on the screen; the shift is in cells from its middle. */
  async point([row, column]: Cell, [dx, dy]: [number, number] = [0, 0]): Promise<{ x: number; y: number }> {
    await this.page.locator('#board').scrollIntoViewIfNeeded();
    return this.page.evaluate(([x, y]) => {
      const svg = document.querySelector<SVGSVGElement>('#board > svg')!;
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!);
      return { x: left, y: top };
    }, [30 + (column + 0.5 + dx) * 100, 30 + (row + 0.5 + dy) * 100]);
  }

  async brush(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check();
  }

  /** Presses at the first cell, goes over the others, lets go at the last. */
  async mouse(...cells: Cell[]): Promise<void> {
    const before = await this.text.inputValue();
    for (const [place, cell] of cells.entries()) {
      const { x, y } = await this.point(cell);
      await this.page.mouse.move(x, y, { steps: 2 });
      if (place === 0) await this.page.mouse.down();
    }
    await this.page.mouse.up();
    await expectOf(this.text).not.toHaveValue(before);
  }

  async tap(cell: Cell, shift: [number, number] = [0, 0]): Promise<void> {
    const { x, y } = await this.point(cell, shift);
    await this.page.touchscreen.tap(x, y);
  }

  /** The keyboard stands on a cell. */
  async focus([row, column]: Cell): Promise<void> {
    await this.page.locator('#board table tr').nth(row).locator('button').nth(column).focus();
  }

  get text() {
    return this.page.locator('#text');
  }

  async is(text: string): Promise<void> {
    await expectOf(this.text).toHaveValue(text);
  }
}
