//! From files to levels. A level that cannot be read is kept as its fault, and the rest goes on.

use std::fs::File;
use std::io::{Read, stdin};
use std::sync::Arc;

use ingenio_catalog::{find, identify};
use ingenio_core::words::table;
use ingenio_core::{AnyPuzzle, Encoding, Fault, Foreign, LevelRef, Mend, Message, Options, Source};
use ingenio_workshop::Pack;

use crate::arguments::{InputArguments, ReadingArguments};
use crate::exit::Status;
use crate::output::complain;
use crate::reader::say;
use crate::words;

/// Nothing we know is larger; a device that never ends is not read forever.
const MOST_MEBIBYTES: u64 = 64;

/// A level takes a line at least, and every broken one is remembered with its complaint.
const MOST_LINES: usize = 1_000_000;

/// One level of the input, or what is wrong there.
#[derive(Debug)]
pub struct Item {
    pub file: String,
    /// From 1 within its file; 0 where the whole file is at fault.
    pub index: usize,
    pub reading: Reading,
    /// The fault is in what was typed, not in the file.
    pub bad_usage: bool,
    /// Where it stands, unless it is of a pack.
    text: Option<Arc<Text>>,
}

/// The text of a file, and how it was read.
#[derive(Debug)]
struct Text {
    puzzle: &'static str,
    source: Source,
    settings: Options,
}

impl Item {
    /// The status of the program if this item cannot be read.
    pub const fn blame(&self) -> Status {
        if self.bad_usage { Status::BadUsage } else { Status::BadInput }
    }

    /// What a broken level could have meant: levels that small changes make of it.
    pub fn rescued(&self) -> Vec<Mend<LevelRef>> {
        let (Err(fault), Some(text)) = (&self.reading, &self.text) else { return Vec::new() };
        find(text.puzzle)
            .map_or_else(|_| Vec::new(), |puzzle| puzzle.rescued(&text.source, fault, &text.settings))
    }

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

/// The levels of one file.
pub fn items_of(file: &str, reading: &ReadingArguments) -> Vec<Item> {
    let shown = if file == "-" { &say(words::STANDARD_INPUT) } else { file };
    let item =
        |index, reading, bad_usage| Item { file: shown.to_owned(), index, reading, bad_usage, text: None };
    match read(file, reading).and_then(|(text, readings)| Ok((text, select(readings, reading)?))) {
        Ok((text, readings)) => {
            let readings = readings.into_iter();
            readings
                .map(|(index, reading)| Item { text: text.clone(), ..item(index, reading, false) })
                .collect()
        }
        Err(Trouble::Input(fault)) => vec![item(0, Err(fault), false)],
        Err(Trouble::Usage(message)) => vec![item(0, Err(message.into()), true)],
    }
}

type Reading = ingenio_core::Reading<LevelRef>;

/// Who is to blame.
enum Trouble {
    Input(Fault),
    Usage(Message),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Input(fault)
    }
}

fn read(file: &str, reading: &ReadingArguments) -> Result<(Option<Arc<Text>>, Vec<Reading>), Trouble> {
    let source = text_of(file)?;
    if source.lines().nth(MOST_LINES).is_some() {
        return Err(Fault::from(words::TOO_MANY_LINES.with("most", MOST_LINES)).into());
    }
    if Pack::has_name(file) {
        return Ok((None, Pack::parse(source.text())?.readings().map_err(Fault::from)?));
    }
    let puzzle = match &reading.puzzle {
        Some(name) => find(name)?,
        None => identify(&source, Some(file))?,
    };
    let settings = settings(puzzle, reading).map_err(Trouble::Usage)?;
    let readings = puzzle.read(&source, &settings);
    if reading.puzzle.is_some() && readings.iter().all(Result::is_err) {
        tell_what_it_looks_like(&source, puzzle);
    }
    if readings.is_empty() {
        return Err(Fault::from(ingenio_catalog::words::EMPTY.say()).into());
    }
    let text = Text { puzzle: puzzle.info().name, source, settings };
    Ok((Some(Arc::new(text)), readings))
}

/// Who named the wrong puzzle reads of wrong letters only; another puzzle that can read it all is the better hint.
fn tell_what_it_looks_like(source: &Source, named: &dyn AnyPuzzle) {
    let Ok(other) = identify(source, None) else { return };
    let readings = other.read(source, &Options::defaults(other.info().settings));
    if other.info().name != named.info().name && !readings.is_empty() && readings.iter().all(Result::is_ok) {
        complain(words::LOOKS_LIKE.with("title", other.info().title).with("name", other.info().name));
    }
}

/// The text of a file or of standard input; where it is not UTF-8, what it was read as is said.
pub fn text_of(file: &str) -> Result<Source, Fault> {
    let source = Source::decode(&bytes_of(file)?)?;
    if source.encoding() != Encoding::Utf8 {
        let note = words::OTHER_ENCODING.with("file", file).with("encoding", source.encoding().name());
        complain(note);
    }
    Ok(source)
}

/// A solution: the text itself, or with `@` the contents of a file, or with `-` standard input.
pub fn solution_text(argument: &str) -> Result<String, Fault> {
    let file = if argument == "-" { Some(argument) } else { argument.strip_prefix('@') };
    match file {
        None => Ok(argument.to_owned()),
        Some(path) => Ok(text_of(path)?.text().trim().to_owned()),
    }
}

/// The bytes of a file or of standard input (`-`), up to the limit.
pub fn bytes_of(file: &str) -> Result<Vec<u8>, Fault> {
    let opened: Result<Box<dyn Read>, _> = match file {
        "-" => Ok(Box::new(stdin().lock())),
        path => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let mut bytes = Vec::new();
    let limit = MOST_MEBIBYTES << 20;
    let read = opened.and_then(|opened| opened.take(limit + 1).read_to_end(&mut bytes));
    read.map_err(|error| words::UNREADABLE.with("error", Foreign(error)))?;
    if bytes.len() as u64 > limit {
        return Err(words::TOO_LARGE.with("most", MOST_MEBIBYTES).into());
    }
    Ok(bytes)
}

/// The settings given by flags, checked against what the puzzle has.
fn settings(puzzle: &dyn AnyPuzzle, reading: &ReadingArguments) -> Result<Options, Message> {
    let specs = puzzle.info().settings;
    let mut options = Options::defaults(specs);
    let flags = [("goal", &reading.goal), ("rules", &reading.rules)];
    for (name, value) in flags.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
        options.set(specs, name, value)?;
    }
    if reading.complete {
        options.set(specs, "question", "complete")?;
    }
    for pair in &reading.set {
        let (name, value) = pair.split_once('=').ok_or_else(|| table::OPTION_SYNTAX.with("text", pair))?;
        options.set(specs, name, value)?;
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
