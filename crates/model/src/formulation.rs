//! Formulations: named ways to put a level of a puzzle as a model, one row each in the puzzle's table.
//! Joined with an engine, a formulation is a method: `sat-slides`.

use std::fmt;
use std::sync::Arc;

use ingenio_core::{Criterion, Guarantee, Message, OptionSpec, Puzzle, Task};

use crate::assignment::Assignment;
use crate::engine::Capability;
use crate::model::Model;
use crate::size::Size;
use crate::variable::Lit;
use crate::write::Document;

/// One row of a puzzle's table of formulations.
pub struct Formulation<P: Puzzle> {
    /// Comes after the engine in the name of a method: `slides` in `sat-slides`.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What it promises, joined with an engine that ends.
    pub guarantee: Guarantee,
    /// The metrics it can search by, the default first.
    pub metrics: &'static [Criterion],
    /// What can be set, besides what every engine has.
    pub options: &'static [OptionSpec],
    /// The kinds of engine it is made for.
    pub engines: &'static [Capability],
    /// Refuses levels that it is not made for, with the reason.
    pub fits: fn(&P::Level) -> Result<(), Message>,
    /// Puts a level as a problem. Nothing large is built yet.
    pub open: fn(&Arc<P::Level>, &Task) -> Box<dyn Problem>,
    /// Files that are written by hand rather than from the model: the formulation as a person would
    /// put it in a language with loops and global constraints, with the data of the level.
    pub by_hand: &'static [ByHand<P>],
}

/// A writer of one formulation in one language: the name of the target, and the files it makes.
pub type ByHand<P> = (&'static str, fn(&<P as Puzzle>::Level, &Task) -> Vec<Document>);

impl<P: Puzzle> Formulation<P> {
    /// The row without its types.
    pub fn info(&self) -> FormulationInfo {
        FormulationInfo {
            name: self.name,
            about: self.about,
            guarantee: self.guarantee,
            metrics: self.metrics,
            options: self.options,
            engines: self.engines,
            by_hand: self.by_hand.iter().map(|(target, _)| *target).collect(),
        }
    }
}

impl<P: Puzzle> fmt::Debug for Formulation<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formulation({})", self.name)
    }
}

/// The row without its types.
#[derive(Clone, Debug)]
pub struct FormulationInfo {
    /// See [`Formulation::name`].
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What it promises, joined with an engine that ends.
    pub guarantee: Guarantee,
    /// The metrics it can search by, the default first.
    pub metrics: &'static [Criterion],
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// The kinds of engine it is made for.
    pub engines: &'static [Capability],
    /// Targets that it is written for by hand: `minizinc`.
    pub by_hand: Vec<&'static str>,
}

impl FormulationInfo {
    /// The id of what belongs to it: `taquin.formulation.slides`.
    pub fn owner(&self, puzzle: &str) -> String {
        format!("{puzzle}.formulation.{}", self.name)
    }

    /// What it is about, for people.
    pub fn said_about(&self, puzzle: &str) -> Message {
        Message::declared(self.owner(puzzle), self.about)
    }
}

/// A puzzle with formulations: the table is all there is to write.
pub trait Modelled: Puzzle {
    /// The table of formulations, one row each; an empty `impl` is a puzzle that has none.
    fn formulations() -> &'static [Formulation<Self>] {
        &[]
    }

    /// The solution that the actions of a plan stand for, each with its objects in small letters: the
    /// way back from planners, where the puzzle is written in PDDL.
    fn plan(_level: &Self::Level, _actions: &[Vec<String>]) -> Option<String> {
        None
    }
}

/// A level put as a mathematical problem: a model that may grow in stages (longer plans), and the way
/// back from an assignment to a solution. `size`, `grow`, `infeasible` and `decode` must be written; a formulation
/// whose goal moves with the stage writes `assumed`, one that proves bounds on the way `bound`.
pub trait Problem: Send {
    /// How large the model will be at this stage, told before it is built. Never less than it then is.
    fn size(&self, stage: u32) -> Size;

    /// Builds what this stage needs beyond those before. Stages come in order, from 0.
    fn grow(&mut self, stage: u32, model: &mut Model);

    /// What is assumed at this stage, besides the constraints: that the goal is reached by now.
    fn assumed(&self, _stage: u32) -> Vec<Lit> {
        Vec::new()
    }

    /// No assignment was possible at this stage: what does that mean? A fact that was learnt by it
    /// may be added to the model.
    fn infeasible(&mut self, stage: u32, model: &mut Model) -> Next;

    /// From an assignment to a solution; or it is none, and a cut that forbids it is added to the
    /// model. `proved` says that no assignment of this stage is better.
    fn decode(&mut self, stage: u32, model: &mut Model, values: &Assignment, proved: bool) -> Decoded;

    /// What is proved of the puzzle's metric at this stage, all stages before having failed, with
    /// this bound on the objective of the model.
    fn bound(&self, _stage: u32, _objective: Option<i64>) -> Option<u64> {
        None
    }

    /// The measure that the objective of an assignment stands for, for those who watch.
    fn measure(&self, _stage: u32, _objective: i64) -> Option<u64> {
        None
    }

    /// The number of periods of a stage, where the formulation has an option `periods`.
    fn periods(&self, _stage: u32) -> Option<u32> {
        None
    }

    /// An assignment as people print it, where the formulation has a usual table.
    fn table(&self, _stage: u32, _values: &Assignment) -> Option<String> {
        None
    }
}

/// After a stage without an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next stage may have one.
    Grow,
    /// None has one.
    Unsolvable(Message),
    /// Nothing is proved, and nothing is left to try.
    GiveUp,
}

/// What an assignment stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A solution, and whether it is now proved to be the best in the puzzle's metric.
    Solution {
        /// As the referee reads it.
        text: String,
        /// Is it proved to be the best?
        optimal: bool,
    },
    /// A solution, but the next stage may have a better one.
    GoOn {
        /// As the referee reads it.
        text: String,
    },
    /// A solution, proved to be the best within the periods asked for; the sentence says so.
    Within {
        /// As the referee reads it.
        text: String,
        /// What is proved, and what is not.
        remark: Message,
    },
    /// No solution; a cut was added that forbids the assignment.
    Cut,
    /// The model's own answer, which breaks the rules of the puzzle: the sentence says how. The model is
    /// left as it was printed, so nothing is cut off and nothing is left to try.
    Illegal {
        /// Which rule it breaks.
        remark: Message,
    },
    /// No solution, and this is all that this stage can say: as good as no assignment.
    Nothing,
}
