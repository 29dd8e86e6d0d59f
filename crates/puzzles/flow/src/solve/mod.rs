//! The table of methods.
mod corner;
pub mod quick;
pub mod weave;
