// Five small levels of our own, each with its way to a win by every kind of input. What is pressed, dragged and
// named is decided here, so that a test says what a player does and not what the page happens to do.

export type Cell = [row: number, column: number];
/** A cell, or a tile in hand by its number. */
export type Spot = Cell | { tile: number };
export type Step = { drag: [Spot, ...Cell[]] } | { tap: Spot };

export interface Game {
  puzzle: string;
  text: string;
  /** What the page says at the end. */
  solved: string;
  /** By mouse: drags, and taps where taps move something. */
  mouse: Step[];
  /** By finger. */
  touch: Step[];
  /** By keys alone, from where a keyboard begins. */
  keys: string[];
  /** By the names of buttons alone. */
  names: string[];
}

const drag = (from: Spot, ...through: Cell[]): Step => ({ drag: [from, ...through] });
const tap = (at: Spot): Step => ({ tap: at });
const tile = (number: number): Spot => ({ tile: number });

const sokoban: Game = {
  puzzle: 'sokoban',
  text: '#######\n#  .  #\n#@$ $.#\n#     #\n#######',
  solved: 'Solved: 3 pushes',
  mouse: [drag([2, 2], [1, 3]), tap([2, 4]), tap([2, 5])],
  touch: [drag([2, 2], [1, 3]), tap([2, 4]), tap([2, 5])],
  keys: ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowRight'],
  names: ['Right', 'row 4, column 4: empty', 'Up', 'row 3, column 5: box', 'row 3, column 6: goal'],
};

const taquin: Game = {
  puzzle: 'taquin',
  text: '1 2 3\n_ 5 6\n4 7 8',
  solved: 'Solved: 3 moves, 2 slides.',
  mouse: [drag([2, 0], [1, 0]), tap([2, 2])],
  touch: [tap([2, 0]), drag([2, 2], [2, 1])],
  keys: ['ArrowUp', 'a', 'h'],
  names: ['row 3, column 1: tile 4', 'Left', 'row 3, column 3: tile 8'],
};

const unblock: Game = {
  puzzle: 'unblock',
  text: '4x4:ooooAAoBoooBoooo',
  solved: 'Solved: 2 moves, 3 steps.',
  mouse: [drag([1, 3], [2, 3]), drag([1, 0], [1, 2])],
  // Beyond the end of its track a block stays where the track ends.
  touch: [drag([2, 3], [3, 3]), drag([1, 1], [1, 3])],
  keys: [
    'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter',
    'ArrowUp', 'ArrowLeft', 'ArrowLeft', ' ', 'ArrowRight', 'ArrowRight',
  ],
  names: ['row 2, column 4: block B', 'Down', 'row 2, column 1: target A', 'Right', 'Right'],
};

const flow: Game = {
  puzzle: 'flow',
  text: 'AB.\n...\nA.B',
  solved: 'Solved: 2 paths, 2 colours',
  mouse: [drag([0, 0], [1, 0], [2, 0]), drag([0, 1], [0, 2], [1, 2], [1, 1], [2, 1], [2, 2])],
  touch: [drag([2, 0], [1, 0], [0, 0]), drag([0, 1], [0, 2], [1, 2], [1, 1]), drag([1, 1], [2, 1], [2, 2])],
  keys: [
    'Enter', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'ArrowRight',
    'Enter', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight',
  ],
  names: ['row 1, column 1: end of A', 'Down', 'Down', 'row 1, column 2: end of B', 'Right', 'Down', 'Left', 'Down', 'Right'],
};

const tetravex: Game = {
  puzzle: 'tetravex',
  text: '2x2\n7 7 7 6\n8 5 8 8\n7 5 7 5\n5 6 8 8\nquestion: complete',
  solved: 'Solved: 4 placed, 0 unused',
  mouse: [drag(tile(4), [0, 0]), tap(tile(1)), tap([0, 1]), drag(tile(2), [1, 0]), drag(tile(3), [1, 1])],
  touch: [tap(tile(4)), tap([0, 0]), drag(tile(1), [0, 1]), drag(tile(3), [1, 1]), tap(tile(2)), tap([1, 0])],
  // To the hand beyond the right edge, and back to the board on its left.
  keys: [
    'ArrowRight', 'ArrowRight', 'Enter', 'ArrowLeft', 'Enter',
    'ArrowDown', 'ArrowRight', 'Enter', 'ArrowLeft', 'ArrowLeft', 'Enter',
    'ArrowRight', 'ArrowRight', 'Enter', 'ArrowLeft', 'Enter',
    'ArrowRight', 'Enter', 'ArrowLeft', 'ArrowUp', 'ArrowLeft', 'Enter',
  ],
  names: [
    'tile with top 7, right 7, bottom 7, left 6', 'row 1, column 2: empty',
    'tile with top 8, right 5, bottom 8, left 8', 'row 2, column 1: empty',
    'tile with top 7, right 5, bottom 7, left 5', 'row 2, column 2: empty',
    'tile with top 5, right 6, bottom 8, left 8', 'row 1, column 1: empty',
  ],
};

export const GAMES = { sokoban, taquin, unblock, flow, tetravex };
