//! A play: a level, where it stands, and the way there. Undo has no limit; what is made again after it is
//! for those who keep a session.

use std::sync::Arc;

use crate::metric::Measures;
use crate::puzzle::Puzzle;
use crate::rooms::Rules;
use crate::words::Message;

/// Typed, for the puzzle's own code; others have an [`AnyPlay`](crate::AnyPlay).
pub struct Play<P: Rules> {
    level: Arc<P::Level>,
    position: P::Position,
    done: Vec<P::Move>,
    undos: Vec<P::Undo>,
    backwards: bool,
}

impl<P: Rules> Play<P> {
    /// From the start of the level.
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

    /// Do the moves lead from the end to the start?
    pub const fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// The level that is played.
    pub fn level(&self) -> &Arc<P::Level> {
        &self.level
    }

    /// Where it stands.
    pub fn position(&self) -> &P::Position {
        &self.position
    }

    /// The moves that were made and not taken back.
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

    /// See [`Rules::won`].
    pub fn won(&self) -> bool {
        P::won(&self.level, &self.position)
    }

    /// See [`Rules::finished`].
    pub fn finished(&self) -> bool {
        P::finished(&self.level, &self.position)
    }

    /// See [`Rules::stuck`].
    pub fn stuck(&self) -> Option<Message> {
        P::stuck(&self.level, &self.position)
    }

    /// See [`Rules::measure`].
    pub fn measures(&self) -> Measures {
        P::measure(&self.level, &self.position, &self.done)
    }
}

impl<P: Rules> std::fmt::Debug for Play<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Play({:?} after {} moves)", self.position, self.done.len())
    }
}

/// Moves as one text, in the puzzle's own way.
pub fn moves_text<P: Puzzle>(moves: &[P::Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(P::INFO.separator)
}
