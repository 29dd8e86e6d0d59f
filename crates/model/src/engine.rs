//! What an engine is: something that solves models. Engines cannot be stepped; they look at a
//! [`Watch`] often enough and stop when it says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingenio_core::{Cancel, Limit};

use crate::answer::EngineAnswer;
use crate::assignment::Assignment;
use crate::model::Model;
use crate::variable::Lit;

/// What an engine can do well; the rest is put to it in simpler terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Linear constraints and objectives, fractional bounds.
    Linear,
    /// Clauses, assumptions, incremental; objectives by cores.
    Clauses,
    /// Integer domains: element, table.
    Domains,
}

/// A solver of models, as the catalog lists it. All functions must be written; [`Session`] does the work.
pub trait Engine: Send + Sync {
    /// The short name that begins the names of methods: `sat`.
    fn name(&self) -> &'static str;

    /// The library and its version.
    fn library(&self) -> &'static str;

    /// Which formulations it is joined with.
    fn capability(&self) -> Capability;

    /// What counts as a node: `conflicts`, `nodes`.
    fn unit(&self) -> &'static str;

    /// Begins a session. The same seed and model give the same answer after the same nodes.
    fn start(&self, seed: u64) -> Box<dyn Session>;
}

/// An engine at work on one model that grows. `solve` must be written; an engine that cannot follow a model begins anew
/// with each call.
pub trait Session {
    /// Takes over what was added to the model since the last call and solves it with these literals
    /// assumed.
    fn solve(&mut self, model: &Model, assumed: &[Lit], watch: &dyn Watch) -> EngineAnswer;

    /// Bytes in use, as far as the engine can tell.
    fn memory(&self) -> u64 {
        0
    }
}

/// News from an engine at work.
#[derive(Clone, Copy, Debug, Default)]
pub struct News<'a> {
    /// The proved bound of the objective.
    pub bound: Option<i64>,
    /// A better assignment.
    pub found: Option<&'a Assignment>,
}

/// Through this an engine hears of limits and tells its news. Written by whoever runs engines (`engines::EngineRun`,
/// tests), used by engines: the last two functions are what most of them call.
pub trait Watch {
    /// Raised when the engine has to stop. Engines look at it often, from whatever thread they use.
    fn cancel(&self) -> Cancel;

    /// Nodes or conflicts so far; the engine counts them here while it works.
    fn nodes(&self) -> Arc<AtomicU64>;

    /// How many nodes there may be in all.
    fn node_limit(&self) -> u64;

    /// Called whenever the engine knows more; who listens must be quick.
    fn tell(&self, news: News<'_>);

    /// Nodes that may still be spent.
    fn nodes_left(&self) -> u64 {
        self.node_limit().saturating_sub(self.nodes().load(Ordering::Relaxed))
    }

    /// The limit that was hit, if any.
    fn stop(&self) -> Option<Limit> {
        if self.cancel().is_cancelled() {
            return Some(Limit::Cancelled);
        }
        (self.nodes_left() == 0).then_some(Limit::Nodes)
    }
}

/// A watch without limits or listeners, for tests and tools.
#[derive(Clone, Debug, Default)]
pub struct Unwatched {
    cancel: Cancel,
    nodes: Arc<AtomicU64>,
}

impl Watch for Unwatched {
    fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    fn nodes(&self) -> Arc<AtomicU64> {
        self.nodes.clone()
    }

    fn node_limit(&self) -> u64 {
        u64::MAX
    }

    fn tell(&self, _: News<'_>) {}
}
