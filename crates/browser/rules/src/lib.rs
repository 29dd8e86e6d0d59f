//! The rules of the puzzles in a page. One play is on the desk at a time; what comes and goes are the
//! messages of a live line (`ingenio_desk`), so that a page talks to this module as it talks to a server.
//! No method is linked: this is what a board needs to be played, and it loads first.

mod request;
pub mod words;

use std::cell::RefCell;
use std::time::Duration;

use ingenio_core::identify::candidates;
use ingenio_core::{
    AnyPuzzle, FaceWith, Fault, JustPlay, Language, LevelRef, Listed, Message, Options, Reading, Source,
};
use ingenio_desk::{
    ChangeBody, Desk, EventBody, Film, Heard, Mirror, PrintedSolution, StateBody, Told, frames,
    printed_board, printed_solution,
};
use ingenio_play::Line;
use serde::Serialize;

use request::Request;

macro_rules! face {
    ($puzzle:ty) => {
        &FaceWith::<$puzzle, JustPlay>::new()
    };
}

static PUZZLES: &[&dyn AnyPuzzle] = ingenio_registry::every_puzzle!(face);

thread_local! {
    /// The play on the desk. A module is a page's own: there is no other thread.
    static PLAY: RefCell<Option<Mirror>> = const { RefCell::new(None) };
}

/// What is told of an order or a piece of news: how the board changed, where it stands, what happened.
#[derive(Serialize)]
struct Done<'a> {
    is: &'static str,
    #[serde(flatten)]
    change: ChangeBody,
    state: &'a StateBody,
    /// What happened by an order, to be handed on, after so many events.
    from: usize,
    events: Vec<EventBody>,
}

#[derive(Serialize)]
struct Preview {
    is: &'static str,
    #[serde(flatten)]
    change: ChangeBody,
    measures: Vec<(String, u64)>,
}

/// What was read from a text: its first level, and all of them.
#[derive(Serialize)]
struct ToldLevel {
    is: &'static str,
    puzzle: &'static str,
    id: String,
    text: String,
    levels: Vec<Found>,
    /// Levels that cannot be read.
    broken: usize,
}

#[derive(Serialize)]
struct Found {
    id: String,
    title: String,
    text: String,
}

/// A level for paper, and its solution where moves were handed in.
#[derive(Serialize)]
struct Printed {
    is: &'static str,
    board: String,
    solution: Option<PrintedSolution>,
}

/// The play on the desk as pictures, one after another.
#[derive(Serialize)]
struct Frames {
    is: &'static str,
    frames: Vec<String>,
}

#[derive(Serialize)]
struct Way {
    moves: Vec<String>,
    /// From the end to the start?
    backwards: bool,
}

/// Answers a request; every answer is a message with `is`.
pub fn answer(text: &str) -> String {
    PLAY.with_borrow_mut(|play| {
        let mut reader = play.as_mut().map_or_else(Language::default, |play| play.desk().reader);
        let answered = match serde_json::from_str::<Request>(text) {
            Ok(request) => {
                reader = request.language.as_deref().and_then(Language::find).unwrap_or(reader);
                carry_out(play, request)
            }
            Err(error) => Err(words::NOT_A_REQUEST.with("reason", Message::quoted(error)).into()),
        };
        answered.unwrap_or_else(|fault| Told::Refused { message: reader.say(fault.said()) }.text(reader))
    })
}

fn carry_out(play: &mut Option<Mirror>, request: Request) -> Result<String, Fault> {
    if request.ask == "language" {
        request.table.and_then(Language::taught).ok_or_else(|| words::NO_LANGUAGE.say())?;
        return Ok("{\"is\":\"language\"}".to_owned());
    }
    if request.ask == "read" {
        return told_level(&request);
    }
    if request.ask == "print" {
        return print(&request);
    }
    if request.ask == "open" {
        let (mirror, told) = open(&request)?;
        *play = Some(mirror);
        return Ok(told);
    }
    let mirror = play.as_mut().ok_or_else(|| words::NOTHING_OPEN.say())?;
    match request.ask.as_str() {
        "order" => order(mirror, request),
        "hear" => hear(mirror, &request),
        "preview" => Ok(preview(mirror, request)),
        "film" => film(mirror, request),
        "line" => Ok(line(mirror)),
        "frames" => drawn(mirror),
        _ => Err(words::NOT_A_REQUEST.with("reason", request.ask).into()),
    }
}

/// A level with a play of it that has come so far.
fn open(request: &Request) -> Result<(Mirror, String), Fault> {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    let level = read(&text(&request.puzzle), &text(&request.level))?;
    let events: Option<Vec<_>> = request.events.iter().map(EventBody::event).collect();
    let events = events.ok_or_else(|| words::NOT_A_PLAY.say())?;
    let mut desk = Desk::resume(&level, &events, request.mode.unwrap_or_default(), request.aim)?;
    desk.reader = Language::find(&text(&request.language)).unwrap_or_default();
    desk.helped = request.helped;
    let mut mirror = if request.alone { Mirror::alone(desk) } else { Mirror::new(desk) };
    let (scene, state) = mirror.desk().board(None, time(request.now));
    let told = Desk::drawn(mirror.desk().reader, &scene, &state);
    Ok((mirror, told))
}

/// The levels of a text, by their ids and in their canonical forms, each once; without the name of a puzzle the text
/// decides. Where none can be read, why the first cannot.
fn told_level(request: &Request) -> Result<String, Fault> {
    let text = request.level.as_deref().unwrap_or_default();
    let name = match request.puzzle.as_deref() {
        Some(name) if !name.is_empty() => name,
        _ => identify(text)?,
    };
    let mut levels: Vec<Found> = Vec::new();
    let mut faults = Vec::new();
    for (number, reading) in (1..).zip(readings(name, text)?) {
        match reading {
            Ok(entry) => {
                let (id, text) = (entry.level.id().to_string(), entry.level.canonical());
                let title = entry.title.unwrap_or_else(|| format!("{number}"));
                if levels.iter().all(|known| known.id != id) {
                    levels.push(Found { id, title, text });
                }
            }
            Err(fault) => faults.push(fault),
        }
    }
    let broken = faults.len();
    let Some(Found { id, text, .. }) = levels.first() else {
        return Err(faults.into_iter().next().unwrap_or_else(|| words::NO_LEVEL.say().into()));
    };
    let (puzzle, id, text) = (puzzle_named(name)?.info().name, id.clone(), text.clone());
    let told = ToldLevel { is: "level", puzzle, id, text, levels, broken };
    Ok(serde_json::to_string(&told).expect("levels are plain data"))
}

fn identify(text: &str) -> Result<&'static str, Fault> {
    if text.trim().is_empty() {
        return Err(words::NO_LEVEL.say().into());
    }
    let candidates = candidates(PUZZLES, &Source::new(text), None);
    match candidates[..] {
        [puzzle] => Ok(puzzle.info().name),
        [] => Err(words::UNRECOGNISED.say().into()),
        _ => {
            let titles = candidates.iter().map(|puzzle| Message::told(puzzle.info().title.to_owned()));
            Err(words::WHICH_PUZZLE.with("candidates", Listed::commas(titles)).into())
        }
    }
}

fn puzzle_named(name: &str) -> Result<&'static dyn AnyPuzzle, Fault> {
    let known = PUZZLES.iter().find(|known| known.info().name == name);
    known.copied().ok_or_else(|| words::NO_SUCH_PUZZLE.with("puzzle", name).into())
}

fn readings(puzzle: &str, text: &str) -> Result<Vec<Reading<LevelRef>>, Fault> {
    let known = puzzle_named(puzzle)?;
    Ok(known.read(&Source::new(text), &Options::defaults(known.info().settings)))
}

fn read(puzzle: &str, text: &str) -> Result<LevelRef, Fault> {
    let entry = readings(puzzle, text)?.into_iter().next().ok_or_else(|| words::NO_LEVEL.say())??;
    Ok(entry.level)
}

fn order(mirror: &mut Mirror, request: Request) -> Result<String, Fault> {
    let now = time(request.now);
    let from = mirror.desk().session().events().len();
    let (events, said) = mirror.order(request.wish()?, now)?;
    Ok(done(mirror, "change", said, now, (from, events)))
}

fn hear(mirror: &mut Mirror, request: &Request) -> Result<String, Fault> {
    let now = time(request.now);
    mirror.desk().helped |= request.helped;
    let is = match mirror.hear(request.from, &request.events, now)? {
        Heard::Known => "known",
        Heard::Followed => "change",
        Heard::Parted => "parted",
        Heard::Missed => "missed",
    };
    let number = mirror.desk().session().events().len();
    Ok(done(mirror, is, None, now, (number, Vec::new())))
}

fn preview(mirror: &mut Mirror, request: Request) -> String {
    let (change, measures) = mirror.preview(request.gesture);
    let preview = Preview { is: "preview", change, measures };
    mirror.desk().reader.json(&preview).expect("previews are plain data")
}

fn done(
    mirror: &mut Mirror,
    is: &'static str,
    said: Option<Message>,
    now: Duration,
    (from, events): (usize, Vec<EventBody>),
) -> String {
    let desk = mirror.desk();
    let (change, state) = (desk.difference(), desk.state(said, now));
    let reader = desk.reader;
    reader.json(&Done { is, change, state: &state, from, events }).expect("messages are plain data")
}

/// The way to where the play stands.
fn line(mirror: &mut Mirror) -> String {
    let Line { moves, backwards } = mirror.desk().session().line();
    serde_json::to_string(&Way { moves, backwards }).expect("ways are plain data")
}

/// A level to be printed.
fn print(request: &Request) -> Result<String, Fault> {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    let level = read(&text(&request.puzzle), &text(&request.level))?;
    let wanted = (!request.moves.is_empty()).then_some(&request.moves);
    let solution = wanted.map(|moves| printed_solution(&level, moves)).transpose()?;
    let printed = Printed { is: "printed", board: printed_board(&level), solution };
    Ok(serde_json::to_string(&printed).expect("drawings are plain data"))
}

fn drawn(mirror: &mut Mirror) -> Result<String, Fault> {
    let session = mirror.desk().session();
    let frames = frames(session.level(), &session.line())?;
    Ok(serde_json::to_string(&Frames { is: "frames", frames }).expect("drawings are plain data"))
}

/// Moves to be watched: of a level, or from where the play stands.
fn film(mirror: &mut Mirror, request: Request) -> Result<String, Fault> {
    let desk = mirror.desk();
    let session = desk.session();
    let play = match &request.level {
        Some(text) => read(session.level().puzzle().info().name, text)?.play(),
        None => session.line().play(session.level())?,
    };
    let title = Message::told(request.text.unwrap_or_default());
    let film = Film::of_moves(play, &request.moves, title)?;
    Ok(desk.reader.json(&film).expect("films are plain data"))
}

/// A page counts milliseconds.
fn time(now: f64) -> Duration {
    Duration::try_from_secs_f64(now / 1000.0).unwrap_or_default()
}
