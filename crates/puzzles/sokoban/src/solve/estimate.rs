//! The lower bounds of the searches, open to inspection.

use super::surplus::Surplus;
use crate::board::bound::Bound;
use crate::board::maze::Maze;
use crate::board::steps::Steps;
use crate::level::Level;
use crate::play::Position;

/// The cheapest assignment of boxes to goals; nothing if there is none.
pub fn assignment(level: &Level, position: &Position) -> Option<u64> {
    let maze = Maze::at(level, position);
    Bound::to_goals(&maze).of(&maze.state()).map(u64::from)
}

/// The assignment with what teams of two and three boxes cost beyond it.
pub fn teams(level: &Level, position: &Position) -> Option<u64> {
    let maze = Maze::at(level, position);
    let mut bound = Bound::to_goals(&maze);
    let pushes = bound.of(&maze.state())?;
    let surplus = Surplus::at_once(&maze, bound.dead()).of(&maze.boxes, maze.player, bound.assignment())?;
    Some(u64::from(pushes + surplus))
}

/// The moves that boxes and player need by the best of several heights.
pub fn heights(level: &Level, position: &Position) -> Option<u64> {
    let maze = Maze::at(level, position);
    let mut bound = Bound::to_goals(&maze);
    let pushes = bound.of(&maze.state())?;
    let moves = Steps::new(&maze, &bound, u64::MAX).map_or(Some(0), |mut steps| steps.of(&maze.state()))?;
    Some(u64::from(if pushes == 0 { 0 } else { moves.max(pushes) }))
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
