//! `mac`: maintaining arc consistency. Asks for a full board first; if there is none, it takes the
//! fullest board met on the way and asks for one tile more again and again, until that is refuted.

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};

use super::ROW;
use super::ladder::{Ladder, Order};
use crate::Tetravex;
use crate::level::Level;

pub const METHOD: Method<Tetravex> = Method {
    name: "mac",
    about: "maintains arc consistency over tiles and edge colours; a full board first, then from the best found upwards",
    options: super::ladder::OPTIONS,
    start,
    ..ROW
};

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Ladder::start(level, task, Order::Down)
}
