//! The lab: experiments over many levels and methods under equal limits. A campaign file says what is
//! run; every run is a child process of its own and leaves one line of results; a report shows them.
//!
//! `Campaign` (the file) -> `Plan` (the runs, each with an id that is the hash of all that matters) ->
//! `Runner` (children over threads) -> `Journal` (lines that are there whole or not at all) -> `Study`
//! (statistics) -> reports.

mod answer;
mod campaign;
mod contestant;
mod gather;
mod journal;
mod machine;
mod plan;
mod record;
mod runner;
pub mod words;

pub use campaign::{Beside, Campaign, Clock, Limits};
pub use gather::{TestLevel, features, gather};
pub use journal::{Journal, RESULTS, read_results};
pub use machine::{commit, machine};
pub use plan::{Cost, Plan, RunSpec};
pub use record::{Record, Verdict};
pub use runner::{Runner, Standing, Watch};
