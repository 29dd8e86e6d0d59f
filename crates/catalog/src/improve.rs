//! A given solution made better: by the puzzle's own method for that, or else by solving the level anew for
//! the optimum. Whatever comes of it, the answer is never worse than what was given.

use ingenio_core::{
    Answer, Begun, Claim, Criterion, LevelRef, Message, Observer, Outcome, Question, Task, Verified, Witness,
    drive_since, find_metric,
};

use crate::clock::SystemClock;
use crate::request::Request;

/// How a solution was bettered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Beginning with the given one.
    FromGiven,
    /// By a method that solves the level anew.
    Anew,
    /// Not at all: the puzzle counts nothing.
    NothingCounts,
}

#[derive(Clone, Debug)]
pub struct Improved {
    pub answer: Answer,
    pub how: How,
    /// Is the answer better than what was given?
    pub better: bool,
}

/// The name of the method in answers that begin with a given solution.
const METHOD: &str = "improve";

/// Betters a solution of the level within the limits of a request; its method is not asked for.
pub fn improve(
    request: &Request,
    level: &LevelRef,
    given: &Verified,
    observer: &mut dyn Observer,
) -> Result<Improved, Message> {
    let puzzle = level.puzzle();
    let metrics = puzzle.info().metrics;
    let metric = find_metric(puzzle, &request.metric)?;
    if metrics.is_empty() {
        return Ok(Improved { answer: unchanged(level, given), how: How::NothingCounts, better: false });
    }
    let metric = metric.or(Criterion::new(&metrics[..1]));
    let (answer, how) = match from_given(request, level, given, metric, observer) {
        Some(answer) => (answer, How::FromGiven),
        None => (Request { optimal: true, ..request.clone() }.run(level, observer)?, How::Anew),
    };
    Ok(best_of(answer, given, metric, how))
}

fn unchanged(level: &LevelRef, given: &Verified) -> Answer {
    let outcome = Outcome::Solved { solution: given.clone(), optimal: false };
    let (id, name) = (level.id(), METHOD.to_owned());
    Answer {
        id,
        puzzle: level.puzzle().info().name.to_owned(),
        method: name.clone(),
        chosen: name,
        ..Answer::bare(outcome)
    }
}

/// The answer of the puzzle's own method, if it has one.
fn from_given(
    request: &Request,
    level: &LevelRef,
    given: &Verified,
    metric: Criterion,
    observer: &mut dyn Observer,
) -> Option<Answer> {
    let clock = SystemClock::for_threads(1);
    let begun = Begun::at(&clock);
    let task = Task { metric, seed: request.seed, ..Task::default() }.within(&request.budget, &clock);
    let mut run = level.improve(given, &task)?;
    let drive = drive_since(begun, run.as_mut(), &request.budget, &clock, observer);
    let claim = Claim {
        method: METHOD.to_owned(),
        chosen: METHOD.to_owned(),
        metric: Some(metric.to_string()),
        seed: request.seed,
        ..Claim::of_drive(drive)
    };
    Some(claim.judge(level.as_ref(), Question { optimal: false, witness: Witness::Method }))
}

/// The better of what was found and what was given: a solution in hand answers the question, whatever limit
/// was hit. A failure stays one: it is a mistake of ours.
fn best_of(mut answer: Answer, given: &Verified, metric: Criterion, how: How) -> Improved {
    let found = answer.solution().cloned().unwrap_or_else(|| given.clone());
    let better = metric.is_better(found.measures(), given.measures());
    if answer.outcome.fault().is_none() {
        let optimal = answer.is_optimal();
        answer.outcome = Outcome::Solved { solution: if better { found } else { given.clone() }, optimal };
    }
    Improved { answer, how, better }
}
