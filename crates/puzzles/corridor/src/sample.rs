//! Levels to test with, solvable or not.

use ingenio_core::Rng;
use ingenio_core::rooms::Samples;

use crate::Corridor;
use crate::level::{Level, MOST_CELLS};

impl Samples for Corridor {
    fn sample(rng: &mut Rng, size: usize) -> Level {
        // Size 9 is for tests of limits: so large that methods meet them.
        let length = if size < 9 { 5 + 4 * size + rng.below(8) } else { MOST_CELLS };
        let (start, goal) = (rng.below(length), rng.below(length));
        let mut walls: Vec<bool> = (0..length).map(|_| length < 1000 && rng.one_in(12)).collect();
        (walls[start], walls[goal]) = (false, false);
        Level { walls, start, goal }
    }
}
