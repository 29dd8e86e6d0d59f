//! `idastar-pdb`: iterative deepening A* over additive pattern databases.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, OptionKind, OptionSpec, Run, Task};

use super::pattern_search;
use super::pdb::MOST_CELLS;
use crate::Taquin;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-pdb",
    about: "iterative deepening A* with additive pattern databases of at most 20 MB",
    guarantee: Guarantee::Optimal,
    options: &[OptionSpec {
        name: "group",
        about: "the most tiles of a group; fewer if memory is short",
        kind: OptionKind::Integer { least: 1, most: 7, default: 6 },
    }],
    needs: "tables, built in about a second and kept",
    fits: |level| super::at_most(level, "idastar-pdb", MOST_CELLS),
    start: |level, task| super::unless_odd(level, || pattern_search::start(level, task)),
    ..super::ROW
};
