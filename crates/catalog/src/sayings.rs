//! Progress and answers in a sentence, for those who watch a method in a page: at a server or in the page.

use ingenio_core::{Answer, Decimal, Grouped, Limit, Message, Outcome, ToldPulse};

use crate::words;

/// How a run goes.
pub fn progress_said(pulse: &ToldPulse) -> Message {
    let progress = &pulse.progress;
    let nodes = words::SOLVING.with("nodes", Grouped(progress.nodes));
    let mut told = vec![nodes.with("seconds", Decimal(pulse.seconds, 1))];
    told.extend(progress.bound.map(|bound| words::SOLVING_BOUND.with("bound", bound)));
    told.extend(progress.best.map(|best| words::SOLVING_BEST.with("best", best)));
    Message::dotted(told)
}

/// What a run brought.
pub fn answer_said(answer: &Answer) -> Message {
    let method = &answer.chosen;
    match &answer.outcome {
        Outcome::Solved { solution, .. } | Outcome::Unknown { best: Some(solution), .. } => {
            let template = if answer.is_optimal() { words::SOLVER_PROVED } else { words::SOLVER_FOUND };
            let message = template.with("method", method).with("figures", solution.measures());
            message.with("seconds", Decimal(answer.seconds(), 2))
        }
        Outcome::Unsolvable { reason } => words::SOLVER_UNSOLVABLE.with("reason", reason),
        Outcome::Unknown { limit: Limit::Cancelled, best: None } => words::CANCELLED.say(),
        Outcome::Unknown { limit, best: None } => {
            let message = words::SOLVER_UNKNOWN.with("limit", *limit);
            let mut said = vec![message.with("seconds", Decimal(answer.seconds(), 1))];
            said.extend(answer.bound.map(|bound| words::SOLVER_BOUND.with("bound", bound)));
            Message::all(said)
        }
        Outcome::Failed { fault } => words::SOLVER_FAILED.with("method", method).with("why", &fault.message),
        Outcome::Wrong { fault, .. } => words::SOLVER_WRONG.with("text", fault),
        Outcome::Crashed { fault } => words::SOLVER_BROKE.with("why", fault),
        // The judge lets no method of ours claim.
        Outcome::Unverified { claimed, .. } => words::SOLVER_BROKE.with("why", format_args!("{claimed:?}")),
    }
}
