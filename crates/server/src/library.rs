//! Levels from every source: the shipped packs, then those that people opened.

use std::sync::Arc;

use ingenio_catalog::{find, identify};
use ingenio_core::{LevelRef, Options, Source};
use ingenio_store::Store;
use ingenio_workshop::{Library, Place};

use crate::problem::{Problem, Reply};
use crate::words;

/// A text longer than this is no level that a browser could show.
const LONGEST_TEXT: usize = 64 << 10;
/// Cells of a board that a browser can show.
const MOST_CELLS: usize = 64 * 64;

#[derive(Clone, Debug)]
pub struct Levels {
    pub library: Arc<Library>,
}

impl Levels {
    pub fn shipped() -> Self {
        Levels { library: Arc::new(Library::shipped()) }
    }

    /// The level of that id, from a pack or from the store.
    pub async fn get(&self, store: &Store, id: &str) -> Reply<Option<LevelRef>> {
        if let Some(place) = self.library.place(id) {
            return Ok(Some(self.library.volume(place).level.clone()));
        }
        let Ok(id) = id.parse() else { return Ok(None) };
        Ok(store.level(id).await?)
    }

    pub fn place(&self, id: &str) -> Option<Place> {
        self.library.place(id)
    }
}

/// Reads the first level of a text that somebody sent.
pub fn read(text: &str, puzzle: Option<&str>) -> Reply<LevelRef> {
    if text.len() > LONGEST_TEXT {
        return Err(Problem::bad(words::LEVEL_TOO_LONG.with("most", LONGEST_TEXT >> 10)));
    }
    let source = Source::new(text);
    let puzzle = match puzzle.filter(|name| !name.is_empty()) {
        Some(name) => find(name)?,
        None => identify(&source, None)?,
    };
    let readings = puzzle.read(&source, &Options::defaults(puzzle.info().settings));
    let entry = readings.into_iter().next().ok_or_else(|| Problem::bad(words::NO_LEVEL.say()))??;
    let cells = entry.level.play().scene().size.cells();
    if cells > MOST_CELLS {
        return Err(Problem::bad(words::BOARD_TOO_LARGE.with("cells", cells).with("most", MOST_CELLS)));
    }
    Ok(entry.level)
}
