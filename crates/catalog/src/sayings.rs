//! Progress and answers in a sentence, for those who watch a method in a page: at a server or in the page.

use std::sync::LazyLock;

use ingenio_core::metric::{Measure, counted};
use ingenio_core::{Answer, Decimal, Grouped, Limit, Measures, Message, Outcome, Sense, Template, ToldPulse};

use crate::{ENGINE_WORDS, PUZZLES, words};

/// The tables of everything that a run can say of itself.
pub static RUN_TABLES: LazyLock<Vec<&'static [Template]>> = LazyLock::new(|| {
    let shared = [ingenio_core::words::table::ALL, words::ALL, ingenio_model::words::ALL, ENGINE_WORDS];
    shared.into_iter().chain(PUZZLES.iter().map(|puzzle| puzzle.info().words)).collect()
});

/// What a run of another process said, in English as all data, as a sentence that can be said in any language.
/// In a page nothing comes from another process.
fn known_again(told: &Message) -> Message {
    if cfg!(target_family = "wasm") { told.clone() } else { told.recognised(&RUN_TABLES) }
}

/// How a run goes.
pub fn progress_said(pulse: &ToldPulse) -> Message {
    let progress = &pulse.progress;
    let nodes = words::SOLVING.with("nodes", Grouped(progress.nodes));
    let mut told = vec![nodes.with("seconds", Decimal(pulse.seconds, 1))];
    told.extend(progress.bound.map(|bound| words::SOLVING_BOUND.with("bound", bound)));
    told.extend(progress.best.map(|best| words::SOLVING_BEST.with("best", best)));
    Message::dotted(told)
}

/// A solution by what its puzzle counts. Where nothing is counted, or all of it is there, it is solved and that is all;
/// where as much as possible is wanted, there may be more.
fn found_said(answer: &Answer, measures: &Measures) -> Message {
    let info = PUZZLES.iter().map(|puzzle| puzzle.info()).find(|info| info.name == answer.puzzle);
    let metric = info.and_then(|info| info.metrics.first());
    let is_whole = measures.iter().any(|(_, measure)| measure == Measure::Flag(true));
    match metric {
        None => words::SOLVER_SOLVED.say(),
        Some(metric) if metric.sense == Sense::Most && is_whole => words::SOLVER_SOLVED.say(),
        Some(metric) if metric.sense == Sense::Most => {
            let figure = counted(metric.name, measures.get(metric.name).unwrap_or(0));
            let message = match answer.bound {
                _ if answer.is_optimal() => words::SOLVER_MOST.say(),
                Some(bound) => words::SOLVER_SO_FAR_OF.with("bound", bound),
                None => words::SOLVER_SO_FAR.say(),
            };
            message.with("figure", figure)
        }
        Some(_) if answer.is_optimal() => words::SOLVER_PROVED.with("figures", measures),
        Some(_) => words::SOLVER_FOUND.with("figures", measures),
    }
}

/// What a run brought.
pub fn answer_said(answer: &Answer) -> Message {
    let method = &answer.chosen;
    match &answer.outcome {
        Outcome::Solved { solution, .. } | Outcome::Unknown { best: Some(solution), .. } => {
            let message = found_said(answer, solution.measures()).with("method", method);
            message.with("seconds", Decimal(answer.seconds(), 2))
        }
        Outcome::Unsolvable { reason } => words::SOLVER_UNSOLVABLE.with("reason", known_again(reason)),
        Outcome::Unknown { limit: Limit::Cancelled, best: None } => words::CANCELLED.say(),
        Outcome::Unknown { limit, best: None } => {
            let message = words::SOLVER_UNKNOWN.with("limit", *limit);
            let mut said = vec![message.with("seconds", Decimal(answer.seconds(), 1))];
            said.extend(answer.bound.map(|bound| words::SOLVER_BOUND.with("bound", bound)));
            Message::all(said)
        }
        Outcome::Failed { fault } => {
            words::SOLVER_FAILED.with("method", method).with("why", known_again(&fault.message))
        }
        Outcome::Wrong { fault, .. } => words::SOLVER_WRONG.with("text", known_again(&fault.said())),
        Outcome::Crashed { fault } => words::SOLVER_BROKE.with("why", known_again(&fault.said())),
        // The judge lets no method of ours claim.
        Outcome::Unverified { claimed, .. } => words::SOLVER_BROKE.with("why", format_args!("{claimed:?}")),
    }
}
