//! `ingenio solve`: every level in turn (or several at a time), reported in the order of the input.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ingenio_catalog::{Request, SharedBudget};
use ingenio_core::{Answer, Budget, Cancel, Ending, Fault, LevelRef, Message, Note, Observer, Verified};

use crate::arguments::{LimitArguments, SolveArguments};
use crate::bulk::in_order;
use crate::exit::Status;
use crate::input::{Item, items};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::placed::{print_failure, print_json};
use crate::progress::StatusLine;
use crate::progress_json::ProgressLines;
use crate::reader::Spoken;
use crate::{animate, crash, explain, sayings, tables, words};

/// What became of one level: an answer, or why there is none and whose fault that is.
type Solved = Result<Box<Answered>, (Fault, Status)>;

/// A level with its answer and what is to be told of it beside.
struct Answered {
    level: LevelRef,
    answer: Answer,
    explanation: Vec<Note>,
}

pub fn run(arguments: &SolveArguments) -> Status {
    let items = items(&arguments.input);
    let cancel = cancel_on_interrupt();
    let budget = budget(&arguments.limits, arguments.each.jobs, None, cancel.clone());
    let solver = Solver { arguments, begun: Instant::now(), budget, said: Mutex::default() };
    let mut status = Status::Fine;
    let print = |item: &Item, solved: Solved| {
        status = status.min(match &solved {
            Ok(answered) => outcome_status(answered.answer.outcome.kind()),
            Err((_, status)) => *status,
        });
        let read = solver.print(item, &solved);
        if !read {
            // Nobody reads on: nothing more is computed.
            cancel.cancel();
        }
        read
    };
    in_order(&items, usize::from(arguments.each.jobs), |item| solver.answer(item), print);
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
    /// What was wrong with what was typed, and has been said: it is the same for every level.
    said: Mutex<Vec<Fault>>,
}

impl Solver<'_> {
    fn answer(&self, item: &Item) -> Solved {
        let entry = item.reading.as_ref().map_err(|fault| (fault.clone(), item.blame()))?;
        let mut watcher = self.watcher(item);
        match crash::guard(&entry.level, || self.work(&entry.level, watcher.as_mut())) {
            Ok(Ok(answered)) => Ok(Box::new(answered)),
            Ok(Err(message)) => Err((message.into(), Status::BadUsage)),
            Err(_) => Err((words::CRASHED.say().into(), Status::OwnFailure)),
        }
    }

    /// The answer and, where it is wanted, its explanation, within one budget.
    fn work(&self, level: &LevelRef, watcher: &mut dyn Observer) -> Result<Answered, Message> {
        let request = self.request();
        let budget = SharedBudget::new(request.budget.clone());
        let answer = budget.run(&request, level, watcher)?;
        let wanted = self.arguments.explain;
        let explanation = if wanted { explain::notes(level, &answer, &budget.left()) } else { Vec::new() };
        Ok(Answered { level: level.clone(), answer, explanation })
    }

    /// Who is told how it goes: a program that reads our lines, or a person at the terminal.
    fn watcher(&self, item: &Item) -> Box<dyn Observer> {
        if self.arguments.progress_json {
            Box::new(ProgressLines::of(item))
        } else {
            Box::new(StatusLine::new(item.name(), self.arguments.each.jobs > 1))
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

    fn has_said(&self, fault: &Fault) -> bool {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).contains(fault)
    }

    /// False if nobody reads on.
    fn print(&self, item: &Item, solved: &Solved) -> bool {
        match solved {
            Ok(answered) if self.arguments.each.json && self.arguments.explain => {
                print_json(item, explain::json(&answered.answer, &answered.explanation))
            }
            Ok(answered) if self.arguments.each.json => print_json(item, &answered.answer),
            Err((fault, _)) if self.arguments.each.json => print_failure(item, fault),
            Ok(answered) => self.print_words(item, answered),
            Err((fault, Status::BadUsage)) if self.has_said(fault) => true,
            Err((fault, status)) => {
                complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
                if *status == Status::BadUsage {
                    self.said.lock().unwrap_or_else(PoisonError::into_inner).push(fault.clone());
                }
                true
            }
        }
    }

    fn print_words(&self, item: &Item, Answered { level, answer, explanation }: &Answered) -> bool {
        let mut said: Vec<String> = sayings::sentences(level, answer).iter().map(Spoken::spoken).collect();
        said.extend(answer.remarks.iter().map(sayings::sentence));
        if self.arguments.explain {
            said.extend(explain::sentences(explanation));
        }
        let solution = answer.solution().map_or("", Verified::text);
        let shown = if solution.is_empty() { String::new() } else { format!("  {solution}\n") };
        let read = print(format_args!("{}\n  {}\n{shown}", item.name(), said.join("\n  ")));
        if read && self.arguments.animate && !solution.is_empty() {
            animate::show(level.as_ref(), solution, &self.budget.cancel);
        }
        read
    }
}

pub const fn outcome_status(ending: Ending) -> Status {
    match ending {
        Ending::Solved => Status::Fine,
        Ending::Unsolvable => Status::Unsolvable,
        Ending::Unknown | Ending::Unverified => Status::LimitHit,
        Ending::Failed | Ending::Crashed | Ending::Wrong => Status::OwnFailure,
    }
}
