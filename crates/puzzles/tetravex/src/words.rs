//! Every sentence of the puzzle.

ingenio_core::words! {
    // --- reading ---
    NO_HEADER = "tetravex.no-header", "a level begins with its size, `3x3`, or with `N COLOURS TILES`; found '{text}'";
    BOARD_SIZE = "tetravex.board-size", "a board of {width}x{height} is not allowed: 1 to {most} cells a side";
    NOT_A_COLOUR = "tetravex.not-a-colour", "'{text}' is not a colour: colours are whole numbers from 0";
    NEGATIVE_COLOUR = "tetravex.negative-colour", "colour {text} is negative: colours count from 0";
    NO_COLOUR = "tetravex.no-colour", "a side of colour 0 means no colour here, and every side needs one";
    SIDES = "tetravex.sides", "a tile has four sides (top right bottom left), not {found}";
    DIGITS = "tetravex.digits", "'{text}' is not four digits (top left right bottom), with or without @";
    NOT_SQUARE = "tetravex.not-square", "{found} {found|tile does|tiles do} not fill a square board";
    TOO_MANY_TILES = "tetravex.too-many-tiles", "more than {most} tiles";
    TILE_COUNT = "tetravex.tile-count", "the first line announces {announced} {announced|tile|tiles}, found {found}";
    TOO_MANY_COLOURS = "tetravex.too-many-colours", "more than {most} different colours";
    NO_TILES = "tetravex.no-tiles", "the level has no tiles";
    NO_ROOM = "tetravex.no-room", "every cell is blocked";
    NOT_A_CELL = "tetravex.not-a-cell", "'{text}' is not a cell: write row,column, counted from 0";
    OFF_BOARD = "tetravex.off-board", "cell {cell} is not on the board of {size}";
    NOT_A_TILE = "tetravex.not-a-tile", "'{text}' is not the number of a tile: 1 to {tiles}";
    FIXED_SYNTAX = "tetravex.fixed-syntax", "write `fixed ROW,COLUMN TILE`";
    BLOCKED_SYNTAX = "tetravex.blocked-syntax", "write `blocked ROW,COLUMN`";
    CELL_TAKEN = "tetravex.cell-taken", "cell {cell} is already fixed or blocked";
    TILE_TAKEN = "tetravex.tile-taken", "tile {tile} is already fixed at {cell}";
    FIXED_CLASH = "tetravex.fixed-clash", "the fixed tiles at {cell} and {other} touch with {colour} and {facing}";
    QUESTION = "tetravex.question", "the question is `maximise` or `complete`, not '{text}'";
    NO_SQUARE = "tetravex.no-square", "the board is not square";
    OTHER_TILES = "tetravex.other-tiles", "the tiles are not as many as the cells";
    TWO_DIGITS = "tetravex.two-digits", "a colour has two digits";
    ASKS_FULL = "tetravex.asks-full", "it asks for a full board";
    FIXED_OR_BLOCKED = "tetravex.fixed-or-blocked", "a tile is fixed elsewhere, or a cell is blocked";
    NOT_DIGITS = "tetravex.not-digits", "this level cannot be written as digits: {why}";
    NOT_PLAIN = "tetravex.not-plain", "this level cannot be written with `N COLOURS TILES`: {why}";

    // --- playing ---
    MOVE_SYNTAX = "tetravex.move-syntax", "'{text}' is not a move: `3@0,1` puts tile 3 at row 0, column 1; `3@-` takes it off; `*U` shifts all tiles up";
    MOVE_NO_TILE = "tetravex.move-no-tile", "there is no tile {tile}: the level has {tiles}";
    MOVE_FIXED = "tetravex.move-fixed", "tile {tile} is fixed";
    MOVE_CELL_FIXED = "tetravex.move-cell-fixed", "the tile at {cell} is fixed";
    MOVE_BLOCKED = "tetravex.move-blocked", "cell {cell} is blocked";
    MOVE_THERE = "tetravex.move-there", "tile {tile} already lies at {cell}";
    MOVE_OFF = "tetravex.move-off", "tile {tile} does not lie on the board";
    MOVE_SHIFT = "tetravex.move-shift", "the tiles cannot all move {dir}: tile {tile} has no room";
    MOVE_NOTHING = "tetravex.move-nothing", "there is no tile on the board to shift";
    STUCK_TILES = "tetravex.stuck-tiles", "{tiles} {tiles|tile|tiles} cannot fill {cells} {cells|cell|cells}";
    STUCK_CELL = "tetravex.stuck-cell", "no tile in hand fits at {cell}";

    // --- the referee ---
    SOLUTION_NUMBER = "tetravex.solution-number", "'{text}' is not the number of a tile";
    SOLUTION_ROWS = "tetravex.solution-rows", "the board has {height} {height|row|rows}, the solution {found}";
    SOLUTION_COLUMNS = "tetravex.solution-columns", "row {row} has {found} {found|cell|cells} instead of {width}";
    SOLUTION_TILE = "tetravex.solution-tile", "there is no tile {tile} (at {cell}): the level has {tiles}";
    SOLUTION_TWICE = "tetravex.solution-twice", "tile {tile} lies at {cell} and at {other}";
    SOLUTION_BLOCKED = "tetravex.solution-blocked", "cell {cell} is blocked, and tile {tile} lies on it";
    SOLUTION_FIXED = "tetravex.solution-fixed", "tile {tile} is fixed at {cell} and does not lie there";
    SOLUTION_CLASH = "tetravex.solution-clash", "the tiles at {cell} and {other} touch with {colour} and {facing}";
    SOLUTION_NOTHING = "tetravex.solution-nothing", "no tile is placed";
    SOLUTION_EMPTY = "tetravex.solution-empty", "the board must be full, and cell {cell} is empty";

    // --- hints ---
    HINT_FORCED = "tetravex.hint-forced", "only {tile} can lie at {cell}: nothing else agrees with what lies around";
    HINT_PROVED = "tetravex.hint-proved", "{tile} lies at {cell} on every best board that keeps what is placed";

    // --- answers ---
    TOO_FEW = "tetravex.too-few", "{tiles} {tiles|tile|tiles} cannot fill {cells} {cells|cell|cells}";
    UNBALANCED = "tetravex.unbalanced", "the colours do not balance: at least {blanks} {blanks|cell|cells} must stay empty";
    NO_FULL_BOARD = "tetravex.no-full-board", "no arrangement of the tiles fills the board";

    // --- generators ---
    WISH_COLOURS = "tetravex.wish-colours", "a board of {size} has {edges} edges: it cannot show {colours} {colours|colour|colours}";
    WISH_MISSING = "tetravex.wish-missing", "{missing} empty cells on a board of {size} with {colours} {colours|colour is|colours are} impossible: one tile can always be placed, and with one colour all of them";
    NEAR_AMBIGUOUS = "tetravex.near-ambiguous", "it has more than one solution";
    NEAR_MISSING = "tetravex.near-missing", "{placed} {placed|tile|tiles} can be placed, {empty} {empty|cell|cells} stay empty";

    // --- ratings ---
    RATE_SIZE = "tetravex.rate-size", "{tiles} {tiles|tile is|tiles are} to be placed";
    RATE_PARTNERS = "tetravex.rate-partners", "kinds of tiles that come into question beside a tile, on average: {partners}";
    RATE_SURE = "tetravex.rate-sure", "of {sides} sides {none} fit no tile and belong to the border, {one} fit only one";
    RATE_TRIALS = "tetravex.rate-trials", "always looking at the cell with the fewest tiles that fit, {trials} {trials|trial settles|trials settle} everything";
    RATE_TRIALS_CUT = "tetravex.rate-trials-cut", "always looking at the cell with the fewest tiles that fit, {trials} {trials|trial does|trials do} not settle everything";
    RATE_ONE = "tetravex.rate-one", "there is 1 solution";
    RATE_SEVERAL = "tetravex.rate-several", "there are {solutions} {solutions|solution|solutions}";
    RATE_MANY = "tetravex.rate-many", "there are {solutions} {solutions|solution|solutions} or more";
    RATE_UNCOUNTED = "tetravex.rate-uncounted", "how many solutions there are was not found out";
    RATE_GAPS = "tetravex.rate-gaps", "{empty} {empty|cell|cells} must stay empty, and it takes a thought to see which tiles are left over";

    // --- the doctor ---
    NO_TILE = "tetravex.no-tile", "no tile";
    DIFFER = "tetravex.differ", "at {cell} lies {one} in one solution and {other} in another";
    SLIP_LINE = "tetravex.slip-line", "leave out the line '{line}'";
    SLIP_SIGN = "tetravex.slip-sign", "write the line '{line}' without its minus sign";
    PART_TILE = "tetravex.part-tile", "tile {tile} ({sides})";
    PART_CLUE = "tetravex.part-clue", "the fixed tile at {cell}";
    PART_BLOCK = "tetravex.part-block", "the blocked cell at {cell}";
    MEND_TILE = "tetravex.mend-tile", "leave out tile {tile}";
    MEND_CLUE = "tetravex.mend-clue", "let the tile at {cell} go";
    MEND_BLOCK = "tetravex.mend-block", "open the blocked cell at {cell}";
    MEND_SIDES = "tetravex.mend-sides", "change tile {tile} from {old} to {new}";
    MEND_ADD = "tetravex.mend-add", "add the tile {new}";
    MEND_FIX = "tetravex.mend-fix", "fix tile {tile} at {cell}";

    NO_DRAWING = "tetravex.no-drawing", "there is no board in this text: write its size, as in 3x3, then one tile per line";
    BRUSH_DIGIT = "tetravex.brush-digit", "{digit}";
    BRUSH_FIXED = "tetravex.brush-fixed", "Given";
    BRUSH_BLOCKED = "tetravex.brush-blocked", "Blocked";
    BRUSH_TILE = "tetravex.brush-tile", "Tile";
    BRUSH_EMPTY = "tetravex.brush-empty", "Empty";
    BRUSH_SWAP = "tetravex.brush-swap", "Swap two tiles";
    CHOICE_QUESTION = "tetravex.choice-question", "Solved when";
    QUESTION_MOST = "tetravex.question-most", "as many tiles as possible lie";
    QUESTION_ALL = "tetravex.question-all", "every cell holds a tile";

    // --- what pieces are called, and the next move with one of them ---
    TILE = "tetravex.tile", "Tile {number} with {top} on top, {right} on the right, {bottom} at the bottom, {left} on the left";
    TILE_HERE = "tetravex.tile-here", "tile with top {top}, right {right}, bottom {bottom}, left {left}";
    TILE_NEXT = "tetravex.tile-next", "Next: put the marked tile where the arrow ends.";
}
