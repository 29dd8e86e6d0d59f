//! Generators: named ways to make levels, each one row in the table of its puzzle.
//!
//! Making goes by numbered tries. Try k of seed s is the same on every machine, whatever was tried
//! before it, so tries can be dealt out to threads, a stopped generation goes on where it was, and
//! two numbers say where a level came from.

use std::fmt;

use crate::budget::Cancel;
use crate::options::{OptionSpec, Options};
use crate::puzzle::Puzzle;
use crate::rating::Grade;
use crate::rng::Rng;
use crate::words::Message;

/// One row of a puzzle's table of generators.
pub struct Generator<P: Puzzle> {
    /// As users write it.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What can be wished: sizes, pieces, lengths.
    pub options: &'static [OptionSpec],
    /// What to wish for a level of each grade where nothing else is wished: sizes at which it soon comes up.
    pub by_grade: [&'static str; 4],
    /// Begins to make levels by these wishes (every option has its value), or says why they cannot
    /// be fulfilled. Called once per thread; a try that takes longer than a few milliseconds looks
    /// at the flag and gives up with [`Attempt::Nothing`].
    pub start: StartMaking<P::Level>,
}

/// How a generator begins: the wishes, and a flag that ends it.
pub type StartMaking<L> = fn(&Options, Cancel) -> Result<Box<dyn Maker<L>>, Message>;

impl<P: Puzzle> Generator<P> {
    /// The row without its types.
    pub fn info(&self) -> GeneratorInfo {
        GeneratorInfo { name: self.name, about: self.about, options: self.options, by_grade: self.by_grade }
    }
}

impl<P: Puzzle> fmt::Debug for Generator<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Generator({})", self.name)
    }
}

/// The row without its types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneratorInfo {
    /// As users write it.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What can be wished.
    pub options: &'static [OptionSpec],
    /// See [`Generator::by_grade`].
    pub by_grade: [&'static str; 4],
}

impl GeneratorInfo {
    /// The wishes of a text. Who wishes nothing but a grade gets sizes at which it soon comes up.
    pub fn wishes(&self, text: &str, grade: Option<Grade>) -> Result<Options, Message> {
        let of_grade = grade.filter(|_| text.trim().is_empty()).map(|grade| self.by_grade[grade as usize]);
        Options::parse(self.options, of_grade.unwrap_or(text))
    }

    /// The id of what belongs to it: `flow.generator.weave`.
    pub fn owner(&self, puzzle: &str) -> String {
        format!("{puzzle}.generator.{}", self.name)
    }

    /// What it makes, for people.
    pub fn said_about(&self, puzzle: &str) -> Message {
        Message::declared(self.owner(puzzle), self.about)
    }
}

/// A generator at work, one for each thread. `attempt` is all there is to write.
pub trait Maker<L>: Send {
    /// Try number `number`, from 0. The generator of random numbers is fresh for every try; an
    /// enumeration goes by the number alone. What a maker keeps between tries may save time but
    /// never changes a result.
    fn attempt(&mut self, number: u64, rng: &mut Rng) -> Attempt<L>;
}

/// What came of one try.
#[derive(Clone, Debug)]
pub enum Attempt<L> {
    /// Levels that fulfil the wish; several where a try goes through a part of an enumeration.
    Made(Vec<Made<L>>),
    /// A good level that misses the wish; the nearest one is shown if nothing better comes.
    Near(Near<L>),
    /// It came to nothing, or was cancelled.
    Nothing,
    /// An enumeration is over: this try and all later ones have nothing.
    End,
}

/// A level with what its maker knows of it. The solution is a claim until the referee has replayed it.
#[derive(Clone, Debug)]
pub struct Made<L> {
    /// The level itself.
    pub level: L,
    /// Every maker hands one over.
    pub solution: String,
    /// Is the solution proved to be the best in the puzzle's first metric?
    pub optimal: bool,
    /// Is it proved to be the only one?
    pub unique: bool,
}

/// A level that misses the wish.
#[derive(Clone, Debug)]
pub struct Near<L> {
    /// A sound level all the same: it can be solved.
    pub level: L,
    /// How far from the wish; 0 would be a hit.
    pub miss: u64,
    /// What it has instead of what was wished.
    pub what: Message,
}

impl<L> Attempt<L> {
    /// The same with other levels: how types are erased.
    pub fn map<M>(self, mut change: impl FnMut(L) -> M) -> Attempt<M> {
        match self {
            Attempt::Made(made) => Attempt::Made(made.into_iter().map(|one| one.map(&mut change)).collect()),
            Attempt::Near(Near { level, miss, what }) => {
                Attempt::Near(Near { level: change(level), miss, what })
            }
            Attempt::Nothing => Attempt::Nothing,
            Attempt::End => Attempt::End,
        }
    }
}

impl<L> Made<L> {
    fn map<M>(self, change: impl FnOnce(L) -> M) -> Made<M> {
        let Made { level, solution, optimal, unique } = self;
        Made { level: change(level), solution, optimal, unique }
    }
}
