//! methods
pub mod bfs;
pub mod bits;
pub mod board;
pub mod cluster;
pub mod dag;
pub mod field;
pub mod fifo;
pub mod table;
pub mod trace;

use std::sync::Arc;

use ingenio_core::{Limit, OptionKind, OptionSpec, Options, Run, Step, Task, Verdict};

use bits::{Large, Medium, Scale, Small};
use board::{Board, Slide, key_bits};

use crate::confine::confine;
use crate::level::Level;
use crate::play::{Move, parse_moves};
use crate::referee;

/// What is to be least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    Moves,
    Steps,
    MovesThenSteps,
}

impl Metric {
    pub fn of(task: &Task) -> Metric {
        match task.metric {
            "steps" => Metric::Steps,
            "moves,steps" => Metric::MovesThenSteps,
            _ => Metric::Moves,
        }
    }
}

/// How many bits the positions of a level take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Small,
    Medium,
    Large,
}

impl Width {
    pub fn of(level: &Level) -> Width {
        let cells = level.size().cells();
        let ranges = confine(level, &level.offsets());
        if cells <= 64 && key_bits(&ranges, 64) <= 64 {
            Width::Small
        } else if cells <= 128 && key_bits(&ranges, 128) <= 128 {
            Width::Medium
        } else {
            Width::Large
        }
    }
}

/// The optimal length of a level, if it can be solved.
pub fn distance(level: &Arc<Level>, metric: Metric, memory: u64) -> Result<Option<u32>, Limit> {
    let name = if metric == Metric::Steps { "steps" } else { "moves" };
    let options = Options::defaults(PLAN);
    let task = Task { metric: name, memory, options, ..Task::default() };
    let mut run = start_bfs(level, &task);
    loop {
        match run.advance(1 << 16) {
            Step::Running => {}
            Step::Done(Verdict::Stopped { limit }) => return Err(limit),
            Step::Done(Verdict::Solved { solution, .. }) => {
                let moves = parse_moves(level, &solution).expect("our own solutions can be read");
                let length = if name == "steps" { moves.iter().map(Move::steps).sum() } else { moves.len() as u64 };
                return Ok(Some(length as u32));
            }
            Step::Done(_) => return Ok(None),
        }
    }
}

const PLAN: &[OptionSpec] = &[OptionSpec {
    name: "plan",
    about: "among optimal solutions choose the one that reads best",
    kind: OptionKind::Flag { default: true },
}];

pub fn start_bfs(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let unit = Metric::of(task) == Metric::Steps;
    match (Width::of(level), unit) {
        (Width::Small, false) => Box::new(bfs::Bfs::<Small, false>::new(level, task)),
        (Width::Small, true) => Box::new(bfs::Bfs::<Small, true>::new(level, task)),
        (Width::Medium, false) => Box::new(bfs::Bfs::<Medium, false>::new(level, task)),
        (Width::Medium, true) => Box::new(bfs::Bfs::<Medium, true>::new(level, task)),
        (Width::Large, false) => Box::new(bfs::Bfs::<Large, false>::new(level, task)),
        (Width::Large, true) => Box::new(bfs::Bfs::<Large, true>::new(level, task)),
    }
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
pub fn solution_text<S: Scale>(level: &Level, board: &Board<S>, slides: &[Slide]) -> String {
    referee::text(&moves_of(level, board, slides))
}
