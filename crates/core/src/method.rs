//! Methods: named ways to solve, each one row in the table of its puzzle, and the task they get.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::alarm::Alarm;
use crate::budget::Budget;
use crate::drive::Clock;
use crate::metric::Criterion;
use crate::options::{OptionSpec, Options};
use crate::puzzle::Puzzle;
use crate::run::Run;
use crate::tables::TablesRef;
use crate::words::{Filling, Message, Template, Value, table};

/// What a method promises if no limit stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Proves that its solution is the best in its metric, or that there is none.
    Optimal,
    /// Proves that its solution is the best in its metric; where there is none, it may go on until a
    /// limit stops it.
    OptimalIfSolvable,
    /// Finds some solution, or proves that there is none.
    Complete,
    /// Always has a solution in hand and improves it while it runs; proves nothing by itself.
    Anytime,
    /// May end without a solution although there is one.
    Incomplete,
}

impl Guarantee {
    /// For people.
    pub const fn said(self) -> Template {
        match self {
            Guarantee::Optimal => table::OPTIMAL,
            Guarantee::OptimalIfSolvable => table::OPTIMAL_IF_SOLVABLE,
            Guarantee::Complete => table::COMPLETE,
            Guarantee::Anytime => table::ANYTIME,
            Guarantee::Incomplete => table::INCOMPLETE,
        }
    }

    /// The short word used in tables and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Guarantee::Optimal => "optimal",
            Guarantee::OptimalIfSolvable => "optimal-if-solvable",
            Guarantee::Complete => "complete",
            Guarantee::Anytime => "anytime",
            Guarantee::Incomplete => "incomplete",
        }
    }

    /// Is a solution of the method, once it is found, proved to be the best?
    pub const fn optimises(self) -> bool {
        matches!(self, Guarantee::Optimal | Guarantee::OptimalIfSolvable)
    }

    /// Does the method prove unsolvable levels unsolvable?
    pub const fn decides(self) -> bool {
        matches!(self, Guarantee::Optimal | Guarantee::Complete)
    }
}

impl Value for Guarantee {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}

/// One row of a puzzle's table of methods.
pub struct Method<P: Puzzle> {
    /// As users write it: `idastar-pdb`.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What it promises on every level that it fits.
    pub guarantee: Guarantee,
    /// What it can search by, the default first. Empty where the puzzle counts nothing.
    pub metrics: &'static [Criterion],
    /// What can be set: `width=1000`.
    pub options: &'static [OptionSpec],
    /// What it needs beyond the level: tables and their size, several threads. Empty for nothing.
    pub needs: &'static str,
    /// Can it be advanced one expansion at a time?
    pub steppable: bool,
    /// Refuses levels the method is not made for, with the reason.
    pub fits: fn(&P::Level) -> Result<(), Message>,
    /// Starts a run. The task has a value for every option, and a metric of the row.
    pub start: fn(&Arc<P::Level>, &Task) -> Box<dyn Run>,
}

impl<P: Puzzle> Method<P> {
    /// The row without its types.
    pub fn info(&self) -> MethodInfo {
        MethodInfo {
            name: self.name,
            about: self.about,
            guarantee: self.guarantee,
            metrics: self.metrics,
            options: self.options,
            needs: self.needs,
            steppable: self.steppable,
        }
    }
}

impl<P: Puzzle> fmt::Debug for Method<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Method({})", self.name)
    }
}

/// The row without its types: what tables, help texts and web forms show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodInfo {
    /// As users write it.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What it promises on every level that it fits.
    pub guarantee: Guarantee,
    /// What it can search by, the default first.
    pub metrics: &'static [Criterion],
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// What it needs beyond the level; empty for nothing.
    pub needs: &'static str,
    /// Can it be advanced one expansion at a time?
    pub steppable: bool,
}

impl MethodInfo {
    /// The id of what belongs to it: `taquin.method.astar`.
    pub fn owner(&self, puzzle: &str) -> String {
        format!("{puzzle}.method.{}", self.name)
    }

    /// What it is about, for people.
    pub fn said_about(&self, puzzle: &str) -> Message {
        Message::declared(self.owner(puzzle), self.about)
    }

    /// Nothing where it needs nothing.
    pub fn said_needs(&self, puzzle: &str) -> Option<Message> {
        let id = format!("{}.needs", self.owner(puzzle));
        (!self.needs.is_empty()).then(|| Message::declared(id, self.needs))
    }

    /// What it searches by unless it is told.
    pub fn metric(&self) -> Criterion {
        self.metrics.first().copied().unwrap_or_default()
    }
}

/// What a method is asked to do, apart from the level.
#[derive(Clone, Debug)]
pub struct Task {
    /// What to search by. A method that is started finds one of its own here, never an open one.
    pub metric: Criterion,
    /// Is a proved optimum wanted? Methods that could stop at the first solution go on.
    pub optimal: bool,
    /// Bytes that may be in use at any moment; the method itself stays below.
    pub memory: u64,
    /// Expansions that the budget allows. The driver sees to it; engines that cannot be stepped must
    /// know it beforehand.
    pub nodes: Option<u64>,
    /// Time that the budget allows: for those who choose a method. A run hears how it passes from
    /// [`Run::set_time_spent`].
    pub time: Option<Duration>,
    /// Of the random numbers: the same seed gives the same nodes.
    pub seed: u64,
    /// How many threads the run may work with.
    pub threads: usize,
    /// A value for every option of the method's row.
    pub options: Options,
    /// For whatever works longer than a millisecond in one go; between slices the driver looks anyway.
    pub alarm: Alarm,
    /// Where tables that do not depend on the level are kept.
    pub tables: TablesRef,
}

impl Default for Task {
    fn default() -> Self {
        Task {
            metric: Criterion::default(),
            optimal: false,
            memory: u64::MAX,
            nodes: None,
            time: None,
            seed: 0,
            threads: 1,
            options: Options::default(),
            alarm: Alarm::default(),
            tables: TablesRef::default(),
        }
    }
}

impl Task {
    /// The same task within the limits of a budget whose time begins now.
    #[must_use]
    pub fn within(self, budget: &Budget, clock: &dyn Clock) -> Task {
        let (memory, nodes, time) = (budget.memory.unwrap_or(u64::MAX), budget.nodes, budget.least_time());
        let (alarm, tables) = (Alarm::within(budget, clock), budget.tables.clone());
        Task { memory, nodes, time, alarm, tables, ..self }
    }
}

/// A lower bound on the cost to go, open to inspection: the conformance suite compares it with
/// the truth.
pub struct Heuristic<P: Puzzle> {
    /// As in the table of heuristics.
    pub name: &'static str,
    /// The metric it bounds.
    pub metric: Criterion,
    /// Does it never exceed the true distance?
    pub admissible: bool,
    /// The estimate at a position; `None` claims that no solution exists from there.
    pub estimate: fn(&P::Level, &P::Position, &TablesRef) -> Option<u64>,
}

impl<P: Puzzle> fmt::Debug for Heuristic<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Heuristic({})", self.name)
    }
}
