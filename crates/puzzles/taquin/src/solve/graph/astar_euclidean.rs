//! `astar-euclidean`: A* with the straight-line distance that the Taquin paper's text names (its algorithm
//! computes Manhattan distance). Never more than Manhattan distance, so admissible; and it changes by
//! at most one with a move, so consistent: exact, with more nodes.

use std::sync::Arc;

use ingenio_core::{Guarantee, Heuristic, Method, Run, Size, Task};
use ingenio_search::{AStar, BestFirst, Revisit};

use super::board::Board;
use super::space::{self, StartOn, Tiles};
use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::metric::MOVES;

pub const METHOD: Method<Taquin> = Method {
    name: "astar-euclidean",
    about: "A* with the sum of straight-line distances",
    guarantee: Guarantee::Optimal,
    start: |level, task| space::packed(&AStarEuclidean, level, task),
    ..crate::solve::ROW
};

pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "euclidean",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, _| {
        let straight = Straight::new(level);
        Some(u64::from(straight.of(|cell| usize::from(position.tiles()[cell]))))
    },
};

struct AStarEuclidean;

impl StartOn for AStarEuclidean {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        let tiles = Tiles::<B>::with_straight(level);
        space::run(BestFirst::new(tiles, AStar, Revisit::Waiting, task.memory), true)
    }
}

/// Straight-line distances in millionths, so that sums are the same on every machine.
#[derive(Clone, Debug)]
pub struct Straight {
    size: Size,
    homes: Arc<[usize]>,
}

/// A move in millionths: square roots are rounded down to whole ones, so that the sum stays a lower bound.
const ONE: u64 = 1_000_000;

impl Straight {
    pub fn new(level: &Level) -> Self {
        Straight { size: level.size(), homes: level.goal_cells().into() }
    }

    /// The sum over all tiles, rounded up: true distances are whole.
    pub fn of(&self, tile_at: impl Fn(usize) -> usize) -> u32 {
        let cells = (0..self.size.cells()).filter(|cell| tile_at(*cell) != usize::from(BLANK));
        let sum: u64 = cells.map(|cell| self.millionths(tile_at(cell), cell)).sum();
        sum.div_ceil(ONE) as u32
    }

    fn millionths(&self, tile: usize, cell: usize) -> u64 {
        let (here, home) = (self.size.cell(cell), self.size.cell(self.homes[tile]));
        let (rows, columns) = (here.row.abs_diff(home.row), here.column.abs_diff(home.column));
        let squares = u64::from(rows) * u64::from(rows) + u64::from(columns) * u64::from(columns);
        (squares * ONE * ONE).isqrt()
    }
}
