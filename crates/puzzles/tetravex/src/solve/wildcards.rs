//! `wildcards`: no empty cell, then one, then two, ... An empty cell is a wild card that agrees with
//! every colour. All smaller numbers are refuted, so the first board that is found is a maximum, and
//! at a time-out the bound is the cells less the first number that is not refuted. Each number is asked
//! in two ways at once: by arc consistency, and by a rectangle that grows.

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};

use super::ROW;
use super::ladder::{Ladder, Order};
use crate::Tetravex;
use crate::level::Level;

pub const METHOD: Method<Tetravex> = Method {
    name: "wildcards",
    about: "no empty cell, then one, then two, ..., until the board can be filled: the proved maximum",
    options: super::ladder::OPTIONS_WITH_GROWTH,
    start,
    ..ROW
};

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    if task.options.flag("growth") {
        Ladder::growing(level, task, Order::Up)
    } else {
        Ladder::start(level, task, Order::Up)
    }
}
