//! What is counted in a solution, and what methods search by.

use ingenio_core::{Criterion, Metric};

const SLIDE: Metric = Metric::least("moves", "slides of any length");
const CELL: Metric = Metric::least("steps", "cells that pieces moved");

pub const METRICS: &[Metric] = &[SLIDE, CELL];

pub const MOVES: Criterion = Criterion::new(&[SLIDE]);
pub const STEPS: Criterion = Criterion::new(&[CELL]);
/// Slides, and among the shortest solutions cells.
pub const MOVES_THEN_STEPS: Criterion = Criterion::new(&[SLIDE, CELL]);
