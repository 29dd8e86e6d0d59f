//! What all engines have in common.

use ingenio_core::Progress;

/// What a slice of search led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Running,
    /// A goal was reached; [`Engine::path`] tells how.
    Goal,
    /// There is nothing left to expand.
    Exhausted,
    /// The next step would exceed the memory limit.
    OutOfMemory,
}

/// What every engine counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub expanded: u64,
    pub generated: u64,
    /// Bytes in use, and the most so far.
    pub memory: u64,
    pub peak: u64,
    /// Proved lower bound on the cost of a solution.
    pub bound: Option<u64>,
}

impl Counts {
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.expanded,
            generated: self.generated,
            bound: self.bound,
            memory: self.memory,
            peak: self.peak.max(self.memory),
            ..Progress::default()
        }
    }
}

/// The node expanded last: the way to it, its cost and its estimate.
#[derive(Clone, Debug)]
pub struct Glance<A> {
    pub path: Vec<A>,
    pub cost: u64,
    pub estimate: Option<u64>,
}

pub trait Engine: Send {
    type Action: Copy;

    /// Expands at most `expansions` more nodes. Once it has said anything but `Running`, it says
    /// the same again.
    fn advance(&mut self, expansions: u64) -> Found;

    fn counts(&self) -> Counts;

    /// The way to the goal, after [`Found::Goal`].
    fn path(&self) -> Vec<Self::Action>;

    /// A way to a goal in hand while the search goes on for a better one or for the proof, with its
    /// cost.
    fn best(&self) -> Option<(Vec<Self::Action>, u64)> {
        None
    }

    /// What was expanded last.
    fn glance(&self) -> Option<Glance<Self::Action>>;
}

/// A search that goes on node by node; what [`Engine::advance`] is made of.
pub trait Stepwise {
    /// Expands the next node, or says how the search ends.
    fn expand_next(&mut self) -> Result<(), Found>;

    fn expanded(&self) -> u64;

    /// How the search ended, once it has.
    fn end(&mut self) -> &mut Option<Found>;

    /// Expands at most that many nodes. Work that expands none goes on until one is expanded.
    fn expand(&mut self, expansions: u64) -> Found {
        if let Some(end) = *self.end() {
            return end;
        }
        let until = self.expanded().saturating_add(expansions);
        while self.expanded() < until {
            if let Err(end) = self.expand_next() {
                *self.end() = Some(end);
                return end;
            }
        }
        Found::Running
    }
}
