//! The table of methods; one file per method, and the parts they share.

mod backward;
mod boxsets;
mod crew;
mod detours;
mod estimate;
pub mod exact;
mod fess;
mod guard;
pub mod improve;
mod learned;
mod meet;
mod open;
mod packing;
mod paper;
mod paper_ida;
mod path;
mod pool;
mod portfolio;
mod queue;
pub mod restrictions;
pub mod script;
mod sieve;
pub mod sight;
mod surplus;
mod turns;
mod window;
mod windows;

pub use fess::explain;
pub use portfolio::{LEAST_PASS, PASS_PER_PUSH};

use std::sync::Arc;

use ingenio_core::{
    Guarantee, Heuristic, InHand, Limit, Method, Note, Progress, Run, Step, Task, Verdict, rooms,
};

use crate::Sokoban;
use crate::board::distance::Distances;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::metric::{MOVES, PUSHES, is_by_moves};

impl rooms::Methods for Sokoban {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        auto(level, task)
    }

    fn improve(level: &Arc<Level>, solution: &str, task: &Task) -> Option<Box<dyn Run>> {
        improve::from(level, task, solution).ok()
    }

    fn explains() -> bool {
        true
    }

    fn explain(level: &Arc<Level>, solution: Option<&str>, task: &Task) -> Vec<Note> {
        explain(level, solution, task)
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        HEURISTICS
    }
}

/// Bounds that can be compared with the truth.
pub static HEURISTICS: &[Heuristic<Sokoban>] = &[
    Heuristic {
        name: "assignment",
        metric: PUSHES,
        admissible: true,
        estimate: |level, position, _| estimate::assignment(level, position),
    },
    Heuristic {
        name: "teams",
        metric: PUSHES,
        admissible: true,
        estimate: |level, position, _| estimate::teams(level, position),
    },
    Heuristic {
        name: "heights",
        metric: MOVES,
        admissible: true,
        estimate: |level, position, _| estimate::heights(level, position),
    },
    Heuristic {
        name: "manhattan",
        metric: MOVES,
        admissible: true,
        estimate: |level, position, _| estimate::manhattan(level, position),
    },
];

/// The table of methods.
pub static METHODS: &[Method<Sokoban>] = &[
    portfolio::METHOD,
    exact::PUSH_OPTIMAL,
    exact::MOVE_OPTIMAL,
    backward::METHOD,
    fess::FORWARD,
    fess::FESS,
    improve::METHOD,
    learned::GREEDY,
    learned::WEIGHTED,
    learned::BEAM,
    learned::FOCAL,
    learned::POLICY,
    learned::LEVIN,
    learned::PHS,
    paper::ASTAR_CHOSEN,
    paper::ASTAR_ADMISSIBLE,
    paper::ASTAR_GREEDY,
    paper::ASTAR_DISTANCE,
    paper::IDASTAR_ADMISSIBLE,
    paper::IDASTAR_PLAIN,
];

/// Where a row of the table leaves something out: any level, no options, one step at a time.
const ROW: Method<Sokoban> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Complete,
    metrics: &[PUSHES],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};

/// A run that has ended before it began: the distances of this level alone would not fit.
struct NoRoom;

impl Run for NoRoom {
    fn advance(&mut self, _: u64) -> Step {
        Step::Done(Verdict::Stopped { limit: Limit::Memory })
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }

    fn found(&self) -> InHand {
        InHand::default()
    }
}

/// Starts a search unless its distance tables would not fit in the memory allowed.
fn start_if_room(level: &Level, task: &Task, start: impl FnOnce(Maze) -> Box<dyn Run>) -> Box<dyn Run> {
    let maze = Maze::of_run(level, task);
    let fits = Distances::can_be_made(&maze) && Distances::estimate(&maze) <= task.memory;
    if fits { start(maze) } else { Box::new(NoRoom) }
}

/// What `auto` stands for.
pub fn auto(_level: &Level, task: &Task) -> &'static str {
    match task.optimal {
        false => portfolio::METHOD.name,
        true if is_by_moves(task.metric) => exact::MOVE_OPTIMAL.name,
        true => exact::PUSH_OPTIMAL.name,
    }
}
