//! Every sentence that a desk says.

ingenio_core::words! {
    BAD_SNAPSHOT = "desk.bad-snapshot", "A name for a position has 40 characters at most, on one line.";
    WENT_ON_ELSEWHERE = "desk.went-on-elsewhere", "This play went on elsewhere: here is where it stands.";
    WENT_BACK = "desk.went-back", "Steps taken back: {count}.";
    WON = "desk.won", "Solved: {figures}.";
    PUT_DOWN = "desk.put-down", "Put down, not solved: {figures}.";
    WON_STARS = "desk.won-stars", "Stars: {stars} of 3.";
    WON_HELPED = "desk.won-helped", "It was helped: one star, and no record.";
    MODE_FIXED = "desk.mode-fixed", "The mode is chosen before the first move. Begin anew to change it.";
    RELAX = "desk.relax", "Relax: every hint is there.";
    CHALLENGE = "desk.challenge", "Challenge: no moves are shown to you, so that the play stays your own.";
    TOO_MUCH_AT_ONCE = "desk.too-much-at-once", "That is too much at once: at most {most} moves.";
    TOO_MANY_SNAPSHOTS = "desk.too-many-snapshots", "A play keeps at most {most} positions; use a name again.";
    NOT_AN_EVENT = "desk.not-an-event", "'{text}' is nothing that can happen in a play.";
    MISSING_EVENTS = "desk.missing-events", "Events are missing: {known} are known, these come after {after}.";
    FILM_TOO_LONG = "desk.film-too-long", "More than {most} moves are too many to watch here.";
    NO_PLAY_FILE = "desk.no-play-file", "this is no file of plays: {error}";
    NEWER_PLAY_FILE = "desk.newer-play-file", "this file of plays has form {form}, from a newer ingenio; this one knows {known}";
    SEEN_OTHERWISE = "desk.seen-otherwise", "it was seen otherwise: {seen}; replayed: {replayed}";
    SENTENCE = "desk.sentence", "{text}.";
}
