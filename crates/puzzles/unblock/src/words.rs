//! Every sentence of this puzzle.

ingenio_core::words! {
    SIZE = "unblock.size", "a board of {width} x {height} is not possible: sides go up to {side}, cells up to {cells}";
    LENGTH = "unblock.length", "there are {found} {found|cell|cells}, but a board of {width} x {height} has {wanted}";
    NOT_SQUARE = "unblock.not-square", "{found} {found|cell|cells} in one line make no square; write the size before them, as in 7x6:";
    ROW_LENGTH = "unblock.row-length", "this row has {found} {found|cell|cells}, the first has {wanted}";
    BAD_CELL = "unblock.bad-cell", "'{found}' is no cell: write o or . for empty, x for a wall, A to Z, then a to z for pieces (more than 50 pieces need the panel form)";
    NO_TARGET = "unblock.no-target", "there is no target: piece {target} must stand on the board; if it is already out, nothing is left to solve";
    TARGET_DOWN = "unblock.target-down", "the target {piece} stands upright at {cell}, but the exit is at the end of a row; let it lie along its row, or write exit: up or exit: down above the board";
    TARGET_ACROSS = "unblock.target-across", "the target {piece} lies across at {cell}, but the exit is at the end of a column; let it stand upright, or write exit: left or exit: right above the board";
    BAD_EXIT = "unblock.bad-exit", "'{found}' is no side; write exit: right, left, up or down";
    SHORT = "unblock.short", "piece {piece} at {cell} has one cell; pieces have two or more";
    BENT = "unblock.bent", "piece {piece} is bent at {cell}; pieces are straight";
    GAP = "unblock.gap", "piece {piece} has a gap at {cell}";
    APART = "unblock.apart", "two pieces are called {piece}: a second one stands at {cell}";
    TOO_MANY = "unblock.too-many", "{pieces} {pieces|piece is|pieces are} more than the {letters} letters; write the level in the panel format";

    PANEL_END = "unblock.panel-end", "the panel ends too early: {wanted} is missing";
    PANEL_NUMBER = "unblock.panel-number", "'{found}' is not {wanted}";
    PANEL_RANGE = "unblock.panel-range", "{what} is {found}, but must be {least} to {most}";
    PANEL_ROW = "unblock.panel-row", "row {row} of the matrix has {found} {found|number|numbers} instead of {wanted}";
    PANEL_PIECE = "unblock.panel-piece", "the matrix shows piece {found} at {cell}, but there are only {pieces} {pieces|piece|pieces}";
    PANEL_ABSENT = "unblock.panel-absent", "piece {number} of the lists is not in the matrix";
    PANEL_OUT = "unblock.panel-out", "piece 1, the target, is not in the matrix: it is already out, so nothing is left to solve";
    PANEL_AXIS = "unblock.panel-axis", "piece {number} is listed as {listed}, but lies {found} in the matrix at {cell}";
    PANEL_LENGTH = "unblock.panel-length", "piece {number} is listed with size {listed}, but covers {found} {found|cell|cells} of the matrix at {cell}";
    PANEL_PIECES = "unblock.panel-pieces", "the number of pieces";
    PANEL_ROWS = "unblock.panel-rows", "the number of rows";
    PANEL_COLUMNS = "unblock.panel-columns", "the number of columns";
    PANEL_DIRECTION = "unblock.panel-direction", "the direction of a piece (1 across, 2 down)";
    PANEL_SIZE = "unblock.panel-size", "the size of a piece";
    PANEL_LINE_OF = "unblock.panel-line-of", "the row or column of a piece";
    PANEL_SQUARE = "unblock.panel-square", "the number of a piece, 0 or x";
    PANEL_MATRIX_ROW = "unblock.panel-matrix-row", "a row of the matrix";
    PANEL_ACROSS = "unblock.panel-across", "across";
    PANEL_DOWN = "unblock.panel-down", "down";
    PANEL_ROW_KIND = "unblock.panel-row-kind", "row";
    PANEL_COLUMN_KIND = "unblock.panel-column-kind", "column";
    PANEL_LINE = "unblock.panel-line", "piece {number} is listed in {kind} {listed}, but stands in {kind} {found} of the matrix at {cell}";

    MOVE_SYNTAX = "unblock.move-syntax", "'{text}' is no move; write the piece and how far it goes, as in B+2 (right or down) or C-1 (left or up)";
    MOVE_PIECE = "unblock.move-piece", "there is no piece {piece} on this board";
    MOVE_NOWHERE = "unblock.move-nowhere", "piece {piece} must move at least one cell";
    MOVE_EDGE = "unblock.move-edge", "piece {piece} cannot go {by}: the board ends at {cell}";
    MOVE_WALL = "unblock.move-wall", "piece {piece} cannot go {by}: there is a wall at {cell}";
    MOVE_BLOCKED = "unblock.move-blocked", "piece {piece} cannot go {by}: piece {other} is in the way at {cell}";
    NOT_SOLVED = "unblock.not-solved", "the target stops at {cell} and does not touch the wall at the exit";

    BLOCKED_WALL = "unblock.blocked-wall", "the wall at {cell} stands between the target and the exit";
    BLOCKED_ROW = "unblock.blocked-row", "piece {piece} lies in the target's line and can never leave it";
    BLOCKED_LINE = "unblock.blocked-line", "piece {piece} always covers {cell} on the target's way, wherever it slides";
    EXHAUSTED = "unblock.exhausted", "all {positions} {positions|position|positions} that can be reached were looked at; in none of them is the target free";
    SIGHT_SURVEY = "unblock.sight-survey", "Goes through every position that can be reached: {positions} so far.";
    SIGHT_MEASURE = "unblock.sight-measure", "Measures from the solved positions backwards: this one is {distance} away from them.";
    EXHAUSTED_ALL = "unblock.exhausted-all", "every position that can be reached was looked at; in none of them is the target free";
    TOO_MANY_GOALS = "unblock.too-many-goals", "bidirectional search lists all solved arrangements first; this board has too many of them";

    LEAST_WITHIN = "unblock.least-within", "{steps} {steps|step is|steps are} the least within {periods} {periods|period|periods}; a plan of more periods may have fewer";
    RING_COUNTED = "unblock.ring-counted", "within {periods} {periods|period|periods} the best of the model as printed is {objective} = {weight} - {steps}, and that is no solution: in period {period} {ring} go at the same moment, a ring in which each piece enters a cell that the next one has not left";
    RING = "unblock.ring", "within {periods} {periods|period|periods} the model as printed gets the target out, and that is no solution: in period {period} {ring} go at the same moment, a ring in which each piece enters a cell that the next one has not left";

    WISH_ORDER = "unblock.wish-order", "at least {least} and at most {most} moves cannot both be";
    WISH_TOO_LONG = "unblock.wish-too-long", "no {width}x{height} board with {walls} {walls|wall|walls} takes {least} moves: all of them have been enumerated, and the hardest takes {hardest}";
    WISH_SIZE = "unblock.wish-size", "a board of {width} x {height} is too large to generate: its cells may be {cells} at most";
    WISH_CROWDED = "unblock.wish-crowded", "{pieces} {pieces|piece|pieces} and {walls} {walls|wall leaves|walls leave} no free cell on a board of {width} x {height}, or no free row for the target";
    NEAR = "unblock.near", "{moves} {moves|move|moves} with {pieces} {pieces|piece|pieces}";

    STUDY_CLUSTER = "unblock.study-cluster", "{positions} {positions|position|positions} can be reached; {solved} of them are solved";
    STUDY_DISTANCES = "unblock.study-distances", "positions by {metric} to go: {histogram}; half of them are at most {median} away";
    STUDY_HARDEST = "unblock.study-hardest", "the hardest position that can be reached takes {figure}: {board}";
    STUDY_FIRST = "unblock.study-first", "best first moves: {best} ({number} of {all})";
    STUDY_ONE = "unblock.study-one", "there is one optimal solution";
    STUDY_SEVERAL = "unblock.study-several", "there are {number} optimal solutions";
    STUDY_COUNTLESS = "unblock.study-countless", "there are more optimal solutions than 64 bits can count";
    STUDY_IDLE = "unblock.study-idle", "pieces that never matter: {pieces}";
    STUDY_ALL_MATTER = "unblock.study-all-matter", "every piece matters somewhere";

    RATE_LENGTH = "unblock.rate-length", "the shortest solution has {moves} {moves|move|moves}";
    RATE_AGAIN = "unblock.rate-again", "{again} of {moves} {moves|move|moves} {again|is of a piece that has|are of pieces that have} moved before";
    RATE_AGAINST = "unblock.rate-against", "the target goes back {back} {back|time|times}, and {into} {into|time|times} a piece is put into its way";
    RATE_CHOICES = "unblock.rate-choices", "of {moves} possible moves {best} are best on average; {forced} {forced|time|times} only one is, and the number of shortest solutions is {solutions}: {bits} {bits|bit|bits} of choice in all";
    RATE_BLOCKERS = "unblock.rate-blockers", "{pieces} {pieces|piece stands|pieces stand} in the way before the exit, in chains of up to {depth}";
    RATE_CLUSTER = "unblock.rate-cluster", "one can get lost among {positions} {positions|position|positions}";

    PART_PIECE = "unblock.part-piece", "piece {piece}";
    PART_WALL = "unblock.part-wall", "the wall at {cell}";
    SLIP_TARGET = "unblock.slip-target", "call piece {piece} A: it becomes the target";
    SLIP_EMPTY = "unblock.slip-empty", "make {cell} an empty cell";
    SLIP_LONGER = "unblock.slip-longer", "let piece {piece} cover {cell} as well";
    SLIP_RENAME = "unblock.slip-rename", "call the piece {piece} at {cell} {new}: it is another one";
    MEND_WALL = "unblock.mend-wall", "take away the wall at {cell}";
    MEND_REMOVE = "unblock.mend-remove", "take away piece {piece}";
    MEND_SHORTEN = "unblock.mend-shorten", "shorten piece {piece} by its cell at {cell}";
    MEND_MOVE = "unblock.mend-move", "move piece {piece} so that it begins at {cell}";
    MEND_TURN = "unblock.mend-turn", "turn piece {piece} so that it begins at {cell}";

    NO_DRAWING = "unblock.no-drawing", "there is no board in this text: o is empty, x a wall, letters are pieces and A is the target";
    NO_LETTER = "unblock.no-letter", "all {letters} letters are used; take a piece away first";
    NO_PIECE = "unblock.no-piece", "there is no piece to move here";
    IN_THE_WAY = "unblock.in-the-way", "piece {piece} does not fit there";
    LONG_DRAG = "unblock.long-drag", "a piece covers two cells or more: drag from its first to its last";
    BRUSH_BLOCK = "unblock.brush-block", "Block";
    BRUSH_TARGET = "unblock.brush-target", "Red block";
    BRUSH_MOVE = "unblock.brush-move", "Move a piece";
    BRUSH_WALL = "unblock.brush-wall", "Wall";
    BRUSH_EMPTY = "unblock.brush-empty", "Empty";
    CHOICE_EXIT = "unblock.choice-exit", "Exit";
    EXIT_RIGHT = "unblock.exit-right", "on the right";
    EXIT_LEFT = "unblock.exit-left", "on the left";
    EXIT_UP = "unblock.exit-up", "at the top";
    EXIT_DOWN = "unblock.exit-down", "at the bottom";

    // --- what pieces are called, and the next move with one of them ---
    BLOCK = "unblock.block", "Block {label}";
    BLOCK_HERE = "unblock.block-here", "block {label}";
    BLOCK_NEXT = "unblock.block-next", "Next: slide block {label} {way}, {count} {count|square|squares}.";
    TARGET = "unblock.target", "Target {label}";
    TARGET_HERE = "unblock.target-here", "target {label}";
    TARGET_NEXT = "unblock.target-next", "Next: slide the red block {way}, {count} {count|square|squares}.";
}
