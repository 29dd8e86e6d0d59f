//! A verified solution is a type that only a referee can make: its one constructor replays the
//! text from the level alone. Store, server, lab and JSON accept nothing else.

use std::fmt;

use crate::id::LevelId;
use crate::metric::Measures;
use crate::puzzle::Puzzle;
use crate::words::Message;

/// A solution that the referee has replayed, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    level: LevelId,
    text: String,
    measures: Measures,
}

impl Verified {
    /// Lets the puzzle's referee replay the text.
    pub fn replay<P: Puzzle>(level: &P::Level, text: &str) -> Result<Self, Refusal> {
        let (text, measures) = P::referee(level, text)?;
        let id = LevelId::of(P::INFO.name, &P::canonical(level));
        Ok(Verified { level: id, text, measures })
    }

    pub fn level(&self) -> LevelId {
        self.level
    }

    /// The solution in its first text form.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn measures(&self) -> &Measures {
        &self.measures
    }
}

/// Why a referee does not accept a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The number of the move at fault, from 1.
    pub at_move: Option<usize>,
    pub message: Message,
}

impl Refusal {
    pub fn at(number: usize, message: Message) -> Self {
        Refusal { at_move: Some(number), message }
    }
}

impl From<Message> for Refusal {
    fn from(message: Message) -> Self {
        Refusal { at_move: None, message }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at_move {
            Some(number) => write!(f, "move {number}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for Refusal {}
