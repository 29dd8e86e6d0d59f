//! `ingenio solve`: every level in turn (or several at a time), reported in the order of the input.

use std::time::{Duration, Instant};

use ingenio_catalog::{Report, Request, fault_json};
use ingenio_core::{Budget, Cancel, Fault, Observer, Outcome, Verified};
use serde_json::{Map, Value};

use crate::arguments::{LimitArguments, SolveArguments};
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::progress::Line;
use crate::progress_json::ProgressLines;
use crate::{animate, crash, sayings, tables, words};

/// What became of one level.
enum Answer {
    Reported(Box<Report>),
    BadInput(Fault),
    BadUsage(Fault),
    Crashed,
}

pub fn run(arguments: &SolveArguments) -> Status {
    let items = items(&arguments.input);
    let cancel = cancel_on_interrupt();
    let budget = budget(&arguments.limits, arguments.jobs, None, cancel.clone());
    let solver = Solver { arguments, begun: Instant::now(), budget };
    let mut status = Status::Fine;
    let print = |item: &Item, answer: Answer| {
        status = status.min(status_of(&answer));
        let read = solver.print(item, &answer);
        if !read {
            // Nobody reads on: nothing more is computed.
            cancel.cancel();
        }
        read
    };
    in_order(&items, usize::from(arguments.jobs), |item| solver.answer(item), print);
    status
}

/// What the system or the control group leaves free; a cautious guess where it does not say.
fn free_memory() -> u64 {
    let Ok(mut system) = sysinfo::System::new() else { return 1 << 30 };
    system.refresh_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(group)
}

/// The budget of one level. The default counts where no time is said; where no memory is said, levels that
/// are looked at side by side share three quarters of what is free.
pub fn budget(limits: &LimitArguments, jobs: u16, default_time: Option<Duration>, cancel: Cancel) -> Budget {
    let memory = limits.memory.or_else(|| Some(free_memory() / 4 * 3 / u64::from(jobs)));
    let LimitArguments { time, cpu_time, nodes, .. } = *limits;
    let time = time.or(if cpu_time.is_none() { default_time } else { None });
    Budget { time, cpu_time, memory, nodes, cancel, tables: tables::of_user() }
}

struct Solver<'a> {
    arguments: &'a SolveArguments,
    begun: Instant,
    budget: Budget,
}

impl Solver<'_> {
    fn answer(&self, item: &Item) -> Answer {
        let entry = match &item.reading {
            Ok(entry) => entry,
            Err(fault) if item.bad_usage => return Answer::BadUsage(fault.clone()),
            Err(fault) => return Answer::BadInput(fault.clone()),
        };
        let mut watcher = self.watcher(item);
        match crash::guard(&entry.level, || self.request().run(&entry.level, watcher.as_mut())) {
            Ok(Ok(report)) => Answer::Reported(Box::new(report)),
            Ok(Err(message)) => Answer::BadUsage(message.into()),
            Err(_) => Answer::Crashed,
        }
    }

    /// Who is told how it goes: a program that reads our lines, or a person at the terminal.
    fn watcher(&self, item: &Item) -> Box<dyn Observer> {
        if self.arguments.progress_json {
            Box::new(ProgressLines::of(item))
        } else {
            Box::new(Line::new(item.name(), self.arguments.jobs > 1))
        }
    }

    fn request(&self) -> Request {
        let arguments = self.arguments;
        let left = arguments.total_time.map(|total| total.saturating_sub(self.begun.elapsed()));
        let time = match (arguments.limits.time, left) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        };
        Request {
            method: arguments.method.clone(),
            metric: arguments.metric.clone(),
            optimal: arguments.optimal,
            budget: Budget { time, ..self.budget.clone() },
            seed: arguments.seed,
            threads: usize::from(arguments.threads),
        }
    }

    /// False if nobody reads on.
    fn print(&self, item: &Item, answer: &Answer) -> bool {
        match answer {
            _ if self.arguments.json => print(format_args!("{}\n", Value::Object(json(item, answer)))),
            Answer::Reported(report) => self.print_words(item, report),
            Answer::BadInput(fault) | Answer::BadUsage(fault) => {
                complain(format_args!("{}: {fault}", item.name()));
                true
            }
            Answer::Crashed => {
                complain(format_args!("{}: {}", item.name(), words::CRASHED.say()));
                true
            }
        }
    }

    fn print_words(&self, item: &Item, report: &Report) -> bool {
        let said: Vec<String> = sayings::sentences(report).iter().map(ToString::to_string).collect();
        let solution = report.outcome().solution().map_or("", Verified::text);
        let shown = if solution.is_empty() { String::new() } else { format!("  {solution}\n") };
        let read = print(format_args!("{}\n  {}\n{shown}", item.name(), said.join("\n  ")));
        if read && self.arguments.animate && !solution.is_empty() {
            animate::show(report.level.as_ref(), solution, &self.budget.cancel);
        }
        read
    }
}

fn json(item: &Item, answer: &Answer) -> Map<String, Value> {
    let mut object = place_json(item);
    match answer {
        Answer::Reported(report) => object.extend(report.json()),
        Answer::BadInput(fault) | Answer::BadUsage(fault) => failed_json(&mut object, fault),
        Answer::Crashed => failed_json(&mut object, &words::CRASHED.say().into()),
    }
    object
}

/// The fields that say which level it is.
pub fn place_json(item: &Item) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), 1.into());
    object.insert("file".into(), item.file.clone().into());
    object.insert("index".into(), item.index.into());
    let title = item.reading.as_ref().ok().and_then(|entry| entry.title.clone());
    object.insert("level".into(), title.map_or(Value::Null, Value::from));
    object
}

pub fn failed_json(object: &mut Map<String, Value>, fault: &Fault) {
    object.insert("outcome".into(), "failed".into());
    object.insert("error".into(), fault_json(fault));
}

fn status_of(answer: &Answer) -> Status {
    match answer {
        Answer::Reported(report) => outcome_status(report.outcome()),
        Answer::BadInput(_) => Status::BadInput,
        Answer::BadUsage(_) => Status::BadUsage,
        Answer::Crashed => Status::OwnFailure,
    }
}

pub fn outcome_status(outcome: &Outcome) -> Status {
    match outcome {
        Outcome::Solved { .. } => Status::Fine,
        Outcome::Unsolvable { .. } => Status::Unsolvable,
        Outcome::Unknown { .. } => Status::LimitHit,
        Outcome::Failed { .. } => Status::OwnFailure,
    }
}
