//! Every sentence that hints and reviews say.

ingenio_core::words! {
    SOLVED = "coach.solved", "It is solved.";
    TO_GO = "coach.to-go", "Solvable: {figure} to go, the fewest possible.";
    AT_MOST = "coach.at-most", "Solvable: at most {figure} to go.";
    CAN_BE = "coach.can-be", "Solvable from here.";
    MOST_CAN_BE = "coach.most-can-be", "{count} can be {metric} in all, the most possible.";
    AT_LEAST_CAN_BE = "coach.at-least-can-be", "At least {count} can be {metric} in all.";
    NOTHING_MORE = "coach.nothing-more", "With what lies on the board, {figure} is all that can be.";
    NO_MORE_KNOWN = "coach.no-more-known", "No way is known to better {figure} without taking something back.";
    NO_HINT_BACKWARDS = "coach.no-hint-backwards", "There is no hint backwards: what can be pulled apart can be pushed together.";
    LOST = "coach.lost", "Lost from here: {reason}.";
    UNKNOWN = "coach.unknown", "No answer within {seconds} s.";
    PLAN_FIRST = "coach.plan-first", "First {what}.";
    PLAN_THEN = "coach.plan-then", "Then {what}.";
    NO_PLAN = "coach.no-plan", "There is no plan from here.";
    NO_TIME_FOR_PLAN = "coach.no-time-for-plan", "There was no time for a plan.";
    NO_PLANS = "coach.no-plans", "There are no plans for {puzzle}.";
    LOOK_AT = "coach.look-at", "Look at {piece}.";
    LOOK_AT_PLAYER = "coach.look-at-player", "It is your own way that matters: no piece moves next.";
    NEXT = "coach.next", "Next: {moves}.";
    REASON = "coach.reason", "Because {reason}.";
    BECAUSE = "coach.because", "Next: {moves}, because {reason}.";
    PIECE = "coach.piece", "piece {label}";
    PIECE_AT = "coach.piece-at", "the piece at row {row}, column {column}";
    FLAWLESS = "coach.flawless", "Flawless: no move could have been better.";
    COST = "coach.cost", "{figure} more than the fewest possible.";
    FIRST_MISTAKE = "coach.first-mistake", "The first mistake was move {number}: +{cost}.";
    LOST_AT = "coach.lost-at", "Move {number} led into a dead end: {why}.";
    LOST_AT_PLAIN = "coach.lost-at-plain", "Move {number} led into a dead end.";
    LOST_TRY = "coach.lost-try", "A way that you took back was lost from its move {number} on: {why}.";
    LOST_TRY_PLAIN = "coach.lost-try-plain", "A way that you took back was lost from its move {number} on.";
    NO_DEAD_END = "coach.no-dead-end", "No move led into a dead end.";
    LESS = "coach.less", "{figure} less than the most possible.";
    NOT_REVIEWED = "coach.not-reviewed", "The fewest possible is not known for every position of this play.";
}
