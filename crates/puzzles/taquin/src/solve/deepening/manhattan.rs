//! Manhattan distance: every tile needs at least as many moves as it is rows and columns from its
//! goal, and each move moves one tile. Admissible and consistent. The blank does not count: it
//! moves with every tile.

use std::sync::Arc;

use ingenio_core::{Cell, Dir, Heuristic, Size};
use ingenio_search::Walk;

use super::paths::{Actions, MOST_CELLS, Paths};
use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::metric::MOVES;
use crate::solve::graph::board::Board;

pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "manhattan",
    metric: MOVES,
    admissible: true,
    estimate: |level, position, _| {
        let distances = Distances::new(level);
        let cells = position.tiles().iter().enumerate();
        Some(cells.map(|(cell, tile)| u64::from(distances.of(usize::from(*tile), cell))).sum())
    },
};

/// How far every tile is from its goal on every cell; 0 for the blank everywhere.
#[derive(Clone, Debug)]
pub struct Distances {
    size: Size,
    homes: Arc<[Cell]>,
    /// For every cell the distance of every tile, where boards are small enough to be packed. The
    /// fixed length needs no bounds checks.
    near: Arc<[[u8; MOST_PACKED]]>,
}

/// More tiles than a packed board has.
const MOST_PACKED: usize = 32;

impl Distances {
    pub fn new(level: &Level) -> Self {
        let size = level.size();
        let homes = level.goal_cells().into_iter().map(|home| size.cell(home)).collect();
        let mut distances = Distances { size, homes, near: Arc::new([]) };
        if size.cells() < MOST_PACKED {
            let of_cell = |cell| {
                std::array::from_fn(|tile| if tile < size.cells() { distances.of(tile, cell) } else { 0 })
            };
            distances.near = (0..size.cells()).map(of_cell).collect();
        }
        distances
    }

    /// Two sides of at most 100 cells: the sum fits.
    #[inline]
    pub fn of(&self, tile: usize, cell: usize) -> u8 {
        let (here, home) = (self.size.cell(cell), self.homes[tile]);
        let far = (here.row.abs_diff(home.row) + here.column.abs_diff(home.column)) as u8;
        if tile == usize::from(BLANK) { 0 } else { far }
    }

    /// The sum over all tiles of a packed board.
    #[inline]
    pub fn of_board<B: Board>(&self, board: &B) -> u32 {
        if self.near.is_empty() {
            let cells = 0..self.size.cells();
            return cells.map(|cell| u32::from(self.of(usize::from(board.tile(cell)), cell))).sum();
        }
        let rows = self.near.iter().enumerate();
        rows.map(|(cell, row)| u32::from(row[usize::from(board.tile(cell)) % MOST_PACKED])).sum()
    }
}

/// A row of the distance table of fixed length, so that no look-up needs a bounds check.
type Row = [u8; MOST_CELLS];

/// The board as a walk with its Manhattan distance kept up to date: for IDA*.
#[derive(Clone, Debug)]
pub struct ManhattanWalk {
    tiles: [u8; MOST_CELLS],
    blank: u8,
    estimate: u32,
    rows: Box<[Row]>,
    paths: Paths,
}

/// Where the blank was, and the estimate there.
#[derive(Clone, Copy, Debug)]
pub struct Back {
    blank: u8,
    estimate: u32,
}

impl ManhattanWalk {
    /// The level must have at most [`MOST_CELLS`] cells.
    pub fn new(level: &Level) -> Self {
        let distances = Distances::new(level);
        let cells = level.size().cells();
        let mut rows = vec![[0; MOST_CELLS]; MOST_CELLS].into_boxed_slice();
        for tile in 1..cells {
            for cell in 0..cells {
                rows[tile][cell] = distances.of(tile, cell);
            }
        }
        let mut tiles = [0; MOST_CELLS];
        for (cell, tile) in level.tiles().iter().enumerate() {
            tiles[cell] = *tile as u8;
        }
        let blank =
            level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank") as u8;
        let estimate = (0..cells).map(|cell| u32::from(rows[usize::from(tiles[cell])][cell])).sum();
        ManhattanWalk { tiles, blank, estimate, rows, paths: Paths::new(level.size()) }
    }

    pub const fn blank(&self) -> u8 {
        self.blank
    }

    #[inline]
    pub fn tile(&self, cell: u8) -> u8 {
        self.tiles[usize::from(cell)]
    }

    /// The cell that the blank reaches by a step.
    #[inline]
    pub fn next(&self, dir: Dir) -> u8 {
        self.paths.next(self.blank, dir)
    }
}

impl Walk for ManhattanWalk {
    type Action = Dir;
    type Undo = Back;
    type Actions = Actions;

    /// No tile is away from its goal.
    #[inline]
    fn is_goal(&self) -> bool {
        self.estimate == 0
    }

    #[inline]
    fn estimate(&self) -> u32 {
        self.estimate
    }

    #[inline]
    fn actions(&self, last: Option<Dir>) -> Actions {
        self.paths.actions(self.blank, last)
    }

    #[inline]
    fn peek(&self, dir: Dir) -> u32 {
        let from = self.next(dir);
        let row = &self.rows[usize::from(self.tile(from))];
        self.estimate + u32::from(row[usize::from(self.blank)]) - u32::from(row[usize::from(from)])
    }

    #[inline]
    fn apply(&mut self, dir: Dir) -> Back {
        let back = Back { blank: self.blank, estimate: self.estimate };
        let from = self.next(dir);
        self.estimate = self.peek(dir);
        self.tiles[usize::from(self.blank)] = self.tile(from);
        self.blank = from;
        back
    }

    #[inline]
    fn undo(&mut self, back: Back) {
        self.tiles[usize::from(self.blank)] = self.tile(back.blank);
        (self.blank, self.estimate) = (back.blank, back.estimate);
    }
}
