//! Tabu search over boards without clashes. A move puts a tile from the hand on any cell, or a tile
//! from the board on an empty cell, and takes off whatever clashes with it; what was taken off may
//! not come back to its cell for a while, unless that makes the best board ever (aspiration). Ties
//! are broken by chance. After a long time without progress half of the board is cleared (Glover
//! 1989; the move with ejection follows tabu search for partial colourings, Blöchliger and Zufferey
//! 2008).

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, OptionSpec, Rng, Run, Task};

use super::ROW;
use super::annealing::open_cells;
use super::local::{Local, Walk, patience};
use super::placement::Placement;
use crate::Tetravex;
use crate::level::{Level, Place};

pub const METHOD: Method<Tetravex> = Method {
    name: "tabu",
    about: "tabu search with placing, moving and taking off, aspiration and restarts",
    guarantee: Guarantee::Anytime,
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("tenure", "moves for which a tile may not come back to a cell", 1..=10_000, 10),
    OptionSpec::integer(
        "restart",
        "moves per cell without progress before half of the board is cleared",
        1..=1_000_000,
        50,
    ),
    patience(300),
];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = &task.options;
    let cells = open_cells(level);
    let tabu = Tabu {
        placement: Placement::new(level, level.start()),
        forbidden: vec![0; level.size().cells() * level.tiles().len()],
        rng: Rng::new(task.seed),
        moves: 0,
        tenure: options.integer("tenure") as usize,
        restart: options.integer("restart") as u64 * cells.len() as u64,
        cells,
        best: 0,
        round_best: 0,
        stale: 0,
        taken: Vec::with_capacity(5),
        restarts: 0,
        level: level.clone(),
    };
    Local::start(level, tabu, options.integer("patience"), task.memory)
}

struct Tabu {
    level: Arc<Level>,
    placement: Placement,
    cells: Vec<usize>,
    /// For each cell and tile the move until which the tile may not come back.
    forbidden: Vec<u32>,
    rng: Rng,
    moves: u32,
    tenure: usize,
    restart: u64,
    best: usize,
    round_best: usize,
    stale: u64,
    taken: Vec<(u16, u16)>,
    restarts: u64,
}

/// The best move seen so far in one look around.
struct Choice {
    gain: i32,
    equals: usize,
    at: Option<(usize, usize)>,
}

impl Tabu {
    fn consider(&mut self, choice: &mut Choice, cell: usize, tile: usize) {
        let there = self.placement.board()[cell];
        let new = i32::from(self.placement.cell_of(tile).is_none());
        let gain = new - i32::from(there.is_some()) - self.placement.rivals(cell, tile).count() as i32;
        if gain < choice.gain || there == Some(tile as u16) || !self.placement.allowed(cell, tile) {
            return;
        }
        let until = self.forbidden[cell * self.level.tiles().len() + tile];
        let record = self.placement.placed() as i32 + gain > self.best as i32;
        if until > self.moves && !record {
            return;
        }
        if gain > choice.gain {
            *choice = Choice { gain, equals: 0, at: None };
        }
        choice.equals += 1;
        if self.rng.one_in(choice.equals) {
            choice.at = Some((cell, tile));
        }
    }

    fn look_around(&mut self) -> Option<(usize, usize)> {
        let mut choice = Choice { gain: -4, equals: 0, at: None };
        for tile in 0..self.level.tiles().len() {
            let lies = self.placement.cell_of(tile);
            if lies.is_some_and(|at| self.level.places()[at] != Place::Open) {
                continue;
            }
            for at in 0..self.cells.len() {
                let cell = self.cells[at];
                if lies.is_none() || self.placement.board()[cell].is_none() {
                    self.consider(&mut choice, cell, tile);
                }
            }
        }
        choice.at
    }

    fn make(&mut self, cell: usize, tile: usize) {
        let from = self.placement.cell_of(tile);
        let mut taken = std::mem::take(&mut self.taken);
        self.placement.force(cell, tile, &mut taken);
        for (place, gone) in taken.iter().copied().chain(from.map(|from| (from as u16, tile as u16))) {
            let until = self.moves + (self.tenure + self.rng.below(self.tenure)) as u32;
            self.forbidden[usize::from(place) * self.level.tiles().len() + usize::from(gone)] = until;
        }
        self.taken = taken;
    }

    fn clear_half(&mut self) {
        for at in 0..self.cells.len() {
            if self.rng.one_in(2) {
                self.placement.take(self.cells[at]);
            }
        }
        self.restarts += 1;
        (self.stale, self.round_best) = (0, 0);
    }
}

impl Walk for Tabu {
    fn step(&mut self) {
        self.moves += 1;
        self.stale += 1;
        if self.stale > self.restart {
            self.clear_half();
        }
        if let Some((cell, tile)) = self.look_around() {
            self.make(cell, tile);
        }
        if self.placement.placed() > self.round_best {
            (self.round_best, self.stale) = (self.placement.placed(), 0);
        }
        self.best = self.best.max(self.round_best);
    }

    fn placed(&self) -> usize {
        self.placement.placed()
    }

    fn board(&self) -> Vec<Option<u16>> {
        self.placement.board().to_vec()
    }

    fn bytes(&self) -> u64 {
        (self.forbidden.len() * 4 + self.level.size().cells() * 40) as u64
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("restarts", self.restarts)]
    }
}
