//! One method on one level under one budget: started, driven and judged.

use crate::answer::{Answer, Claim};
use crate::budget::Budget;
use crate::drive::{Begun, Clock, Drive, Observer, drive_since};
use crate::face::{AnyLevel, Started};
use crate::judge::{Question, Witness};
use crate::method::{MethodInfo, Task};
use crate::metric::Criterion;
use crate::words::Message;

/// Runs a method to its end or to a limit and lets the referee replay what it found. The budget
/// is handed to the method. Refuses methods that do not fit.
pub fn solve(
    level: &dyn AnyLevel,
    method: &MethodInfo,
    task: &Task,
    budget: &Budget,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Result<Answer, Message> {
    let task = task.clone().within(budget, clock);
    let begun = Begun::at(clock);
    let Started { mut run, metric } = level.start(method, &task)?;
    let drive = drive_since(begun, run.as_mut(), budget, clock, observer);
    Ok(judged(level, method, &task, &metric, drive))
}

/// How a run ended, before the judge.
pub(crate) fn judged(
    level: &dyn AnyLevel,
    method: &MethodInfo,
    task: &Task,
    metric: &Criterion,
    drive: Drive,
) -> Answer {
    let claim = Claim {
        method: method.name.to_owned(),
        chosen: method.name.to_owned(),
        metric: Some(metric.to_string()).filter(|metric| !metric.is_empty()),
        seed: task.seed,
        threads: task.threads,
        ..Claim::of_drive(drive)
    };
    claim.judge(level, Question { optimal: task.optimal, witness: Witness::Method })
}
