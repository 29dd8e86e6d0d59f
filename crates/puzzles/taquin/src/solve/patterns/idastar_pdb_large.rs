//! `idastar-pdb-large`: the largest tables that can be built in minutes and kept on a laptop.

use ingenio_core::{Guarantee, Method};

use super::pdb::{MOST_CELLS, Profile};
use super::with_tables::WithTables;
use crate::Taquin;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-pdb-large",
    about: "iterative deepening A* with the largest pattern databases that a laptop builds in minutes",
    guarantee: Guarantee::Optimal,
    metrics: crate::solve::BOTH,
    needs: "tables of up to 600 MB, built in minutes and kept (ingenio tables build); in moves it uses all threads it gets",
    fits: |level| crate::solve::at_most(level, "idastar-pdb-large", MOST_CELLS),
    start: |level, task| crate::solve::unless_odd(level, || WithTables::search(level, task, PROFILE)),
    ..crate::solve::ROW
};

/// Groups of 8-7 tiles on 4x4, of 6 on 5x5, of 5 on 6x6 and 7x7; in slides of 7 on 4x4, of 5 on 5x5.
pub const PROFILE: Profile = Profile { first: 600_000_000, others: 600_000_000 };
