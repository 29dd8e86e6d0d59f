//! `ingenio improve`: betters a solution that somebody has; both are refereed.

use std::time::Duration;

use ingenio_catalog::{How, Improved, Request, improve};
use ingenio_core::metric::amount_of;
use ingenio_core::{Answer, Decimal, Fault, LevelRef, Measures, Metric, Outcome, Refusal, Sense, Verified};
use serde::Serialize;

use crate::arguments::ImproveArguments;
use crate::check::{verdict_json, verdict_words};
use crate::exit::Status;
use crate::input::{Item, items, solution_text};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::placed::{print_json, tell_failure};
use crate::progress::StatusLine;
use crate::reader::Spoken;
use crate::solve::{budget, outcome_status};
use crate::{crash, sayings, words};

/// How long it goes on if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(arguments: &ImproveArguments) -> Status {
    let items = items(&arguments.input);
    let [item] = &items[..] else {
        complain(words::ONE_LEVEL.with("count", items.len()));
        return Status::BadUsage;
    };
    match better(arguments, item) {
        Ok(status) => status,
        Err((fault, status)) => {
            tell_failure(item, &fault, arguments.json);
            status
        }
    }
}

fn better(arguments: &ImproveArguments, item: &Item) -> Result<Status, (Fault, Status)> {
    let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
    let text = solution_text(&arguments.solution).map_err(|fault| (fault, Status::BadInput))?;
    let given = match entry.level.verify(&text) {
        Ok(given) => given,
        Err(refusal) => return Ok(refused(arguments, item, &entry.level, refusal)),
    };
    let budget = budget(&arguments.limits, 1, Some(DEFAULT_TIME), cancel_on_interrupt());
    let request = Request { metric: arguments.metric.clone(), budget, ..Request::default() };
    let mut line = StatusLine::new(item.name(), false);
    let found = crash::guard(&entry.level, || improve(&request, &entry.level, &given, &mut line));
    drop(line);
    match found {
        Ok(Ok(found)) => {
            show(arguments, item, &entry.level, &given, &found);
            Ok(outcome_status(found.answer.outcome.kind()))
        }
        Ok(Err(message)) => Err((message.into(), Status::BadUsage)),
        Err(_) => Err((words::CRASHED.say().into(), Status::OwnFailure)),
    }
}

/// What was given is no solution: the same words as `check` has.
fn refused(arguments: &ImproveArguments, item: &Item, level: &LevelRef, refusal: Refusal) -> Status {
    let verdict = Err(refusal);
    if arguments.json {
        print_json(item, verdict_json(level, &verdict));
    } else {
        print(format!("{}\n  {}\n", item.name(), verdict_words(&verdict)));
    }
    Status::Refused
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    /// The figures of the solution that was given.
    given: &'a Measures,
}

fn show(arguments: &ImproveArguments, item: &Item, level: &LevelRef, given: &Verified, found: &Improved) {
    if arguments.json {
        print_json(item, Told { answer: &found.answer, given: given.measures() });
        return;
    }
    let solution = found.answer.solution().map_or("", Verified::text);
    print(format!("{}\n  {}\n  {solution}\n", item.name(), sentences(level, given, found).join("\n  ")));
}

fn sentences(level: &LevelRef, given: &Verified, found: &Improved) -> Vec<String> {
    let info = level.puzzle().info();
    let metric = info.metrics.iter().find(|metric| metric.name == found.answer.first_metric());
    let mut said = vec![words::GIVEN.with("figures", given.measures()).spoken()];
    match (&found.answer.outcome, found.how) {
        (_, How::NothingCounts) => said.push(words::NOTHING_BETTER.with("puzzle", info.title).spoken()),
        (Outcome::Solved { solution, optimal }, _) => {
            said.push(match metric {
                Some(metric) if found.better => bettered(metric, given, solution),
                _ if *optimal => words::IS_BEST.say().spoken(),
                _ => words::NOT_BETTERED.say().spoken(),
            });
        }
        _ => {}
    }
    if found.how == How::Anew {
        let method = words::SOLVED_ANEW.with("puzzle", info.title).with("method", &found.answer.chosen);
        said.push(method.spoken());
    }
    if found.how != How::NothingCounts {
        // The first sentence says in how many moves it is solved, which was said already.
        let rest = sayings::sentences(level, &found.answer).into_iter().skip(1);
        said.extend(rest.map(|message| message.spoken()));
    }
    said
}

fn bettered(metric: &Metric, given: &Verified, now: &Verified) -> String {
    let figure = |solution: &Verified| solution.measures().get(metric.name).unwrap_or(0);
    let (before, after) = (figure(given), figure(now));
    if metric.sense == Sense::Most || before <= after {
        return words::BETTERED_MOST.with("figures", now.measures()).spoken();
    }
    let share = 100.0 * (before - after) as f64 / before as f64;
    let message = words::BETTERED.with("figures", now.measures()).with("metric", amount_of(metric.name));
    message.with("per_cent", Decimal(share, 1)).spoken()
}
