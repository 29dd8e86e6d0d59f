//! TetraVex
pub mod level;
pub mod play;
pub mod referee;
pub mod scene;
pub mod solve;
pub mod words;
use ingenio_core::{OptionKind, OptionSpec};
pub const SETTINGS: &[OptionSpec] = &[
    OptionSpec {
        name: "question",
        about: "what counts as a solution: as many tiles as possible, or only a full board",
        kind: OptionKind::Choice { choices: &["maximise", "complete"] },
    },
    OptionSpec {
        name: "zero",
        about: "is 0 a colour like any other, or does it mean that a side has none",
        kind: OptionKind::Choice { choices: &["colour", "none"] },
    },
];
