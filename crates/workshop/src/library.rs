//! What there is to play: packs with their levels read, the shipped ones and others, each level found by its
//! id or by its place.

use std::collections::HashMap;

use ingenio_core::{Grade, LevelRef, Message};

use crate::pack::{Pack, PackLevel};
use crate::shipped::shipped;
use crate::words;

/// A pack with its levels read.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The pack's one word: `sokoban-rooms`.
    pub name: String,
    pub title: String,
    pub author: String,
    /// The grade of its levels or the range of grades; empty where nobody said.
    pub difficulty: String,
    pub puzzle: &'static str,
    pub levels: Vec<Volume>,
    /// Does it come with the program, so that its title has translations?
    shipped: bool,
}

impl Shelf {
    pub fn said_title(&self) -> Message {
        if self.shipped {
            Message::declared(format!("pack.{}", self.name), self.title.clone())
        } else {
            Message::told(&self.title)
        }
    }

    /// The grades of its levels, from the least to the most.
    pub fn said_difficulty(&self) -> Message {
        let grades = self.levels.iter().filter_map(|volume| volume.grade);
        said_grades(grades).unwrap_or_else(|| Message::told(&self.difficulty))
    }
}

/// From the least to the most of these.
pub(crate) fn said_grades(grades: impl Iterator<Item = Grade> + Clone) -> Option<Message> {
    match (grades.clone().min()?, grades.max()?) {
        (least, most) if least != most => Some(words::GRADES.with("least", least).with("most", most)),
        (grade, _) => Some(grade.said().say()),
    }
}

/// A level with what its pack says of it.
#[derive(Clone, Debug)]
pub struct Volume {
    pub level: LevelRef,
    pub title: String,
    pub grade: Option<Grade>,
    pub best: Option<u64>,
    pub proved: bool,
}

/// Where a level stands: which shelf, which place on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub shelf: usize,
    pub volume: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Library {
    pub shelves: Vec<Shelf>,
    places: HashMap<String, Place>,
}

impl Library {
    /// The packs that come with the program.
    pub fn shipped() -> Self {
        let mut library = Library::default();
        for (name, pack) in shipped() {
            library.shelve(shelf(name, &pack));
        }
        library
    }

    /// Adds levels as a pack of their own; gives its place.
    pub fn add(&mut self, title: &str, levels: Vec<(LevelRef, Option<String>)>) -> Option<usize> {
        let puzzle = levels.first()?.0.puzzle().info().name;
        let volume = |(number, (level, title)): (usize, (LevelRef, Option<String>))| {
            let title = title.unwrap_or_else(|| number.to_string());
            Volume { level, title, grade: None, best: None, proved: false }
        };
        let levels = (1..).zip(levels).map(volume).collect();
        let (name, title) = (title.to_owned(), title.to_owned());
        self.shelve(Shelf {
            name,
            title,
            author: String::new(),
            difficulty: String::new(),
            puzzle,
            levels,
            shipped: false,
        });
        Some(self.shelves.len() - 1)
    }

    fn shelve(&mut self, shelf: Shelf) {
        let at = self.shelves.len();
        for (volume, known) in shelf.levels.iter().enumerate() {
            self.places.entry(known.level.id().to_string()).or_insert(Place { shelf: at, volume });
        }
        self.shelves.push(shelf);
    }

    /// The packs of a puzzle, by their place.
    pub fn of(&self, puzzle: &str) -> Vec<usize> {
        (0..self.shelves.len()).filter(|at| self.shelves[*at].puzzle == puzzle).collect()
    }

    pub fn shelf(&self, name: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.name == name)
    }

    /// Where the level of that id stands, if a pack has it.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.places.get(id).copied()
    }

    pub fn volume(&self, place: Place) -> &Volume {
        &self.shelves[place.shelf].levels[place.volume]
    }
}

/// A level that cannot be read is left out: a pack of one's own may have such.
fn shelf(name: &str, pack: &Pack) -> Shelf {
    let readings = pack.readings().unwrap_or_default();
    let volume = |(number, (known, reading)): (usize, (&PackLevel, ingenio_core::Reading<LevelRef>))| {
        let level = reading.ok()?.level;
        let title = known.title.clone().unwrap_or_else(|| number.to_string());
        Some(Volume { level, title, grade: known.grade(), best: known.best, proved: known.proved })
    };
    let levels = (1..).zip(pack.levels.iter().zip(readings)).filter_map(volume).collect();
    Shelf {
        name: name.to_owned(),
        title: pack.title.clone(),
        author: pack.author.clone(),
        difficulty: pack.difficulty.clone(),
        puzzle: pack.puzzle().map_or("", |puzzle| puzzle.info().name),
        levels,
        shipped: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_level_is_found_by_its_id() {
        let library = Library::shipped();
        assert!(library.shelves.len() >= 20);
        for (at, shelf) in library.shelves.iter().enumerate() {
            assert!(!shelf.levels.is_empty(), "{}", shelf.name);
            for volume in &shelf.levels {
                let place = library.place(&volume.level.id().to_string()).expect("it stands somewhere");
                assert_eq!(library.volume(place).level.id(), volume.level.id());
            }
            assert!(library.of(shelf.puzzle).contains(&at));
        }
        assert_eq!(library.place("nothing"), None);
    }
}
