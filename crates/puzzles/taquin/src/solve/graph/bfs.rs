//! `bfs`: breadth-first search. Optimal in both metrics, because every action costs one.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Task};
use ingenio_search::BreadthFirst;

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "bfs",
    about: "breadth first: every position in order of distance",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    start: |level, task| space::packed(&Bfs, level, task),
    ..crate::solve::ROW
};

struct Bfs;

impl StartOn for Bfs {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        space::run(BreadthFirst::new(Tiles::<B>::new(level, task.metric), task.memory), true)
    }
}
