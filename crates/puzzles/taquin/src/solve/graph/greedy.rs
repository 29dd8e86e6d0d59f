//! `greedy`: always the board that looks nearest, whatever it cost to get there.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Task};
use ingenio_search::{BestFirst, Greedy, Revisit};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "greedy",
    about: "best first by Manhattan distance alone",
    guarantee: Guarantee::Complete,
    start: |level, task| space::packed(&GreedyManhattan, level, task),
    ..crate::solve::ROW
};

struct GreedyManhattan;

impl StartOn for GreedyManhattan {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let tiles = Tiles::<B>::with_manhattan(level);
        space::run(BestFirst::new(tiles, Greedy, Revisit::Never, task.memory), false)
    }
}
