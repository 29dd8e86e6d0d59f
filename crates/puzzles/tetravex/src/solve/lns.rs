//! Large neighbourhood search: a rectangle around an empty cell is cleared and filled again by the
//! constraint engine, first with one tile more than before, and if that cannot be (or takes too
//! long) with as many as before but by other tiles, so that the holes wander and meet (Shaw 1998;
//! for edge matching Schaus and Deville 2008).

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, OptionSpec, Rng, Run, Size, Task};

use super::ROW;
use super::annealing::open_cells;
use super::engine::{Instance, Plan, Search, Turn, bytes, search};
use super::local::{Local, Walk, patience};
use crate::Tetravex;
use crate::level::{Level, Place};

pub const METHOD: Method<Tetravex> = Method {
    name: "lns",
    about: "clears a rectangle around an empty cell and fills it again exactly; for big boards",
    guarantee: Guarantee::Anytime,
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("effort", "nodes spent on one rectangle and one number of tiles", 1..=1_000_000, 300),
    OptionSpec::integer("largest", "longest side of a rectangle", 2..=32, 5),
    patience(300),
];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = &task.options;
    let board = level.start();
    let filled = board.iter().flatten().count();
    let lns = Lns {
        cells: open_cells(level),
        board,
        filled,
        rng: Rng::new(task.seed),
        effort: options.integer("effort") as u64,
        largest: options.integer("largest") as usize,
        repair: None,
        improved: 0,
        sideways: 0,
        level: level.clone(),
    };
    Local::start(level, lns, options.integer("patience"), task.memory)
}

struct Lns {
    level: Arc<Level>,
    cells: Vec<usize>,
    board: Vec<Option<u16>>,
    filled: usize,
    rng: Rng,
    effort: u64,
    largest: usize,
    repair: Option<Repair>,
    improved: u64,
    sideways: u64,
}

/// A rectangle being filled again.
struct Repair {
    instance: Instance,
    /// How many of its cells were empty before.
    empty: usize,
    /// Is one tile more than before asked for?
    greedy: bool,
    search: Box<dyn Search>,
}

impl Lns {
    /// Clears a rectangle around an empty cell, or anywhere if none is empty.
    fn choose(&mut self) -> Option<Repair> {
        let empty: Vec<usize> =
            self.cells.iter().copied().filter(|cell| self.board[*cell].is_none()).collect();
        let centre = *self.rng.choose(&empty)?;
        let inside = self.rectangle(centre);
        let level = self.level.clone();
        let mut board = self.board.clone();
        let mut holes = 0;
        for cell in (0..board.len()).filter(|cell| inside(*cell) && level.places()[*cell] == Place::Open) {
            holes += usize::from(board[cell].take().is_none());
        }
        let instance = Instance::within(&level, &board, inside);
        let search = search(&instance, Plan::new(holes - 1, self.rng.next_u64()));
        Some(Repair { instance, empty: holes, greedy: true, search })
    }

    fn rectangle(&mut self, centre: usize) -> impl Fn(usize) -> bool + use<> {
        let size: Size = self.level.size();
        let (row, from_row) = self.side(size.row(centre), size.height);
        let (column, from_column) = self.side(size.column(centre), size.width);
        move |cell| {
            (from_row..from_row + row).contains(&size.row(cell))
                && (from_column..from_column + column).contains(&size.column(cell))
        }
    }

    /// The length of a side and where it begins, so that it covers a place.
    fn side(&mut self, place: usize, limit: usize) -> (usize, usize) {
        let length = self.rng.between(2.min(limit), self.largest.min(limit));
        let first = place.saturating_sub(length - 1);
        let last = place.min(limit - length);
        (length, self.rng.between(first, last.max(first)))
    }

    fn accept(&mut self, repair: &Repair) {
        self.board = repair.instance.board(&repair.search.chosen());
        self.filled = self.board.iter().flatten().count();
        if repair.greedy {
            self.improved += 1;
        } else {
            self.sideways += 1;
        }
    }

    /// What comes after a search has ended or used up its effort.
    fn conclude(&mut self, mut repair: Repair, turn: Turn) {
        if turn == Turn::Found {
            self.accept(&repair);
        } else if repair.greedy {
            repair.greedy = false;
            repair.search = search(&repair.instance, Plan::new(repair.empty, self.rng.next_u64()));
            self.repair = Some(repair);
        }
    }
}

impl Walk for Lns {
    fn step(&mut self) {
        let Some(mut repair) = self.repair.take() else {
            self.repair = self.choose();
            return;
        };
        let turn = repair.search.step();
        if turn == Turn::Running && repair.search.nodes() < self.effort {
            self.repair = Some(repair);
        } else {
            self.conclude(repair, turn);
        }
    }

    fn placed(&self) -> usize {
        self.filled
    }

    fn board(&self) -> Vec<Option<u16>> {
        self.board.clone()
    }

    fn bytes(&self) -> u64 {
        let repair = self.repair.as_ref().map_or(0, |repair| bytes(&repair.instance));
        repair + (self.board.len() * 100 + self.level.tiles().len() * 100) as u64
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("improved", self.improved), ("sideways", self.sideways)]
    }
}
