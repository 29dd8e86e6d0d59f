// The page of a play, as a player has it before them: cells to point at, words to read, buttons to press.

import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

import type { Cell, Game, Spot, Step } from './games.ts';

/** The drawing: a margin around the board, and a hundred units a cell. */
const [MARGIN, UNIT] = [30, 100];

export class Table {
  readonly said: Locator;
  readonly board: Locator;
  /** Are the cells hexagons, in upright columns of which every other one lies half a cell lower? */
  hexes = false;

  private constructor(readonly page: Page) {
    this.said = page.locator('#said');
    this.board = page.locator('#board');
  }

  /** Opens a level by its text and waits until it can be played. How people do it, `open.spec.ts` tests. */
  static async open(page: Page, { puzzle, text }: Pick<Game, 'puzzle' | 'text'>): Promise<Table> {
    const answer = await page.request.post('/api/levels', { data: { puzzle, text } });
    if (!answer.ok()) throw new Error(await answer.text());
    const { id } = (await answer.json()) as { id: string };
    await page.goto(`/play/${id}`);
    return Table.at(page);
  }

  /** The table of a page that is on its way there. */
  static async at(page: Page): Promise<Table> {
    await page.waitForURL(/\/(play|shell)\//);
    const table = new Table(page);
    await expect(page.locator('#board .piece').first()).toBeAttached();
    await standsStill(table.board);
    return table;
  }

  /** The table of the page that is there already. */
  static async on(page: Page): Promise<Table> {
    await expect(page.locator('#board .piece').first()).toBeAttached();
    return new Table(page);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).filter({ visible: true });
  }

  /** The value of a figure by its name for several; after one it is called otherwise. */
  figure(name: string): Locator {
    return this.page.locator('#figures > div').filter({ hasText: new RegExp(`^${name.replace(/e?s$/, '')}`) }).locator('dd');
  }

  /** The button of a cell, by what a screen reader says of it. */
  cell(name: string): Locator {
    return this.page.locator('.cells').getByRole('button', { name, exact: true });
  }

  /** On a phone the actions are in a sheet; elsewhere they are there already. */
  async menu(): Promise<void> {
    const menu = this.button('Menu');
    if (await menu.isVisible()) await menu.click();
  }

  /** Waits until the server has answered everything. */
  async settled(): Promise<void> {
    await expect(this.page.locator('main')).not.toHaveAttribute('data-waiting');
  }

  async won(game: Pick<Game, 'solved'>): Promise<void> {
    await expect(this.said).toContainText(game.solved);
    await expect(this.button('Review my play')).toBeVisible();
    // The page knows at once; whoever asks the server next wants it to know, too.
    await this.settled();
  }

  /** Where the middle of a spot is on the screen; for a tile that is still sliding, where it will be. */
  async middle(spot: Spot): Promise<{ x: number; y: number }> {
    const corner = 'tile' in spot ? await this.tileCorner(spot.tile) : this.corner(spot);
    return this.board.locator('> svg').evaluate(
      (svg, [x, y]) => {
        const matrix = (svg as unknown as SVGSVGElement).getScreenCTM();
        const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
        return { x: left, y: top };
      },
      corner.map((at) => at + UNIT / 2),
    );
  }

  private corner([row, column]: Cell): number[] {
    if (!this.hexes) return [MARGIN + column * UNIT, MARGIN + row * UNIT];
    return [MARGIN + 7.74 + column * 86.6, MARGIN + (row + (column % 2 === 0 ? 0.5 : 0)) * UNIT];
  }

  private tileCorner(tile: number): Promise<number[]> {
    return this.board.locator(`.piece[data-id="${tile}"]`).evaluate((piece) => {
      const { e, f } = new DOMMatrix((piece as unknown as SVGElement).style.transform);
      return [e, f];
    });
  }

  async byMouse(steps: Step[]): Promise<void> {
    const { mouse } = this.page;
    for (const step of steps) {
      const [from, ...through] = 'drag' in step ? step.drag : [step.tap];
      const start = await this.middle(from);
      await mouse.move(start.x, start.y);
      await mouse.down();
      for (const cell of through) {
        const to = await this.middle(cell);
        await mouse.move(to.x, to.y, { steps: 4 });
      }
      await mouse.up();
      await this.settled();
    }
  }

  async byTouch(steps: Step[]): Promise<void> {
    const finger = await this.page.context().newCDPSession(this.page);
    for (const step of steps) {
      const [from, ...through] = 'drag' in step ? step.drag : [step.tap];
      await touch(finger, 'touchStart', await this.middle(from));
      for (const cell of through) await touch(finger, 'touchMove', await this.middle(cell));
      await touch(finger, 'touchEnd');
      await this.settled();
    }
  }

  async byKeys(keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses buttons by role and name, as a screen reader does: no coordinates. */
  async byNames(names: string[]): Promise<void> {
    for (const name of names) {
      const button = this.page.getByRole('button', { name, exact: true });
      await button.dispatchEvent('click');
      await this.settled();
    }
  }
}

async function touch(finger: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) {
  await finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
}


/** Starts the method that is chosen, also where a solution is kept already. */
export async function startMethod(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await runAgain(page);
}

/** Lets a method run for which a solution is kept; another runs already. */
export async function runAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Run it again' });
  const atWork = page.locator('#solver [data-solve=stop]');
  await expect(again.or(atWork).or(page.locator('#film')).filter({ visible: true }).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
}

/** Waits until something keeps its place for some frames: whoever points at a board waits for that, too. A page that
 * goes on to another meanwhile, as for the next player, is waited for again. */
async function standsStill(place: Locator): Promise<void> {
  const still = () =>
    place.evaluate(async (element) => {
      const where = () => JSON.stringify(element.getBoundingClientRect());
      for (let still = 0, last = ''; still < 5; still = where() === last ? still + 1 : 0, last = where()) {
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
  await still().catch(async (problem: Error) => {
    if (!problem.message.includes('context was destroyed')) throw problem;
    await still();
  });
}
