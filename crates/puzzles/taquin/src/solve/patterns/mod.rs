//! Iterative deepening by pattern databases: [`pdb`] counts moves and [`slides`] slides, [`with_tables`] gets their
//! tables ready before [`search`] begins. The three methods differ in how large their tables are.

pub mod automaton;
pub mod growing;
pub mod idastar_pdb;
pub mod idastar_pdb_large;
pub mod idastar_pdb_small;
pub mod parallel;
pub mod pdb;
pub mod search;
pub mod slides;
pub mod with_tables;
