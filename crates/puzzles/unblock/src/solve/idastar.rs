//! `idastar`: iterative-deepening A* with the lower bounds of [`super::blockers`] and a memory of
//! failures. Without that memory (Korf 1985) it is hopeless here: most positions are reached in
//! very many orders (Reinefeld & Marsland 1994 add the memory).

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};

use super::bits::Scale;
use super::board::{Board, Node};
use super::deepen::Deepening;
use super::{Start, start};
use crate::Unblock;
use crate::level::Level;

pub const METHOD: Method<Unblock> = Method {
    name: "idastar",
    about: "iterative-deepening A* with lower bounds from the pieces in the way and a memory of failures",
    metrics: super::MOVES_OR_STEPS,
    start: |level, task| start(&IdaStar, level, task),
    ..super::ROW
};

struct IdaStar;

impl Start for IdaStar {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let bound = |board: &Board<S>, node: &Node<S>| board.blockers::<UNIT>(node.key, node.occupied);
        Box::new(Deepening::<S, UNIT>::new(level, bound, task.memory))
    }
}
