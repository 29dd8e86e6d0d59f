//! `ingenio check`: referees a solution, or tells what is known of a level.

use std::time::Duration;

use ingenio_catalog::{Count, SystemClock, foreign_solution};
use ingenio_core::{
    Answer, Budget, Clock, Entry, Fault, LevelRef, Message, Outcome, Refusal, Source, Verified,
};
use ingenio_workshop::{
    Checkup, Diagnosis, ToldCount, ToldDiagnosis, ToldRating, check_up, count_said, repair_said, rescue,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use ingenio_model::read::is_refusal_of_answer;

use crate::arguments::{CheckArguments, Question};
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items, solution_text, text_of};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain as say, print};
use crate::placed::{failure_line, json_line};
use crate::progress::StatusLine;
use crate::reader::Spoken;
use crate::solve::{budget, outcome_status};
use crate::{check_only, crash, rate as rate_command, sayings, words};

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
    let budget = budget(&arguments.limits, arguments.each.jobs, Some(DEFAULT_TIME), cancel_on_interrupt());
    let checker = Checker { arguments, answer, budget };
    let mut status = Status::Fine;
    let work = |item: &Item| checker.check(item, solution.as_deref());
    in_order(&items, usize::from(arguments.each.jobs), work, |_, answer: Said| {
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
            Err(fault) => return self.broken(item, fault),
        };
        match (solution, &self.answer) {
            (Some(solution), _) => self.referee(item, &entry.level, solution),
            (None, Some(answer)) => self.foreign(item, &entry.level, answer),
            (None, None) => match self.arguments.only {
                Some(question) => self.ask(question, item, entry),
                None => self.examine(item, entry),
            },
        }
    }

    /// What is no level: what is wrong, and which small changes would make it one.
    fn broken(&self, item: &Item, fault: &Fault) -> Said {
        let diagnosis = rescue(item.rescued(), &self.budget);
        if self.arguments.each.json {
            let outcome = Outcome::<Verified>::Failed { fault: fault.clone() };
            let told = BrokenJson { outcome, diagnosis: ToldDiagnosis::from(&diagnosis) };
            return Said::json(json_line(item, told), item.blame());
        }
        let mut said = self.fault(item, fault, item.blame());
        for line in doctor_words(&diagnosis) {
            said.text += &format!("\n  {line}");
        }
        said
    }

    fn fault(&self, item: &Item, fault: &Fault, status: Status) -> Said {
        if self.arguments.each.json {
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
        if self.arguments.each.json {
            return Said::json(json_line(item, verdict_json(level, &verdict)), status);
        }
        Said::lines(&item.name(), &[verdict_words(&verdict)], status)
    }

    /// One question and nothing else.
    fn ask(&self, question: Question, item: &Item, entry: &Entry<LevelRef>) -> Said {
        let mut line = StatusLine::new(item.name(), self.arguments.each.jobs > 1);
        let most = u128::from(self.arguments.count);
        let ask = || check_only::ask(question, entry, most, &self.arguments.metric, &self.budget, &mut line);
        let result = crash::guard(&entry.level, ask);
        drop(line);
        match result {
            Ok(Ok(found)) if self.arguments.each.json => {
                Said::json(json_line(item, found.json), found.status)
            }
            Ok(Ok(found)) => Said::lines(&item.name(), &found.words, found.status),
            Ok(Err(message)) => self.fault(item, &message.into(), Status::BadUsage),
            Err(_) => self.fault(item, &words::CRASHED.say().into(), Status::OwnFailure),
        }
    }

    /// Without a solution: solvable? unique? how long is the best one? how hard? what is wrong with it?
    fn examine(&self, item: &Item, entry: &Entry<LevelRef>) -> Said {
        let mut line = StatusLine::new(item.name(), self.arguments.each.jobs > 1);
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
        let most = u128::from(self.arguments.count);
        let clock = SystemClock::start();
        let mut checkup = check_up(level, &self.arguments.metric, most, &self.budget, line)?;
        // The row tells what all of it has cost, not only the search for a solution.
        let spent = clock.cpu(Duration::ZERO).as_secs_f64();
        let effort = &mut checkup.answer.effort;
        effort.cpu_seconds = effort.cpu_seconds.map(|seconds| seconds.max(spent));
        let own = entry.solution.as_ref().map(|solution| level.verify(solution));
        Ok(Findings { level: level.clone(), own, checkup })
    }

    fn report(&self, item: &Item, findings: &Findings) -> Said {
        let refused = if matches!(findings.own, Some(Err(_))) { Status::Refused } else { Status::Fine };
        let status = outcome_status(findings.checkup.answer.outcome.kind()).min(refused);
        if self.arguments.each.json {
            return Said::json(json_line(item, findings.json()), status);
        }
        Said::lines(&item.name(), &findings.words(), status)
    }
}

/// All that was found out about a level.
struct Findings {
    level: LevelRef,
    /// The solution that came with the level, refereed.
    own: Option<Result<Verified, Refusal>>,
    checkup: Checkup,
}

impl Findings {
    fn words(&self) -> Vec<String> {
        let (level, checkup) = (&self.level, &self.checkup);
        let valid = words::VALID.with("puzzle", level.puzzle().info().name).with("id", level.id());
        let mut said = vec![valid.spoken()];
        said.extend(
            self.own.as_ref().map(|own| words::OWN_SOLUTION.with("verdict", verdict_words(own)).spoken()),
        );
        said.extend(sayings::sentences(level, &checkup.answer).iter().map(Spoken::spoken));
        said.extend(checkup.count.iter().flat_map(|count| count_words(level, count)));
        said.extend(checkup.study.iter().map(sayings::sentence));
        said.extend(checkup.rating.iter().flat_map(rate_command::sentences));
        said.extend(doctor_words(&checkup.diagnosis));
        said
    }

    fn json(&self) -> FindingsJson<'_> {
        let checkup = &self.checkup;
        FindingsJson {
            answer: &checkup.answer,
            own_solution: self.own.as_ref().map(|own| verdict_json(&self.level, own)),
            solutions: checkup.count.as_ref().map(ToldCount::from),
            findings: &checkup.study,
            rating: checkup.rating.as_ref().map(ToldRating::from),
            diagnosis: ToldDiagnosis::from(&checkup.diagnosis),
        }
    }
}

/// What is printed of a level that cannot be read.
#[derive(Serialize)]
struct BrokenJson<'a> {
    #[serde(flatten)]
    outcome: Outcome<Verified>,
    diagnosis: ToldDiagnosis<'a>,
}

/// What is printed of them.
#[derive(Serialize)]
struct FindingsJson<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    own_solution: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<ToldCount<'a>>,
    #[serde(skip_serializing_if = "<[Message]>::is_empty")]
    findings: &'a [Message],
    rating: Option<ToldRating<'a>>,
    diagnosis: ToldDiagnosis<'a>,
}

/// How many solutions there are, with two of them as boards where these look different.
fn count_words(level: &LevelRef, count: &Count) -> Vec<String> {
    let mut said = vec![count_said(count).spoken()];
    let boards: Vec<String> =
        count.examples.iter().take(2).map(|solution| board_of(level, solution)).collect();
    if let [one, other] = &boards[..]
        && one != other
    {
        for (number, board) in (1..).zip(&boards) {
            said.push(words::A_SOLUTION.with("number", number).spoken());
            said.extend(board.lines().map(|line| format!("    {line}")));
        }
    }
    said
}

/// The board at the end of a solution.
fn board_of(level: &LevelRef, solution: &Verified) -> String {
    let mut play = level.play();
    for action in level.solution_moves(solution.text()).unwrap_or_default() {
        let _ = play.apply(&action);
    }
    play.scene().to_text()
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
        said.push(repair_said(repair).spoken());
        said.extend(repair.level.canonical().lines().map(|line| format!("    {line}")));
    }
    said.extend(diagnosis.undecided_said().map(|message| message.spoken()));
    said
}
