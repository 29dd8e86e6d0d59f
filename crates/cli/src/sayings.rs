//! An answer in sentences.

use std::time::Duration;

use ingenio_core::metric::{amount_of, counted, named_after};
use ingenio_core::{Answer, Grouped, LevelRef, Limit, Message, Metric, Outcome, Sense};

use crate::reader::language;
use crate::units::{show_bytes, show_time};
use crate::words;

/// What came of it, one sentence per line, without the solution itself.
pub fn sentences(level: &LevelRef, answer: &Answer) -> Vec<Message> {
    let metrics = level.puzzle().info().metrics;
    let metric = metrics.iter().find(|metric| metric.name == answer.first_metric());
    let mut said = vec![ending(answer, metric)];
    match &answer.outcome {
        Outcome::Solved { optimal: true, .. } => said.extend(metric.map(proof)),
        Outcome::Solved { optimal: false, .. } => said.extend(metric.map(|metric| bound(answer, metric))),
        Outcome::Unknown { best, .. } => {
            said.extend(metric.map(|metric| bound(answer, metric)));
            said.extend(best.as_ref().map(|best| words::BEST_FOUND.with("figures", best.measures())));
        }
        _ => {}
    }
    said.push(effort(answer));
    said
}

fn ending(answer: &Answer, metric: Option<&Metric>) -> Message {
    match &answer.outcome {
        Outcome::Solved { solution, .. } if solution.text().is_empty() => words::SOLVED_ALREADY.say(),
        Outcome::Solved { solution, .. } => match solution.measures() {
            none if none.iter().next().is_none() => words::SOLVED_PLAIN.say(),
            figures if metric.is_some_and(|metric| metric.sense == Sense::Least) => {
                words::SOLVED.with("figures", figures)
            }
            figures => words::SOLVED_MOST.with("figures", figures),
        },
        Outcome::Unsolvable { reason } => words::UNSOLVABLE.with("reason", reason),
        Outcome::Unknown { limit, .. } => limit_sentence(*limit, answer),
        Outcome::Failed { fault } | Outcome::Crashed { fault } | Outcome::Wrong { fault, .. } => {
            fault.message.clone()
        }
        // Only programs of others make such claims, and they are not asked here.
        Outcome::Unverified { .. } => words::NOT_PROVED.say(),
    }
}

fn limit_sentence(limit: Limit, answer: &Answer) -> Message {
    match limit {
        Limit::Time => words::LIMIT_TIME.with("time", show_time(elapsed(answer))),
        Limit::CpuTime => {
            let cpu = answer.effort.cpu_seconds.unwrap_or(0.0);
            words::LIMIT_CPU_TIME.with("time", show_time(Duration::from_secs_f64(cpu)))
        }
        Limit::Memory => words::LIMIT_MEMORY.say(),
        Limit::Nodes => words::LIMIT_NODES.say(),
        Limit::Cancelled => words::LIMIT_CANCELLED.say(),
        Limit::Method => words::LIMIT_METHOD.say(),
        Limit::Periods => words::LIMIT_PERIODS.say(),
    }
}

fn elapsed(answer: &Answer) -> Duration {
    Duration::from_secs_f64(answer.elapsed())
}

/// A finding as a sentence of its own.
pub fn sentence(finding: &Message) -> String {
    language().whole_sentence(finding)
}

fn proof(metric: &Metric) -> Message {
    let template = if metric.sense == Sense::Least { words::PROVED_LEAST } else { words::PROVED_MOST };
    template.with("metric", amount_of(metric.name))
}

/// What is proved although the optimum is not.
fn bound(answer: &Answer, metric: &Metric) -> Message {
    let Some(bound) = answer.bound else { return words::NOT_PROVED.say() };
    match metric.sense {
        Sense::Least => words::AT_LEAST.with("bound", bound).with("figure", counted(metric.name, bound)),
        Sense::Most => words::AT_MOST.with("bound", bound).with("metric", named_after(metric.name, bound)),
    }
}

fn effort(answer: &Answer) -> Message {
    let method = match answer.method.as_str() {
        "auto" => words::AUTO_CHOSE.with("method", &answer.chosen),
        name => Message::told(name),
    };
    let peak = answer.effort.peak_bytes.unwrap_or(0);
    let message = words::FIGURES.with("method", method).with("nodes", Grouped(answer.nodes()));
    message.with("seconds", show_time(elapsed(answer))).with("memory", show_bytes(peak))
}

#[cfg(test)]
mod tests {
    use ingenio_core::{Effort, Language};

    use super::*;

    /// A count whose digits stand in groups is a count all the same: it tells the form of its word.
    #[test]
    fn grouped_counts_have_their_forms() {
        ingenio_languages::install();
        let polish = Language::find("pl").expect("it comes with the program");
        let said = |nodes| {
            let outcome = Outcome::Unknown { limit: Limit::Nodes, best: None };
            let effort = Effort { nodes: Some(nodes), ..Effort::default() };
            polish.say(super::effort(&Answer { effort, ..Answer::bare(outcome) }))
        };
        assert!(said(12_453).contains("12\u{a0}453 węzły,"), "{}", said(12_453));
        assert!(said(22_222).contains("22\u{a0}222 węzły,"), "{}", said(22_222));
        assert!(said(12_455).contains("12\u{a0}455 węzłów,"), "{}", said(12_455));
    }
}
