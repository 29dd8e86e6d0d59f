//! Taquin: sliding tiles on a rectangle with one blank (the 8-, 15- and 24-puzzle), any width and
//! height from 2, any goal.

mod doctor;
mod edit;
mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod look;
pub mod metric;
pub mod model;
pub mod play;
mod rate;
pub mod referee;
mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use ingenio_core::{Dir, Info, Puzzle};

use level::Level;
use play::Position;

#[derive(Clone, Copy, Debug)]
pub struct Taquin;

impl Puzzle for Taquin {
    const INFO: Info = Info {
        name: "taquin",
        title: "Taquin",
        also_known_as: &["8-puzzle", "15-puzzle", "24-puzzle", "sliding tiles"],
        about: "slide the tiles through the blank until their numbers are in order",
        metrics: metric::METRICS,
        formats: level::FORMATS,
        settings: level::SETTINGS,
        extensions: &["taquin"],
        separator: "",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Dir;
    type Undo = Dir;
}
