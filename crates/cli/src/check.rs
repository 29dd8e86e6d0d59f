//! `ingenio check`: referees a solution, or tells what is known of a level.

use std::io::{Write, stdout};
use std::time::Duration;

use ingenio_catalog::{Report, Request, measures_json};
use ingenio_core::{Cancel, Entry, Fault, LevelRef, Refusal, Verified};
use serde_json::{Map, Value, json};

use crate::arguments::CheckArguments;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::progress::Line;
use crate::solve::{budget, failed_json, outcome_status, place_json};
use crate::{crash, sayings, words};

/// How long a level is looked at if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(arguments: &CheckArguments) -> Status {
    let items = items(&arguments.input);
    let solution = match arguments.solution.as_deref().map(solution_text).transpose() {
        Ok(solution) => solution,
        Err(fault) => return complain("--solution", &fault, Status::BadInput),
    };
    if solution.is_some() && items.len() > 1 {
        let fault = words::ONE_LEVEL.with("count", items.len()).into();
        return complain("--solution", &fault, Status::BadUsage);
    }
    let checker = Checker { arguments, cancel: cancel_on_interrupt() };
    let statuses = items.iter().map(|item| checker.check(item, solution.as_deref()));
    statuses.min().unwrap_or(Status::Fine)
}

fn complain(place: &str, fault: &Fault, status: Status) -> Status {
    eprintln!("{place}: {fault}");
    status
}

/// The text itself, or with `@` the contents of a file.
fn solution_text(argument: &str) -> Result<String, Fault> {
    match argument.strip_prefix('@') {
        None => Ok(argument.to_owned()),
        Some(path) => std::fs::read_to_string(path)
            .map(|text| text.trim().to_owned())
            .map_err(|error| words::UNREADABLE.with("error", format!("{path}: {error}")).into()),
    }
}

struct Checker<'a> {
    arguments: &'a CheckArguments,
    cancel: Cancel,
}

impl Checker<'_> {
    fn check(&self, item: &Item, solution: Option<&str>) -> Status {
        let entry = match &item.reading {
            Ok(entry) => entry,
            Err(fault) => return self.report_fault(item, fault, Status::BadInput),
        };
        match solution {
            Some(solution) => self.referee(item, &entry.level, solution),
            None => self.examine(item, entry),
        }
    }

    fn report_fault(&self, item: &Item, fault: &Fault, status: Status) -> Status {
        if self.arguments.json {
            let mut object = place_json(item);
            failed_json(&mut object, fault);
            print_json(object);
            return status;
        }
        complain(&item.name(), fault, status)
    }

    fn referee(&self, item: &Item, level: &LevelRef, solution: &str) -> Status {
        let verdict = level.verify(solution);
        if self.arguments.json {
            let mut object = place_json(item);
            object.extend(verdict_json(level, &verdict));
            print_json(object);
        } else {
            print_lines(&item.name(), &[verdict_words(&verdict)]);
        }
        if verdict.is_ok() { Status::Fine } else { Status::Refused }
    }

    /// Without a solution: solvable? how long is the best one?
    fn examine(&self, item: &Item, entry: &Entry<LevelRef>) -> Status {
        let level = &entry.level;
        let own = entry.solution.as_ref().map(|solution| level.verify(solution));
        let request = Request {
            metric: self.arguments.metric.clone(),
            optimal: true,
            budget: budget(&self.arguments.limits, Some(DEFAULT_TIME), self.cancel.clone()),
            ..Request::default()
        };
        let mut line = Line::new(item.name(), false);
        let result = crash::guard(level, || request.run(level, &mut line));
        drop(line);
        match result {
            Ok(Ok(report)) => self.report(item, level, &report, own.as_ref()),
            Ok(Err(message)) => self.report_fault(item, &message.into(), Status::BadUsage),
            Err(_) => self.report_fault(item, &words::CRASHED.say().into(), Status::OwnFailure),
        }
    }

    fn report(
        &self,
        item: &Item,
        level: &LevelRef,
        report: &Report,
        own: Option<&Result<Verified, Refusal>>,
    ) -> Status {
        if self.arguments.json {
            let mut object = place_json(item);
            object.extend(report.json());
            if let Some(own) = own {
                object.insert("own_solution".into(), Value::Object(verdict_json(level, own)));
            }
            print_json(object);
        } else {
            let name = level.puzzle().info().name;
            let mut said = vec![words::VALID.with("puzzle", name).with("id", level.id()).to_string()];
            said.extend(own.map(|own| words::OWN_SOLUTION.with("verdict", verdict_words(own)).to_string()));
            said.extend(sayings::sentences(report).iter().map(ToString::to_string));
            print_lines(&item.name(), &said);
        }
        let refused = if own.is_some_and(Result::is_err) { Status::Refused } else { Status::Fine };
        outcome_status(report.outcome()).min(refused)
    }
}

fn verdict_words(verdict: &Result<Verified, Refusal>) -> String {
    match verdict {
        Ok(verified) => words::ACCEPTED.with("figures", sayings::figures(verified.measures())).to_string(),
        Err(refusal) => words::REFUSED.with("refusal", refusal).to_string(),
    }
}

fn verdict_json(level: &LevelRef, verdict: &Result<Verified, Refusal>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("id".into(), level.id().to_string().into());
    object.insert("puzzle".into(), level.puzzle().info().name.into());
    match verdict {
        Ok(verified) => {
            object.insert("outcome".into(), "accepted".into());
            object.insert("measures".into(), measures_json(verified.measures()));
        }
        Err(refusal) => {
            object.insert("outcome".into(), "refused".into());
            let message = refusal.message.to_string();
            object.insert("refusal".into(), json!({"move": refusal.at_move, "message": message}));
        }
    }
    object
}

fn print_json(object: Map<String, Value>) {
    let _ = writeln!(stdout(), "{}", Value::Object(object));
}

fn print_lines(name: &str, lines: &[String]) {
    let _ = writeln!(stdout(), "{name}\n  {}", lines.join("\n  "));
}
