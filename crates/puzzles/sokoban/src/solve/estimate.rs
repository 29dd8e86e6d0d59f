//! The lower bounds of the searches, open to inspection.

use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::play::Position;

/// The cheapest assignment of boxes to goals; nothing if there is none.
pub fn assignment(level: &Level, position: &Position) -> Option<u64> {
    let maze = Maze::at(level, position);
    Bound::to_goals(&maze).of(&maze.state()).map(u64::from)
}

/// The paper's h: each box to its nearest goal, walls and other boxes left aside.
#[allow(clippy::unnecessary_wraps, reason = "the signature of every heuristic")]
pub fn manhattan(level: &Level, position: &Position) -> Option<u64> {
    let size = level.size();
    let goals = level.goals();
    let between = |one: usize, other: usize| {
        size.row(one).abs_diff(size.row(other)) + size.column(one).abs_diff(size.column(other))
    };
    let nearest = |at: &usize| goals.iter().map(|goal| between(*at, *goal)).min().unwrap_or(0) as u64;
    Some(position.boxes.iter().map(nearest).sum())
}
