//! `bidirectional`: from the board and from its goal at once. Optimal in both metrics.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Task};
use ingenio_search::Bidirectional;

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;
use crate::solve::line_by_line::solution_in_hand::with_first;

pub const METHOD: Method<Taquin> = Method {
    name: "bidirectional",
    about: "breadth first from both ends until they meet",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    start: |level, task| space::packed(&BothEnds, level, task),
    ..crate::solve::ROW
};

struct BothEnds;

impl StartOn for BothEnds {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let search = Bidirectional::new(Tiles::<B>::new(level, task.metric), task.memory);
        with_first(level, task, space::run(search, true))
    }
}
