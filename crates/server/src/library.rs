//! Levels from every source: the shipped packs, then those that people opened.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ingenio_catalog::{find, identify};
use ingenio_core::{AnyPuzzle, Fault, LevelId, LevelRef, Options, Reading, Source};
use ingenio_store::Store;
use ingenio_workshop::{Library, Place};

use crate::pack_folder;
use crate::problem::{Problem, Reply};
use crate::watchdog::off_worker;
use crate::words;

/// A text longer than this is no level that a browser could show.
const LONGEST_TEXT: usize = 64 << 10;
/// Cells of a board that a browser can show.
const MOST_CELLS: usize = 64 * 64;

/// Levels that people opened are kept at hand so long, up to so many bytes of text.
const AT_HAND: Duration = Duration::from_mins(1);
const MOST_AT_HAND: usize = 4 << 20;
/// Longer texts take more than a moment to read.
const SHORT_TEXT: usize = 1 << 10;

#[derive(Debug)]
pub struct Levels {
    pub library: Arc<Library>,
    recent: Mutex<Recent>,
}

/// Levels that were read lately: one that many look at is read once.
#[derive(Debug, Default)]
struct Recent {
    levels: HashMap<LevelId, (Instant, LevelRef)>,
    bytes: usize,
}

impl Recent {
    fn get(&self, id: LevelId) -> Option<LevelRef> {
        let (read, level) = self.levels.get(&id)?;
        (read.elapsed() < AT_HAND).then(|| level.clone())
    }

    fn keep(&mut self, level: &LevelRef, bytes: usize) {
        if self.bytes + bytes > MOST_AT_HAND {
            (self.levels, self.bytes) = (HashMap::new(), 0);
        }
        self.bytes += bytes;
        self.levels.insert(level.id(), (Instant::now(), level.clone()));
    }
}

impl Levels {
    /// The packs of the program, and those of a folder where the house has one.
    pub fn of_house(folder: Option<&Path>) -> Reply<Self> {
        let mut library = Library::shipped();
        if let Some(folder) = folder {
            for wrong in pack_folder::add(&mut library, folder).map_err(Problem::bad)? {
                tracing::warn!("{}", wrong.english());
            }
        }
        Ok(Levels { library: Arc::new(library), recent: Mutex::default() })
    }

    /// The level of that id, from a pack or from the store.
    pub async fn get(&self, store: &Store, id: &str) -> Reply<Option<LevelRef>> {
        if let Some(place) = self.library.place(id) {
            return Ok(Some(self.library.volume(place).level.clone()));
        }
        let Ok(id) = id.parse() else { return Ok(None) };
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(level) = recent().get(id) {
            return Ok(Some(level));
        }
        let Some(text) = store.level_text(id).await? else { return Ok(None) };
        let level = off_worker(text.len() > SHORT_TEXT, || text.level())?;
        recent().keep(&level, text.len());
        Ok(Some(level))
    }

    pub fn place(&self, id: &str) -> Option<Place> {
        self.library.place(id)
    }
}

/// Bytes from the beginning of a text that are read at first.
const BEGINNING: usize = 1 << 10;

/// The first level of a text. As much of it is read as that takes, not the thousands that may follow: where the
/// beginning holds a second level, the first one is whole.
fn first(puzzle: &dyn AnyPuzzle, text: &str) -> Option<Reading<LevelRef>> {
    let settings = Options::defaults(puzzle.info().settings);
    let mut length = BEGINNING;
    loop {
        let (beginning, is_all) = beginning(text, length);
        let mut readings = puzzle.read(&Source::new(beginning), &settings).into_iter();
        let first = readings.next();
        if is_all || readings.next().is_some() {
            return first;
        }
        length *= 4;
    }
}

/// The whole lines among the first bytes of a text, and whether that is all of it.
fn beginning(text: &str, length: usize) -> (&str, bool) {
    match text.get(..text.floor_char_boundary(length)).and_then(|part| part.rfind('\n')) {
        Some(end) if length < text.len() => (&text[..=end], false),
        _ => (text, true),
    }
}

/// In a page the puzzle is chosen beside the text, not with a flag.
pub fn as_a_page_says(fault: Fault) -> Fault {
    let is = |template| fault.message.is(template);
    let template = match () {
        () if is(ingenio_catalog::words::UNRECOGNISED) => words::UNRECOGNISED,
        () if is(ingenio_catalog::words::AMBIGUOUS) => words::AMBIGUOUS,
        () => return fault,
    };
    template.say().into()
}

/// Reads the first level of a text that somebody sent.
pub fn read(text: &str, puzzle: Option<&str>) -> Reply<LevelRef> {
    if text.len() > LONGEST_TEXT {
        return Err(Problem::bad(words::LEVEL_TOO_LONG.with("most", LONGEST_TEXT >> 10)));
    }
    let source = Source::new(text);
    let puzzle = match puzzle.filter(|name| !name.is_empty()) {
        Some(name) => find(name)?,
        None => identify(&source, None).map_err(as_a_page_says)?,
    };
    let entry = first(puzzle, text).ok_or_else(|| Problem::bad(words::NO_LEVEL.say()))??;
    check_size(&entry.level)?;
    Ok(entry.level)
}

/// A board that no browser could show is refused.
pub fn check_size(level: &LevelRef) -> Result<(), Fault> {
    let cells = level.play().scene().size.cells();
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(words::BOARD_TOO_LARGE.with("cells", cells).with("most", MOST_CELLS).into())
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::PUZZLES;
    use ingenio_core::Rng;

    use super::*;

    #[test]
    fn the_first_of_many_levels_is_what_it_is_among_all() {
        for puzzle in PUZZLES {
            let mut rng = Rng::new(19);
            let levels: Vec<LevelRef> =
                (0..400).map(|number| puzzle.sample(&mut rng, 1 + number % 3)).collect();
            for from in 0..5 {
                let texts: Vec<String> = levels[from..].iter().map(|level| level.canonical()).collect();
                let text = texts.join("\n\n") + "\n";
                assert!(text.len() > BEGINNING);
                let found = first(*puzzle, &text).expect("a level").expect("a good one").level;
                assert_eq!(found.id(), levels[from].id(), "{}", puzzle.info().name);
            }
        }
    }

    #[test]
    fn a_long_level_is_read_to_its_end() {
        let wide = "#".repeat(60);
        let hall = format!(
            "{wide}\n#@$.{}#\n{}{wide}\n",
            " ".repeat(55),
            format!("#{}#\n", " ".repeat(58)).repeat(50)
        );
        let level = read(&hall, Some("sokoban")).expect("a level");
        assert_eq!(level.canonical().lines().count(), 53);
        let bad = format!("{}\n{}", "#".repeat(40), "#@$.x#\n".repeat(900));
        assert!(read(&bad, Some("sokoban")).is_err());
    }
}
