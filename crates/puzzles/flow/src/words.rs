//! Every sentence of Flow. Where a sentence speaks of a text, cells are named `row,column` from 0 as in the text;
//! where it speaks of a board, as people count.

ingenio_core::words! {
    TOO_LARGE = "flow.too-large", "the board is too large: at most {most} rows and columns, {cells} {cells|cell|cells}";
    ROW_LENGTH = "flow.row-length", "row {row} has {found} {found|cell|cells}, the rows above have {expected}";
    ROW_COUNT = "flow.row-count", "{expected} rows are announced, {found} follow";
    EMPTY_ROW = "flow.empty-row", "row {row} of the board is empty; write {cells} dots for a row without end points";
    BAD_CHARACTER = "flow.bad-character", "'{found}' is no cell: '.' is empty, '#' a hole, '+' a bridge, letters and digits are end points";
    BAD_NUMBER = "flow.bad-number", "'{found}' is no cell: 0 is empty, '-' a hole, '+' a bridge, other numbers are end points";
    TWO_IN_CELL = "flow.two-in-cell", "{cell} holds two colours, '{found}'; a cell holds one end point at most";
    ONE_CELL = "flow.one-cell", "a board of one cell has no room for two end points";
    NO_COLOURS = "flow.no-colours", "there is no end point on this board";
    COLOUR_ONCE = "flow.colour-once", "colour {colour} has one end point only, at {cell}; it needs two";
    COLOUR_MORE = "flow.colour-more", "colour {colour} has a third end point at {cell}; it may have two";
    BAD_RULES = "flow.bad-rules", "there are no rules '{found}'; known: touch, no-touch, partial";
    BAD_BRIDGE = "flow.bad-bridge", "the bridge at {cell} cannot be crossed both ways: it needs a cell on each of its four sides, and no wall between";
    HEX_BRIDGE = "flow.hex-bridge", "a hexagon cannot be a bridge, at {cell}: over a bridge one pipe goes straight across and one straight down, and no way leads straight across a hexagon";
    END_ON_BRIDGE = "flow.end-on-bridge", "colour {colour} has an end point on the bridge at {cell}; pipes pass a bridge and do not end there";
    ODD_WARP = "flow.odd-warp", "the left and the right border of a board of hexagons join where the number of columns is even; there are {columns}";
    BAD_BOARD = "flow.bad-board", "there is no board of '{found}'; known: squares, hexes";
    BAD_WARPS = "flow.bad-warps", "borders do not join '{found}'; known: across, down, both";
    BAD_WALL = "flow.bad-wall", "'{found}' is no wall; 0,3:R is the right side of row 0, column 3, and 0,3:RD its right and lower side";
    NO_WALL = "flow.no-wall", "no cell lies beyond this side, so no wall fits there: '{found}'";
    BAD_DRAWN = "flow.bad-drawn", "the pipe drawn for colour {colour} does not fit: {reason}";
    NO_SOLUTION_LINE = "flow.no-solution-line", "a line of the official packs holds the solution, and none was found for this level in {nodes} nodes";
    LONG_NAMES = "flow.long-names", "colour {colour} has a name of more than one character and cannot be written as {format}";
    LINE_FIELD = "flow.line-field", "'{found}' in this line of a pack was not understood: {expected}";
    LINE_SIZE = "flow.line-size", "the size is expected here, such as 5, 6:3, W_6:3 or X_7, with +B or the like after it";
    LINE_CELLS = "flow.line-cells", "numbers of cells below {cells} are expected here";
    LINE_WALL = "flow.line-wall", "two cells beside each other are expected here, such as 3|4";
    LINE_COUNT = "flow.line-count", "so many pipes are announced, and {found} follow";
    LINE_MORE = "flow.line-more", "nothing more is expected here";
    LINE_PATH = "flow.line-path", "a pipe is expected here: cells beside each other, two or more";
    LINE_STEP = "flow.line-step", "no way leads here from cell {from}: the two are not beside each other, or a wall lies between";
    LINE_HOLE = "flow.line-hole", "this cell is a hole";
    LINE_STRAIGHT = "flow.line-straight", "over the bridge at cell {from} a pipe goes straight on";
    LINE_BARE = "flow.line-bare", "a line of the official packs has room neither for rules of its own nor for pipes that are drawn already";
    LINE_REFUSED = "flow.line-refused", "the solution in this line of a pack breaks the rules: {reason}";

    STROKE_FORM = "flow.stroke-form", "'{found}' is no stroke; A@0,3:DDL is colour A from row 0, column 3, down, down, left";
    NO_COLOUR = "flow.no-colour", "there is no colour {colour} on this board";
    NO_CELL = "flow.no-cell", "there is no cell {cell} on this board";
    STROKE_START = "flow.stroke-start", "a stroke of colour {colour} begins at one of its end points or on its pipe, not at {cell}";
    NO_WAY = "flow.no-way", "no way leads {way} from {cell}";
    FOREIGN_END = "flow.foreign-end", "pipe {colour} cannot pass {cell}: that is an end point of {other}";
    ALREADY_JOINED = "flow.already-joined", "pipe {colour} is complete at {cell} and goes no further";
    TOUCHES_ITSELF = "flow.touches-itself", "pipe {colour} would run beside itself at {cell}, which these rules forbid";
    GIVEN_PIPE = "flow.given-pipe", "the pipe {colour} that the level gives stays as it is";

    FORM_UNCLEAR = "flow.form-unclear", "this is neither a list of pipes, nor filled rows, nor a list of segments";
    COLOUR_TWICE = "flow.colour-twice", "colour {colour} has two pipes";
    COLOUR_MISSING = "flow.colour-missing", "colour {colour} has no pipe";
    NOT_AT_END = "flow.not-at-end", "pipe {colour} begins or ends at {cell}, which is not its end point";
    CELL_TWICE = "flow.cell-twice", "cell {cell} is covered twice, by {first} and {second}";
    CELL_EMPTY = "flow.cell-empty", "cell {cell} is not covered";
    ROWS_DIFFER = "flow.rows-differ", "the filled board does not fit the level at {cell}";
    NO_PIPE_IN_ROWS = "flow.no-pipe-in-rows", "the cells of colour {colour} form no pipe between its end points";
    ROWS_UNCLEAR = "flow.rows-unclear", "the way of colour {colour} through its cells is hard to find; write it as a pipe";
    ROWS_BRIDGE = "flow.rows-bridge", "filled rows do not say which pipe passes the bridge at {cell} which way; write the solution as pipes";
    SEGMENT_FORM = "flow.segment-form", "'{found}' is no segment; A,0,3,2,3 is colour A from row 0, column 3 to row 2, column 3";
    SEGMENTS_APART = "flow.segments-apart", "the segments of colour {colour} do not join into one pipe";

    PARITY = "flow.parity", "impossible to fill: coloured like a chessboard, the end points ask for {wanted} more cells of one colour than of the other, the board has {found}";
    END_ENCLOSED = "flow.end-enclosed", "the end of {colour} at {cell} is enclosed";
    DEAD_END = "flow.dead-end", "{cell} is a dead end: a pipe could enter it and not leave";
    COLOUR_STRANDED = "flow.colour-stranded", "colour {colour} is cut off: no free way joins {first} and {second}";
    REGION_STRANDED = "flow.region-stranded", "the region around {cell} cannot be filled: no open colour reaches it with both ends";
    SIGHT_PIECES = "flow.sight-pieces", "In hand: {pieces} straight {pieces|piece|pieces} of pipe, whether they join or not.";
    EXHAUSTED = "flow.exhausted", "every way to fill the board was tried or excluded";
    LEFT_OVER = "flow.left-over", "all pipes are complete and {cell} is still empty";

    NO_FRONTIER = "flow.no-frontier", "frontier counts boards of up to {most} cells across whose pipes may run beside themselves; links works on every board";
    TOO_MANY_CELLS = "flow.too-many-cells", "{method} is for boards of at most {most} cells; this one has {cells}";

    HINT_ONE_EXIT = "flow.hint-one-exit", "the end of {colour} at {cell} has one way out: {way}";
    HINT_TWO_EXITS = "flow.hint-two-exits", "{cell} can only be filled one way: the pipe runs {way} and {second}";
    HINT_RULED_OUT = "flow.hint-ruled-out", "every other way through {cell} fails at once: the pipe runs {way}";
    HINT_PROVED = "flow.hint-proved", "in every solution that fits this drawing the pipe runs {way} from {cell}";
    HINT_POSSIBLE = "flow.hint-possible", "in one of the solutions that fit this drawing the pipe runs {way} from {cell}";
    HINT_WRONG = "flow.hint-wrong", "pipe {colour} is wrong from {cell} on: with it the board cannot be completed";
    CIRCUIT_FILLS = "flow.circuit-fills", "a single circuit visits every cell; under the rules 'partial' cells may stay empty";

    MANY_COLOURS = "flow.many-colours", "{colours} {colours|colour|colours} of at least {least} cells each do not fit on a board of {size}: at most {most} do";
    FEW_COLOURS = "flow.few-colours", "{colours} {colours|colour|colours} cannot fill a board of {size}: a pipe that never runs beside itself covers {longest} {longest|cell|cells} of it at most";
    OTHER_COLOURS = "flow.other-colours", "{found} {found|colour|colours} instead of {wanted}";

    RATE_LOOKING = "flow.rate-looking", "{percent} % of the links follow at once, one by one";
    RATE_WHAT_IFS = "flow.rate-what-ifs", "{count} {count|time|times} one must ask 'what if' and see it fail";
    RATE_GUESSING = "flow.rate-guessing", "{percent} % of the links stay open even then";
    RATE_DETOURS = "flow.rate-detours", "a pipe covers {cells} {cells|cell|cells} more than its shortest way, on average";
    RATE_SIZE = "flow.rate-size", "{cells} {cells|cell|cells} and {colours} {colours|colour|colours} to survey";

    PRINTED_ACCEPTS = "flow.printed-accepts", "the test as printed accepts {segments}: every cell is painted, and no segment touches an end point, so nothing is joined";

    PART_COLOUR = "flow.part-colour", "colour {colour}";
    PART_GIVEN = "flow.part-given", "the given pipe of colour {colour}";
    PART_HOLE = "flow.part-hole", "the hole at {cell}";
    NOBODY = "flow.nobody", "nobody";
    NOT_FILLED = "flow.not-filled", "all colours can be joined, but not so that every cell is filled";
    DIFFER_CELL = "flow.differ-cell", "{cell} belongs to {one} in one solution and to {other} in another";
    DIFFER_WAY = "flow.differ-way", "colour {colour} runs through the same cells in another order from {cell} on";
    SLIP_END = "flow.slip-end", "leave out the end point of {colour} at {cell}";
    SLIP_NEW_END = "flow.slip-new-end", "put the second end point of {colour} at {cell}";
    SLIP_PAD = "flow.slip-pad", "fill row {row} up with empty cells";
    SLIP_CUT = "flow.slip-cut", "shorten row {row} by its empty cells at the end";
    SLIP_CHARACTER = "flow.slip-character", "make {cell} an empty cell";
    PART_WALL = "flow.part-wall", "the wall between {cell} and {to}";
    PART_BRIDGE = "flow.part-bridge", "the bridge at {cell}";
    MEND_WALL = "flow.mend-wall", "take the wall between {cell} and {to} away";
    MEND_BRIDGE = "flow.mend-bridge", "make the bridge at {cell} a cell";
    MEND_MOVE = "flow.mend-move", "move the end point of {colour} at {cell} to {to}";
    MEND_EXCHANGE = "flow.mend-exchange", "exchange the end points of {one} at {cell} and of {other} at {to}";
    MEND_FILL = "flow.mend-fill", "make the hole at {cell} a cell";
    MEND_HOLE = "flow.mend-hole", "make {cell} a hole";
    MEND_DROP = "flow.mend-drop", "leave colour {colour} out";
    MEND_CUT = "flow.mend-cut", "cut colour {colour} in two: {colour} ends at {cell} and a new colour {name} begins at {to}";

    NO_DRAWING = "flow.no-drawing", "there is no board in this text: . is an empty cell, # a hole, letters are end points";
    BRUSH_COLOUR = "flow.brush-colour", "{colour}";
    BRUSH_EMPTY = "flow.brush-empty", "Empty";
    BRUSH_HOLE = "flow.brush-hole", "Hole";
    BRUSH_BRIDGE = "flow.brush-bridge", "Bridge";
    BRUSH_WALL = "flow.brush-wall", "Wall";
    NO_WALL_HERE = "flow.no-wall-here", "no cell lies beyond this side, so no wall fits there";
    CHOICE_RULES = "flow.choice-rules", "Rules";
    RULES_TOUCH = "flow.rules-touch", "every cell is filled";
    RULES_NO_TOUCH = "flow.rules-no-touch", "every cell is filled, no pipe runs beside itself";
    RULES_PARTIAL = "flow.rules-partial", "cells may stay empty";
    CHOICE_BOARD = "flow.choice-board", "Cells";
    BOARD_SQUARES = "flow.board-squares", "squares";
    BOARD_HEXES = "flow.board-hexes", "hexagons";
    CHOICE_WARPS = "flow.choice-warps", "Borders";
    WARPS_NONE = "flow.warps-none", "closed";
    WARPS_ACROSS = "flow.warps-across", "left and right join";
    WARPS_DOWN = "flow.warps-down", "top and bottom join";
    WARPS_BOTH = "flow.warps-both", "all join";
    HEX_TURN = "flow.hex-turn", "a board of hexagons turns half around where the number of columns is even; there are {columns}";
    HEX_MIRROR = "flow.hex-mirror", "a board of hexagons is mirrored where the number of columns is odd; there are {columns}";

    // --- what pieces are called, and the next move with one of them ---
    END = "flow.end", "End of {label}";
    END_HERE = "flow.end-here", "end of {label}";
    PIPE = "flow.pipe", "Pipe {label}";
    PIPE_HERE = "flow.pipe-here", "pipe {label}";
    PIPE_NEXT = "flow.pipe-next", "Next: draw the pipe {label} as marked.";
}
