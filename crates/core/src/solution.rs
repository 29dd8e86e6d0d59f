//! A verified solution is a type that only a referee can make: its one constructor replays the
//! text from the level alone. Store, server, lab and JSON accept nothing else.

use crate::id::LevelId;
use crate::metric::Measures;
use crate::rooms::{Referee, Texts};
use crate::words::{Filling, Message, Value, table};

/// A solution that the referee has replayed, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    level: LevelId,
    text: String,
    measures: Measures,
}

impl Verified {
    /// Lets the puzzle's referee replay the text.
    pub fn replay<P: Texts + Referee>(level: &P::Level, text: &str) -> Result<Self, Refusal> {
        let (text, measures) = P::referee(level, text)?;
        let id = LevelId::of(P::INFO.name, &P::canonical(level));
        Ok(Verified { level: id, text, measures })
    }

    /// The level that it solves.
    pub fn level(&self) -> LevelId {
        self.level
    }

    /// The solution in its first text form.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the referee counted.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }
}

/// Why a referee does not accept a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The number of the move at fault, from 1.
    pub at_move: Option<usize>,
    /// Why, without the number of the move.
    pub message: Message,
}

impl Refusal {
    /// At a move, counted from 1.
    pub fn at(number: usize, message: Message) -> Self {
        Refusal { at_move: Some(number), message }
    }

    /// For logs and JSON.
    pub fn english(&self) -> String {
        self.said().english()
    }

    /// The reason with the number of the move.
    pub fn said(&self) -> Message {
        match self.at_move {
            Some(number) => table::AT_MOVE.with("number", number).with("message", &self.message),
            None => self.message.clone(),
        }
    }
}

impl From<Message> for Refusal {
    fn from(message: Message) -> Self {
        Refusal { at_move: None, message }
    }
}

impl Value for &Refusal {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}

/// For programs that hand every error on as a box.
impl From<Refusal> for Box<dyn std::error::Error> {
    fn from(wrong: Refusal) -> Self {
        wrong.english().into()
    }
}

impl Value for Refusal {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}
