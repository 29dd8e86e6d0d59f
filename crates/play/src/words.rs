//! Every sentence that playing says.

ingenio_core::words! {
    NO_SNAPSHOT = "play.no-snapshot", "there is no snapshot '{name}'";
    NOT_RESUMED = "play.not-resumed", "the saved play does not fit its level: event {number} is refused: {reason}";

    SOLVED = "play.solved", "It is solved.";
    TO_GO = "play.to-go", "Solvable: {count} {metric} to go, the fewest possible.";
    AT_MOST = "play.at-most", "Solvable: at most {count} {metric} to go.";
    CAN_BE = "play.can-be", "Solvable from here.";
    MOST_CAN_BE = "play.most-can-be", "{count} can be {metric} in all, the most possible.";
    AT_LEAST_CAN_BE = "play.at-least-can-be", "At least {count} can be {metric} in all.";
    LOST = "play.lost", "Lost from here: {reason}.";
    UNKNOWN = "play.unknown", "No answer within {seconds} s.";
    LOOK_AT = "play.look-at", "Look at {piece}.";
    LOOK_AT_PLAYER = "play.look-at-player", "It is your own way that matters: no piece moves next.";
    NEXT = "play.next", "Next: {moves}.";
    BECAUSE = "play.because", "Next: {moves}, because {reason}.";
    PIECE = "play.piece", "piece {label}";
    PIECE_AT = "play.piece-at", "the piece at row {row}, column {column}";

    FLAWLESS = "play.flawless", "Flawless: no move could have been better.";
    COST = "play.cost", "{count} {metric} more than the fewest possible.";
    FIRST_MISTAKE = "play.first-mistake", "The first mistake was move {number}, {move}: +{cost}.";
    NOT_REVIEWED = "play.not-reviewed", "The fewest possible is not known for every position of this play.";
}
