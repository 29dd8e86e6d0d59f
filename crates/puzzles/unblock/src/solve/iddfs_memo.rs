//! `iddfs-memo`: the algorithm of the best-known public solvers, for comparison: depth-first search
//! to depth 1, 2, 3, ... with a memory of failures, cut where more pieces stand in the way than
//! slides are left. It pays for every position again in every round.

use std::sync::Arc;

use ingenio_core::{Method, Run, Task};

use super::bits::Scale;
use super::deepen::Deepening;
use super::{Start, start};
use crate::Unblock;
use crate::level::Level;

pub const METHOD: Method<Unblock> = Method {
    name: "iddfs-memo",
    about: "depth-first search to depth 1, 2, 3, ... with a memory of failures, as public solvers do it",
    metrics: super::MOVES_OR_STEPS,
    start: |level, task| start(&IddfsMemo, level, task),
    ..super::ROW
};

struct IddfsMemo;

impl Start for IddfsMemo {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        Box::new(Deepening::<S, UNIT>::new(level, |board, node| 1 + board.on_the_way(node.key), task.memory))
    }
}
