//! Levels to test with.

use ingenio_core::{Rng, Size, rooms};

use crate::Taquin;
use crate::level::{Goal, Level, Tile};

impl rooms::Samples for Taquin {
    /// Random boards of growing size, a quarter of them with an odd parity, some with the blank
    /// first or a goal of their own.
    fn sample(rng: &mut Rng, size: usize) -> Level {
        let small = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (5, 2), (4, 4)];
        let large = [(5, 5), (6, 6), (7, 5), (9, 9)];
        let (width, height) = if size < 8 {
            small[rng.below((3 + size).min(small.len()))]
        } else {
            large[rng.below(large.len())]
        };
        let shape = Size::new(width, height);
        let mut tiles: Vec<Tile> = (0..shape.cells() as Tile).collect();
        let mut goal = tiles.clone();
        rng.shuffle(&mut goal);
        rng.shuffle(&mut tiles);
        let level = match rng.below(4) {
            0 => Level::with_goal(shape, tiles, goal, rng.below(2) as u16),
            1 => Level::new(shape, tiles, Goal::First),
            _ => Level::new(shape, tiles, Goal::Last),
        };
        if level.is_solvable() || rng.below(2) == 0 { level } else { level.with_two_tiles_swapped() }
    }
}
