//! A run: one method at work on one level. It is advanced in slices and never looks at a clock, so
//! that one driver serves time, cancelling and observers, and so that an algorithm can be watched
//! one expansion at a time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::budget::Limit;
use crate::fault::Fault;
use crate::note::Note;
use crate::rating::Rating;
use crate::words::Message;

pub trait Run: Send {
    /// Does at most `expansions` more expansions and says whether the run is over. `advance(1)`
    /// called n times leaves the same state as `advance(n)` called once. `advance(0)` expands
    /// nothing; it may give an answer that costs nothing.
    fn advance(&mut self, expansions: u64) -> Step;

    fn progress(&self) -> Progress;

    /// Hears between slices which share of the time budget is spent, 1 at its end; nothing where time is
    /// not limited. A method may plan by it; one that does, and is limited in nodes as well, plans by
    /// nodes, so that it stays the same from run to run.
    fn heed(&mut self, _spent: f64) {}

    /// The best solution in hand of a method that improves while it runs, as text.
    fn best(&self) -> Option<String> {
        None
    }

    /// What was expanded last, for those who watch.
    fn focus(&self) -> Option<Focus> {
        None
    }

    /// Deterministic counters of the method's own, for tables and for teaching: `("pruned", 17)`.
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// What else is known at the end of a run, one sentence each, where the verdict alone would mislead:
    /// what was proved within a limit of the method's own, or why its model's answer is no solution.
    fn remarks(&self) -> Vec<Message> {
        Vec::new()
    }

    /// Why the moves of the solution in the verdict are made, as the search that found it knows: what it went
    /// by, then a note for each move. Nothing where it does not know.
    fn reasons(&self) -> Vec<Note> {
        Vec::new()
    }

    /// Processor time spent so far by other threads on behalf of this run, as far as it is known.
    fn cpu_elsewhere(&self) -> Duration {
        Duration::ZERO
    }

    /// What a studying run has found out, one sentence each; nothing for runs that solve.
    fn findings(&self) -> Vec<Message> {
        Vec::new()
    }

    /// How many solutions a counting run has found; nothing for runs that solve.
    fn tally(&self) -> Option<Tally> {
        None
    }

    /// How hard a rating run finds the level, once it is over; nothing for runs that solve.
    fn rating(&self) -> Option<Rating> {
        None
    }
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

#[derive(Clone, Debug)]
pub enum Step {
    Running,
    Done(Verdict),
}

/// What a run claims at its end. The solution becomes part of an outcome only after the referee
/// has replayed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solved { solution: String, optimal: bool },
    Unsolvable { reason: Message },
    Stopped { limit: Limit },
    Failed { fault: Fault },
}

/// Is the run still building what does not depend on the level?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Setup,
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
}

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    pub phase: Phase,
    /// How much of the set-up is done, in per cent, where that is known.
    pub ready: Option<u8>,
    /// Expanded nodes.
    pub nodes: u64,
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
