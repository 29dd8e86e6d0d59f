//! The table of methods.
mod corner;
pub mod frontier;
pub mod quick;
pub mod weave;
