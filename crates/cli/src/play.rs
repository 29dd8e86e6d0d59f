//! `ingenio play`: the terminal player, with the shipped packs, a puzzle, or levels from a file.

use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ingenio_catalog::PUZZLES;
use ingenio_core::{Fault, Foreign, LevelRef, Value};
use ingenio_tui::{App, Library, Look};

use crate::arguments::PlayArguments;
use crate::exit::Status;
use crate::input::items_of;
use crate::output::complain;
use crate::reader::{Spoken, language, say};
use crate::{replay, words};

pub fn run(arguments: &PlayArguments) -> Status {
    if let Some(file) = &arguments.replay {
        return replay::run(file);
    }
    match start(arguments) {
        Ok(app) => match ingenio_tui::run(app) {
            Ok(()) => Status::Fine,
            Err(error) => blame(words::TERMINAL_FAILED.with("error", Foreign(error)), Status::OwnFailure),
        },
        Err((fault, status)) => blame(fault, status),
    }
}

fn blame(what: impl Value, status: Status) -> Status {
    complain(what);
    status
}

fn start(arguments: &PlayArguments) -> Result<App, (Fault, Status)> {
    let levels = levels(arguments)?;
    if !stdout().is_terminal() {
        return Err((words::NO_TERMINAL.say().into(), Status::BadUsage));
    }
    let ours = |message: ingenio_core::Message| (Fault::from(message), Status::OwnFailure);
    let store = crate::store::open(&arguments.database).map_err(ours)?;
    let look = Look::of_environment(arguments.ascii, language());
    // Levels that are made differ from day to day; the seed is shown with them.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() % 1_000_000);
    let app = App::new(Library::shipped(), store, &arguments.player, look, seed).map_err(ours)?;
    let app = app.with_tables(crate::tables::of_user());
    Ok(match (&arguments.what, levels) {
        (Some(file), Some(levels)) => app.with_levels(&title_of(file), levels, Duration::ZERO),
        (Some(puzzle), None) => app.with_puzzle(puzzle),
        (None, _) => app,
    })
}

/// The name of a file as a title: without its folder and its ending.
fn title_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    match stem {
        Some(stem) if file != "-" => stem,
        _ => say(words::STANDARD_INPUT),
    }
}

type Levels = Vec<(LevelRef, Option<String>)>;

/// The levels of a file; nothing where a puzzle was named, or nothing at all.
fn levels(arguments: &PlayArguments) -> Result<Option<Levels>, (Fault, Status)> {
    let Some(what) = &arguments.what else { return Ok(None) };
    if PUZZLES.iter().any(|puzzle| puzzle.info().name == what) {
        return Ok(None);
    }
    let (mut levels, mut bad) = (Vec::new(), Vec::new());
    for item in items_of(what, &arguments.reading) {
        let (name, status) = (item.name(), item.blame());
        match item.reading {
            Ok(entry) => levels.push((entry.level, entry.title)),
            Err(fault) => bad.push((name, fault, status)),
        }
    }
    // One broken level is no reason to refuse the others.
    if levels.is_empty() && !bad.is_empty() {
        let (_, fault, status) = bad.swap_remove(0);
        return Err((fault, status));
    }
    for (name, fault, _) in &bad {
        complain(format_args!("{name}: {fault}", fault = fault.spoken()));
    }
    Ok(Some(levels))
}
