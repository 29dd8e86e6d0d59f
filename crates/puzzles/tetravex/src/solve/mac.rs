//! `mac`: maintaining arc consistency. Asks for a full board first; if there is none, it takes the
//! fullest board met on the way and asks for one tile more again and again, until that is refuted.

use std::sync::Arc;

use ingenio_core::{Run, Task};

use super::ladder::{Ladder, Order};
use crate::level::Level;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    Ladder::start(level, task, Order::Down)
}
