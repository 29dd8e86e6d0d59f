//! `idastar-linear-conflict`: a tenth of the nodes of Manhattan distance, each a little dearer.

use ingenio_core::{Guarantee, Method};

use super::first::with_first;
use super::idastar_manhattan::run;
use super::linear_conflict::LinearConflictWalk;
use super::walk::MOST_CELLS;
use crate::Taquin;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-linear-conflict",
    about: "iterative deepening A* with Manhattan distance and linear conflicts",
    guarantee: Guarantee::Optimal,
    fits: |level| super::at_most(level, "idastar-linear-conflict", MOST_CELLS),
    start: |level, task| {
        super::unless_odd(level, || with_first(level, task, Box::new(run(LinearConflictWalk::new(level)))))
    },
    ..super::ROW
};
