//! The list of puzzles, and the ways into it: from a text to the right puzzle, from a method's name
//! to its answer. The only place that knows all puzzles.

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
pub use sayings::{answer_said, progress_said};
pub use shared_budget::SharedBudget;
pub use survey::{Count, count, study};

use ingenio_core::{AnyPuzzle, FaceWith};

use models::Models;

/// Every puzzle, one line each.
pub static PUZZLES: &[&dyn AnyPuzzle] = &[
    &FaceWith::<ingenio_sokoban::Sokoban, Models>::new(),
    &FaceWith::<ingenio_taquin::Taquin, Models>::new(),
    &FaceWith::<ingenio_unblock::Unblock, Models>::new(),
    &FaceWith::<ingenio_flow::Flow, Models>::new(),
    &FaceWith::<ingenio_tetravex::Tetravex, Models>::new(),
];
