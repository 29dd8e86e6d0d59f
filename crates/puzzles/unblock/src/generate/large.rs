//! Boards too large to be explored: a solved layout, and from it a walk to where the exit seems far.
//!
//! The layout has the target at the exit, so that whatever is reached from it can be solved. The walk goes by
//! the relaxed plan (see [`crate::solve::relaxed`]) uphill, with a step down now and then. Then `anytime` has
//! so many expansions: a board that it solves in too few moves is dropped, one that it does not solve is kept,
//! with the way back as its solution. So a set of such boards says something about the methods that solve them.
//! Pieces are as long as it takes to fill the board; walls help where few pieces are wished.

use std::sync::Arc;

use ingenio_core::rooms::Methods as _;
use ingenio_core::{
    Attempt, Cancel, Generator, Made, Maker, Message, Near, OptionSpec, Options, Rng, Size, Step, Task,
    Verdict,
};

use super::layout::{exit_row, named, piece};
use super::turned::{EXIT, turned};
use super::{Length, size_of};
use crate::Unblock;
use crate::confine::confine;
use crate::level::{Axis, Level, MAX_CELLS, Piece};
use crate::metric::MOVES;
use crate::play::Move;
use crate::solve::bits::Scale;
use crate::solve::board::{Board, Slide};
use crate::solve::relaxed::Relaxed;
use crate::solve::{OnScale, joined, moves_of, on_scale};
use crate::{referee, words};

pub const GENERATOR: Generator<Unblock> = Generator {
    name: "large",
    about: "boards up to 16x16 with many pieces, far from the exit as a planner sees it; their lengths are those of the best solution found",
    options: OPTIONS,
    by_grade: ["", "", "", ""],
    start: |wishes, cancel| Ok(turned(Large::new(wishes, cancel)?, wishes)),
};

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns", 6..=16, 9),
    OptionSpec::integer("height", "rows", 6..=16, 9),
    OptionSpec::integer("pieces", "pieces, the target included", 8..=50, 20),
    OptionSpec::integer("walls", "cells that are walls", 0..=80, 0),
    OptionSpec::integer("least", "fewest moves of the best solution found", 1..=999, 20),
    OptionSpec::integer("most", "most moves of the best solution found", 1..=999, 60),
    OptionSpec::integer("nodes", "expansions for the search of that solution", 1000..=100_000_000, 1_000_000),
    EXIT,
];

/// Steps of the walk, and one in so many may go down. Chosen by hand.
const WALK: usize = 1500;
const DOWN: usize = 12;
/// Tries in a row without a piece that fits, after which a layout is given up.
const PATIENCE: usize = 400;
/// A relaxed plan of fewer slides than this share of the wish is no promise. Chosen by hand.
const PROMISE: f64 = 0.55;
/// Expansions between two looks at the flag.
const LOOK: u64 = 1000;

struct Large {
    size: Size,
    pieces: usize,
    walls: usize,
    length: Length,
    nodes: u64,
    cancel: Cancel,
}

/// The end of a walk: the position, the way back to the exit, and the length of its relaxed plan.
struct Far {
    offsets: Vec<u8>,
    back: Vec<Move>,
    plan: u32,
}

impl Large {
    fn new(wishes: &Options, cancel: Cancel) -> Result<Self, Message> {
        let (size, walls) = (size_of(wishes), wishes.integer("walls") as usize);
        let pieces = wishes.integer("pieces") as usize;
        if size.cells() > MAX_CELLS || 3 * pieces + walls > size.cells() {
            let wish = words::WISH_CROWDED.with("pieces", pieces).with("walls", walls);
            return Err(wish.with("width", size.width).with("height", size.height));
        }
        let length = Length::of(wishes, size, walls)?;
        Ok(Large { size, pieces, walls, length, nodes: wishes.integer("nodes") as u64, cancel })
    }

    /// A layout with the target at the exit; nothing where the pieces did not fit.
    fn layout(&self, rng: &mut Rng) -> Option<Level> {
        let (size, row) = (self.size, exit_row(self.size));
        let target = piece(Axis::Across, row, size.width - 2, 2);
        let mut taken = vec![false; size.cells()];
        target.cells(target.offset.into()).for_each(|cell| taken[size.index(cell)] = true);
        let mut walls = vec![false; size.cells()];
        while walls.iter().filter(|wall| **wall).count() < self.walls {
            let cell = rng.below(size.cells());
            if size.row(cell) != row && !taken[cell] {
                (walls[cell], taken[cell]) = (true, true);
            }
        }
        let mut pieces = vec![target];
        let mut failures = 0;
        while pieces.len() < self.pieces && failures < PATIENCE {
            let next = self.random_piece(rng, row, pieces.len(), &taken);
            if next.cells(next.offset.into()).any(|cell| taken[size.index(cell)]) {
                failures += 1;
                continue;
            }
            next.cells(next.offset.into()).for_each(|cell| taken[size.index(cell)] = true);
            pieces.push(next);
        }
        (pieces.len() == self.pieces).then(|| Level::of(size, walls, pieces))
    }

    /// A piece of about the length that fills the board to three quarters; never across in the exit's row.
    fn random_piece(&self, rng: &mut Rng, row: usize, placed: usize, taken: &[bool]) -> Piece {
        let free = taken.iter().filter(|taken| !**taken).count();
        let share = free.saturating_sub(self.size.cells() / 4) as f64 / (self.pieces - placed) as f64;
        loop {
            let axis = if rng.one_in(2) { Axis::Across } else { Axis::Down };
            let (lines, span) = match axis {
                Axis::Across => (self.size.height, self.size.width),
                Axis::Down => (self.size.width, self.size.height),
            };
            let longest = ((2.0 * share) as usize).clamp(3, span * 2 / 3);
            let length = rng.between(2, longest).min(rng.between(2, longest + 1)).min(longest);
            let line = rng.below(lines);
            if !(axis == Axis::Across && line == row) {
                return piece(axis, line, rng.below(span - length + 1), length);
            }
        }
    }

    /// Solves a board within the expansions; gives moves, solution and whether it is proved. A solution that is
    /// too short ends it at once.
    fn solve(&self, level: &Arc<Level>) -> Option<(u32, String, bool)> {
        let method = Unblock::methods().iter().find(|method| method.name == "anytime")?;
        let options = Options::defaults(method.options);
        let task =
            Task { metric: MOVES, nodes: Some(self.nodes), memory: 1 << 30, options, ..Task::default() };
        let mut run = (method.start)(level, &task);
        let mut left = self.nodes;
        let is_short = |best: Option<u64>| best.is_some_and(|moves| moves < u64::from(self.length.least));
        let ended = loop {
            let slice = LOOK.min(left);
            left -= slice;
            match run.advance(slice) {
                Step::Done(Verdict::Solved { solution, optimal }) => break Some((solution, optimal)),
                Step::Done(_) => break None,
                Step::Running if left == 0 || self.cancel.is_cancelled() => break None,
                Step::Running if is_short(run.progress().best) => break None,
                Step::Running => {}
            }
        };
        let (solution, proved) = ended.or_else(|| run.found().best.map(|best| (best, false)))?;
        Some((solution.split_whitespace().count() as u32, solution, proved))
    }
}

/// Walks away from the exit.
struct Walk<'a> {
    level: &'a Level,
    rng: &'a mut Rng,
}

impl OnScale for Walk<'_> {
    type Result = Option<Far>;

    fn run<S: Scale>(self) -> Option<Far> {
        let board = Board::<S>::new(self.level);
        let mut relaxed = Relaxed::new(&board, self.level.size().cells());
        let (mut key, mut plan, mut way) = (board.start, 0, Vec::new());
        let mut best = (0, 0);
        for _ in 0..WALK {
            let mut slides: Vec<Slide> = Vec::new();
            board.slides::<false>(key, |_, slide| slides.push(slide));
            let slide = *self.rng.choose(&slides)?;
            let next = board.after(key, slide);
            let estimate = relaxed.estimate(&board, next)?.moves;
            if estimate >= plan || self.rng.one_in(DOWN) {
                (key, plan) = (next, estimate);
                way.push(slide);
                best = best.max((plan, way.len()));
            }
        }
        way.truncate(best.1);
        let end = way.iter().fold(board.start, |key, slide| board.after(key, *slide));
        let back: Vec<Slide> = way.iter().rev().map(|slide| slide.reversed()).collect();
        let back = moves_of(self.level, &board, &joined::<false>(&back));
        Some(Far { offsets: board.unpack(end).offsets, back, plan: best.0 })
    }
}

impl Maker<Level> for Large {
    fn attempt(&mut self, _: u64, rng: &mut Rng) -> Attempt<Level> {
        let Some(layout) = self.layout(rng) else { return Attempt::Nothing };
        // With fewer than half of its places the target has hardly anything to do.
        let ranges = confine(&layout, &layout.offsets());
        if ranges[0].count() * 2 < self.size.width || ranges.iter().any(|range| range.count() == 1) {
            return Attempt::Nothing;
        }
        let Some(far) = on_scale(&layout, Walk { level: &layout, rng }) else { return Attempt::Nothing };
        if f64::from(far.plan) < f64::from(self.length.least) * PROMISE {
            return Attempt::Nothing;
        }
        let (level, order) = named(&layout.with_offsets(&far.offsets));
        let back = far.back.iter().map(|action| Move::new(&level, order[action.piece], action.by));
        let back = referee::text(&back.collect::<Vec<_>>());
        let level = Arc::new(level);
        let found = self.solve(&level);
        if self.cancel.is_cancelled() {
            return Attempt::Nothing;
        }
        let Some((moves, solution, optimal)) = found else {
            let made = Made { level: (*level).clone(), solution: back, optimal: false, unique: false };
            return Attempt::Made(vec![made]);
        };
        let level = (*level).clone();
        if self.length.contains(moves) {
            return Attempt::Made(vec![Made { level, solution, optimal, unique: false }]);
        }
        let what = words::NEAR.with("moves", moves).with("pieces", level.pieces().len());
        Attempt::Near(Near { level, miss: self.length.miss(moves).into(), what })
    }
}
