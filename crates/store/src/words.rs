//! Every sentence that the store says.

ingenio_core::words! {
    NO_FOLDER = "store.no-folder", "there is no folder for your data; choose a file with --database";
    CANNOT_OPEN = "store.cannot-open", "the database {file} cannot be opened: {error}";
    TOO_NEW = "store.too-new", "the database {file} was made by a newer ingenio and was left untouched";
    FAILED = "store.failed", "the database does not answer: {error}";
    BROKEN = "store.broken", "the database holds something that is not ours: {what}";
    NOT_JSON = "store.not-json", "line {line} is not a play of ingenio: {error}";
}
