//! What a method says in the end, after the referee.

use crate::budget::Limit;
use crate::fault::Fault;
use crate::solution::Verified;
use crate::words::Message;

#[derive(Clone, Debug)]
pub enum Outcome {
    /// Replayed by the referee. `optimal` is said only when proved.
    Solved { solution: Verified, optimal: bool },
    /// Proved.
    Unsolvable { reason: Message },
    /// A limit was hit; the best in hand, if any, was replayed by the referee.
    Unknown { limit: Limit, best: Option<Verified> },
    /// Bad input, or our own mistake.
    Failed { fault: Fault },
}

impl Outcome {
    pub const fn word(&self) -> &'static str {
        match self {
            Outcome::Solved { .. } => "solved",
            Outcome::Unsolvable { .. } => "unsolvable",
            Outcome::Unknown { .. } => "unknown",
            Outcome::Failed { .. } => "failed",
        }
    }

    /// The solution in hand, whatever the verdict.
    pub const fn solution(&self) -> Option<&Verified> {
        match self {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Unknown { best, .. } => best.as_ref(),
            _ => None,
        }
    }

    pub const fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Solved { optimal: true, .. })
    }
}
