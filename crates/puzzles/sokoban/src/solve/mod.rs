//! The table of methods; one file per method, and the parts they share.

mod backward;
mod boxsets;
mod crew;
mod detours;
mod estimate;
mod exact;
mod fess;
mod guard;
pub mod improve;
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
mod surplus;
mod turns;
mod window;
mod windows;

pub use fess::explain;

use ingenio_core::{Guarantee, Heuristic, Limit, Method, Progress, Run, Step, Task, Verdict};

use crate::Sokoban;
use crate::board::distance::Distances;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::metric::{MOVES, MOVES_THEN_PUSHES, PUSHES, PUSHES_THEN_MOVES, is_by_moves};

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

pub static METHODS: &[Method<Sokoban>] = &[
    Method {
        name: "portfolio",
        about: "backward, fess, forward and push-optimal in turns, or side by side with several threads",
        guarantee: Guarantee::Complete,
        metrics: &[PUSHES],
        options: portfolio::OPTIONS,
        needs: "uses as many threads as it is given",
        steppable: true,
        fits: |_| Ok(()),
        start: portfolio::start,
    },
    Method {
        name: "push-optimal",
        about: "A* over pushes with the cheapest assignment of boxes to goals, what two or three boxes cost together, and sound deadlock tests",
        guarantee: Guarantee::Optimal,
        metrics: &[PUSHES, PUSHES_THEN_MOVES],
        options: exact::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: exact::push_optimal,
    },
    Method {
        name: "move-optimal",
        about: "the same with the player's square in the position, so that steps count; from both ends where boxes can stand in few enough ways",
        guarantee: Guarantee::Optimal,
        metrics: &[MOVES, MOVES_THEN_PUSHES],
        options: exact::MOVE_OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: exact::move_optimal,
    },
    Method {
        name: "backward",
        about: "greedy search by pulls from the solved board, nearest to the start first",
        guarantee: Guarantee::Complete,
        metrics: &[PUSHES],
        options: backward::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: backward::start,
    },
    Method {
        name: "forward",
        about: "feature space search with macro moves along packing layers",
        guarantee: Guarantee::Complete,
        metrics: &[PUSHES],
        options: fess::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: fess::along_layers,
    },
    Method {
        name: "fess",
        about: "feature space search with macro moves along a packing plan with parking",
        guarantee: Guarantee::Complete,
        metrics: &[PUSHES],
        options: fess::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: fess::along_plan,
    },
    Method {
        name: "improve",
        about: "a solution of the portfolio, shortened for as long as it may run: parts solved anew, and vicinity search",
        guarantee: Guarantee::Anytime,
        metrics: &[PUSHES, MOVES, PUSHES_THEN_MOVES, MOVES_THEN_PUSHES],
        options: improve::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: improve::start,
    },
    Method {
        name: "astar-chosen",
        about: "the Sokoban paper's Elegida: single steps, more boxes on goals first, then g+h; drops known positions, so not optimal",
        guarantee: Guarantee::Complete,
        metrics: &[MOVES],
        options: paper::BEST_OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: paper::chosen,
    },
    Method {
        name: "astar-admissible",
        about: "the Sokoban paper's Admisible: single steps, g+h with Manhattan distance; drops known positions, so not optimal as the paper claims",
        guarantee: Guarantee::Complete,
        metrics: &[MOVES],
        options: paper::BEST_OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: paper::admissible,
    },
    Method {
        name: "astar-greedy",
        about: "the Sokoban paper's Voraz: single steps, boxes on goals only; drops known positions",
        guarantee: Guarantee::Complete,
        metrics: &[MOVES],
        options: paper::BEST_OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: paper::greedy,
    },
    Method {
        name: "astar-distance",
        about: "the Sokoban paper's Test: single steps, h, ties by g; drops known positions",
        guarantee: Guarantee::Complete,
        metrics: &[MOVES],
        options: paper::BEST_OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: paper::distance,
    },
    Method {
        name: "idastar-admissible",
        about: "the Sokoban paper's IDA*: single steps, IDA* on g+h with a set of visited positions per iteration, so not optimal",
        guarantee: Guarantee::Complete,
        metrics: &[MOVES],
        options: restrictions::OPTIONS,
        needs: "",
        steppable: true,
        fits: |_| Ok(()),
        start: paper::idastar_admissible,
    },
    Method {
        name: "idastar-plain",
        about: "steps, IDA* on g+h as in the textbooks, only positions on the path refused; only for small boards",
        guarantee: Guarantee::Optimal,
        metrics: &[MOVES],
        options: restrictions::OPTIONS,
        needs: "",
        steppable: true,
        fits: paper::fits_plain,
        start: paper::idastar_plain,
    },
];

/// A run that has ended before it began: the distances of this level alone would not fit.
struct NoRoom;

impl Run for NoRoom {
    fn advance(&mut self, _: u64) -> Step {
        Step::Done(Verdict::Stopped { limit: Limit::Memory })
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// Starts a search unless its distance tables would not fit in the memory allowed.
fn start_if_room(level: &Level, task: &Task, start: impl FnOnce(Maze) -> Box<dyn Run>) -> Box<dyn Run> {
    let maze = Maze::of_run(level, task);
    let fits = Distances::can_be_made(&maze) && Distances::estimate(&maze) <= task.memory;
    if fits { start(maze) } else { Box::new(NoRoom) }
}

/// Lets a run do so many units of work or until it has an end.
fn advance<R>(run: &mut R, units: u64, end: fn(&R) -> &Option<Verdict>, work: fn(&mut R)) -> Step {
    for _ in 0..units {
        if end(run).is_some() {
            break;
        }
        work(run);
    }
    match end(run) {
        Some(verdict) => Step::Done(verdict.clone()),
        None => Step::Running,
    }
}

/// What `auto` stands for.
pub fn auto(_level: &Level, task: &Task) -> &'static str {
    match task.optimal {
        false => "portfolio",
        true if is_by_moves(task.metric) => "move-optimal",
        true => "push-optimal",
    }
}
