//! Corridor: a walker must reach the goal. The smallest puzzle with everything that a puzzle needs, compiled and tested
//! with all others and registered nowhere: a template to copy (docs/write-a-puzzle.md).

pub mod gesture;
pub mod level;
pub mod look;
pub mod play;
pub mod referee;
mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use ingenio_core::rooms::{Doctor, Editing, Makers};
use ingenio_core::{Criterion, Dir, Format, Info, Metric, Puzzle};
use ingenio_model::Modelled;

use level::Level;

#[derive(Clone, Copy, Debug)]
pub struct Corridor;

/// What solutions are to be best in.
pub const METRICS: &[Metric] = &[Metric::least("moves", "steps of the walker")];
pub const MOVES: Criterion = Criterion::new(METRICS);

impl Puzzle for Corridor {
    const INFO: Info = Info {
        name: "corridor",
        title: "Corridor",
        also_known_as: &[],
        about: "walk to the goal",
        metrics: METRICS,
        formats: &[Format {
            name: "line",
            about: "one corridor on each line: > walker, o goal, # wall, . floor",
        }],
        settings: &[],
        extensions: &["corridor"],
        separator: "",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    /// Where the walker is.
    type Position = usize;
    type Move = Dir;
    /// Where the walker was.
    type Undo = usize;
}

// The rooms that it does without.
impl Makers for Corridor {}
impl Doctor for Corridor {}
impl Editing for Corridor {}
impl Modelled for Corridor {}
