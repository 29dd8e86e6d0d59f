//! `weighted-astar`: A* that trusts its estimate more than it should. Solutions cost at most
//! `weight` times the optimum and are found far sooner.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, OptionSpec, Run, Task};
use ingenio_search::{BestFirst, Revisit, Weighted};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "weighted-astar",
    about: "A* with weight times the Manhattan distance; at most weight times the optimum",
    guarantee: Guarantee::Complete,
    options: &[OptionSpec::real("weight", "how much the estimate counts", 1.0..=100.0, 1.5)],
    start: |level, task| space::packed(&WeightedAStar, level, task),
    ..crate::solve::ROW
};

struct WeightedAStar;

impl StartOn for WeightedAStar {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let order = Weighted { percent: (task.options.real("weight") * 100.0).round() as u32 };
        let tiles = Tiles::<B>::with_manhattan(level);
        space::run(BestFirst::new(tiles, order, Revisit::Always, task.memory), order.percent == 100)
    }
}
