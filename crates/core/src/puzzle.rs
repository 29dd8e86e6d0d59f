//! What a puzzle is: its name and texts, and the types of its levels, positions and moves. What it can do stands in its
//! rooms ([`crate::rooms`]), one trait each.

use std::fmt::{Debug, Display};

use crate::fault::Fault;
use crate::metric::Metric;
use crate::options::OptionSpec;
use crate::words::{Message, Template};

/// What is fixed about a puzzle.
#[derive(Debug)]
pub struct Info {
    /// The one word for it: `taquin`.
    pub name: &'static str,
    /// As shown to people: `Taquin`.
    pub title: &'static str,
    /// Other names, which readers of older books know: `Fifteen puzzle`.
    pub also_known_as: &'static [&'static str],
    /// One sentence.
    pub about: &'static str,
    /// The default first.
    pub metrics: &'static [Metric],
    /// The canonical one first.
    pub formats: &'static [Format],
    /// Options of reading a level that change its meaning: the goal, the rule set.
    pub settings: &'static [OptionSpec],
    /// Endings of file names, without the dot.
    pub extensions: &'static [&'static str],
    /// What stands between moves in a text: nothing or a space.
    pub separator: &'static str,
    /// Every sentence of the puzzle.
    pub words: &'static [Template],
}

impl Info {
    /// The one sentence, for people.
    pub fn said_about(&self) -> Message {
        Message::declared(format!("{}.about", self.name), self.about)
    }

    /// What a metric counts here.
    pub fn said_metric(&self, metric: &Metric) -> Message {
        Message::declared(format!("{}.metric.{}", self.name, metric.name), metric.about)
    }

    /// What a format looks like, for people.
    pub fn said_format(&self, format: &Format) -> Message {
        Message::declared(format!("{}.format.{}", self.name, format.name), format.about)
    }
}

/// A text format in which levels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// As users write it after `--to`.
    pub name: &'static str,
    /// What it looks like, best with an example.
    pub about: &'static str,
}

/// How much a text looks like levels of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Something that no level of the puzzle has.
    No,
    /// The characters fit; the level may still be broken.
    Maybe,
    /// Nothing else looks like this.
    Sure,
}

/// A level as found in a text.
#[derive(Clone, Debug, Default)]
pub struct Entry<L> {
    /// The level itself; `()` while it is still to come, see [`Head`](crate::head::Head).
    pub level: L,
    /// As its file calls it.
    pub title: Option<String>,
    /// As its file names them.
    pub author: Option<String>,
    /// A solution that came with it, not verified.
    pub solution: Option<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// One level of a text, or what is wrong with it; the others are read all the same.
pub type Reading<L> = Result<Entry<L>, Fault>;

/// The names that all rooms of a puzzle share. It is a type without values: `pub struct Taquin;`.
pub trait Puzzle: Sized + Send + Sync + 'static {
    /// What is fixed.
    const INFO: Info;

    /// One immutable instance.
    type Level: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A moment of a play.
    type Position: Clone + PartialEq + Debug + Send + 'static;
    /// One action of a player; its text form is its `Display`.
    type Move: Clone + PartialEq + Debug + Display + Send + 'static;
    /// What it takes to take a move back.
    type Undo: Send + 'static;
}
