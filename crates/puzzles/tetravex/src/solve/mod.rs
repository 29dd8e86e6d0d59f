//! The table of methods. The exact ones stand on one engine (`engine/`), the others on boards
//! without clashes (`placement.rs`); `counting.rs` and `truth.rs` answer what players ask.

mod annealing;
mod backtracking;
mod beam;
mod bound;
pub mod counting;
mod crew;
pub mod engine;
mod ladder;
mod lns;
mod local;
mod mac;
mod mixed;
mod placement;
mod tabu;
mod tabu_swap;
pub mod truth;
mod wildcards;

use std::sync::Arc;

use ingenio_core::{Criterion, Guarantee, Method, Metric, Options, Run, Tally, Task, rooms};

use self::ladder::{Ladder, Order};
use crate::Tetravex;
use crate::level::Level;

impl rooms::Methods for Tetravex {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        auto(level, task)
    }

    fn count(level: &Arc<Level>, limit: u128, task: &Task) -> Option<Box<dyn Run<Tally>>> {
        Some(counting::start(level, limit, task))
    }
}

pub const METRICS: &[Metric] = &[Metric::most("placed", "tiles on the board")];
pub const PLACED: Criterion = Criterion::new(METRICS);

/// The table of methods.
pub const METHODS: &[Method<Tetravex>] = &[
    wildcards::METHOD,
    mac::METHOD,
    backtracking::METHOD,
    mixed::METHOD,
    beam::METHOD,
    lns::METHOD,
    tabu::METHOD,
    annealing::METHOD,
    tabu_swap::METHOD,
];

/// Where a row of the table leaves something out: any level, no options, one step at a time.
const ROW: Method<Tetravex> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Optimal,
    metrics: &[PLACED],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};

/// An exact method for boards of all sizes: it has a placement and an honest bound at any moment. Boards
/// of up to 6x6 are proved before a beam is of use.
pub fn auto(level: &Level, _task: &Task) -> &'static str {
    if level.room() <= 36 { wildcards::METHOD.name } else { mixed::METHOD.name }
}

/// Starts the search for the proved maximum. Generators give it a number of nodes and keep what is proved
/// within them, so it has nodes of one kind only.
pub fn proved_maximum(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = Options::defaults(ladder::OPTIONS);
    Ladder::start(level, &Task { options, ..task.clone() }, Order::Up)
}
