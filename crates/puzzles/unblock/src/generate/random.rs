//! Random dense layouts, each at the hardest start of its cluster.
//!
//! A try costs what its cluster costs, so layouts that can hardly be hard are dropped before it is
//! looked at, and large clusters are given up: hits per second are the same for all sizes of
//! clusters, and small ones leave more tries.

use ingenio_core::{Attempt, Cancel, Generator, Maker, Message, Near, OptionSpec, Options, Rng};

use super::explore::{Explorer, Ground, Hardest};
use super::layout::{self, Shape};
use super::turned::{EXIT, turned};
use super::{Length, refine, size_of};
use crate::Unblock;
use crate::confine::confine;
use crate::level::Level;
use crate::words;

pub const GENERATOR: Generator<Unblock> = Generator {
    name: "random",
    about: "random dense layouts, the hardest start of each, useless pieces removed",
    options: OPTIONS,
    by_grade: ["least=4,most=14", "least=12", "least=18", "least=24,positions=20000"],
    start: |wishes, cancel| Ok(turned(Random::new(wishes, cancel)?, wishes)),
};

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns", 3..=16, 6),
    OptionSpec::integer("height", "rows", 3..=16, 6),
    OptionSpec::integer("least", "fewest moves of the optimal solution", 1..=999, 10),
    OptionSpec::integer("most", "most moves of the optimal solution", 1..=999, 999),
    OptionSpec::integer("pieces", "pieces, the target included; 0 for any number", 0..=40, 0),
    OptionSpec::integer("walls", "cells that are walls", 0..=12, 0),
    OptionSpec::integer(
        "positions",
        "clusters with more positions than this are given up",
        100..=1_000_000,
        2500,
    ),
    EXIT,
];

/// Cells of the largest board: positions are packed into 64 bits.
const MOST_CELLS: usize = 64;
/// From this length on, layouts in which the target has few places are not worth a look: of 60,000
/// random 6x6 layouts none with fewer than four gave 20 moves, and one in 250 gave 10.
const LONG: u32 = 10;
const PLACES: usize = 4;
/// Leaving out pieces makes clusters larger; this much is allowed for. Chosen by hand.
const GROWTH: usize = 4;

struct Random {
    shape: Shape,
    pieces: usize,
    length: Length,
    /// Positions of the largest cluster that is looked at.
    most: usize,
    explorer: Explorer,
}

impl Random {
    fn new(wishes: &Options, cancel: Cancel) -> Result<Self, Message> {
        let (size, walls) = (size_of(wishes), wishes.integer("walls") as usize);
        let pieces = wishes.integer("pieces") as usize;
        let cells = size.cells();
        if cells > MOST_CELLS {
            let wish = words::WISH_SIZE.with("width", size.width).with("height", size.height);
            return Err(wish.with("cells", MOST_CELLS));
        }
        let room = cells - 1;
        if (2 * pieces.max(1) + walls) > room || walls > cells - size.width {
            let wish = words::WISH_CROWDED.with("pieces", pieces.max(1)).with("walls", walls);
            return Err(wish.with("width", size.width).with("height", size.height));
        }
        let length = Length::of(wishes, size, walls)?;
        let most = wishes.integer("positions") as usize;
        let shape = Shape { size, walls, free: (cells / 6, cells / 4), pieces: usize::MAX };
        let explorer = Explorer::new(most * GROWTH, cancel);
        Ok(Random { shape, pieces, length, most, explorer })
    }

    /// Can the layout be hard?
    fn is_promising(&self, level: &Level) -> bool {
        let ranges = confine(level, &level.offsets());
        let wanted = if self.length.least >= LONG { PLACES.min(self.shape.size.width - 2) } else { 2 };
        ranges[0].count() >= wanted
    }

    fn finish(&mut self, level: Level, hardest: Hardest) -> Option<Attempt<Level>> {
        if hardest.distance < self.length.least {
            let moves = hardest.distance;
            let start = level.with_offsets(&hardest.position.offsets);
            return Some(near(&start, &hardest, self.length.miss(moves)));
        }
        let (start, hardest) = refine::refine(&mut self.explorer, level, hardest)?;
        let moves = hardest.distance;
        if !self.length.contains(moves) {
            return Some(near(&start, &hardest, self.length.miss(moves)));
        }
        let pieces = start.pieces().len();
        if self.pieces != 0 && self.pieces != pieces {
            return Some(near(&start, &hardest, self.pieces.abs_diff(pieces) as u32));
        }
        let lean = refine::all_walls_matter(&mut self.explorer, &start, &hardest)?;
        let made = refine::made(&start, &Ground::new(&start)?, &hardest);
        Some(if lean { Attempt::Made(vec![made]) } else { Attempt::Nothing })
    }
}

fn near(start: &Level, hardest: &Hardest, miss: u32) -> Attempt<Level> {
    let level = layout::named(start).0;
    let what = words::NEAR.with("moves", hardest.distance).with("pieces", level.pieces().len());
    Attempt::Near(Near { level, miss: miss.into(), what })
}

impl Maker<Level> for Random {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let mut shape = self.shape;
        if self.pieces != 0 {
            // Some will be left out.
            shape.pieces = rng.between(self.pieces, self.pieces + 3);
        }
        let level = layout::random(rng, &shape);
        if !self.is_promising(&level) {
            return Attempt::Nothing;
        }
        let ground = Ground::new(&level);
        let hardest = ground.and_then(|ground| self.explorer.hardest(&ground, self.most, |_| true));
        let Some(hardest) = hardest else { return Attempt::Nothing };
        // Half of what is wished is not near.
        if hardest.distance * 2 < self.length.least || hardest.distance == 0 {
            return Attempt::Nothing;
        }
        self.finish(level, hardest).unwrap_or(Attempt::Nothing)
    }
}
