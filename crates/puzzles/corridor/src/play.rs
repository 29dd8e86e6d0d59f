//! The rules: a step to the left or to the right, and the goal.

use ingenio_core::rooms::Rules;
use ingenio_core::{Dir, Fault, Measures, Message};

use crate::level::Level;
use crate::{Corridor, words};

impl Rules for Corridor {
    fn start(level: &Level) -> usize {
        level.start
    }

    fn moves(level: &Level, position: &usize) -> Vec<Dir> {
        Dir::ALL.into_iter().filter(|dir| level.beyond(*position, *dir).is_some()).collect()
    }

    fn parse_moves(_: &Level, text: &str) -> Result<Vec<Dir>, Fault> {
        let unknown = |letter| words::NOT_A_MOVE.with("letter", letter).into();
        text.chars().map(|letter| Dir::from_letter(letter).ok_or_else(|| unknown(letter))).collect()
    }

    fn apply(level: &Level, position: &mut usize, action: &Dir) -> Result<usize, Message> {
        let next = level.beyond(*position, *action).ok_or_else(|| words::BLOCKED.say())?;
        Ok(std::mem::replace(position, next))
    }

    fn undo(_: &Level, position: &mut usize, undo: usize) {
        *position = undo;
    }

    fn won(level: &Level, position: &usize) -> bool {
        *position == level.goal
    }

    fn measure(_: &Level, _: &usize, history: &[Dir]) -> Measures {
        Measures::new().count("moves", history.len() as u64)
    }

    fn level_from(level: &Level, position: &usize) -> Option<Level> {
        Some(Level { start: *position, ..level.clone() })
    }

    /// Sound, because there is no way round a wall.
    fn stuck(level: &Level, position: &usize) -> Option<Message> {
        let between = (*position).min(level.goal)..(*position).max(level.goal);
        level.walls[between].contains(&true).then(|| words::CLOSED.say())
    }
}
