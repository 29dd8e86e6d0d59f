//! What is counted in a solution, and what methods search by.

use ingenio_core::{Criterion, Metric};

const PUSH: Metric = Metric::least("pushes", "steps that move a box");
const STEP: Metric = Metric::least("moves", "all steps of the player");

pub const METRICS: &[Metric] = &[PUSH, STEP];

pub const PUSHES: Criterion = Criterion::new(&[PUSH]);
pub const MOVES: Criterion = Criterion::new(&[STEP]);
pub const PUSHES_THEN_MOVES: Criterion = Criterion::new(&[PUSH, STEP]);
pub const MOVES_THEN_PUSHES: Criterion = Criterion::new(&[STEP, PUSH]);

/// Do moves count before pushes?
pub fn is_by_moves(metric: Criterion) -> bool {
    metric.first() == MOVES.first()
}
