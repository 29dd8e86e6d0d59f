//! The methods of Flow: one file each, one row each in [`METHODS`].

mod backtracking;
mod best_first;
mod brute_force;
mod brute_force_printed;
mod corner;
pub mod count;
pub mod frontier;
mod links;
mod portfolio;
mod quest;
pub mod quick;
mod sketch;
pub mod truth;
pub mod weave;

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Tally, Task, rooms};

use crate::Flow;
use crate::level::Level;
use frontier::Race;

impl rooms::Methods for Flow {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        auto(level, task)
    }

    fn count(level: &Arc<Level>, limit: u128, task: &Task) -> Option<Box<dyn Run<Tally>>> {
        Some(count::start(level, limit, task))
    }
}

/// The table of methods.
pub const METHODS: &[Method<Flow>] = &[
    brute_force::METHOD,
    brute_force_printed::METHOD,
    backtracking::METHOD,
    best_first::METHOD,
    links::METHOD,
    frontier::METHOD,
    portfolio::METHOD,
];

/// The champion alone where the frontier cannot help.
pub fn auto(level: &Level, _: &Task) -> &'static str {
    if Race::fits(level) { portfolio::METHOD.name } else { links::METHOD.name }
}

/// Where a row of the table leaves something out: any level, no options, one step at a time.
const ROW: Method<Flow> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Complete,
    metrics: &[],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};
