//! Every sentence that the rules in a page say.

ingenio_core::words! {
    NOT_A_REQUEST = "rules.not-a-request", "that is no request: {reason}";
    NOT_AN_ORDER = "rules.not-an-order", "that is no order: '{order}'";
    NOTHING_OPEN = "rules.nothing-open", "no play is open";
    NOT_A_PLAY = "rules.not-a-play", "these are not the events of a play";
    NO_SUCH_PUZZLE = "rules.no-such-puzzle", "there is no puzzle '{puzzle}'";
    NO_LEVEL = "rules.no-level", "there is no level in the text";
    WHICH_PUZZLE = "rules.which-puzzle", "this could be {candidates}: choose the puzzle";
    UNRECOGNISED = "rules.unrecognised", "this does not look like any puzzle we know: choose the puzzle to learn what is wrong with it";
    NO_LANGUAGE = "rules.no-language", "this is no table of a language";
}
