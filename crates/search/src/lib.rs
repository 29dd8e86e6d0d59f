//! Generic search engines over two kinds of space.
//!
//! A [`Graph`] has packed, hashable states: [`BreadthFirst`], [`Bidirectional`], [`BestFirst`] (A*,
//! weighted A*, greedy, uniform cost and depth first differ only in their [`Order`]) and [`Beam`]
//! search it; [`Focal`] where a second guess goes by a bound, [`Levin`] and [`Follow`] where a policy knows the way. A [`Walk`] moves one position forth and back in place with an incremental estimate:
//! [`IdaStar`] searches it. Every engine counts what it does, accounts for its memory before it
//! allocates, is deterministic, and is advanced by a number of expansions; [`PathRun`] makes a
//! [`Run`](ingenio_core::Run) of it.

#![warn(missing_docs)]

mod arena;
mod beam;
mod best_first;
mod bidirectional;
mod breadth_first;
mod engine;
mod focal;
mod follow;
mod ida_star;
mod index;
mod levin;
mod order;
mod path;
mod path_run;
mod queue;
mod space;

#[cfg(test)]
mod lattice;
#[cfg(test)]
mod led;

pub use beam::Beam;
pub use best_first::{BestFirst, Revisit};
pub use bidirectional::Bidirectional;
pub use breadth_first::BreadthFirst;
pub use engine::{Counts, Engine, Found, Glance};
pub use focal::{Focal, Guided};
pub use follow::Follow;
pub use ida_star::IdaStar;
pub use index::{Index, fingerprint};
pub use levin::{Advice, Advised, By, Levin};
pub use order::{AStar, DepthFirst, Greedy, Order, UniformCost, Weighted};
pub use path_run::{Claims, PathRun};
pub use space::{Graph, Reversible, Walk};
