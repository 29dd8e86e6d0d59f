//! What is kept between runs: players, plays move by move, progress, records, and the solutions that
//! methods found. Nothing becomes a record or a run here that the referee has not replayed:
//! the types accept [`ingenio_core::Verified`] only.
//!
//! [`LocalStore`] is the one door; the SQL of each database stands in a module of its own. A move is in the
//! file before the call returns, so what was shown is never lost.

mod export;
mod local;
mod sqlite;
pub mod words;

pub use local::{
    Holder, LocalStore, PlayId, PlayRow, PlayerId, Progress, Record, RunRow, SavedPlay, Trouble,
};
