//! The lab: experiments over many levels and methods under equal limits. A campaign file says what is
//! run; every run is a child process of its own and leaves one line of results; a report shows them.
//!
//! `Campaign` (the file) -> `Plan` (the runs, each with an id that is the hash of all that matters) ->
//! `Runner` (children over threads) -> `Journal` (lines that are there whole or not at all) -> `Study`
//! (statistics) -> reports.
//!
//! Where one machine is not enough: `Plan` -> `Share`s, one for each task of a `Submission` -> a `Runner` for each
//! share, wherever it is started -> a `Journal` for each attempt at it; the results are the union of all.

mod answer;
mod attempt;
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
mod job_script;
mod journal;
mod judge;
mod kept_plan;
mod known;
mod known_again;
mod machine;
mod machines;
mod notice;
mod overview;
mod pattern;
mod plan;
pub mod report;
mod runner;
mod share;
pub mod slurm;
pub mod spread;
mod standing;
pub mod statistics;
mod study;
mod submission;
pub mod targets;
mod task_overview;
mod whole_file;
pub mod words;

/// A figure with a point, as the one writes it who reads the report.
fn local(figure: impl std::fmt::Display) -> String {
    ingenio_core::Language::writing().decimal(&figure.to_string())
}

pub use campaign::{Beside, CAMPAIGN, Campaign, Clock, Group};
pub use compare::{Comparison, compare, pairs};
pub use conditions::{Weather, physical_cores};
pub use cores::Cores;
pub use facts::{FACTS, Fact, read_facts};
pub use field::{Contribution, Estimate, Field, Score};
pub use gather::{TestLevel, features, gather};
pub use humans::{HumanPlay, read_plays};
pub use ingenio_jobs::Sandbox;
pub use ingenio_jobs::words::ALL as PROCESS_WORDS;
pub use job_script::JobScript;
pub use journal::{Book, Journal, RESULTS, Results, read_all, read_results, results_so_far};
pub use judge::{Rank, rank};
pub use kept_plan::PLAN;
pub use known_again::known_again;
pub use machine::{build, machine, now};
pub use machines::different_machines;
pub use notice::Notice;
pub use overview::{Overview, State, campaigns, overview, report_page};
pub use plan::{Cost, Plan, RunSpec};
pub use runner::{Runner, Watch};
pub use share::{LevelApart, Share};
pub use standing::{STANDING, Standing, Tally};
pub use study::{Study, Summary, date};
pub use submission::{
    SHARES, Submission, TaskName, give_up_shares, journals_of, new_name, numbers, submission_folder,
};
pub use whole_file::write_whole;
