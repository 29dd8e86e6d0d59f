//! What a run said is kept in English, as all data are; whoever reads a report has it in their own language.

use std::sync::LazyLock;

use ingenio_catalog::RUN_TABLES;
use ingenio_core::{Message, Template};

use crate::words;

/// What runs say, and what is said of those that went wrong.
static TABLES: LazyLock<Vec<&'static [Template]>> = LazyLock::new(|| {
    let ours = [ingenio_jobs::words::ALL, words::ALL];
    RUN_TABLES.iter().copied().chain(ours).collect()
});

/// A kept sentence as one that can be said in any language; what is none of ours stays as it is.
pub fn known_again(kept: &Message) -> Message {
    kept.recognised(&TABLES)
}
