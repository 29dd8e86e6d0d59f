//! Every sentence that playing says.

ingenio_core::words! {
    NO_SNAPSHOT = "play.no-snapshot", "there is no snapshot '{name}'";
    TOO_MANY_MOVES = "play.too-many-moves", "these are more than {most} moves at once";
    NOT_RESUMED = "play.not-resumed", "the saved play does not fit its level: event {number} is refused: {reason}";

    NOT_BACKWARDS = "play.not-backwards", "this puzzle is not played backwards";

    RELAX = "play.relax", "relax";
    CHALLENGE = "play.challenge", "challenge";
}
