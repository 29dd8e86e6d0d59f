//! From files to levels. A level that cannot be read is kept as its fault, and the rest goes on.

use std::fs::File;
use std::io::{Read, stdin};

use ingenio_catalog::{find, identify};
use ingenio_core::{AnyPuzzle, Fault, LevelRef, Options, Source};

use crate::arguments::{InputArguments, ReadingArguments};
use crate::words;

/// Nothing we know is larger; a device that never ends is not read forever.
const MOST_MEBIBYTES: u64 = 64;

/// One level of the input, or what is wrong there.
#[derive(Debug)]
pub struct Item {
    pub file: String,
    /// From 1 within its file; 0 where the whole file is at fault.
    pub index: usize,
    pub reading: Reading,
}

impl Item {
    /// `boards.txt:3`, with the title if there is one.
    pub fn name(&self) -> String {
        let place = if self.index == 0 { self.file.clone() } else { format!("{}:{}", self.file, self.index) };
        match self.reading.as_ref().ok().and_then(|entry| entry.title.as_ref()) {
            Some(title) => format!("{place} ({title})"),
            None => place,
        }
    }
}

/// All levels asked for, in the order of the input.
pub fn items(arguments: &InputArguments) -> Vec<Item> {
    arguments.files.iter().flat_map(|file| items_of(file, &arguments.reading)).collect()
}

fn items_of(file: &str, reading: &ReadingArguments) -> Vec<Item> {
    let shown = if file == "-" { "standard input" } else { file };
    let whole = |fault| vec![Item { file: shown.to_owned(), index: 0, reading: Err(fault) }];
    match read(file, reading).and_then(|readings| select(readings, reading)) {
        Ok(readings) => {
            let item = |(index, reading)| Item { file: shown.to_owned(), index, reading };
            readings.into_iter().map(item).collect()
        }
        Err(fault) => whole(fault),
    }
}

type Reading = ingenio_core::Reading<LevelRef>;

fn read(file: &str, reading: &ReadingArguments) -> Result<Vec<Reading>, Fault> {
    let source = Source::decode(&bytes_of(file)?)?;
    let puzzle = match &reading.puzzle {
        Some(name) => find(name)?,
        None => identify(&source, Some(file))?,
    };
    let readings = puzzle.read(&source, &settings(puzzle, reading)?);
    if readings.is_empty() { Err(ingenio_catalog::words::EMPTY.say().into()) } else { Ok(readings) }
}

fn bytes_of(file: &str) -> Result<Vec<u8>, Fault> {
    let opened: Result<Box<dyn Read>, _> = match file {
        "-" => Ok(Box::new(stdin().lock())),
        path => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let mut bytes = Vec::new();
    let limit = MOST_MEBIBYTES << 20;
    let read = opened.and_then(|opened| opened.take(limit + 1).read_to_end(&mut bytes));
    read.map_err(|error| words::UNREADABLE.with("error", error))?;
    if bytes.len() as u64 > limit {
        return Err(words::TOO_LARGE.with("most", MOST_MEBIBYTES).into());
    }
    Ok(bytes)
}

/// The settings given by flags, checked against what the puzzle has.
fn settings(puzzle: &dyn AnyPuzzle, reading: &ReadingArguments) -> Result<Options, Fault> {
    let specs = puzzle.info().settings;
    let mut options = Options::defaults(specs);
    for (name, value) in [("goal", &reading.goal), ("rules", &reading.rules)] {
        if let Some(value) = value {
            options.set(specs, name, value)?;
        }
    }
    Ok(options)
}

fn select(readings: Vec<Reading>, reading: &ReadingArguments) -> Result<Vec<(usize, Reading)>, Fault> {
    let count = readings.len();
    let (first, last) = match (reading.level, reading.levels) {
        (Some(level), _) => (level as usize, level as usize),
        (None, Some(range)) => range,
        (None, None) => (1, usize::MAX),
    };
    if first > count {
        return Err(words::NO_SUCH_LEVEL.with("wanted", first).with("last", count).into());
    }
    let numbered = (1..).zip(readings);
    Ok(numbered.filter(|(index, _)| (first..=last).contains(index)).collect())
}
