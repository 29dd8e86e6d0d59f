//! Rooms to learn in, of two makers: templates laid side by side, as the generator of packs makes them, and rooms that a
//! walker has dug, who lays pieces of floor wherever he goes. Source of the second: S. Racanière et al., "Imagination-
//! Augmented Agents for Deep Reinforcement Learning", 2017, appendix; the code is ours.

use ingenio_core::{Dir, Rng, Size};
use ingenio_sokoban::generate;
use ingenio_sokoban::level::{Level, Square};

/// Which maker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    Templates,
    Walker,
}

/// What the walker lays where he stands, from his place: rows and columns.
const PIECES: [&[(isize, isize)]; 5] = [
    &[(0, 0), (0, 1), (0, -1)],
    &[(0, 0), (1, 0), (-1, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, -1), (1, 0)],
];

/// A solved board of a random room: every goal with its box.
pub fn solved(rng: &mut Rng, maker: Maker, size: Size, boxes: usize) -> Option<Level> {
    let walls = match maker {
        Maker::Templates => generate::walls(rng, size, 2 * boxes + 4)?,
        Maker::Walker => dug(rng, size),
    };
    let mut floor: Vec<usize> = (0..walls.len()).filter(|at| !walls[*at]).collect();
    if floor.len() < 2 * boxes + 2 {
        return None;
    }
    rng.shuffle(&mut floor);
    let mut squares: Vec<Square> =
        walls.iter().map(|wall| if *wall { Square::Wall } else { Square::Floor }).collect();
    for at in &floor[..boxes] {
        squares[*at] = Square::CrateOnGoal;
    }
    Level::new(size, squares, floor[boxes]).ok()
}

/// Walls of a room dug by a walk.
fn dug(rng: &mut Rng, size: Size) -> Vec<bool> {
    let mut walls = vec![true; size.cells()];
    let (mut row, mut column) = (rng.between(1, size.height - 2), rng.between(1, size.width - 2));
    let mut dir = Dir::ALL[rng.below(4)];
    let steps = size.cells() * 7 / 20;
    for _ in 0..rng.between(steps * 3 / 4, steps * 5 / 4) {
        if rng.below(100) < 35 {
            dir = Dir::ALL[rng.below(4)];
        }
        let (next_row, next_column) = match dir {
            Dir::Up => (row - 1, column),
            Dir::Down => (row + 1, column),
            Dir::Left => (row, column - 1),
            Dir::Right => (row, column + 1),
        };
        if (1..size.height - 1).contains(&next_row) && (1..size.width - 1).contains(&next_column) {
            (row, column) = (next_row, next_column);
        }
        for (down, right) in PIECES[rng.below(PIECES.len())] {
            let (at_row, at_column) = (row.wrapping_add_signed(*down), column.wrapping_add_signed(*right));
            if (1..size.height - 1).contains(&at_row) && (1..size.width - 1).contains(&at_column) {
                walls[at_row * size.width + at_column] = false;
            }
        }
    }
    walls
}
