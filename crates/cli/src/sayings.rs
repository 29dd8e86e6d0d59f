//! A report in sentences.

use ingenio_catalog::Report;
use ingenio_core::{Limit, Message, Outcome, Sense};

use crate::units::{show_bytes, show_count, show_time};
use crate::words;

/// What came of it, one sentence per line, without the solution itself.
pub fn sentences(report: &Report) -> Vec<Message> {
    let mut said = vec![verdict(report)];
    match report.outcome() {
        Outcome::Solved { optimal: true, .. } => said.extend(proof(report)),
        Outcome::Solved { optimal: false, .. } => said.extend(bound(report)),
        Outcome::Unknown { best, .. } => {
            said.extend(bound(report));
            said.extend(best.as_ref().map(|best| words::BEST_FOUND.with("figures", best.measures())));
        }
        _ => {}
    }
    said.push(effort(report));
    said
}

fn verdict(report: &Report) -> Message {
    match report.outcome() {
        Outcome::Solved { solution, .. } if solution.text().is_empty() => words::SOLVED_ALREADY.say(),
        Outcome::Solved { solution, .. } => match solution.measures().to_string() {
            none if none.is_empty() => words::SOLVED_PLAIN.say(),
            figures if is_least(report) => words::SOLVED.with("figures", figures),
            figures => words::SOLVED_MOST.with("figures", figures),
        },
        Outcome::Unsolvable { reason } => words::UNSOLVABLE.with("reason", reason),
        Outcome::Unknown { limit, .. } => limit_sentence(*limit, report),
        Outcome::Failed { fault } => fault.message.clone(),
    }
}

fn limit_sentence(limit: Limit, report: &Report) -> Message {
    match limit {
        Limit::Time => words::LIMIT_TIME.with("time", show_time(report.solved.drive.elapsed)),
        Limit::CpuTime => words::LIMIT_CPU_TIME.with("time", show_time(report.solved.drive.cpu)),
        Limit::Memory => words::LIMIT_MEMORY.say(),
        Limit::Nodes => words::LIMIT_NODES.say(),
        Limit::Cancelled => words::LIMIT_CANCELLED.say(),
        Limit::Method => words::LIMIT_METHOD.say(),
    }
}

/// Is something counted that should be little?
fn is_least(report: &Report) -> bool {
    report.metric.first().is_some_and(|metric| metric.sense == Sense::Least)
}

/// A finding as a sentence of its own.
pub fn sentence(finding: &Message) -> String {
    let text = finding.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

fn proof(report: &Report) -> Option<Message> {
    let metric = report.metric.first()?;
    let template = if metric.sense == Sense::Least { words::PROVED_LEAST } else { words::PROVED_MOST };
    Some(template.with("metric", metric.name))
}

/// What is proved although the optimum is not.
fn bound(report: &Report) -> Option<Message> {
    let metric = report.metric.first()?;
    let Some(bound) = report.bound() else { return Some(words::NOT_PROVED.say()) };
    let template = if metric.sense == Sense::Least { words::AT_LEAST } else { words::AT_MOST };
    Some(template.with("bound", bound).with("metric", metric.name))
}

fn effort(report: &Report) -> Message {
    let drive = &report.solved.drive;
    let method = match report.method {
        "auto" => format!("auto chose {}", report.chosen),
        name => name.to_owned(),
    };
    let message = words::FIGURES.with("method", method).with("nodes", show_count(drive.progress.nodes));
    message.with("seconds", show_time(drive.elapsed)).with("memory", show_bytes(drive.progress.peak))
}
