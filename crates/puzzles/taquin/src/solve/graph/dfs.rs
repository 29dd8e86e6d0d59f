//! `dfs`: depth first, the brute force of the papers. It remembers where it was, so it ends on every
//! board that fits into memory; its answers are absurdly long, which is the lesson.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Task};
use ingenio_search::{BestFirst, DepthFirst, Revisit};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::Level;

pub const METHOD: Method<Taquin> = Method {
    name: "dfs",
    about: "depth first with a memory: brute force, for comparison",
    guarantee: Guarantee::Complete,
    metrics: crate::solve::BOTH,
    start: |level, task| space::packed(&Dfs, level, task),
    ..crate::solve::ROW
};

struct Dfs;

impl StartOn for Dfs {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let tiles = Tiles::<B>::new(level, task.metric);
        space::run(BestFirst::new(tiles, DepthFirst, Revisit::Never, task.memory), false)
    }
}
