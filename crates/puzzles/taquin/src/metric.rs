//! What is counted in a solution, and what methods search by.

use ingenio_core::{Criterion, Metric};

const MOVE: Metric = Metric::least("moves", "tiles moved one at a time");
const SLIDE: Metric = Metric::least("slides", "straight slides of one or more tiles");

pub const METRICS: &[Metric] = &[MOVE, SLIDE];

pub const MOVES: Criterion = Criterion::new(&[MOVE]);
pub const SLIDES: Criterion = Criterion::new(&[SLIDE]);
