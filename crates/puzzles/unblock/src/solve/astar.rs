//! `astar`: A* with the lower bounds of [`super::blockers`]. They may fall by more than the cost of
//! a slide, so positions are opened again when a shorter way is found.

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};
use ingenio_search::{AStar, BestFirst, Revisit};

use super::bits::Scale;
use super::space::Positions;
use super::{Start, start};
use crate::Unblock;
use crate::level::Level;

pub const METHOD: Method<Unblock> = Method {
    name: "astar",
    about: "A* with lower bounds from the pieces in the way",
    metrics: super::MOVES_OR_STEPS,
    start: |level, task| start(&BestFirstByBlockers, level, task),
    ..super::ROW
};

struct BestFirstByBlockers;

impl Start for BestFirstByBlockers {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let positions = Positions::<S, UNIT>::new(level);
        positions.run(|positions| BestFirst::new(positions, AStar, Revisit::Always, task.memory))
    }
}
