//! `astar-manhattan`: the Taquin paper's algorithm with a proper queue. The estimate is consistent, so no
//! position is expanded twice and the first solution is optimal.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Task};
use ingenio_search::{AStar, BestFirst, Revisit};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "astar-manhattan",
    about: "A* with Manhattan distance",
    guarantee: Guarantee::Optimal,
    start: |level, task| space::packed(&AStarManhattan, level, task),
    ..crate::solve::ROW
};

struct AStarManhattan;

impl StartOn for AStarManhattan {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let tiles = Tiles::<B>::with_manhattan(level);
        space::run(BestFirst::new(tiles, AStar, Revisit::Waiting, task.memory), true)
    }
}
