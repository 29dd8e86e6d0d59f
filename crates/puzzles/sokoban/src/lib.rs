//! Sokoban: push every box onto a goal. Boxes are pushed, never pulled, one at a time.
//!
//! The rooms are those of every puzzle; `board` holds what searches and the truth at play time
//! share.

pub mod board;
mod doctor;
mod edit;
pub mod generate;
pub mod gesture;
pub mod learned;
pub mod level;
pub mod look;
pub mod metric;
pub mod model;
pub mod play;
pub mod rate;
pub mod referee;
mod sample;
pub mod scene;
pub mod solve;
pub mod sound;
pub mod words;

use ingenio_core::{Format, Info, Puzzle};

use level::Level;
use play::{Position, Step, Undo};

#[derive(Debug)]
pub struct Sokoban;

impl Puzzle for Sokoban {
    const INFO: Info = Info {
        name: "sokoban",
        title: "Sokoban",
        also_known_as: &["warehouse keeper"],
        about: "Push every box onto a goal; boxes can be pushed one at a time and never pulled.",
        metrics: metric::METRICS,
        formats: &[
            Format { name: "xsb", about: "rows of # . $ * @ + and spaces" },
            Format { name: "rle", about: "one line with run lengths and | between rows" },
        ],
        settings: &[],
        extensions: &["xsb", "sok", "skb"],
        separator: "",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Step;
    type Undo = Undo;
}
