//! Levels and positions as requests name them.

use ingenio_catalog::{find, identify};
use ingenio_core::{AnyPlay, AnyPuzzle, Fault, LevelRef, Mend, Options, Source};
use ingenio_play::Line;
use serde::Deserialize;

use crate::words;

/// A level by its text.
#[derive(Clone, Debug, Deserialize)]
pub struct LevelWish {
    /// Which puzzle it is; empty to let the text decide.
    #[serde(default)]
    puzzle: String,
    level: String,
    /// How the text is to be read, `key=value,...`.
    #[serde(default)]
    settings: String,
}

impl LevelWish {
    /// The first level of the text.
    pub fn read(&self) -> Result<LevelRef, Fault> {
        let source = Source::new(&self.level);
        let puzzle = self.puzzle_of(&source)?;
        let settings = Options::parse(puzzle.info().settings, &self.settings)?;
        let first = puzzle.read(&source, &settings).into_iter().next();
        Ok(first.ok_or_else(|| words::NO_LEVEL.say())??.level)
    }

    fn puzzle_of(&self, source: &Source) -> Result<&'static dyn AnyPuzzle, Fault> {
        if self.puzzle.is_empty() { identify(source, None) } else { find(&self.puzzle) }
    }

    /// What a text that is no level could have meant, for the fault that was found in it.
    pub fn rescued(&self, fault: &Fault) -> Vec<Mend<LevelRef>> {
        let source = Source::new(&self.level);
        let Ok(puzzle) = self.puzzle_of(&source) else { return Vec::new() };
        let settings = Options::parse(puzzle.info().settings, &self.settings).unwrap_or_default();
        puzzle.rescued(&source, fault, &settings)
    }
}

/// A level and a way into it.
#[derive(Clone, Debug, Deserialize)]
pub struct PlaceWish {
    #[serde(flatten)]
    level: LevelWish,
    #[serde(default)]
    moves: Vec<String>,
    /// From the other end?
    #[serde(default)]
    backwards: bool,
}

impl PlaceWish {
    /// The level, and a play that stands there.
    pub fn stand(&self) -> Result<(LevelRef, Box<dyn AnyPlay>), Fault> {
        let level = self.level.read()?;
        let line = Line { moves: self.moves.clone(), backwards: self.backwards };
        let play = line.play(&level)?;
        Ok((level, play))
    }

    /// The level that begins there.
    pub fn here(&self) -> Result<LevelRef, Fault> {
        let (level, play) = self.stand()?;
        Ok(play.level_here().unwrap_or(level))
    }

    pub fn level(&self) -> Result<LevelRef, Fault> {
        self.level.read()
    }

    pub fn moves(&self) -> &[String] {
        &self.moves
    }
}
