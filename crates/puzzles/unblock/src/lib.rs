//! Unblock: sliding pieces on a rectangle, each bound to its row or column; the target must reach the
//! right wall (Unblock Me, Rush Hour).
//!
//! Counting: a move is a slide of any length, a step is one cell, and the board is solved when the
//! target touches the right wall. Other sources count the drive through the exit as one more move
//! (printed cards, Collette et al.), or call steps moves (many student reports).

pub mod confine;
mod doctor;
mod edit;
pub mod generate;
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

use ingenio_core::{Format, Info, Puzzle};

use level::Level;
use play::{Move, Position};

pub use solve::field::{Field, FieldWork, NoField};

#[derive(Clone, Copy, Debug)]
pub struct Unblock;

impl Puzzle for Unblock {
    const INFO: Info = Info {
        name: "unblock",
        title: "Unblock",
        also_known_as: &["Unblock Me", "Rush Hour"],
        about: "slide the pieces along their lines until the red one can leave to the right",
        metrics: metric::METRICS,
        formats: &[
            Format { name: "line", about: "cells row by row on one line, with WxH: before them unless 6x6" },
            Format { name: "grid", about: "WxH: and the rows below it" },
            Format {
                name: "panel",
                about: "numbers: pieces, rows, columns, directions, sizes, lines, matrix",
            },
        ],
        settings: &[],
        extensions: &["unblock", "rush"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Move;
    type Undo = Move;
}
