//! The list of puzzles, and the ways into it: from a text to the right puzzle, from a method's name
//! to its answer. Which puzzles there are, `registry` says.

mod clock;
#[cfg_attr(target_family = "wasm", path = "cpu_in_page.rs")]
mod cpu;
mod identify;
mod improve;
mod models;
mod request;
mod sayings;
mod shared_budget;
mod survey;
pub mod words;

pub use clock::SystemClock;
pub use identify::{find, identify, read_level};
pub use improve::{How, Improved, improve};
pub use ingenio_core as core;
pub use ingenio_engines::WORDS as ENGINE_WORDS;
pub use models::{AnyModelled, Statement, foreign_solution, modelled, write_model};
pub use request::{Request, parse_method};
pub use sayings::{RUN_TABLES, answer_said, progress_said};
pub use shared_budget::SharedBudget;
pub use survey::{Count, count, study};

use ingenio_core::{AnyPuzzle, FaceWith};

use models::Models;

macro_rules! face {
    ($puzzle:ty) => {
        &FaceWith::<$puzzle, Models>::new()
    };
}

/// Every puzzle of the registry.
pub static PUZZLES: &[&dyn AnyPuzzle] = ingenio_registry::every_puzzle!(face);
