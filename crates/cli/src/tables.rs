//! `ingenio tables`: what methods compute once and keep.

use std::io::{Write, stdout};
use std::time::Duration;

use ingenio_catalog::{PUZZLES, Request};
use ingenio_core::Message;
use ingenio_core::{
    AnyPuzzle, Budget, Foreign, InMemory, LevelRef, Limit, Options, Source, TableSet, TablesRef,
};
use ingenio_tables::Folder;

use crate::arguments::{LimitArguments, TablesAction, TablesArguments};
use crate::exit::Status;
use crate::interrupt::cancel_on_interrupt;
use crate::progress::StatusLine;
use crate::reader::{Spoken, say};
use crate::solve::budget;
use crate::units::{show_bytes, show_time};
use crate::words;

/// Bytes of tables that a command keeps from level to level where there is no folder for them.
const MOST_IN_MEMORY: u64 = 64 << 20;

/// Tables are kept in the user's folder, if there is one.
pub fn of_user() -> TablesRef {
    folder().map_or_else(|| TablesRef::new(InMemory::new(MOST_IN_MEMORY)), TablesRef::new)
}

fn folder() -> Option<Folder> {
    Folder::of_user()
        .map(|path| Folder::new(path, |warning| eprintln!("{warning}", warning = warning.spoken())))
}

pub fn run(arguments: &TablesArguments) -> Status {
    let Some(folder) = folder() else {
        eprintln!("{}", say(words::TABLES_NOWHERE.say()));
        return Status::BadUsage;
    };
    match &arguments.action {
        TablesAction::List => list(&folder),
        TablesAction::Build { names, memory } => build(names, *memory),
        TablesAction::Clear => clear(&folder),
    }
}

fn list(folder: &Folder) -> Status {
    let kept = match folder.list() {
        Ok(kept) => kept,
        Err(error) => return failed(&words::UNREADABLE.with("error", Foreign(error))),
    };
    let mut text = format!("{}\n", say(words::TABLES_FOLDER.with("folder", folder.path().display())));
    if kept.is_empty() {
        text += &format!("  {}\n", say(words::TABLES_NONE.say()));
    }
    for table in kept {
        let size = show_bytes(table.bytes);
        let size = if table.sound { size } else { say(words::TABLE_DAMAGED.with("size", size)) };
        text += &format!("  {:<44}{size:>12}\n", table.name);
    }
    let widest = sets().map(|(_, set)| set.name.len()).max().unwrap_or(0);
    for (_, set) in sets() {
        text += &format!("ingenio tables build {:<widest$}  {}\n", set.name, say(set.said_about()));
    }
    // A reader that has seen enough is no failure.
    let _ = stdout().write_all(text.as_bytes());
    Status::Fine
}

fn clear(folder: &Folder) -> Status {
    match folder.clear() {
        Ok((count, bytes)) => {
            println!("{}", say(words::TABLES_CLEARED.with("count", count).with("size", show_bytes(bytes))));
            Status::Fine
        }
        Err(error) => failed(&words::UNREADABLE.with("error", Foreign(error))),
    }
}

fn failed(message: &Message) -> Status {
    eprintln!("{message}", message = message.spoken());
    Status::OwnFailure
}

fn sets() -> impl Iterator<Item = (&'static dyn AnyPuzzle, &'static TableSet)> {
    PUZZLES.iter().flat_map(|puzzle| puzzle.table_sets().iter().map(|set| (*puzzle, set)))
}

fn build(names: &[String], memory: Option<u64>) -> Status {
    let known: Vec<&str> = sets().map(|(_, set)| set.name).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        eprintln!("{}", say(words::TABLES_UNKNOWN.with("name", name).with("known", known.join(", "))));
        return Status::BadUsage;
    }
    let wanted = |name: &str| names.is_empty() || names.iter().any(|known| known == name);
    let chosen = sets().filter(|(_, set)| wanted(set.name));
    chosen.map(|(puzzle, set)| build_one(puzzle, set, memory)).min().unwrap_or(Status::Fine)
}

/// Runs the method on a board that needs the tables; its set-up is what is wanted. With too little memory it
/// would make smaller ones, which nobody looks for later: these are not built.
fn build_one(puzzle: &'static dyn AnyPuzzle, set: &TableSet, memory: Option<u64>) -> Status {
    let level = level_of(puzzle, set);
    let limits = LimitArguments { nodes: Some(1), memory, ..LimitArguments::default() };
    let budget: Budget = budget(&limits, 1, None, cancel_on_interrupt());
    let needs = puzzle.table_needs(set);
    if budget.memory.is_some_and(|memory| memory < needs.bytes) {
        let is_kept = !needs.keys.is_empty() && needs.keys.iter().all(|key| budget.tables.has(key));
        return if is_kept { ready(set, Duration::ZERO) } else { stopped(set, Limit::Memory) };
    }
    let (method, metric) = (set.method.into(), set.metric.to_string());
    let request = Request { method, metric, budget, ..Request::default() };
    let mut line = StatusLine::new(set.name.to_owned(), false);
    let answer = match request.run(&level, &mut line) {
        Ok(answer) => answer,
        Err(message) => return failed(&message),
    };
    drop(line);
    match answer.outcome.limit() {
        Some(limit) if limit != Limit::Nodes => stopped(set, limit),
        _ => ready(set, Duration::from_secs_f64(answer.elapsed())),
    }
}

fn ready(set: &TableSet, time: Duration) -> Status {
    println!("{}", say(words::TABLES_READY.with("name", set.name).with("time", show_time(time))));
    Status::Fine
}

fn stopped(set: &TableSet, limit: Limit) -> Status {
    eprintln!("{}", say(words::TABLES_STOPPED.with("name", set.name).with("limit", limit)));
    Status::LimitHit
}

fn level_of(puzzle: &dyn AnyPuzzle, set: &TableSet) -> LevelRef {
    let settings = Options::defaults(puzzle.info().settings);
    let mut readings = puzzle.read(&Source::new(set.level), &settings);
    readings.pop().and_then(Result::ok).expect("the board of a table set is a level").level
}
