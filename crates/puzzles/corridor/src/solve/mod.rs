//! The table of methods, one line each, and what they go by.

pub mod bfs;

use ingenio_core::rooms::Methods;
use ingenio_core::{Heuristic, Method, Task};

use crate::level::Level;
use crate::{Corridor, MOVES};

pub const METHODS: &[Method<Corridor>] = &[bfs::METHOD];

/// In a corridor nothing can be nearer than it looks.
pub const DISTANCE: Heuristic<Corridor> = Heuristic {
    name: "distance",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, _| Some(position.abs_diff(level.goal) as u64),
};

impl Methods for Corridor {
    fn methods() -> &'static [Method<Self>] {
        METHODS
    }

    fn auto(_: &Level, _: &Task) -> &'static str {
        "bfs"
    }

    fn heuristics() -> &'static [Heuristic<Self>] {
        &[DISTANCE]
    }
}
