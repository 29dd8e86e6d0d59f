//! Every sentence that playing says.

ingenio_core::words! {
    NO_SNAPSHOT = "play.no-snapshot", "there is no snapshot '{name}'";
    TOO_MANY_MOVES = "play.too-many-moves", "these are more than {most} moves at once";
    NOT_RESUMED = "play.not-resumed", "the saved play does not fit its level: event {number} is refused: {reason}";

    NOT_BACKWARDS = "play.not-backwards", "this puzzle is not played backwards";

    SOLVED = "play.solved", "It is solved.";
    TO_GO = "play.to-go", "Solvable: {figure} to go, the fewest possible.";
    AT_MOST = "play.at-most", "Solvable: at most {figure} to go.";
    CAN_BE = "play.can-be", "Solvable from here.";
    MOST_CAN_BE = "play.most-can-be", "{count} can be {metric} in all, the most possible.";
    AT_LEAST_CAN_BE = "play.at-least-can-be", "At least {count} can be {metric} in all.";
    NOTHING_MORE = "play.nothing-more", "With what lies on the board, {figure} is all that can be.";
    NO_MORE_KNOWN = "play.no-more-known", "No way is known to better {figure} without taking something back.";
    NO_HINT_BACKWARDS = "play.no-hint-backwards", "There is no hint backwards: what can be pulled apart can be pushed together.";
    LOST = "play.lost", "Lost from here: {reason}.";
    UNKNOWN = "play.unknown", "No answer within {seconds} s.";
    PLAN_FIRST = "play.plan-first", "First {what}.";
    PLAN_THEN = "play.plan-then", "Then {what}.";
    NO_PLAN = "play.no-plan", "There is no plan from here.";
    NO_PLANS = "play.no-plans", "There are no plans for {puzzle}.";
    LOOK_AT = "play.look-at", "Look at {piece}.";
    LOOK_AT_PLAYER = "play.look-at-player", "It is your own way that matters: no piece moves next.";
    NEXT = "play.next", "Next: {moves}.";
    BECAUSE = "play.because", "Next: {moves}, because {reason}.";
    PIECE = "play.piece", "piece {label}";
    PIECE_AT = "play.piece-at", "the piece at row {row}, column {column}";

    RELAX = "play.relax", "relax";
    CHALLENGE = "play.challenge", "challenge";

    FLAWLESS = "play.flawless", "Flawless: no move could have been better.";
    COST = "play.cost", "{figure} more than the fewest possible.";
    FIRST_MISTAKE = "play.first-mistake", "The first mistake was move {number}, {move}: +{cost}.";
    NOT_REVIEWED = "play.not-reviewed", "The fewest possible is not known for every position of this play.";
}
