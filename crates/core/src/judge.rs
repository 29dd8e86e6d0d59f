//! The judge: the one way from a [`Claim`] to an [`Answer`]. It replays the solution from the level
//! alone and asks on whose word a proof stands. The same for a run in this process, a child, a
//! campaign, the store and the API.

use crate::answer::{Answer, Claim};
use crate::budget::Limit;
use crate::face::AnyLevel;
use crate::fault::Fault;
use crate::metric::Sense;
use crate::outcome::{Claimed, Outcome};
use crate::solution::Verified;
use crate::words::table;

/// What was asked, and of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Only a proved optimum answers it.
    pub optimal: bool,
    pub witness: Witness,
}

/// On whose word a proof stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// A method of ours: the conformance suite holds it to what it says.
    Method,
    /// A program of others: what it proves, it only claims.
    Stranger,
}

impl Claim {
    /// Lets the referee replay what is claimed and says what it is worth.
    pub fn judge(self, level: &dyn AnyLevel, question: Question) -> Answer {
        let mut answer = match self.solution().map(|solution| level.verify(&solution.text)) {
            None => {
                let outcome = self.outcome.as_ref().map(|_| unreachable!("there is no solution"));
                self.ending(outcome)
            }
            Some(Ok(verified)) => {
                let outcome = self.outcome.as_ref().map(|_| verified);
                self.ending(outcome)
            }
            Some(Err(refusal)) => {
                let message = table::WRONG_ANSWER.with("method", &self.chosen).with("refusal", refusal);
                self.ending(Outcome::Wrong { fault: Fault::from(message) })
            }
        };
        answer.id = level.id();
        level.puzzle().info().name.clone_into(&mut answer.puzzle);
        answer.weigh(level, question);
        answer
    }
}

impl Answer {
    /// What a stranger proves is a claim; what is not proved does not answer the question for the best.
    fn weigh(&mut self, level: &dyn AnyLevel, question: Question) {
        let first = level.puzzle().info().metrics.first();
        let doubt = question.witness == Witness::Stranger;
        let asked = question.optimal && first.is_some();
        if doubt {
            self.bound = None;
        }
        // What has no metric has no better or worse: any solution answers the question.
        self.outcome = match std::mem::replace(&mut self.outcome, placeholder()) {
            Outcome::Unsolvable { .. } if doubt => {
                Outcome::Unverified { claimed: Claimed::Unsolvable, best: None }
            }
            Outcome::Solved { solution, optimal: true } if doubt && asked => {
                Outcome::Unverified { claimed: Claimed::Optimal, best: Some(solution) }
            }
            Outcome::Solved { solution, optimal: false } if asked => {
                Outcome::Unknown { limit: Limit::Method, best: Some(solution) }
            }
            // A run that was stopped with a solution in hand has solved the level; where as much as
            // possible is asked for, only if that is proved to be all.
            Outcome::Unknown { best: Some(solution), limit } if !asked => match first {
                Some(metric) if metric.sense == Sense::Most => {
                    let optimal = self.bound.is_some() && self.bound == solution.measures().get(metric.name);
                    if optimal {
                        Outcome::Solved { solution, optimal }
                    } else {
                        Outcome::Unknown { best: Some(solution), limit }
                    }
                }
                _ => Outcome::Solved { solution, optimal: false },
            },
            Outcome::Solved { solution, optimal } => Outcome::Solved { solution, optimal: optimal && !doubt },
            other => other,
        };
        if self.is_optimal() {
            self.bound = self.length();
        }
    }
}

fn placeholder() -> Outcome<Verified> {
    Outcome::Unknown { limit: Limit::Method, best: None }
}
