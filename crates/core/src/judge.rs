//! The judge: the one way from a [`Claim`] to an [`Answer`]. It replays the solution from the level
//! alone and asks on whose word a proof stands. The same for a run in this process, a child, a
//! campaign, the store and the API.

use crate::answer::{Answer, Claim};
use crate::budget::Limit;
use crate::face::AnyLevel;
use crate::metric::Sense;
use crate::outcome::{Claimed, Outcome};
use crate::solution::{Refusal, Verified};
use crate::words::{Message, table};

/// What was asked, and of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Only a proved optimum answers it.
    pub optimal: bool,
    /// Who says it.
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
    pub fn judge(mut self, level: &dyn AnyLevel, question: Question) -> Answer {
        self.id = level.id();
        level.puzzle().info().name.clone_into(&mut self.puzzle);
        if question.witness == Witness::Stranger {
            self.bound = None;
        }
        let outcome = match self.solution().map(|solution| level.verify(&solution.text)) {
            Some(Err(refusal)) => {
                Outcome::Wrong { fault: question.refused(&self.chosen, &refusal).into(), best: None }
            }
            Some(Ok(verified)) => self.weigh(level, question, verified),
            None => self.without_solution(question),
        };
        let mut answer = self.ending(outcome);
        if answer.is_optimal() {
            answer.bound = answer.length();
        }
        answer
    }

    /// What a solution is worth: does it answer the question, and on whose word is it the best?
    fn weigh(&self, level: &dyn AnyLevel, question: Question, solution: Verified) -> Outcome {
        let doubt = question.witness == Witness::Stranger;
        let limit = self.outcome.limit().unwrap_or(Limit::Method);
        let was_claimed = matches!(self.outcome, Outcome::Unverified { claimed: Claimed::Optimal, .. });
        let claimed = self.is_optimal() || (was_claimed && doubt);
        let Some(metric) = level.puzzle().info().metrics.first() else {
            // What has no metric has no better or worse: any solution answers the question.
            return Outcome::Solved { solution, optimal: claimed && !doubt };
        };
        let most = metric.sense == Sense::Most;
        let bounded = most && self.bound.is_some() && self.bound == solution.measures().get(metric.name);
        if (!doubt && (claimed || bounded)) || (most && leaves_nothing(level, &solution)) {
            Outcome::Solved { solution, optimal: true }
        } else if claimed {
            Outcome::Unverified { claimed: Claimed::Optimal, best: Some(solution) }
        } else if question.optimal || most {
            // As much as possible is asked for, and nobody knows whether this is it.
            Outcome::Unknown { limit, best: Some(solution) }
        } else {
            Outcome::Solved { solution, optimal: false }
        }
    }

    fn without_solution(&self, question: Question) -> Outcome {
        match self.outcome.as_ref().map(|_| unreachable!("there is no solution")) {
            Outcome::Unsolvable { .. } if question.witness == Witness::Stranger => {
                Outcome::Unverified { claimed: Claimed::Unsolvable, best: None }
            }
            Outcome::Unverified { .. } if question.witness == Witness::Method => {
                Outcome::Failed { fault: table::NOT_OURS_TO_CLAIM.say().into() }
            }
            other => other,
        }
    }
}

impl Question {
    fn refused(self, method: &str, refusal: &Refusal) -> Message {
        match self.witness {
            Witness::Method => table::WRONG_ANSWER.with("method", method).with("refusal", refusal),
            Witness::Stranger => table::REFUSED_ANSWER.with("refusal", refusal),
        }
    }
}

/// Does a solution leave nothing to better, whatever is known of the level? A full board does not.
fn leaves_nothing(level: &dyn AnyLevel, solution: &Verified) -> bool {
    let mut play = level.play();
    let moves = level.solution_moves(solution.text()).unwrap_or_default();
    moves.iter().all(|action| play.apply(action).is_ok()) && play.finished()
}
