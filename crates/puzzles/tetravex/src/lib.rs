//! Tetravex: tiles with a colour on each side, never turned, are laid on a board so that touching
//! sides have equal colours. Either the board must be full, or as many tiles as possible are placed,
//! and that they are as many as possible is proved.

mod doctor;
mod edit;
mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod look;
pub mod model;
pub mod play;
mod rate;
pub mod referee;
mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use ingenio_core::{Format, Info, OptionSpec, Puzzle};

use level::Level;
use play::{Move, Position};

/// The puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Tetravex;

/// What a reader may ask of a level. The question changes what a solution is, so it is part of the
/// level and of its id; what 0 means only decides which texts are accepted.
pub const SETTINGS: &[OptionSpec] = &[
    OptionSpec::choice(
        "question",
        "what counts as a solution: as many tiles as possible, or only a full board",
        &["maximise", "complete"],
    ),
    OptionSpec::choice(
        "zero",
        "is 0 a colour like any other, or does it mean that a side has none",
        &["colour", "none"],
    ),
];

impl Puzzle for Tetravex {
    const INFO: Info = Info {
        name: "tetravex",
        title: "TetraVex",
        also_known_as: &["edge-matching"],
        about: "Lay tiles so that touching sides have equal colours, as many as possible.",
        metrics: solve::METRICS,
        formats: &[
            Format { name: "plain", about: "WxH, then one tile `top right bottom left` per line" },
            Format { name: "counts", about: "N COLOURS TILES, then one tile per line; square boards" },
            Format {
                name: "digits",
                about: "four digits `top left right bottom` per line, @ for a tile in place",
            },
        ],
        settings: SETTINGS,
        extensions: &["tvx", "tetravex"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Position;
    type Move = Move;
    type Undo = Position;
}
