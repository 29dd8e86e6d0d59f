//! The methods of Taquin: one file each, one row each in [`METHODS`].

mod astar_manhattan;
mod beam;
mod bfs;
mod bidirectional;
mod board;
mod dfs;
mod greedy;
mod idastar_linear_conflict;
mod idastar_manhattan;
mod linear_conflict;
mod manhattan;
mod space;
mod walk;
mod weighted_astar;

use std::sync::Arc;

use ingenio_core::{Guarantee, Heuristic, Message, Method, Run, Settled, Task, Verdict};

use crate::Taquin;
use crate::level::Level;
use crate::words;

pub use linear_conflict::LinearConflictWalk;
pub use manhattan::ManhattanWalk;
pub use space::Tiles;

/// The table of methods.
pub const METHODS: &[Method<Taquin>] = &[
    bfs::METHOD,
    dfs::METHOD,
    bidirectional::METHOD,
    astar_manhattan::METHOD,
    weighted_astar::METHOD,
    greedy::METHOD,
    beam::METHOD,
    idastar_manhattan::METHOD,
    idastar_linear_conflict::METHOD,
];

pub const HEURISTICS: &[Heuristic<Taquin>] = &[manhattan::HEURISTIC, linear_conflict::HEURISTIC];

/// Small boards and wanted proofs go to an exact method, large ones to the beam.
pub fn auto(level: &Level, task: &Task) -> &'static str {
    let cells = level.size().cells();
    if task.metric == "slides" && (task.optimal || cells <= 12) {
        return bidirectional::METHOD.name;
    }
    if cells <= 9 {
        astar_manhattan::METHOD.name
    } else if task.optimal || cells <= 12 {
        idastar_linear_conflict::METHOD.name
    } else {
        beam::METHOD.name
    }
}

const BOTH: &[&str] = &["moves", "slides"];
const MOVES: &[&str] = &["moves"];

/// Where a row of the table leaves something out: any level, no options, one step at a time.
const ROW: Method<Taquin> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Optimal,
    metrics: MOVES,
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};

/// Half of all boards are proved unsolvable by their parity alone; no method need try them.
fn unless_odd(level: &Arc<Level>, start: impl FnOnce() -> Box<dyn Run>) -> Box<dyn Run> {
    if level.is_solvable() {
        return start();
    }
    Box::new(Settled(Verdict::Unsolvable { reason: words::PARITY.say() }))
}

/// Refuses boards of more cells than a method's tables are made for.
fn at_most(level: &Level, method: &str, most: usize) -> Result<(), Message> {
    let cells = level.size().cells();
    if cells <= most {
        return Ok(());
    }
    Err(words::TOO_MANY_CELLS.with("method", method).with("most", most).with("cells", cells))
}
