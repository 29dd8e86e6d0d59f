//! Every sentence of sokoban that a user can read.

ingenio_core::words! {
    NO_PLAYER = "sokoban.no-player", "there is no player (@ or +) on the board";
    TWO_PLAYERS = "sokoban.two-players", "there is a second player here; the first is at row {row}, column {column}";
    NO_BOX = "sokoban.no-box", "there is no box ($ or *) that the player could ever touch";
    COUNT = "sokoban.count", "there {boxes|is|are} {boxes} {boxes|box|boxes} but {goals} {goals|goal|goals}; there must be one goal for each box";
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
    BOX_AHEAD = "sokoban.box-ahead", "there is a box in the way, and backwards boxes are pulled";
    ON_A_BOX = "sokoban.on-a-box", "the player stands on a box; before the first pull he steps down from it";
    NO_PULL = "sokoban.no-pull", "the capital letter says pull, but there is no box behind";
    NOT_SOLVED = "sokoban.not-solved", "at the end {left} {left|box is|boxes are} not on goals";

    DEAD_SQUARE = "sokoban.dead-square", "the box at row {row}, column {column} stands on a dead square: from there it can never be pushed to a goal";
    FROZEN = "sokoban.frozen", "the box at row {row}, column {column} is frozen off its goal: nothing can ever move it again";
    NO_MATCH = "sokoban.no-match", "the boxes can no longer be shared out among the goals, one for each";
    SEALED = "sokoban.sealed", "the corral at row {row}, column {column} is sealed: no order of pushes opens it or puts its boxes on goals";
    SIGHT_BACKWARD = "sokoban.sight-backward", "Pulls boxes from the solved board towards the start: {pulls} {pulls|pull|pulls} so far, at least {left} to go.";
    SIGHT_NEAR = "sokoban.sight-near", "Looks for a shorter way near pushes {from} to {to} of the {pushes} in hand.";
    EXHAUSTED = "sokoban.exhausted", "every position that can be reached was examined and none is solved";
    START_DEAD = "sokoban.start-dead", "the level is lost from the start: {why}";
    TOO_BIG_FOR = "sokoban.too-big-for", "the method is made for boards of at most {most} squares inside the walls";
    PLAN_TOO_LARGE = "sokoban.plan-too-large", "a plan as a model is for levels of up to {most} squares; this one has {squares}";

    LEARNED_TO_GO = "sokoban.learned-to-go", "by the learned estimate {guess} {guess|push|pushes} to go, by the assignment at least {least}";
    LEARNED_PUSH = "sokoban.learned-push", "the box at {from} to {to}: {percent} % by the policy";

    PLACE = "sokoban.place", "row {row}, column {column}";
    PLAN_STAY = "sokoban.plan-stay", "the box at {to} stays where it is";
    PLAN_WAIT = "sokoban.plan-wait", "the box at {to} waits there until it is fetched";
    PLAN_PARK = "sokoban.plan-park", "park a box at {to}";
    PLAN_PACK = "sokoban.plan-pack", "bring a box to {to}";
    PLAN_MOVE_ON = "sokoban.plan-move-on", "bring the box at {from} to {to}";
    PLAN_LAYER = "sokoban.plan-layer", "layer {number} of the goals, in any order: {count} {count|goal|goals} from {first} on";
    PLAN_ROOM = "sokoban.plan-room", "a room of {count} {count|square|squares} begins at {first}";
    PLAN_HOTSPOT = "sokoban.plan-hotspot", "the box at {at} stands in the way of {count} others";
    PLAN_HOTSPOT_ONE = "sokoban.plan-hotspot-one", "the box at {at} stands in the way of another";
    PLAN_MOVE = "sokoban.plan-move", "move {number}: the box at {from} to {to} ({pushes} {pushes|push|pushes}): {why}";
    PLAN_CHOSEN = "sokoban.plan-chosen", "the moves as the advisers of {method} chose them in its search";
    PLAN_JUDGED = "sokoban.plan-judged", "the moves were found without the advisers, who judge them afterwards";
    ADVISER_NOBODY = "sokoban.adviser-nobody", "no adviser names it";
    ADVISER_PACK = "sokoban.adviser-pack", "the plan goes on";
    ADVISER_CONNECT = "sokoban.adviser-connect", "it joins parts of the floor";
    ADVISER_ROOMS = "sokoban.adviser-rooms", "it opens the way between rooms";
    ADVISER_HOTSPOTS = "sokoban.adviser-hotspots", "it takes a box out of the way of others";
    ADVISER_EXPLORE = "sokoban.adviser-explore", "it makes pushes possible that were not";
    ADVISER_OPEN = "sokoban.adviser-open", "it makes room by the square to be filled next";
    ADVISER_OUT_OF_PLAN = "sokoban.adviser-out-of-plan", "it keeps a box from being shut off";
    ADVISER_CLEAR = "sokoban.adviser-clear", "it clears the way of the next step of the plan";
    ADVISER_SHORTENING = "sokoban.adviser-shortening", "it came with the shortening of the solution";

    NO_ROOM = "sokoban.no-room", "{boxes} {boxes|box does|boxes do} not fit in a room of {size}: it has {floor} {floor|square|squares} inside its walls, {needed} are needed for the boxes, the player and a push";
    TOO_MANY_PUSHES = "sokoban.too-many-pushes", "no level of {size} with {boxes} {boxes|box|boxes} needs {pushes} {pushes|push|pushes}: it has {positions} {positions|position|positions} at most";
    FEWER_PUSHES = "sokoban.fewer-pushes", "{found} {found|push|pushes} instead of {wanted}";

    RATE_BOXES = "sokoban.rate-boxes", "{boxes} {boxes|box has|boxes have} to move";
    RATE_CHANGES = "sokoban.rate-changes", "the solution turns to another box {changes} {changes|time|times}; {boxes} {boxes|box moves|boxes move}";
    RATE_WRONG_WAY = "sokoban.rate-wrong-way", "{count} of {pushes} {pushes|push|pushes} {count|takes|take} a box away from where it ends, or off a goal";
    RATE_INTERPLAY = "sokoban.rate-interplay", "the boxes cost each other {pushes} {pushes|push|pushes} more than each would need alone";
    RATE_TRAPS = "sokoban.rate-traps", "{percent} % of the pushes that are possible along the solution lose at once";
    RATE_SEARCH = "sokoban.rate-search", "a search looks at {nodes} {nodes|position|positions} to find it";
    RATE_LENGTH = "sokoban.rate-length", "{pushes} {pushes|push|pushes}";

    PART_BOX = "sokoban.part-box", "the box at row {row}, column {column} with a goal";
    PART_WALL = "sokoban.part-wall", "the wall at row {row}, column {column}";
    SLIP_PLAYER = "sokoban.slip-player", "leave out the player at {place}";
    SLIP_NEW_PLAYER = "sokoban.slip-new-player", "put the player at {place}";
    SLIP_WALL = "sokoban.slip-wall", "close the outer wall at {place}";
    SLIP_WALL_BESIDE = "sokoban.slip-wall-beside", "put a wall outside of {place}";
    SLIP_BOX = "sokoban.slip-box", "leave out the box at {place}";
    SLIP_GOAL = "sokoban.slip-goal", "leave out the goal at {place}";
    SLIP_NEW_BOX = "sokoban.slip-new-box", "put a box at {place}";
    SLIP_NEW_GOAL = "sokoban.slip-new-goal", "put a goal at {place}";
    SLIP_DOOR = "sokoban.slip-door", "remove the wall at {place}";
    MEND_WALL = "sokoban.mend-wall", "remove the wall at row {row}, column {column}";
    MEND_BOX = "sokoban.mend-box", "move the box at row {row}, column {column} one square {way}";
    MEND_GOAL = "sokoban.mend-goal", "move the goal at row {row}, column {column} one square {way}";
    MEND_PLAYER = "sokoban.mend-player", "let the player begin at row {row}, column {column}";
    MEND_DROP = "sokoban.mend-drop", "leave out the box at row {row}, column {column} and the goal at row {goal_row}, column {goal_column}";

    NO_DRAWING = "sokoban.no-drawing", "there is no board in this text: # is a wall, $ a box, . a goal, @ the player";
    BRUSH_WALL = "sokoban.brush-wall", "Wall";
    BRUSH_FLOOR = "sokoban.brush-floor", "Floor";
    BRUSH_BOX = "sokoban.brush-box", "Box";
    BRUSH_GOAL = "sokoban.brush-goal", "Goal";
    BRUSH_PLAYER = "sokoban.brush-player", "Player";

    // --- what pieces are called, and the next move with one of them ---
    PLAYER = "sokoban.player", "Player";
    PLAYER_HERE = "sokoban.player-here", "you";
    PLAYER_NEXT = "sokoban.player-next", "Next: go {way}.";
    BOX = "sokoban.box", "Box {number}";
    BOX_HERE = "sokoban.box-here", "box";
    BOX_NEXT = "sokoban.box-next", "Next: push the marked box {way}.";
}
