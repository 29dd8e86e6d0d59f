//! What an engine says about a model.

use ingenio_core::{Limit, Message};

use crate::assignment::Assignment;

/// What is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No assignment is better; without an objective: this one satisfies every constraint.
    Optimal,
    /// No assignment satisfies all constraints under the assumptions.
    Infeasible,
    /// A limit ended the search.
    Open(Limit),
    /// The engine gave up, with the reason.
    Failed(Message),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    pub proof: Proof,
    /// The best assignment found.
    pub assignment: Option<Assignment>,
    /// Proved: no assignment has a better objective than this.
    pub bound: Option<i64>,
}

impl EngineAnswer {
    pub const fn infeasible() -> Self {
        EngineAnswer { proof: Proof::Infeasible, assignment: None, bound: None }
    }

    pub const fn open(limit: Limit) -> Self {
        EngineAnswer { proof: Proof::Open(limit), assignment: None, bound: None }
    }
}
