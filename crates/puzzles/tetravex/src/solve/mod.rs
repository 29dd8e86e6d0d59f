//! The table of methods. The exact ones stand on one engine (`engine/`), the others on boards
//! without clashes (`placement.rs`); `counting.rs` and `truth.rs` answer what players ask.

mod annealing;
mod backtracking;
mod beam;
mod bound;
pub mod counting;
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

use ingenio_core::{Criterion, Guarantee, Method, Metric, Options, Run, Task};

use self::ladder::{Ladder, Order};
use crate::Tetravex;
use crate::level::Level;

pub const METRICS: &[Metric] = &[Metric::most("placed", "tiles on the board")];
pub const PLACED: Criterion = Criterion::new(METRICS);

pub const METHODS: &[Method<Tetravex>] = &[
    Method {
        name: "wildcards",
        about: "no empty cell, then one, then two, ..., until the board can be filled: the proved maximum",
        guarantee: Guarantee::Optimal,
        metrics: &[PLACED],
        options: ladder::OPTIONS_WITH_GROWTH,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: wildcards::start,
    },
    Method {
        name: "mac",
        about: "maintains arc consistency over tiles and edge colours; a full board first, then from the best found upwards",
        guarantee: Guarantee::Optimal,
        metrics: &[PLACED],
        options: ladder::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: mac::start,
    },
    Method {
        name: "backtracking",
        about: "row by row, tiles looked up by the colours above and to the left, with ever more empty cells allowed",
        guarantee: Guarantee::Optimal,
        metrics: &[PLACED],
        options: &[],
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: backtracking::Backtracking::start,
    },
    Method {
        name: "mixed",
        about: "wildcards and beams in turns: a full placement at once, the proved maximum where it comes in time",
        guarantee: Guarantee::Optimal,
        metrics: &[PLACED],
        options: &[],
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: mixed::start,
    },
    Method {
        name: "beam",
        about: "row by row with the boards of the fewest empty cells, in ever wider beams; for big boards",
        guarantee: Guarantee::Anytime,
        metrics: &[PLACED],
        options: beam::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: beam::start,
    },
    Method {
        name: "lns",
        about: "clears a rectangle around an empty cell and fills it again exactly; for big boards",
        guarantee: Guarantee::Anytime,
        metrics: &[PLACED],
        options: lns::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: lns::start,
    },
    Method {
        name: "tabu",
        about: "tabu search with placing, moving and taking off, aspiration and restarts",
        guarantee: Guarantee::Anytime,
        metrics: &[PLACED],
        options: tabu::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: tabu::start,
    },
    Method {
        name: "annealing",
        about: "simulated annealing: a tile is forced onto a cell and pushes off what clashes",
        guarantee: Guarantee::Anytime,
        metrics: &[PLACED],
        options: annealing::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: annealing::start,
    },
    Method {
        name: "tabu-swap",
        about: "the course's tabu search: exchanges only, no restarts; to see where it ends",
        guarantee: Guarantee::Incomplete,
        metrics: &[PLACED],
        options: tabu_swap::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: tabu_swap::start,
    },
];

/// An exact method for boards of all sizes: it has a placement and an honest bound at any moment. Boards
/// of up to 6x6 are proved before a beam is of use.
pub fn auto(level: &Level, _task: &Task) -> &'static str {
    if level.room() <= 36 { "wildcards" } else { "mixed" }
}

/// Starts the search for the proved maximum. Generators give it a number of nodes and keep what is proved
/// within them, so it has nodes of one kind only.
pub fn proved_maximum(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = Options::defaults(ladder::OPTIONS);
    Ladder::start(level, &Task { options, ..task.clone() }, Order::Up)
}
