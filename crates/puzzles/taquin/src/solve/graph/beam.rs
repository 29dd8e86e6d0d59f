//! `beam`: layer by layer with the boards that look nearest. A wider beam finds shorter solutions.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, OptionSpec, Run, Task};
use ingenio_search::{Beam, Claims, Greedy, PathRun};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "beam",
    about: "beam search by Manhattan distance alone; anytime has beams that see more",
    guarantee: Guarantee::Incomplete,
    options: &[OptionSpec::integer("width", "how many boards of each layer are kept", 1..=10_000_000, 1000)],
    start: |level, task| space::packed(&BeamManhattan, level, task),
    ..crate::solve::ROW
};

struct BeamManhattan;

impl StartOn for BeamManhattan {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let tiles = Tiles::<B>::with_manhattan(level);
        let width = task.options.integer("width") as usize;
        // States are told apart by their hashes, so an exhausted beam proves nothing.
        let claims = Claims { optimal: false, exhausted: None };
        Box::new(PathRun::new(Beam::new(tiles, Greedy, width, task.memory), claims, space::write))
    }
}
