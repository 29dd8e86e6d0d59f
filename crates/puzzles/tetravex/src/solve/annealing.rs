//! Simulated annealing over boards without clashes: a tile is forced onto a cell and pushes off
//! whatever clashes with it; worse boards are taken with a chance that falls with the temperature.
//! The tile is drawn from those that agree with one of the neighbours, so that most proposals make
//! sense (Kirkpatrick, Gelatt and Vecchi 1983; Metropolis acceptance, geometric cooling, reheating).

use std::collections::HashMap;
use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Method, OptionSpec, Rng, Run, Task};

use super::ROW;
use super::local::{Local, Walk, patience};
use super::placement::Placement;
use crate::Tetravex;
use crate::level::{Level, Place};

pub const METHOD: Method<Tetravex> = Method {
    name: "annealing",
    about: "simulated annealing: a tile is forced onto a cell and pushes off what clashes",
    guarantee: Guarantee::Anytime,
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::real("hot", "temperature at the beginning of a round", 0.01..=10.0, 0.6),
    OptionSpec::real("cold", "temperature at its end", 0.01..=10.0, 0.15),
    OptionSpec::integer("round", "moves per cell from hot to cold", 1..=10_000_000, 1000),
    patience(3000),
];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = &task.options;
    let (hot, cold) = (options.real("hot"), options.real("cold"));
    let round = options.integer("round") as u64 * level.room() as u64;
    let annealing = Annealing {
        placement: Placement::new(level, level.start()),
        cells: open_cells(level),
        showing: showing(level),
        rng: Rng::new(task.seed),
        temperature: hot,
        hot,
        cold: cold.min(hot),
        cooling: (cold.min(hot) / hot).powf(1.0 / round as f64),
        taken: Vec::with_capacity(5),
        accepted: 0,
        level: level.clone(),
    };
    Local::start(level, annealing, options.integer("patience"), task.memory)
}

/// The cells that may be played on.
pub fn open_cells(level: &Level) -> Vec<usize> {
    (0..level.size().cells()).filter(|cell| level.places()[*cell] == Place::Open).collect()
}

type Showing = HashMap<(Dir, u32), Vec<u16>>;

/// The tiles that show a colour on a side, fixed ones not among them.
fn showing(level: &Level) -> Showing {
    let mut showing = Showing::new();
    let fixed = level.start();
    for (number, tile) in (0..).zip(level.tiles()).filter(|(number, _)| !fixed.contains(&Some(*number))) {
        for dir in Dir::ALL {
            showing.entry((dir, tile.side(dir))).or_default().push(number);
        }
    }
    showing
}

struct Annealing {
    level: Arc<Level>,
    placement: Placement,
    cells: Vec<usize>,
    showing: Showing,
    rng: Rng,
    temperature: f64,
    hot: f64,
    cold: f64,
    cooling: f64,
    taken: Vec<(u16, u16)>,
    accepted: u64,
}

impl Annealing {
    /// A cell and a tile for it.
    fn propose(&mut self) -> Option<(usize, usize)> {
        let cell = *self.rng.choose(&self.cells)?;
        let dir = Dir::ALL[self.rng.below(4)];
        let facing = self.level.size().step(cell, dir).and_then(|other| self.placement.board()[other]);
        let tile = match facing {
            Some(other) => {
                let colour = self.level.tiles()[usize::from(other)].side(dir.opposite());
                usize::from(*self.rng.choose(self.showing.get(&(dir, colour))?)?)
            }
            None => self.rng.below(self.level.tiles().len()),
        };
        let fixed = self.placement.cell_of(tile).is_some_and(|at| self.level.places()[at] != Place::Open);
        let there = self.placement.board()[cell] == Some(tile as u16);
        (!fixed && !there && self.placement.allowed(cell, tile)).then_some((cell, tile))
    }

    /// How many more tiles lie on the board after it.
    fn gain(&self, cell: usize, tile: usize) -> i32 {
        let new = i32::from(self.placement.cell_of(tile).is_none());
        let covered = i32::from(self.placement.board()[cell].is_some());
        new - covered - self.placement.rivals(cell, tile).count() as i32
    }
}

impl Walk for Annealing {
    fn step(&mut self) {
        self.temperature *= self.cooling;
        if self.temperature < self.cold {
            self.temperature = self.hot;
        }
        let Some((cell, tile)) = self.propose() else { return };
        let gain = self.gain(cell, tile);
        if gain >= 0 || self.rng.unit() < (f64::from(gain) / self.temperature).exp() {
            self.placement.force(cell, tile, &mut self.taken);
            self.accepted += 1;
        }
    }

    fn placed(&self) -> usize {
        self.placement.placed()
    }

    fn board(&self) -> Vec<Option<u16>> {
        self.placement.board().to_vec()
    }

    fn bytes(&self) -> u64 {
        (self.level.tiles().len() * 400 + self.level.size().cells() * 40) as u64
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("accepted", self.accepted)]
    }
}
