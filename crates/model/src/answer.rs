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

/// What an engine brought. An assignment in it is checked against the model before it is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    /// What is certain of the model as it stands.
    pub proof: Proof,
    /// The best assignment found.
    pub assignment: Option<Assignment>,
    /// Proved: no assignment has a better objective than this.
    pub bound: Option<i64>,
}

impl EngineAnswer {
    /// Nothing satisfies the model under the assumptions.
    pub const fn infeasible() -> Self {
        EngineAnswer { proof: Proof::Infeasible, assignment: None, bound: None }
    }

    /// A limit came before an answer.
    pub const fn open(limit: Limit) -> Self {
        EngineAnswer { proof: Proof::Open(limit), assignment: None, bound: None }
    }
}
