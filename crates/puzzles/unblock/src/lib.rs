//! Unblock
pub mod confine;
pub mod level;
pub mod play;
pub mod referee;
pub mod scene;
pub mod solve;
pub mod words;
