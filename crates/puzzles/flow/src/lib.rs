//! Flow.
pub mod level;
pub mod play;
pub mod referee;
pub mod sample;
pub mod scene;
pub mod solve;
pub mod words;
