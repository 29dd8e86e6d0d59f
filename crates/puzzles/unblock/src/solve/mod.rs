//! methods
pub mod bfs;
pub mod bits;
pub mod board;
pub mod dag;
pub mod fifo;
pub mod table;
pub mod trace;

use ingenio_core::Task;

use bits::Scale;
use board::{Board, Slide};

use crate::level::Level;
use crate::play::Move;
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

/// Slides as the text of a solution; slides of the same piece one after another become one move.
pub fn solution_text<S: Scale>(level: &Level, board: &Board<S>, slides: &[Slide]) -> String {
    let mut moves: Vec<Move> = Vec::new();
    for slide in slides {
        let action = board.to_move(level, *slide);
        match moves.last_mut() {
            Some(last) if last.piece == action.piece => last.by += action.by,
            _ => moves.push(action),
        }
    }
    referee::text(&moves)
}
