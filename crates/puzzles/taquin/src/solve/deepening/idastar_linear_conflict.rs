//! `idastar-linear-conflict`: a tenth of the nodes of Manhattan distance, each a little dearer.

use ingenio_core::{Guarantee, Method};

use super::idastar_manhattan::run;
use super::linear_conflict::LinearConflictWalk;
use super::paths::MOST_CELLS;
use crate::Taquin;
use crate::solve::line_by_line::solution_in_hand::with_first;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-linear-conflict",
    about: "iterative deepening A* with Manhattan distance and linear conflicts",
    guarantee: Guarantee::Optimal,
    fits: |level| crate::solve::at_most(level, "idastar-linear-conflict", MOST_CELLS),
    start: |level, task| {
        crate::solve::unless_odd(level, || {
            with_first(level, task, Box::new(run(LinearConflictWalk::new(level))))
        })
    },
    ..crate::solve::ROW
};
