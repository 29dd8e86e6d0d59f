//! What there is to play: the shipped packs, levels from files, levels that were made.

use ingenio_catalog::PUZZLES;
use ingenio_core::{AnyPuzzle, LevelRef};
use ingenio_workshop::{Pack, PackLevel, shipped};

/// A pack with its levels read.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub title: String,
    pub difficulty: String,
    pub puzzle: &'static str,
    pub levels: Vec<Volume>,
}

/// A level with what its pack says of it.
#[derive(Clone, Debug)]
pub struct Volume {
    pub level: LevelRef,
    pub title: String,
    pub grade: Option<&'static str>,
    pub best: Option<u64>,
    pub proved: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Library {
    pub shelves: Vec<Shelf>,
}

impl Library {
    /// The packs that come with the program.
    pub fn shipped() -> Self {
        Library { shelves: shipped().iter().filter_map(|(_, pack)| shelf(pack)).collect() }
    }

    /// Puts levels in front, as a pack of their own; gives its place.
    pub fn add(&mut self, title: &str, levels: Vec<(LevelRef, Option<String>)>) -> Option<usize> {
        let puzzle = levels.first()?.0.puzzle().info().name;
        let volume = |(number, (level, title)): (usize, (LevelRef, Option<String>))| Volume {
            level,
            title: title.unwrap_or_else(|| number.to_string()),
            grade: None,
            best: None,
            proved: false,
        };
        let levels = (1..).zip(levels).map(volume).collect();
        self.shelves.push(Shelf { title: title.to_owned(), difficulty: String::new(), puzzle, levels });
        Some(self.shelves.len() - 1)
    }

    /// The packs of a puzzle, by their place.
    pub fn of(&self, puzzle: &str) -> Vec<usize> {
        (0..self.shelves.len()).filter(|at| self.shelves[*at].puzzle == puzzle).collect()
    }
}

fn shelf(pack: &Pack) -> Option<Shelf> {
    let puzzle: &dyn AnyPuzzle = *PUZZLES.iter().find(|puzzle| puzzle.info().name == pack.puzzle)?;
    let readings = pack.readings().ok()?;
    let volume = |(number, (known, reading)): (usize, (&PackLevel, ingenio_core::Reading<LevelRef>))| {
        let level = reading.ok()?.level;
        let title = known.title.clone().unwrap_or_else(|| number.to_string());
        let grade = known.grade().map(ingenio_core::Grade::word);
        Some(Volume { level, title, grade, best: known.best, proved: known.proved })
    };
    let levels = (1..).zip(pack.levels.iter().zip(readings)).filter_map(volume).collect();
    Some(Shelf {
        title: pack.title.clone(),
        difficulty: pack.difficulty.clone(),
        puzzle: puzzle.info().name,
        levels,
    })
}
