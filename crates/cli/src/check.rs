//! `ingenio check`: referees a solution, or tells what is known of a level.

use std::time::Duration;

use ingenio_catalog::{Count, Report, Request, count, measures_json, study};
use ingenio_core::{
    Budget, Cancel, Entry, Fault, LevelRef, Limit, Message, Outcome, Refusal, Source, Verified,
};
use serde_json::{Map, Value, json};

use crate::arguments::CheckArguments;
use crate::exit::Status;
use crate::input::{Item, bytes_of, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain as say, print};
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
    say(format_args!("{place}: {fault}"));
    status
}

/// The text itself, or with `@` the contents of a file.
fn solution_text(argument: &str) -> Result<String, Fault> {
    match argument.strip_prefix('@') {
        None => Ok(argument.to_owned()),
        Some(path) => Ok(Source::decode(&bytes_of(path)?)?.text().trim().to_owned()),
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
            Err(fault) => return self.report_fault(item, fault, item.blame()),
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

    /// Without a solution: solvable? unique? how long is the best one? what else is known?
    fn examine(&self, item: &Item, entry: &Entry<LevelRef>) -> Status {
        let budget = budget(&self.arguments.limits, Some(DEFAULT_TIME), self.cancel.clone());
        let mut line = Line::new(item.name(), false);
        let result = crash::guard(&entry.level, || self.findings(entry, &budget, &mut line));
        drop(line);
        match result {
            Ok(Ok(findings)) => self.report(item, &findings),
            Ok(Err(message)) => self.report_fault(item, &message.into(), Status::BadUsage),
            Err(_) => self.report_fault(item, &words::CRASHED.say().into(), Status::OwnFailure),
        }
    }

    fn findings(
        &self,
        entry: &Entry<LevelRef>,
        budget: &Budget,
        line: &mut Line,
    ) -> Result<Findings, Message> {
        let level = &entry.level;
        let metric = self.arguments.metric.clone();
        let request = Request { metric, optimal: true, budget: budget.clone(), ..Request::default() };
        let report = request.run(level, line)?;
        let solvable = !matches!(report.outcome(), Outcome::Unsolvable { .. });
        let most = u128::from(self.arguments.count);
        Ok(Findings {
            own: entry.solution.as_ref().map(|solution| level.verify(solution)),
            count: solvable.then(|| count(level, most, budget, line)).flatten(),
            study: if solvable { study(level, budget, line) } else { Vec::new() },
            report,
        })
    }

    fn report(&self, item: &Item, findings: &Findings) -> Status {
        if self.arguments.json {
            let mut object = place_json(item);
            object.extend(findings.json());
            print_json(object);
        } else {
            print_lines(&item.name(), &findings.words());
        }
        let refused = if matches!(findings.own, Some(Err(_))) { Status::Refused } else { Status::Fine };
        outcome_status(findings.report.outcome()).min(refused)
    }
}

/// All that was found out about a level.
struct Findings {
    report: Report,
    /// The solution that came with the level, refereed.
    own: Option<Result<Verified, Refusal>>,
    count: Option<Count>,
    study: Vec<Message>,
}

impl Findings {
    fn words(&self) -> Vec<String> {
        let level = &self.report.level;
        let valid = words::VALID.with("puzzle", level.puzzle().info().name).with("id", level.id());
        let mut said = vec![valid.to_string()];
        said.extend(
            self.own.as_ref().map(|own| words::OWN_SOLUTION.with("verdict", verdict_words(own)).to_string()),
        );
        said.extend(sayings::sentences(&self.report).iter().map(ToString::to_string));
        said.extend(self.count.iter().flat_map(count_words).map(|message| message.to_string()));
        said.extend(self.study.iter().map(sayings::sentence));
        said
    }

    fn json(&self) -> Map<String, Value> {
        let mut object = self.report.json();
        if let Some(own) = &self.own {
            object.insert("own_solution".into(), Value::Object(verdict_json(&self.report.level, own)));
        }
        if let Some(count) = &self.count {
            let examples: Vec<&str> = count.examples.iter().map(Verified::text).collect();
            let tally = &count.tally;
            // Larger numbers than JSON readers can hold are written as text.
            let found =
                u64::try_from(tally.found).map_or_else(|_| tally.found.to_string().into(), Value::from);
            let limit = count.limit.map(Limit::word);
            let counted =
                json!({"found": found, "complete": tally.complete, "limit": limit, "examples": examples});
            object.insert("solutions".into(), counted);
        }
        if !self.study.is_empty() {
            let said: Vec<String> = self.study.iter().map(ToString::to_string).collect();
            object.insert("findings".into(), said.into());
        }
        object
    }
}

fn count_words(count: &Count) -> Vec<Message> {
    let tally = &count.tally;
    let number = match (tally.found, tally.complete) {
        (1, true) => words::UNIQUE.say(),
        (found, true) => words::SOLUTIONS.with("count", found),
        (found, false) => words::SOLUTIONS_AT_LEAST.with("count", found),
    };
    let other = count.examples.get(1).map(|other| words::ANOTHER_SOLUTION.with("solution", other.text()));
    std::iter::once(number).chain(other).collect()
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
    print(format_args!("{}\n", Value::Object(object)));
}

fn print_lines(name: &str, lines: &[String]) {
    print(format_args!("{name}\n  {}\n", lines.join("\n  ")));
}
