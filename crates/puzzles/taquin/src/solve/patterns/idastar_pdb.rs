//! `idastar-pdb`: pattern databases of at most 20 MB, built once in seconds and kept.

use ingenio_core::{Guarantee, Method};

use super::pdb::{MOST_CELLS, Profile};
use super::with_tables::WithTables;
use crate::Taquin;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-pdb",
    about: "iterative deepening A* with pattern databases of at most 20 MB: the sum of all groups, in slides the largest",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    needs: "tables of at most 20 MB, built in seconds and kept; in moves it uses all threads it gets",
    fits: |level| crate::solve::at_most(level, "idastar-pdb", MOST_CELLS),
    start: |level, task| crate::solve::unless_odd(level, || WithTables::search(level, task, PROFILE)),
    ..crate::solve::ROW
};

/// Groups of 7-6-2 tiles on 4x4, of 5 on 5x5, of 5 and then 4 on 6x6. In slides, where a group's table
/// knows the blank's cell, 6 and 5 on 4x4, 4 on 5x5.
pub const PROFILE: Profile = Profile { first: 60_000_000, others: 7_000_000 };
