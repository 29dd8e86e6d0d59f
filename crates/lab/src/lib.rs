//! The lab: experiments over many levels and methods under equal limits. A campaign file says what is
//! run; every run is a child process of its own and leaves one line of results; a report shows them.
//!
//! `Campaign` (the file) -> `Plan` (the runs, each with an id that is the hash of all that matters) ->
//! `Runner` (children over threads) -> `Journal` (lines that are there whole or not at all) -> `Study`
//! (statistics) -> reports.

mod answer;
mod campaign;
pub mod chart;
mod compare;
mod conditions;
mod contestant;
mod cores;
mod entrant;
mod facts;
mod field;
pub mod figures;
mod gather;
mod humans;
mod journal;
mod judge;
mod kept_plan;
mod known;
mod machine;
mod overview;
mod pattern;
mod plan;
pub mod report;
mod runner;
pub mod spread;
mod standing;
pub mod statistics;
mod study;
pub mod targets;
pub mod words;

pub use campaign::{Beside, CAMPAIGN, Campaign, Clock, Group};
pub use compare::{Comparison, compare, pairs};
pub use conditions::{Weather, physical_cores};
pub use cores::Cores;
pub use facts::{FACTS, Fact, read_facts};
pub use field::{Contribution, Estimate, Field, Score};
pub use gather::{TestLevel, features, gather};
pub use humans::{HumanPlay, read_plays};
pub use ingenio_jobs::Sandbox;
pub use journal::{Journal, RESULTS, Results, read_all, read_results};
pub use judge::{Rank, rank};
pub use kept_plan::PLAN;
pub use machine::{build, machine};
pub use overview::{Overview, State, campaigns, overview, report_page};
pub use plan::{Cost, Plan, RunSpec};
pub use runner::{Runner, Watch};
pub use standing::{STANDING, Standing, Tally};
pub use study::{Study, Summary, date};
