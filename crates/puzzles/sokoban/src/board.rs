//! The board as searches see it: inside squares numbered densely, floods, push distances, the
//! cheapest assignment of boxes to goals, and the sound deadlock tests. Used by `solve/` and by the
//! truth told at play time; the referee knows nothing of it.

pub mod blocks;
pub mod bound;
pub mod boxway;
pub mod corral;
pub mod distance;
pub mod flood;
pub mod freeze;
pub mod knots;
pub mod matching;
pub mod maze;
pub mod places;
pub mod reach;
pub mod sealed;
pub mod steps;
pub mod stuck;
pub mod tables;
pub mod teams;

/// A square inside the walls; the number of squares itself stands for "wall".
pub type Square = u16;

/// Directions as numbers, in the order of [`ingenio_core::Dir`]: up, down, left, right.
pub const DIRS: [usize; 4] = [0, 1, 2, 3];

/// Marks squares as occupied or free.
pub fn put(occupied: &mut [bool], squares: &[Square], taken: bool) {
    for square in squares {
        occupied[usize::from(*square)] = taken;
    }
}

/// A box goes from one square to another, on a board of occupied squares.
#[inline]
pub fn shift(occupied: &mut [bool], from: Square, to: Square) {
    occupied[usize::from(from)] = false;
    occupied[usize::from(to)] = true;
}

/// The opposite of a direction's number.
pub const fn opposite(dir: usize) -> usize {
    dir ^ 1
}
