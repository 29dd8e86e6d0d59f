//! The methods of Unblock: one file each, one row each in [`METHODS`].
//!
//! [`board`] holds the packed board that all of them search, in four widths; a run chooses its
//! width once, through [`Start`].

mod anytime;
mod astar;
mod bfs;
mod bidirectional;
pub mod bits;
pub mod blockers;
pub mod board;
mod cluster;
mod dag;
mod deepen;
pub mod expected;
pub mod field;
mod fifo;
mod idastar;
mod iddfs_memo;
mod idle;
pub mod relaxed;
mod scout;
mod space;
pub mod study;
mod table;
mod trace;
mod windows;

use std::sync::Arc;

use ingenio_core::{Criterion, Guarantee, Heuristic, Message, Method, Run, Settled, Task, Verdict, rooms};

use bits::{Large, Medium, Scale, Small, Tiny, Wide};
use board::{Board, Slide, key_bits};

pub use windows::joined;

use crate::Unblock;
use crate::confine::confine;
use crate::level::Level;
use crate::metric::{MOVES, MOVES_THEN_STEPS, STEPS};
use crate::play::Move;
use crate::referee;

impl rooms::Methods for Unblock {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(level: &Level, task: &Task) -> &'static str {
        auto(level, task)
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        HEURISTICS
    }

    fn study(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Vec<Message>>>> {
        Some(Box::new(study::Study::new(level, task)))
    }
}

/// The table of methods.
pub const METHODS: &[Method<Unblock>] = &[
    bfs::METHOD,
    field::METHOD,
    bidirectional::METHOD,
    astar::METHOD,
    idastar::METHOD,
    iddfs_memo::METHOD,
    anytime::METHOD,
];

pub const HEURISTICS: &[Heuristic<Unblock>] = &[blockers::MOVES, blockers::STEPS, relaxed::LAYERS];

/// Pieces that could be arranged in more ways than this, overlaps not looked at, mostly have too many positions:
/// of 6x6 boards none comes near it, of 9x9 boards with twenty pieces all are beyond.
const MOST_ARRANGEMENTS: f64 = (1u64 << 36) as f64;
/// Breadth-first search takes up to 24 bytes for a position, and less than half of the expected ones turned out to be there on
/// every board of `bench unblock-expected`.
const BYTES_PER_EXPECTED: f64 = 10.0;

/// Breadth-first search is fastest by far wherever the positions fit into memory; elsewhere `anytime`, which
/// holds a solution by then, searches as broadly beside it.
pub fn auto(level: &Level, task: &Task) -> &'static str {
    let offsets = level.offsets();
    let ranges = confine(level, &offsets);
    let arrangements: f64 = ranges.iter().map(|range| range.count() as f64).product();
    let bytes = expected::expected_positions(level, &offsets, &ranges) * BYTES_PER_EXPECTED;
    let fits = arrangements <= MOST_ARRANGEMENTS && bytes <= task.memory as f64;
    if fits { bfs::METHOD.name } else { anytime::METHOD.name }
}

const MOVES_OR_STEPS: &[Criterion] = &[MOVES, STEPS];

/// Where a row of the table leaves something out: exact, any level, no options, step by step.
const ROW: Method<Unblock> = Method {
    name: "",
    about: "",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES, STEPS, MOVES_THEN_STEPS],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start: |_, _| unreachable!("every row of the table says how it starts"),
};

/// Work that is done on a board of any width.
pub trait OnScale {
    type Result;
    fn run<S: Scale>(self) -> Self::Result;
}

/// Chooses the least width that holds the positions of a level.
pub fn on_scale<W: OnScale>(level: &Level, work: W) -> W::Result {
    let cells = level.size().cells();
    let ranges = confine(level, &level.offsets());
    if cells <= 64 && key_bits(&ranges, 32) <= 32 {
        work.run::<Tiny>()
    } else if cells <= 64 && key_bits(&ranges, 64) <= 64 {
        work.run::<Small>()
    } else if cells <= 128 && key_bits(&ranges, 128) <= 128 {
        work.run::<Medium>()
    } else if key_bits(&ranges, 128) <= 128 {
        work.run::<Wide>()
    } else {
        work.run::<Large>()
    }
}

/// How a method starts on a board of any width; with slides of one cell each if `UNIT`.
trait Start {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run>;
}

/// Starts a method, unless the answer is known at once.
fn start(method: &impl Start, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    struct Starting<'a, M>(&'a M, &'a Arc<Level>, &'a Task);
    impl<M: Start> OnScale for Starting<'_, M> {
        type Result = Box<dyn Run>;
        fn run<S: Scale>(self) -> Box<dyn Run> {
            let Starting(method, level, task) = self;
            if task.metric == STEPS {
                method.start::<S, true>(level, task)
            } else {
                method.start::<S, false>(level, task)
            }
        }
    }
    match known_at_once(level) {
        Some(verdict) => Box::new(Settled(verdict)),
        None => on_scale(level, Starting(method, level, task)),
    }
}

/// Boards that are solved, and boards whose lines alone show that they cannot be.
fn known_at_once(level: &Level) -> Option<Verdict> {
    if usize::from(level.target().offset) == level.goal_offset() {
        return Some(Verdict::Solved { solution: String::new(), optimal: true });
    }
    board::blocked(level).map(|reason| Verdict::Unsolvable { reason })
}

/// Slides as moves; slides of the same piece one after another become one move.
pub fn moves_of<S: Scale>(level: &Level, board: &Board<S>, slides: &[Slide]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for slide in slides {
        let action = board.to_move(level, *slide);
        match moves.last_mut() {
            Some(last) if last.piece == action.piece => last.by += action.by,
            _ => moves.push(action),
        }
    }
    moves
}

/// Slides as the text of a solution.
fn solution_text<S: Scale>(level: &Level, board: &Board<S>, slides: &[Slide]) -> String {
    referee::text(&moves_of(level, board, slides))
}
