//! Iterative deepening without tables: one board, moved forth and back, with a lower bound that is kept up to date
//! move by move. Hardly any memory; [`paths`] has what these walks share.

pub mod idastar_linear_conflict;
pub mod idastar_manhattan;
pub mod linear_conflict;
pub mod manhattan;
pub mod paths;
pub mod walking_distance;
