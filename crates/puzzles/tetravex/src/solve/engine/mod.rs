//! The constraint engine behind `mac`, `wildcards`, `lns`, counting and hints: maintaining arc
//! consistency over tiles and edge colours, on a trail. `wildcards` lets a rectangle grow beside it.

mod bits;
mod global;
mod growth;
mod instance;
mod search;
mod state;
mod team;
mod trail;

pub use instance::Instance;
pub use search::{Counters, Plan, Search, Turn, bytes, search};
pub use state::{Cuts, Propagators};
pub use team::{team, team_bytes};
