//! A run: one method at work on one level. It is advanced in slices and never looks at a clock, so
//! that one driver serves time, cancelling and observers, and so that an algorithm can be watched
//! one expansion at a time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::budget::Limit;
use crate::fault::Fault;
use crate::note::Note;
use crate::scene::Scene;
use crate::words::Message;

/// `A` is what the run answers besides its verdict: what a search for a solution has in hand, a [`Tally`] where solutions
/// are counted, sentences where a level is studied, a rating. A method must write `advance`, `progress` and `found`.
pub trait Run<A = InHand>: Send {
    /// Does at most `expansions` more expansions and says whether the run is over. `advance(1)`
    /// called n times leaves the same state as `advance(n)` called once. `advance(0)` expands
    /// nothing; it may give an answer that costs nothing.
    fn advance(&mut self, expansions: u64) -> Step;

    /// Where the run stands. Asked before and after every slice, so it must be cheap.
    fn progress(&self) -> Progress;

    /// What was found so far; at the end, the answer. Asked seldom: when somebody looks on, and when the run is over.
    fn found(&self) -> A;

    /// Hears between slices which share of the time budget is spent, 1 at its end; nothing where time is
    /// not limited. A method may plan by it; one that does, and is limited in nodes as well, plans by
    /// nodes, so that it stays the same from run to run.
    fn set_time_spent(&mut self, _spent: f64) {}

    /// What was expanded last, for those who watch.
    fn focus(&self) -> Option<Focus> {
        None
    }

    /// What it works on, where no moves from the start lead there.
    fn sight(&self) -> Option<Sight> {
        None
    }

    /// How many positions are known and wait to be looked at, where the method keeps them.
    fn frontier(&self) -> Option<u64> {
        None
    }

    /// Deterministic counters of the method's own, for tables and for teaching: `("pruned", 17)`.
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// Processor time spent so far by other threads on behalf of this run, as far as it is known.
    fn cpu_elsewhere(&self) -> Duration {
        Duration::ZERO
    }
}

/// What a run that solves has found besides the solution in its verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InHand {
    /// The best solution so far of a method that improves while it runs, as text.
    pub best: Option<String>,
    /// What else is known at the end of a run, one sentence each, where the verdict alone would mislead:
    /// what was proved within a limit of the method's own, or why its model's answer is no solution.
    pub remarks: Vec<Message>,
    /// Why the moves of the solution in the verdict are made, as the search that found it knows: what it went
    /// by, then a note for each move. Nothing where it does not know.
    pub reasons: Vec<Note>,
    /// What a model's variables say, as a table that people read.
    pub table: Option<Message>,
}

impl From<Option<String>> for InHand {
    fn from(best: Option<String>) -> Self {
        InHand { best, ..InHand::default() }
    }
}

/// The loop of every run whose expansions are all alike: steps are made until they are spent or `end` tells how the
/// run ended. A run that is over does not move any more, however often it is advanced.
pub fn step_by_step<R>(
    run: &mut R,
    expansions: u64,
    end: impl Fn(&R) -> Option<Verdict>,
    mut step: impl FnMut(&mut R),
) -> Step {
    for _ in 0..expansions {
        if let Some(verdict) = end(run) {
            return Step::Done(verdict);
        }
        step(run);
    }
    end(run).map_or(Step::Running, Step::Done)
}

/// What a counting run knows so far. One solution and `complete` is the proof that it is the only
/// one; two examples are the proof of the contrary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Different solutions found so far, never more than the limit asked for.
    pub found: u128,
    /// Are these all? False while the run goes on, and when it stopped at a limit.
    pub complete: bool,
    /// The first solutions as texts, two at most, all different.
    pub examples: Vec<String>,
}

/// What a slice led to.
#[derive(Clone, Debug)]
pub enum Step {
    /// The expansions are spent, the run is not over.
    Running,
    /// It is over, and says the same from now on.
    Done(Verdict),
}

/// What a run claims at its end. The solution becomes part of an outcome only after the referee
/// has replayed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A solution as text.
    Solved {
        /// As the referee reads it.
        solution: String,
        /// Has the run proved that none is better in the metric of its task?
        optimal: bool,
    },
    /// Proved: there is none.
    Unsolvable {
        /// What the proof stands on, for people.
        reason: Message,
    },
    /// It ended without an answer.
    Stopped {
        /// What ended it.
        limit: Limit,
    },
    /// Something that must not happen.
    Failed {
        /// What went wrong.
        fault: Fault,
    },
}

/// Is the run still building what does not depend on the level?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Tables are built, or read.
    Setup,
    /// The level is worked on.
    #[default]
    Search,
}

/// A run that knew its answer at once: a parity that cannot be, a board solved from the start.
#[derive(Clone, Debug)]
pub struct Settled(pub Verdict);

impl Run for Settled {
    fn advance(&mut self, _: u64) -> Step {
        Step::Done(self.0.clone())
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }

    fn found(&self) -> InHand {
        InHand::default()
    }
}

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Times of set-up and search are told apart by it.
    pub phase: Phase,
    /// How much of the set-up is done, in per cent, where that is known.
    pub ready: Option<u8>,
    /// Expanded nodes.
    pub nodes: u64,
    /// Nodes that were made, expanded or not.
    pub generated: u64,
    /// Proved: no solution is better than this (least for a minimum, most for a maximum).
    pub bound: Option<u64>,
    /// The measure of the best solution in hand.
    pub best: Option<u64>,
    /// Bytes in use now, as the method counts them.
    pub memory: u64,
    /// The most bytes in use so far.
    pub peak: u64,
}

impl Progress {
    /// Of two searches beside each other: what they did and hold adds up. Bound and best are this one's; what the two
    /// prove together, only their method knows.
    #[must_use]
    pub fn plus(self, other: &Progress) -> Progress {
        Progress {
            nodes: self.nodes + other.nodes,
            generated: self.generated + other.generated,
            memory: self.memory + other.memory,
            peak: self.peak + other.peak,
            ..self
        }
    }
}

/// What a search looks at that cannot be reached by moves from the start: a position that is seen from the other end, one
/// of a set that nobody keeps the way to, parts that join nothing yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The board as it would look.
    pub scene: Scene,
    /// What it is, in a sentence.
    pub said: Message,
    /// How far the search is, where it counts that.
    pub cost: Option<u64>,
}

/// The node a search looks at: for the theatre and for lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The moves from the start of the level, as text.
    pub moves: String,
    /// Cost so far.
    pub cost: u64,
    /// Estimated cost to go, where the method has one.
    pub estimate: Option<u64>,
    /// What the search goes by, where it has a plan.
    pub notes: Vec<Note>,
}
