//! What the search from both ends need not enter: seen from the start, positions that are lost (a box frozen off
//! its goal, two or three boxes that are dead by themselves); seen from the end, those that cannot arise from
//! the start by the same tables turned round. All of it is sound (tests/soundness.rs).

use super::boxsets::{Bits, Side, squares};
use super::guard::Rules;
use crate::board::bound::Bound;
use crate::board::freeze::Freeze;
use crate::board::maze::Maze;
use crate::board::tables::Subsets;
use crate::board::{Square, put};

/// Entries of the search after which a table of two or three boxes is worth its cost, and the largest.
/// Chosen by hand.
const TABLE_AFTER: [u64; 2] = [5_000, 50_000];
const MOST_TABLE_BYTES: u64 = 64 << 20;

#[derive(Debug)]
pub struct Sieve {
    rules: Rules,
    /// Squares where no box may stand, seen from the start and from the end.
    dead: [Vec<bool>; 2],
    freeze: Freeze,
    /// For each side, tables of two and of three boxes.
    tables: [[Option<Subsets>; 2]; 2],
    occupied: Vec<bool>,
    boxes: Vec<Square>,
    pub frozen: u64,
    pub dead_pairs: u64,
    pub dead_triples: u64,
}

impl Sieve {
    pub fn new(maze: &Maze, rules: Rules) -> Self {
        Sieve {
            rules,
            dead: [Bound::to_goals(maze), Bound::to_start(maze)].map(|bound| bound.dead().to_vec()),
            freeze: Freeze::new(maze),
            tables: Default::default(),
            occupied: maze.empty(),
            boxes: Vec::new(),
            frozen: 0,
            dead_pairs: 0,
            dead_triples: 0,
        }
    }

    /// Can a box stand here on a way from its start to a goal?
    pub fn is_place(&self, square: Square) -> bool {
        self.dead.iter().all(|dead| !dead[usize::from(square)])
    }

    pub fn bytes(&self) -> u64 {
        self.tables.iter().flatten().flatten().map(Subsets::bytes).sum()
    }

    /// Is a position of no use, by the box that was just moved to a square?
    pub fn drops(&mut self, maze: &Maze, side: Side, boxes: Bits, moved: Square, player: Square) -> bool {
        self.boxes.clear();
        self.boxes.extend(squares(boxes));
        if side == Side::Start && self.rules.freeze {
            put(&mut self.occupied, &self.boxes, true);
            let lost = self.freeze.is_deadlock(maze, &self.occupied, &self.dead[0], moved);
            put(&mut self.occupied, &self.boxes, false);
            self.frozen += u64::from(lost);
            if lost {
                return true;
            }
        }
        let fires = |table: &Option<Subsets>| {
            table.as_ref().is_some_and(|table| table.is_ready() && table.is_dead(&self.boxes, moved, player))
        };
        let [pairs, triples] = &self.tables[side as usize];
        let (pair, triple) = (fires(pairs), fires(triples));
        self.dead_pairs += u64::from(pair);
        self.dead_triples += u64::from(triple && !pair);
        pair || triple
    }

    /// A step of work on the tables that a search of this length should have; false if there is nothing to
    /// do. `room` says whether so many bytes may be taken.
    pub fn build(&mut self, maze: &Maze, entries: u64, mut room: impl FnMut(u64) -> bool) -> bool {
        for (which, wanted) in [&mut self.rules.pairs, &mut self.rules.triples].into_iter().enumerate() {
            if !*wanted || entries < TABLE_AFTER[which] {
                continue;
            }
            *wanted = false;
            let (boxes, dead) = (which + 2, &self.dead);
            let bytes = dead.iter().map(|dead| Subsets::estimate(maze, dead, boxes)).sum();
            if maze.boxes.len() >= boxes && bytes <= MOST_TABLE_BYTES && room(bytes) {
                self.tables[0][which] = Some(Subsets::solvable(maze, &dead[0], boxes));
                self.tables[1][which] = Some(Subsets::reachable(maze, &dead[1], boxes));
            }
        }
        self.tables.iter_mut().flatten().flatten().any(|table| table.build_some(maze, STEPS))
    }
}

/// Steps on a table that take about as long as some entries of the search.
const STEPS: usize = 4;
