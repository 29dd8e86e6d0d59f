//! A play: a level, where it stands, and the way there. Undo has no limit; what is made again after it is
//! for those who keep a session.

use std::sync::Arc;

use crate::metric::Measures;
use crate::puzzle::Puzzle;
use crate::words::Message;

pub struct Play<P: Puzzle> {
    level: Arc<P::Level>,
    position: P::Position,
    done: Vec<P::Move>,
    undos: Vec<P::Undo>,
    backwards: bool,
}

impl<P: Puzzle> Play<P> {
    pub fn new(level: Arc<P::Level>) -> Self {
        let position = P::start(&level);
        Self::at(level, position, false)
    }

    /// A play from the end to the start, where the puzzle has one.
    pub fn backwards(level: Arc<P::Level>) -> Option<Self> {
        let position = P::start_backwards(&level)?;
        Some(Self::at(level, position, true))
    }

    fn at(level: Arc<P::Level>, position: P::Position, backwards: bool) -> Self {
        Play { level, position, done: Vec::new(), undos: Vec::new(), backwards }
    }

    pub const fn is_backwards(&self) -> bool {
        self.backwards
    }

    pub fn level(&self) -> &Arc<P::Level> {
        &self.level
    }

    pub fn position(&self) -> &P::Position {
        &self.position
    }

    pub fn history(&self) -> &[P::Move] {
        &self.done
    }

    /// Makes a move.
    pub fn apply(&mut self, action: P::Move) -> Result<(), Message> {
        let undo = P::apply(&self.level, &mut self.position, &action)?;
        self.done.push(action);
        self.undos.push(undo);
        Ok(())
    }

    /// Takes the last move back; false at the start.
    pub fn undo(&mut self) -> bool {
        let (Some(_), Some(undo)) = (self.done.pop(), self.undos.pop()) else { return false };
        P::undo(&self.level, &mut self.position, undo);
        true
    }

    pub fn won(&self) -> bool {
        P::won(&self.level, &self.position)
    }

    pub fn finished(&self) -> bool {
        P::finished(&self.level, &self.position)
    }

    pub fn stuck(&self) -> Option<Message> {
        P::stuck(&self.level, &self.position)
    }

    pub fn measures(&self) -> Measures {
        P::measure(&self.level, &self.position, &self.done)
    }
}

impl<P: Puzzle> std::fmt::Debug for Play<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Play({:?} after {} moves)", self.position, self.done.len())
    }
}

/// Moves as one text, in the puzzle's own way.
pub fn moves_text<P: Puzzle>(moves: &[P::Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(P::INFO.separator)
}
