//! Makes weights for searches: levels of which every distance is known, positions as searches meet them, and small nets
//! that are fitted to them. Everything follows from a seed: the same seed gives the same bytes.

pub mod fit;
pub mod held_out;
pub mod measure;
pub mod recipe;
pub mod room;
pub mod sokoban;
pub mod truth;
