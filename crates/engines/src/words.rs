//! Every sentence that engines say.

ingenio_core::words! {
    CRASHED = "engine.crashed", "it ended without an answer";
    TABLE = "engine.table", "{table}";
    REFUSED = "engine.refused", "it refuses the model: {reason}";
    NUMBERS = "engine.numbers", "a number of the model is too large for it";
}
