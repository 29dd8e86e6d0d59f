//! Every sentence of sokoban that a user can read.

ingenio_core::words! {
    NO_PLAYER = "sokoban.no-player", "there is no player (@ or +) on the board";
    TWO_PLAYERS = "sokoban.two-players", "there is a second player here; the first is at row {row}, column {column}";
    NO_BOX = "sokoban.no-box", "there is no box ($ or *) that the player could ever touch";
    COUNT = "sokoban.count", "there are {boxes} boxes but {goals} goals; there must be one goal for each box";
    OPEN = "sokoban.open", "the player can leave the board here: the outer wall has a gap";
    BOX_OUTSIDE = "sokoban.box-outside", "this box lies where the player can never come; only boxes on goals (*) may be decoration";
    GOAL_OUTSIDE = "sokoban.goal-outside", "this goal lies where no box can ever come";
    TOO_LARGE = "sokoban.too-large", "a board has at most {most} rows and columns";
    BAD_CHARACTER = "sokoban.bad-character", "'{character}' is no square of a board; known: # . $ * @ + and space, - or _ for floor";
    RUN_LENGTH = "sokoban.run-length", "this run length or bracket has nothing to repeat or is not closed";

    BAD_MOVE = "sokoban.bad-move", "'{character}' is no step; known: u d l r, and U D L R for pushes";
    TOO_MANY_MOVES = "sokoban.too-many-moves", "more than {most} steps are not read";
    WALL_AHEAD = "sokoban.wall-ahead", "there is a wall in the way";
    BOX_BLOCKED = "sokoban.box-blocked", "the box cannot be pushed: there is a wall or another box behind it";
    NO_PUSH = "sokoban.no-push", "the capital letter says push, but there is no box ahead";
    NOT_SOLVED = "sokoban.not-solved", "at the end {left} boxes are not on goals";

    DEAD_SQUARE = "sokoban.dead-square", "the box at row {row}, column {column} stands on a dead square: from there it can never be pushed to a goal";
    FROZEN = "sokoban.frozen", "the box at row {row}, column {column} is frozen off its goal: nothing can ever move it again";
    NO_MATCH = "sokoban.no-match", "the boxes can no longer be shared out among the goals, one for each";
    SEALED = "sokoban.sealed", "the corral at row {row}, column {column} is sealed: no order of pushes opens it or puts its boxes on goals";
    EXHAUSTED = "sokoban.exhausted", "every position that can be reached was examined and none is solved";
    START_DEAD = "sokoban.start-dead", "the level is lost from the start: {why}";
    TOO_BIG_FOR = "sokoban.too-big-for", "the method is made for boards of at most {most} squares inside the walls";
    PLAN_TOO_LARGE = "sokoban.plan-too-large", "a plan as a model is for levels of up to {most} squares; this one has {squares}";
}
