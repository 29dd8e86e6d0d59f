//! The constraint engine behind `mac`, `wildcards`, `lns`, counting and hints.

pub mod bits;
pub mod instance;
pub mod search;
pub mod state;
pub mod trail;

pub use instance::Instance;
