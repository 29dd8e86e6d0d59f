//! One method on one level under one budget: started, driven, and refereed. The only way from a
//! run's claim to an [`Outcome`].

use crate::budget::{Budget, Limit};
use crate::drive::{Begun, Clock, Drive, Observer, drive_since};
use crate::face::{AnyLevel, Started};
use crate::fault::Fault;
use crate::method::{MethodInfo, Task};
use crate::metric::Criterion;
use crate::outcome::Outcome;
use crate::run::Verdict;
use crate::words::{Message, table};

/// How it ended: the refereed outcome, and the figures of the run.
#[derive(Clone, Debug)]
pub struct Solved {
    pub outcome: Outcome,
    /// What the method searched by.
    pub metric: Criterion,
    pub drive: Drive,
}

/// Runs a method to its end or to a limit and lets the referee replay what it found. The budget is
/// handed to the method. Refuses methods that do not fit.
pub fn solve(
    level: &dyn AnyLevel,
    method: &MethodInfo,
    task: &Task,
    budget: &Budget,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Result<Solved, Message> {
    let task = task.clone().within(budget);
    let begun = Begun::at(clock);
    let Started { mut run, metric } = level.start(method, &task)?;
    let drive = drive_since(begun, run.as_mut(), budget, clock, observer);
    let outcome = judge(level, method.name, task.optimal, &drive);
    Ok(Solved { outcome, metric, drive })
}

fn judge(level: &dyn AnyLevel, method: &str, optimal_wanted: bool, drive: &Drive) -> Outcome {
    let (claimed, proved, limit) = match &drive.verdict {
        Verdict::Unsolvable { reason } => return Outcome::Unsolvable { reason: reason.clone() },
        Verdict::Failed { fault } => return Outcome::Failed { fault: fault.clone() },
        Verdict::Solved { solution, optimal } => (Some(solution), *optimal, Limit::Method),
        Verdict::Stopped { limit } => (drive.best.as_ref(), false, *limit),
    };
    let solution = match claimed.map(|text| level.verify(text)).transpose() {
        Ok(solution) => solution,
        Err(refusal) => {
            let message = table::WRONG_ANSWER.with("method", method).with("refusal", refusal);
            return Outcome::Failed { fault: Fault::from(message) };
        }
    };
    match solution {
        // What has no metric has no better or worse: any solution answers the question.
        Some(solution) if proved || !optimal_wanted || level.puzzle().info().metrics.is_empty() => {
            Outcome::Solved { solution, optimal: proved }
        }
        best => Outcome::Unknown { limit, best },
    }
}
