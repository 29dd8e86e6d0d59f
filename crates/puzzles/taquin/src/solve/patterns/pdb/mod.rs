//! Additive pattern databases (Korf and Felner 2002) that know where the blank is (Clausecker and
//! Reinefeld 2019), for every shape and every goal.
//!
//! The tiles are divided into groups. For each group a table holds, for every placement of its tiles
//! and every region of the blank, how many moves of these tiles alone lead to the goal. A move moves
//! one tile, so the sum over all groups never exceeds the truth; and as each table counts exactly
//! the moves of its own tiles, the sum changes by exactly one with each move. A second division
//! gives a second sum, and the larger of the two counts.
//!
//! Boards are mirrored and turned to a common form, so that congruent groups share one table,
//! whatever the goal is. If a table is wrong, `tests/patterns.rs` (random shapes and goals against
//! linear conflict) and `exact_ones_agree` of the conformance suite break.

mod build;
mod divide;
mod maps;
mod orders;
mod setup;
mod sums;

use std::sync::Arc;

use ingenio_core::{Size, TableKey};

use build::Builder;
pub use divide::{Division, Profile, divisions};
pub use maps::{MOST_CELLS, cells_of};
pub use setup::Setup;
pub use sums::{Lens, Patterns, Seen, View};

use maps::{Maps, binomial, region_around};
use orders::{Orders, factorial};

/// Which pattern: a board, the cells where the group belongs, and the region of the blank there,
/// named by its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub size: Size,
    pub goal: u64,
    pub blank: u8,
}

/// Changes when the content of the tables does.
const VERSION: u32 = 1;

impl Key {
    pub const fn tiles(&self) -> usize {
        self.goal.count_ones() as usize
    }

    /// In how many ways the group can stand on the board.
    pub fn placements(&self) -> u64 {
        binomial(self.size.cells(), self.tiles()) * factorial(self.tiles())
    }

    /// The name under which the table is kept.
    pub fn table(&self) -> TableKey {
        let name = format!("taquin-pattern-{}-{:x}-{}", self.size, self.goal, self.blank);
        TableKey { name, version: VERSION }
    }

    /// The form that all mirror images of a pattern have in common, and for every cell of the board
    /// its cell there. The smaller side is across, so that vertical moves jump over few tiles.
    pub fn common(size: Size, goal: u64, blank: usize) -> (Key, Vec<u8>) {
        let images = images(size).into_iter().map(|(size, cells)| {
            let image = cells_of(goal).fold(0, |image, cell| image | 1 << cells[cell]);
            let region = region_around(size, image, usize::from(cells[blank]));
            (Key { size, goal: image, blank: region.trailing_zeros() as u8 }, cells)
        });
        images.min_by_key(|(key, _)| (key.goal, key.blank)).expect("a board is its own image")
    }
}

/// The mirror images of a board that are not wider than high: their size, and where each cell goes.
pub fn images(size: Size) -> Vec<(Size, Vec<u8>)> {
    let (width, height) = (size.width, size.height);
    let place = |cell: usize, form: usize| {
        let (mut row, mut column) = (size.row(cell), size.column(cell));
        if form & 1 == 1 {
            row = height - 1 - row;
        }
        if form & 2 == 2 {
            column = width - 1 - column;
        }
        if form & 4 == 4 { column * height + row } else { row * width + column }
    };
    let forms = (0..8).filter(|form| if form & 4 == 4 { height <= width } else { width <= height });
    forms
        .map(|form| {
            let turned = if form & 4 == 4 { Size::new(height, width) } else { size };
            (turned, (0..size.cells()).map(|cell| place(cell, form) as u8).collect())
        })
        .collect()
}

/// What all tables for groups of one size on one board have in common.
#[derive(Debug)]
pub struct Geometry {
    pub size: Size,
    pub maps: Maps,
    pub orders: Orders,
}

impl Geometry {
    pub fn new(size: Size, tiles: usize) -> Self {
        Geometry { size, maps: Maps::new(size, tiles), orders: Orders::new(tiles, size.width) }
    }

    /// Prepares a little more; true when all is there.
    pub fn grow(&mut self) -> bool {
        self.maps.grow(64) && self.orders.grow()
    }

    /// Bytes of the table of a group.
    pub fn table_bytes(&self) -> usize {
        (self.maps.blocks() * self.orders.count()).div_ceil(8)
    }

    /// An upper bound on the bytes it takes.
    pub fn bytes(size: Size, tiles: usize) -> u64 {
        binomial(size.cells(), tiles) * 16 + 80_000 + Orders::bytes(tiles, size.width)
    }
}

/// Over how many tiles of a map a tile jumps from one cell to a neighbouring one, in the order of
/// rows; less than 0 towards the first.
#[inline]
fn jump(map: u64, from: usize, to: usize) -> isize {
    let (low, high) = (from.min(to), from.max(to));
    let between = map >> (low + 1) & ((1 << (high - low - 1)) - 1);
    let over = isize::from(ONES[between as usize & 127]);
    if to < from { -over } else { over }
}

/// The bits of small words: cheaper than counting where the machine has no instruction for it.
const ONES: [i8; 128] = {
    let mut ones = [0; 128];
    let mut word = 0;
    while word < 128 {
        ones[word] = word.count_ones() as i8;
        word += 1;
    }
    ones
};

/// How many blocks to expect at most. Not proved: the most regions per map seen so far are 2.75 on
/// average.
pub fn most_blocks(size: Size, tiles: usize) -> u64 {
    let maps = binomial(size.cells(), tiles);
    if tiles * 3 <= size.cells() { maps * 3 / 2 } else { maps * 3 }
}

/// A geometry that is ready, shared by all runs of the process.
pub type Shared = Arc<Geometry>;
