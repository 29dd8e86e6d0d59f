//! Generators of boards: `random` looks for hard starts among random layouts, `enumerate` goes
//! through all boards of a small size, `large` makes boards whose positions nobody can count.
//!
//! Every board of the first two is interesting: it starts at the hardest position of its cluster, and
//! without any one of its pieces it would be easier. Pieces have two or three cells, the target has
//! two, and no other piece lies across in its row; these are the boards of the literature.

mod enumerate;
pub mod explore;
mod large;
pub mod layout;
mod random;
mod refine;
mod turned;

use ingenio_core::{Generator, Message, Options, Rating, Run, Size, Task, rooms};

use crate::Unblock;
use crate::level::Level;
use crate::words;
use std::sync::Arc;

impl rooms::Makers for Unblock {
    fn generators() -> &'static [Generator<Self>] {
        GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        Some(Box::new(crate::rate::Rate::new(level, task)))
    }

    fn kin(level: &Level) -> Vec<String> {
        crate::kin::kin(level)
    }
}

pub const GENERATORS: &[Generator<Unblock>] = &[random::GENERATOR, enumerate::GENERATOR, large::GENERATOR];

/// The most moves that a board of some size can take, as proved by full enumeration: 5x5 here (see
/// the tests of `enumerate`), 6x6 by Fogleman (2018), with up to two walls.
const HARDEST: &[((usize, usize, usize), u32)] =
    &[((4, 4, 0), 7), ((5, 5, 0), 20), ((6, 6, 0), 51), ((6, 6, 1), 60), ((6, 6, 2), 58)];

/// The moves that are wished.
#[derive(Clone, Copy, Debug)]
struct Length {
    least: u32,
    most: u32,
}

impl Length {
    /// Reads the wish, or says why no board of that size can fulfil it.
    fn of(wishes: &Options, size: Size, walls: usize) -> Result<Length, Message> {
        let moves = |name| wishes.integer(name) as u32;
        let length = Length { least: moves("least"), most: moves("most") };
        if length.least > length.most {
            return Err(words::WISH_ORDER.with("least", length.least).with("most", length.most));
        }
        let known = HARDEST.iter().find(|(shape, _)| *shape == (size.width, size.height, walls));
        match known {
            Some((_, hardest)) if length.least > *hardest => Err(words::WISH_TOO_LONG
                .with("width", size.width)
                .with("height", size.height)
                .with("walls", walls)
                .with("least", length.least)
                .with("hardest", hardest)),
            _ => Ok(length),
        }
    }

    const fn contains(self, moves: u32) -> bool {
        self.least <= moves && moves <= self.most
    }

    /// How many moves too few or too many.
    const fn miss(self, moves: u32) -> u32 {
        self.least.saturating_sub(moves) + moves.saturating_sub(self.most)
    }
}

/// The size before a board is turned towards its exit.
fn size_of(wishes: &Options) -> Size {
    let (width, height) = (wishes.integer("width") as usize, wishes.integer("height") as usize);
    if turned::exit_of(wishes).is_vertical() { Size::new(height, width) } else { Size::new(width, height) }
}
