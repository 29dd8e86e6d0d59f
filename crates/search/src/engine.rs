//! What all engines have in common.

use ingenio_core::Progress;

/// What a slice of search led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The expansions are spent, the search is not over.
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
    /// Nodes whose successors were looked at; a node that is opened again counts again.
    pub expanded: u64,
    /// Successors that were looked at, known ones included.
    pub generated: u64,
    /// Bytes in use now.
    pub memory: u64,
    /// The most bytes in use so far.
    pub peak: u64,
    /// Proved lower bound on the cost of a solution.
    pub bound: Option<u64>,
}

impl Counts {
    /// As a run tells them.
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
    /// The actions from the start.
    pub path: Vec<A>,
    /// What they cost.
    pub cost: u64,
    /// What the space thinks is still to pay, where the engine asks it.
    pub estimate: Option<u64>,
}

/// A search that can be stopped after any expansion. [`PathRun`](crate::PathRun) makes a run of a method of it. A new
/// engine writes `advance` (see `node_by_node`), `counts`, `path` and `glance`; an engine that has something better to
/// tell writes the rest.
pub trait Engine: Send {
    /// Of the space it searches.
    type Action: Copy;

    /// Expands at most `expansions` more nodes. Once it has said anything but `Running`, it says
    /// the same again.
    fn advance(&mut self, expansions: u64) -> Found;

    /// What it has done so far. Asked between slices, so it must be cheap.
    fn counts(&self) -> Counts;

    /// The way to the goal, after [`Found::Goal`].
    fn path(&self) -> Vec<Self::Action>;

    /// A way to a goal in hand while the search goes on for a better one or for the proof, with its
    /// cost.
    fn best(&self) -> Option<(Vec<Self::Action>, u64)> {
        None
    }

    /// How many nodes wait to be expanded, where they are kept.
    fn frontier(&self) -> Option<u64> {
        None
    }

    /// What was expanded last.
    fn glance(&self) -> Option<Glance<Self::Action>>;
}

/// The loop of [`Engine::advance`] where a search goes on node by node: `step` expands the next node or says how the
/// search ends, `end` is where that is kept. A step that expands nothing (another layer, an outdated entry of a queue)
/// costs nothing: it goes on until a node is expanded.
#[inline]
pub fn node_by_node<E>(
    engine: &mut E,
    expansions: u64,
    expanded: impl Fn(&E) -> u64,
    end: impl Fn(&mut E) -> &mut Option<Found>,
    step: impl Fn(&mut E) -> Result<(), Found>,
) -> Found {
    if let Some(found) = *end(engine) {
        return found;
    }
    let until = expanded(engine).saturating_add(expansions);
    while expanded(engine) < until {
        if let Err(found) = step(engine) {
            *end(engine) = Some(found);
            return found;
        }
    }
    Found::Running
}
