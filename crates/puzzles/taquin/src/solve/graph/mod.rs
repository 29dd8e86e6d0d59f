//! Methods that remember boards: each is an order in which an engine of `ingenio-search` takes the boards of one
//! graph ([`space`]), packed by [`board`]. Memory ends them, not time.

pub mod astar_euclidean;
pub mod astar_manhattan;
pub mod beam;
pub mod bfs;
pub mod bidirectional;
pub mod board;
pub mod dfs;
pub mod greedy;
pub mod paper;
pub mod space;
pub mod weighted_astar;
