//! Every sentence of the puzzle. Their ids begin with its name. Those of the last group are shown where their ids say,
//! if they are there: under the board, behind "How to play", beside the format, after a gesture that did nothing.

ingenio_core::words! {
    NOT_A_CELL = "corridor.not-a-cell", "'{letter}' is not part of a corridor";
    ONE_OF_EACH = "corridor.one-of-each", "a corridor has one walker and one goal";
    TOO_LONG = "corridor.too-long", "a corridor has at most {most} cells";
    NOT_A_MOVE = "corridor.not-a-move", "'{letter}' is not a move";
    BLOCKED = "corridor.blocked", "there is a wall, or the corridor ends";
    NOT_THERE = "corridor.not-there", "the walker does not reach the goal";
    CLOSED = "corridor.closed", "a wall stands between the walker and the goal";

    WALKER = "corridor.walker", "Walker";
    WALKER_HERE = "corridor.walker-here", "walker";
    WALKER_NEXT = "corridor.walker-next", "Next: walk {way}.";

    RULE = "corridor.rule", "Walk to the ring with the arrows, or tap it.";
    HELP = "corridor.help-1", "Walk to the ring. The walker goes to the left and to the right, never through a wall.";
    FORMAT = "corridor.format", "A letter for each cell: > the walker, o the goal, # a wall, . floor.";
    NOTHING = "corridor.nothing", "The walker cannot go there.";
}
