//! `ingenio model`: a level as a mathematical model, in files for other solvers; and the table of its
//! assignment. Without a formulation those of the puzzle are listed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ingenio_catalog::{AnyModelled, SystemClock, modelled, parse_method, write_model};
use ingenio_core::{Budget, Ending, Entry, Foreign, LevelRef, Message, Task, Verdict, drive};
use ingenio_model::write::{Document, WRITERS};

use crate::arguments::ModelArguments;
use crate::exit::Status;
use crate::input::items;
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::progress::StatusLine;
use crate::reader::{Spoken, say};
use crate::solve::budget;
use crate::words;

/// How long the fewest periods are searched for, unless more is asked for.
const PATIENCE: Duration = Duration::from_mins(1);

pub fn run(arguments: &ModelArguments) -> Status {
    let items = items(&arguments.input);
    let [item] = &items[..] else {
        complain(words::ONE_LEVEL.with("count", items.len()));
        return Status::BadUsage;
    };
    let entry = match &item.reading {
        Ok(entry) => entry,
        Err(fault) => {
            complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
            return item.blame();
        }
    };
    let budget = budget(&arguments.limits, 1, Some(PATIENCE), cancel_on_interrupt());
    let mut line = StatusLine::new(item.name(), false);
    let done = match (&arguments.formulation, arguments.to.as_deref()) {
        (Some(formulation), Some("table")) => {
            table(entry, formulation, &arguments.engine, &budget, &mut line).map(|text| {
                print(text);
            })
        }
        (Some(formulation), Some(target)) => {
            let title = entry.title.clone().unwrap_or_else(|| entry.level.canonical().replace('\n', "/"));
            write_model(&entry.level, formulation, target, &title, &budget, &mut line)
                .and_then(|documents| write(&documents, arguments.out.as_deref()))
        }
        _ => {
            print(list(entry));
            Ok(())
        }
    };
    match done {
        Ok(()) => Status::Fine,
        Err(message) => {
            complain(format_args!("{}: {message}", item.name(), message = message.spoken()));
            let has_no_room = message.id() == ingenio_model::words::TOO_LARGE.id;
            if has_no_room { Status::LimitHit } else { Status::BadUsage }
        }
    }
}

/// The formulations of the level's puzzle, and the targets.
fn list(entry: &Entry<LevelRef>) -> String {
    let mut text = String::new();
    let puzzle = entry.level.puzzle().info().name;
    for known in modelled(puzzle).map_or_else(Vec::new, AnyModelled::formulations) {
        text += &format!("{}: {}\n", known.name, say(known.said_about(puzzle)));
        for option in known.options {
            let about = say(option.said_about(&known.owner(puzzle)));
            text += &format!("  :{}={} ({}) {about}\n", option.name, option.default(), option.range());
        }
        let by_hand = known.by_hand.iter().copied();
        let targets: Vec<&str> = WRITERS
            .iter()
            .filter(|writer| writer.write.is_some())
            .map(|writer| writer.name)
            .chain(by_hand)
            .collect();
        text += &format!("  --to {}, table\n", targets.join(", "));
    }
    text
}

/// Solves the model and gives its assignment as people print it.
fn table(
    entry: &Entry<LevelRef>,
    formulation: &str,
    engine: &str,
    budget: &Budget,
    line: &mut StatusLine,
) -> Result<String, Message> {
    let (method, options) = parse_method(entry.level.puzzle(), &format!("{engine}-{formulation}"))?;
    let task = Task { options, ..Task::default() }.within(budget, &SystemClock::start());
    let method = method.unwrap_or_else(|| entry.level.auto(&task));
    let mut run = entry.level.start(&method, &task)?.run;
    let drive = drive(run.as_mut(), budget, &SystemClock::start(), line);
    drive.found.table.map(|table| table.english()).ok_or_else(|| {
        let message = words::NO_TABLE.with("formulation", formulation);
        message.with("outcome", ended(&drive.verdict))
    })
}

/// How a run ended that left no table.
fn ended(verdict: &Verdict) -> Message {
    match verdict {
        Verdict::Solved { .. } => Ending::Solved.said().say(),
        Verdict::Unsolvable { reason } => reason.clone(),
        Verdict::Stopped { limit } => Message::told(*limit),
        Verdict::Failed { fault } => fault.message.clone(),
    }
}

/// Writes the documents beside each other, or the only one to the output.
fn write(documents: &[Document], out: Option<&Path>) -> Result<(), Message> {
    let Some(out) = out else {
        return match documents {
            [only] => {
                print(&only.text);
                Ok(())
            }
            _ => Err(words::SEVERAL_FILES.with("count", documents.len())),
        };
    };
    for document in documents {
        let path = path_of(out, document, documents.len() == 1);
        let written = std::fs::write(&path, &document.text);
        written.map_err(|error| {
            words::FILE_NOT_WRITTEN.with("file", path.display()).with("error", Foreign(error))
        })?;
    }
    Ok(())
}

/// A single file goes where it was told; otherwise each has its own ending.
fn path_of(out: &Path, document: &Document, only: bool) -> PathBuf {
    if only && out.extension().is_some() {
        return out.to_owned();
    }
    let mut path = out.with_extension("").into_os_string();
    path.push(document.ending);
    path.into()
}
