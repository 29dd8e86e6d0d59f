//! `idastar-pdb-small`: pattern databases that are built sooner than anyone notices.

use ingenio_core::{Guarantee, Method};

use super::pdb::{MOST_CELLS, Profile};
use super::with_tables::WithTables;
use crate::Taquin;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-pdb-small",
    about: "iterative deepening A* with pattern databases of a few megabytes: the sum of all groups, in slides the largest",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    needs: "tables of a few megabytes, built in a fraction of a second, in slides within one; in moves it uses all threads it gets",
    fits: |level| crate::solve::at_most(level, "idastar-pdb-small", MOST_CELLS),
    start: |level, task| crate::solve::unless_odd(level, || WithTables::quick_search(level, task, PROFILE)),
    ..crate::solve::ROW
};

/// Groups of 6-6-3 tiles on 4x4, of 5 on 5x5, of 4 on 6x6 and 7x7; in slides of 5 on 4x4, of 4 on 5x5.
pub const PROFILE: Profile = Profile { first: 7_000_000, others: 7_000_000 };
