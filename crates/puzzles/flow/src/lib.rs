//! Flow (Flow Free, Numberlink): join the two end points of every colour by a pipe, so that the
//! pipes cover the board. Any graph of cells, three rule sets, exact counts.

mod doctor;
mod edit;
pub mod generate;
pub mod gesture;
mod kin;
pub mod level;
pub mod look;
pub mod model;
pub mod play;
pub mod rate;
pub mod referee;
pub mod sample;
pub mod scene;
pub mod solve;
pub mod words;

use ingenio_core::{Info, Puzzle};

use level::{Level, Stroke, text};
use play::{Drawing, Erased};

#[derive(Clone, Copy, Debug)]
pub struct Flow;

impl Puzzle for Flow {
    const INFO: Info = Info {
        name: "flow",
        title: "Flow",
        also_known_as: &["flow free", "numberlink", "arukone"],
        about: "join the two end points of every colour by pipes that cover the whole board",
        metrics: &[],
        formats: text::FORMATS,
        settings: text::SETTINGS,
        extensions: &["flow", "numberlink"],
        separator: " ",
        words: ingenio_core::words::listing(words::ALL),
    };

    type Level = Level;
    type Position = Drawing;
    type Move = Stroke;
    type Undo = Erased;
}
