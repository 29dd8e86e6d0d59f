//! Every sentence that is this module's own.

ingenio_core::words! {
    BAD_REQUEST = "engines.bad-request", "this cannot be asked here: {error}";
    NO_DAY = "engines.no-day", "'{day}' is no day; days are written as in 2026-11-17";
    NO_LEVEL = "engines.no-level", "There is no level in this text.";
    NO_TITLE = "engines.no-title", "a pack needs a title";
    EMPTY_STAGE = "engines.empty-stage", "no method is on the stage yet";
    NEEDS_FILES = "engines.needs-files", "{method} needs tables that are built ahead and kept as files, so it does not run in a page";
    GENERATING = "engines.generating", "{made} {made|level|levels} · {tried} {tried|try|tries} · {seconds} s";
    NO_EDITOR = "engines.no-editor", "levels of {puzzle} cannot be painted here";
    DRAFT_TOO_LONG = "engines.draft-too-long", "this text is too long to be edited: at most {most} thousand characters";
}
