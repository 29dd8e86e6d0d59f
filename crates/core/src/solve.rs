//! One method on one level under one budget: started, driven and judged.

use crate::answer::{Answer, Claim};
use crate::budget::Budget;
use crate::drive::{Clock, Observer, drive_since};
use crate::face::{AnyLevel, AnyPuzzle};
use crate::judge::{Question, Witness};
use crate::method::Task;
use crate::words::Message;

/// Runs a method to its end or to a limit and lets the referee replay what it found. The budget
/// is handed to the method. Refuses methods that do not fit.
pub fn solve(
    level: &dyn AnyLevel,
    method: &str,
    task: &Task,
    budget: &Budget,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Result<Answer, Message> {
    let task = task.clone().within(budget);
    let begun = clock.now();
    let mut run = level.start(method, &task)?;
    let drive = drive_since(begun, run.as_mut(), budget, clock, observer);
    let claim = Claim {
        method: method.to_owned(),
        chosen: method.to_owned(),
        metric: searched_metric(level.puzzle(), method, task.metric).map(str::to_owned),
        seed: task.seed,
        threads: task.threads,
        ..Claim::of_drive(drive)
    };
    Ok(claim.judge(level, Question { optimal: task.optimal, witness: Witness::Method }))
}

/// What the method really searches by: what was asked for, or its own first.
fn searched_metric(puzzle: &dyn AnyPuzzle, method: &str, asked: &'static str) -> Option<&'static str> {
    let methods = puzzle.methods();
    let metrics = methods.iter().find(|known| known.name == method).map_or(&[][..], |known| known.metrics);
    if metrics.contains(&asked) { Some(asked) } else { metrics.first().copied() }
}
