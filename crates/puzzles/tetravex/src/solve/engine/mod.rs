//! The constraint engine behind `mac`, `wildcards`, `lns`, counting and hints: maintaining arc
//! consistency over tiles and edge colours, on a trail.

mod bits;
mod global;
mod instance;
mod search;
mod state;
mod trail;

pub use instance::Instance;
pub use search::{Counters, Plan, Search, Turn, bytes, search};
pub use state::{Cuts, Propagators};
