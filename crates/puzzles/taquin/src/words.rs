//! Every sentence that Taquin says.

ingenio_core::words! {
    NOT_A_CELL = "taquin.not-a-cell", "'{word}' is neither a number nor a blank (_ or .)";
    ROW_LENGTH = "taquin.row-length", "this row has {found} {found|cell|cells}, the first row has {expected}";
    TOO_SMALL = "taquin.too-small", "a board has at least 2 rows and 2 columns, this one is {size} (rows stand on lines of their own or between slashes)";
    TOO_LARGE = "taquin.too-large", "a board has at most {most} rows and {most} columns";
    REPEATED = "taquin.repeated", "{label} stands twice (first on line {line}, column {column}), and {missing} is missing";
    OUT_OF_RANGE = "taquin.out-of-range", "{label} is not on a {size} board: its labels are {low} to {high}, and {missing} is missing";
    LABEL_TOO_LARGE = "taquin.label-too-large", "'{word}' is larger than any label";
    TWO_BLANKS = "taquin.two-blanks", "a board has one blank, this is a second one";
    NO_BLANK = "taquin.no-blank", "the board has no blank: write it as _ or . (or as 0 beside the numbers from 1)";
    GOAL_WORD = "taquin.goal-word", "a goal is 'first', 'last' or a board, not '{word}'";
    GOAL_WITHOUT_BOARD = "taquin.goal-without-board", "this goal has no board before it";
    GOAL_TWICE = "taquin.goal-twice", "the board has a goal already";
    GOAL_SIZE = "taquin.goal-size", "the goal is {goal}, the board is {size}";
    GOAL_LABELS = "taquin.goal-labels", "the goal's labels begin with {goal}, the board's with {board}";
    NOT_A_MOVE = "taquin.not-a-move", "'{letter}' is not a move: the blank goes U, D, L or R (or the tiles, with repeat counts: URDL2, or after 'tiles:')";
    OFF_BOARD = "taquin.off-board", "the blank cannot go {way}: it is at the edge";
    NOT_SOLVED = "taquin.not-solved", "after {moves} {moves|move|moves} the board is not in its goal position";
    PARITY = "taquin.parity", "an odd permutation: every move swaps the blank with one tile, and no number of moves leads from this board to its goal";
    EXHAUSTED = "taquin.exhausted", "all positions that can be reached were tried";
    NO_REPEAT = "taquin.no-repeat", "a number says how often the direction before it is repeated, 1 to {most} times";
    TOO_LONG_SIDE = "taquin.too-long-side", "{method} takes boards with sides of up to {most}, this one is {size}";
    TOO_MANY_CELLS = "taquin.too-many-cells", "{method} takes boards of up to {most} cells, this one has {cells}";

    WISH_ORDER = "taquin.wish-order", "at least {least} and at most {most} moves cannot both be";
    WISH_TOO_FAR = "taquin.wish-too-far", "no position of {size} takes {least} moves: the furthest ones take {radius}";
    NEAR = "taquin.near", "its shortest solution has {moves} {moves|move|moves}";

    RATE_SIZE = "taquin.rate-size", "there {tiles|is|are} {tiles} {tiles|tile|tiles}";
    RATE_LENGTH = "taquin.rate-length", "every solution needs {bound} {bound|move|moves} or more";
    RATE_DETOURS = "taquin.rate-detours", "line by line it takes {moves} {moves|move|moves}, {against} of them away from the goal";
    RATE_CONFLICTS = "taquin.rate-conflicts", "{conflicts} {conflicts|tile must leave its|tiles must leave their} line to let others pass";
    RATE_ENDS = "taquin.rate-ends", "{ends} {ends|line has its|lines have their} last two tiles wrong, which go home only together";
    RATE_DISORDER = "taquin.rate-disorder", "{wrong} of {tiles} {tiles|tile is|tiles are} not where they belong";

    SLIP_LABEL = "taquin.slip-label", "write {new} instead of {old} at row {row}, column {column}";
    MEND_SWAP = "taquin.mend-swap", "swap the tiles {one} and {other}";
    MEND_GOAL_LAST = "taquin.mend-goal-last", "let the blank belong to the last cell";
    MEND_GOAL_FIRST = "taquin.mend-goal-first", "let the blank belong to the first cell";

    NO_DRAWING = "taquin.no-drawing", "there is no board in this text: write rows of numbers, with _ for the blank";
    BRUSH_SWAP = "taquin.brush-swap", "Swap two tiles";
    BRUSH_MISSING = "taquin.brush-missing", "Missing number";
    BRUSH_GOAL = "taquin.brush-goal", "Swap in the goal";
    CHOICE_GOAL = "taquin.choice-goal", "Goal";
    GOAL_LAST = "taquin.goal-last", "numbers in order, the blank last";
    GOAL_FIRST = "taquin.goal-first", "numbers in order, the blank first";
    GOAL_OWN = "taquin.goal-own", "a board of its own";

    // --- what pieces are called, and the next move with one of them ---
    TILE = "taquin.tile", "Tile {label}";
    TILE_HERE = "taquin.tile-here", "tile {label}";
    TILE_NEXT = "taquin.tile-next", "Next: tile {label} goes {way}.";
}
