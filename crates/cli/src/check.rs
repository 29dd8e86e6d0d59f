//! `ingenio check`: referees a solution, or tells what is known of a level.

use std::time::Duration;

use ingenio_catalog::{Count, Request, SharedBudget, count, foreign_solution, study};
use ingenio_core::{
    Answer, Budget, Entry, Fault, LevelRef, Message, Outcome, Part, Rating, Refusal, Source, Verified,
};
use ingenio_workshop::{Complaint, Diagnosis, Repair, examine, rate};
use serde::Serialize;
use serde_json::{Map, Value, json};

use ingenio_model::read::is_refusal_of_answer;

use crate::arguments::CheckArguments;
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items, solution_text, text_of};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain as say, print};
use crate::placed::{failure_line, json_line};
use crate::progress::StatusLine;
use crate::reader::Spoken;
use crate::solve::{budget, outcome_status};
use crate::{crash, rate as rate_command, sayings, words};

/// How long a level is looked at if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub fn run(arguments: &CheckArguments) -> Status {
    let items = items(&arguments.input);
    let solution = match arguments.solution.as_deref().map(solution_text).transpose() {
        Ok(solution) => solution,
        Err(fault) => return complain("--solution", &fault, Status::BadInput),
    };
    let given =
        [(solution.is_some(), "--solution"), (arguments.model_solution.is_some(), "--model-solution")];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given && items.len() > 1) {
        let fault = words::ONE_LEVEL.with("count", items.len()).into();
        return complain(option, &fault, Status::BadUsage);
    }
    let answer = match arguments.model_solution.as_deref().map(text_of).transpose() {
        Ok(answer) => answer,
        Err(fault) => return complain("--model-solution", &fault, Status::BadInput),
    };
    let budget = budget(&arguments.limits, arguments.jobs, Some(DEFAULT_TIME), cancel_on_interrupt());
    let checker = Checker { arguments, answer, budget };
    let mut status = Status::Fine;
    let work = |item: &Item| checker.check(item, solution.as_deref());
    in_order(&items, usize::from(arguments.jobs), work, |_, answer: Said| {
        status = status.min(answer.status);
        answer.show()
    });
    status
}

fn complain(place: &str, fault: &Fault, status: Status) -> Status {
    say(format_args!("{place}: {fault}", fault = fault.spoken()));
    status
}

/// What is said of one level, and the status it gives the program.
struct Said {
    status: Status,
    text: String,
    /// Said on standard error.
    is_complaint: bool,
}

impl Said {
    /// False if nobody reads on.
    fn show(&self) -> bool {
        if self.is_complaint {
            say(&self.text);
            return true;
        }
        print(&self.text)
    }

    fn json(text: String, status: Status) -> Self {
        Said { status, text, is_complaint: false }
    }

    fn lines(name: &str, lines: &[String], status: Status) -> Self {
        Said { status, text: format!("{name}\n  {}\n", lines.join("\n  ")), is_complaint: false }
    }
}

struct Checker<'a> {
    arguments: &'a CheckArguments,
    /// What another solver printed.
    answer: Option<Source>,
    budget: Budget,
}

impl Checker<'_> {
    fn check(&self, item: &Item, solution: Option<&str>) -> Said {
        let entry = match &item.reading {
            Ok(entry) => entry,
            Err(fault) => return self.fault(item, fault, item.blame()),
        };
        match (solution, &self.answer) {
            (Some(solution), _) => self.referee(item, &entry.level, solution),
            (None, Some(answer)) => self.foreign(item, &entry.level, answer),
            (None, None) => self.examine(item, entry),
        }
    }

    fn fault(&self, item: &Item, fault: &Fault, status: Status) -> Said {
        if self.arguments.json {
            return Said::json(failure_line(item, fault), status);
        }
        Said { status, text: format!("{}: {fault}", item.name(), fault = fault.spoken()), is_complaint: true }
    }

    /// The answer of another solver: what it stands for is refereed like any solution.
    fn foreign(&self, item: &Item, level: &LevelRef, answer: &Source) -> Said {
        let mut line = StatusLine::new(item.name(), false);
        let formulation = self.arguments.formulation.as_deref();
        let solution = foreign_solution(level, formulation, answer, &self.budget, &mut line);
        drop(line);
        match solution {
            Ok(solution) => self.referee(item, level, &solution),
            Err(fault) if is_refusal_of_answer(&fault) => self.fault(item, &fault, Status::Refused),
            Err(fault) => self.fault(item, &fault, Status::BadInput),
        }
    }

    fn referee(&self, item: &Item, level: &LevelRef, solution: &str) -> Said {
        let verdict = level.verify(solution);
        let status = if verdict.is_ok() { Status::Fine } else { Status::Refused };
        if self.arguments.json {
            return Said::json(json_line(item, verdict_json(level, &verdict)), status);
        }
        Said::lines(&item.name(), &[verdict_words(&verdict)], status)
    }

    /// Without a solution: solvable? unique? how long is the best one? how hard? what is wrong with it?
    fn examine(&self, item: &Item, entry: &Entry<LevelRef>) -> Said {
        let mut line = StatusLine::new(item.name(), self.arguments.jobs > 1);
        let result = crash::guard(&entry.level, || self.findings(entry, &mut line));
        drop(line);
        match result {
            Ok(Ok(findings)) => self.report(item, &findings),
            Ok(Err(message)) => self.fault(item, &message.into(), Status::BadUsage),
            Err(_) => self.fault(item, &words::CRASHED.say().into(), Status::OwnFailure),
        }
    }

    fn findings(&self, entry: &Entry<LevelRef>, line: &mut StatusLine) -> Result<Findings, Message> {
        let level = &entry.level;
        // Each question may take half of what those before it have left, the last one all.
        let budget = SharedBudget::new(self.budget.clone());
        let half = || budget.left().share(2);
        let metric = self.arguments.metric.clone();
        let request = Request { metric, optimal: true, budget: half(), ..Request::default() };
        let answer = budget.run(&request, level, line)?;
        let solvable = !matches!(answer.outcome, Outcome::Unsolvable { .. });
        let most = u128::from(self.arguments.count);
        let count = solvable.then(|| count(level, most, &half(), line)).flatten();
        let rating = answer.solution().and_then(|_| rate(level, &half()));
        let study = if solvable { study(level, &half(), line) } else { Vec::new() };
        Ok(Findings {
            own: entry.solution.as_ref().map(|solution| level.verify(solution)),
            study,
            rating,
            diagnosis: examine(level, &answer, count.as_ref(), &budget.left()),
            count,
            level: level.clone(),
            answer,
        })
    }

    fn report(&self, item: &Item, findings: &Findings) -> Said {
        let refused = if matches!(findings.own, Some(Err(_))) { Status::Refused } else { Status::Fine };
        let status = outcome_status(findings.answer.outcome.kind()).min(refused);
        if self.arguments.json {
            return Said::json(json_line(item, findings.json()), status);
        }
        Said::lines(&item.name(), &findings.words(), status)
    }
}

/// All that was found out about a level.
struct Findings {
    level: LevelRef,
    answer: Answer,
    /// The solution that came with the level, refereed.
    own: Option<Result<Verified, Refusal>>,
    count: Option<Count>,
    study: Vec<Message>,
    rating: Option<Rating>,
    diagnosis: Diagnosis,
}

impl Findings {
    fn words(&self) -> Vec<String> {
        let level = &self.level;
        let valid = words::VALID.with("puzzle", level.puzzle().info().name).with("id", level.id());
        let mut said = vec![valid.spoken()];
        said.extend(
            self.own.as_ref().map(|own| words::OWN_SOLUTION.with("verdict", verdict_words(own)).spoken()),
        );
        said.extend(sayings::sentences(level, &self.answer).iter().map(Spoken::spoken));
        said.extend(self.count.iter().flat_map(count_words).map(|message| message.spoken()));
        said.extend(self.study.iter().map(sayings::sentence));
        said.extend(self.rating.iter().flat_map(rate_command::sentences));
        said.extend(doctor_words(&self.diagnosis));
        said
    }

    fn json(&self) -> FindingsJson<'_> {
        FindingsJson {
            answer: &self.answer,
            own_solution: self.own.as_ref().map(|own| verdict_json(&self.level, own)),
            solutions: self.count.as_ref().map(count_json),
            findings: self.study.iter().map(Message::english).collect(),
            rating: self.rating.as_ref().map(rate_command::rating_json),
            diagnosis: diagnosis_json(&self.diagnosis),
        }
    }
}

/// What is printed of them.
#[derive(Serialize)]
struct FindingsJson<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_solution: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<String>,
    rating: Option<Value>,
    diagnosis: Value,
}

fn count_json(count: &Count) -> Value {
    let examples: Vec<&str> = count.examples.iter().map(Verified::text).collect();
    let tally = &count.tally;
    // Larger numbers than JSON readers can hold are written as text.
    let found = u64::try_from(tally.found).map_or_else(|_| tally.found.to_string().into(), Value::from);
    json!({"found": found, "complete": tally.complete, "limit": count.limit, "examples": examples})
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

pub fn verdict_words(verdict: &Result<Verified, Refusal>) -> String {
    match verdict {
        Ok(verified) => words::ACCEPTED.with("figures", verified.measures()).spoken(),
        Err(refusal) => words::REFUSED.with("refusal", refusal).spoken(),
    }
}

pub fn verdict_json(level: &LevelRef, verdict: &Result<Verified, Refusal>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("id".into(), level.id().to_string().into());
    object.insert("puzzle".into(), level.puzzle().info().name.into());
    match verdict {
        Ok(verified) => {
            object.insert("outcome".into(), "accepted".into());
            object.insert("measures".into(), json!(verified.measures()));
        }
        Err(refusal) => {
            object.insert("outcome".into(), "refused".into());
            let message = refusal.message.spoken();
            object.insert("refusal".into(), json!({"move": refusal.at_move, "message": message}));
        }
    }
    object
}

fn doctor_words(diagnosis: &Diagnosis) -> Vec<String> {
    let mut said: Vec<String> =
        diagnosis.complaints.iter().map(|complaint| sayings::sentence(&complaint.what)).collect();
    for repair in &diagnosis.repairs {
        said.push(words::DOCTOR_MEND.with("what", &repair.what).spoken());
        said.extend(repair.level.canonical().lines().map(|line| format!("    {line}")));
    }
    said.extend(diagnosis.undecided.iter().map(|what| words::DOCTOR_UNDECIDED.with("what", what).spoken()));
    said
}

fn diagnosis_json(diagnosis: &Diagnosis) -> Value {
    let part = |part: &Part| {
        let cells: Vec<[u16; 2]> = part.cells.iter().map(|cell| [cell.row, cell.column]).collect();
        json!({"name": part.name.english(), "cells": cells})
    };
    let complaint = |complaint: &Complaint| {
        let parts: Vec<Value> = complaint.parts.iter().map(part).collect();
        json!({"kind": complaint.kind.word(), "message": complaint.what.english(), "parts": parts})
    };
    let repair = |repair: &Repair| {
        json!({
            "kind": repair.kind.word(),
            "message": repair.what.english(),
            "text": repair.level.canonical(),
            "solution": repair.solution.text(),
        })
    };
    let undecided: Vec<String> = diagnosis.undecided.iter().map(Message::english).collect();
    json!({
        "complaints": diagnosis.complaints.iter().map(complaint).collect::<Vec<_>>(),
        "repairs": diagnosis.repairs.iter().map(repair).collect::<Vec<_>>(),
        "undecided": undecided,
    })
}
