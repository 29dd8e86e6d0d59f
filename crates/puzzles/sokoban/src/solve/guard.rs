//! The deadlock tests of a forward search in order of cost, each switchable and each counted: dead
//! squares, freeze, tables of two and three boxes. All of them are sound. The tables are built when
//! a search turns out to be long enough to pay for them.

use ingenio_core::{OptionSpec, Options};

use crate::board::Square;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::tables::Subsets;

pub const FREEZE: OptionSpec =
    OptionSpec::flag("freeze", "drop positions with boxes frozen off their goals", true);
pub const PAIRS: OptionSpec =
    OptionSpec::flag("pairs", "drop positions with two boxes that are dead by themselves", true);
pub const TRIPLES: OptionSpec =
    OptionSpec::flag("triples", "drop positions with three boxes that are dead by themselves", true);

pub const STUCK: OptionSpec =
    OptionSpec::flag("stuck", "drop positions that the boxes stuck for good make unsolvable", true);

/// Which tests are on.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub freeze: bool,
    pub pairs: bool,
    pub triples: bool,
}

impl Rules {
    pub fn from_options(options: &Options) -> Self {
        Rules {
            freeze: options.flag("freeze"),
            pairs: options.flag("pairs"),
            triples: options.flag("triples"),
        }
    }
}

/// Expansions after which the tables are worth their cost, and the largest tables that are made.
const PAIRS_AFTER: u64 = 300;
const TRIPLES_AFTER: u64 = 6_000;
const MOST_PAIR_BYTES: u64 = 64 << 20;
const MOST_TRIPLE_BYTES: u64 = 24 << 20;

#[derive(Debug)]
pub struct Guard {
    rules: Rules,
    dead: Vec<bool>,
    freeze: Freeze,
    pairs: Option<Subsets>,
    triples: Option<Subsets>,
    pub dead_squares: u64,
    pub frozen: u64,
    pub dead_pairs: u64,
    pub dead_triples: u64,
}

impl Guard {
    pub fn new(maze: &Maze, dead: Vec<bool>, rules: Rules) -> Self {
        Guard {
            rules,
            dead,
            freeze: Freeze::new(maze),
            pairs: None,
            triples: None,
            dead_squares: 0,
            frozen: 0,
            dead_pairs: 0,
            dead_triples: 0,
        }
    }

    pub fn dead(&self) -> &[bool] {
        &self.dead
    }

    /// Is a box lost on this square whatever the others do?
    pub fn is_dead_square(&mut self, square: Square) -> bool {
        let dead = self.dead[usize::from(square)];
        self.dead_squares += u64::from(dead);
        dead
    }

    /// Is the position lost, by the box that was just pushed to `square`?
    pub fn is_lost(
        &mut self,
        maze: &Maze,
        occupied: &[bool],
        boxes: &[Square],
        square: Square,
        player: Square,
    ) -> bool {
        if self.rules.freeze && self.freeze.is_deadlock(maze, occupied, &self.dead, square) {
            self.frozen += 1;
            return true;
        }
        let fires = |table: &Option<Subsets>| {
            table.as_ref().is_some_and(|table| table.is_ready() && table.is_dead(boxes, square, player))
        };
        if fires(&self.pairs) {
            self.dead_pairs += 1;
            return true;
        }
        let dead = fires(&self.triples);
        self.dead_triples += u64::from(dead);
        dead
    }

    /// Does some steps of work on the tables if a search of this length should have them; false if
    /// there is nothing to do. `room` says whether so many bytes may be taken. The steps together
    /// should take about as long as an expansion, so that slices of a run stay even.
    pub fn build(
        &mut self,
        maze: &Maze,
        expanded: u64,
        steps: usize,
        mut room: impl FnMut(u64) -> bool,
    ) -> bool {
        let boxes = maze.boxes.len();
        if self.rules.pairs && self.pairs.is_none() && expanded >= PAIRS_AFTER {
            self.rules.pairs = false;
            let bytes = Subsets::estimate(maze, &self.dead, 2);
            if boxes > 1 && bytes <= MOST_PAIR_BYTES && room(bytes) {
                self.pairs = Some(Subsets::solvable(maze, &self.dead, 2));
            }
        }
        if self.rules.triples && self.triples.is_none() && expanded >= TRIPLES_AFTER {
            self.rules.triples = false;
            let bytes = Subsets::estimate(maze, &self.dead, 3);
            if boxes > 2 && bytes <= MOST_TRIPLE_BYTES && room(bytes) {
                self.triples = Some(Subsets::solvable(maze, &self.dead, 3));
            }
        }
        let tables = [&mut self.pairs, &mut self.triples];
        tables.into_iter().flatten().any(|table| table.build_some(maze, steps))
    }

    pub fn bytes(&self) -> u64 {
        [&self.pairs, &self.triples].into_iter().flatten().map(Subsets::bytes).sum()
    }

    /// How often each test fired.
    pub fn counters(&self) -> [(&'static str, u64); 4] {
        [
            ("dead squares", self.dead_squares),
            ("frozen", self.frozen),
            ("dead pairs", self.dead_pairs),
            ("dead triples", self.dead_triples),
        ]
    }
}
