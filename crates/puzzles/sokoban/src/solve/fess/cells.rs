//! The cells of feature space and the moves that wait in them.
//!
//! A position falls into a cell by its features; every move of it waits there, the lightest first. The
//! search takes turns between all cells in order (a new cell comes next) and the cell with the best
//! position so far, so that every kind of progress has its share and the best line half of the work.
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm", 2020.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use crate::board::Square;

/// Which adviser named a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Adviser {
    Nobody,
    Pack,
    Connect,
    Rooms,
    Hotspots,
    Explore,
    Open,
    OutOfPlan,
    Clear,
}

impl Adviser {
    pub const ALL: [Adviser; 9] = [
        Adviser::Nobody,
        Adviser::Pack,
        Adviser::Connect,
        Adviser::Rooms,
        Adviser::Hotspots,
        Adviser::Explore,
        Adviser::Open,
        Adviser::OutOfPlan,
        Adviser::Clear,
    ];
}

/// A macro move that waits: the lightest first, then the most promising, then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting {
    /// Moves since the start that no adviser named, this one included.
    pub weight: u32,
    /// The features of the position after it, the best as the least number.
    pub promise: u64,
    pub serial: u32,
    pub parent: u32,
    pub from: Square,
    pub to: Square,
    pub player: Square,
    pub adviser: Adviser,
    /// Does the box leave the board with this pull? (Only in the search for a plan.)
    pub sinks: bool,
}

impl Waiting {
    /// A move that nobody has named, of a position that is not known yet.
    pub fn new(promise: u64, from: Square, to: Square, player: Square) -> Self {
        let adviser = Adviser::Nobody;
        Waiting { weight: 0, promise, serial: 0, parent: 0, from, to, player, adviser, sinks: false }
    }
}

/// Every so many turns of a cell go to the line that had the fewest (measured: 2 and 4, see
/// bench/SOKOBAN.md).
const FAIR_EVERY: u64 = 2;

/// The moves of the positions that came into a cell one from another.
#[derive(Clone, Debug, Default)]
struct Line {
    taken: u64,
    waiting: BinaryHeap<Reverse<Waiting>>,
}

#[derive(Clone, Debug, Default)]
struct Cell {
    /// The best features of a position in it.
    best: u64,
    lines: Vec<Line>,
    /// The lightest move of each line, the lightest first, and the line that had the fewest turns first: a
    /// cell may have thousands of lines.
    lightest: BTreeSet<(Waiting, u32)>,
    fewest: BTreeSet<(u64, Waiting, u32)>,
    visits: u64,
    waiting: u64,
}

impl Cell {
    /// Takes a move: the lightest of all, and every second time the lightest of the line that had the
    /// fewest, so that no line of positions that leads nowhere keeps the others waiting.
    fn take(&mut self) -> Option<Waiting> {
        self.visits += 1;
        let fair = self.visits.is_multiple_of(FAIR_EVERY);
        let line = if fair { self.fewest.first()?.2 } else { self.lightest.first()?.1 };
        self.strike_out(line);
        let taken = &mut self.lines[line as usize];
        taken.taken += 1;
        self.waiting -= 1;
        let moved = taken.waiting.pop().map(|Reverse(moved)| moved);
        self.write_in(line);
        moved
    }

    /// The turns a line had and its lightest move, if it has any.
    fn head(&self, line: u32) -> Option<(u64, Waiting)> {
        let line = &self.lines[line as usize];
        line.waiting.peek().map(|Reverse(moved)| (line.taken, *moved))
    }

    /// Takes a line that is about to change off the lists.
    fn strike_out(&mut self, line: u32) {
        if let Some((taken, moved)) = self.head(line) {
            self.lightest.remove(&(moved, line));
            self.fewest.remove(&(taken, moved, line));
        }
    }

    /// Puts a line that has changed on the lists.
    fn write_in(&mut self, line: u32) {
        if let Some((taken, moved)) = self.head(line) {
            self.lightest.insert((moved, line));
            self.fewest.insert((taken, moved, line));
        }
    }
}

/// A cell and a line in it.
pub type Place = (u32, u32);

#[derive(Clone, Debug, Default)]
pub struct Cells {
    all: Vec<Cell>,
    at: HashMap<u64, u32>,
    turn: usize,
    /// A cell that was just opened has the next turn.
    fresh: Option<usize>,
    rounds: u64,
    best: Option<usize>,
    waiting: u64,
    lines: u64,
    serial: u32,
    /// All cells in turn, without a preference for the best.
    in_turn: bool,
}

impl Cells {
    /// Where every other turn goes to the cell with the best position, or none.
    pub fn with(best_cell: bool) -> Self {
        Cells { in_turn: !best_cell, ..Cells::default() }
    }

    /// The cell of this name, opened if need be, for a position with these features.
    fn cell(&mut self, name: u64, features: u64) -> u32 {
        let next = self.all.len() as u32;
        let cell = *self.at.entry(name).or_insert(next);
        if cell == next {
            self.all.push(Cell { best: features, ..Cell::default() });
            self.fresh = Some(cell as usize);
        }
        let entry = &mut self.all[cell as usize];
        entry.best = entry.best.min(features);
        if self.best.is_none_or(|best| self.all[best].best > self.all[cell as usize].best) {
            self.best = Some(cell as usize);
        }
        cell
    }

    /// Where the moves of a position wait: in its cell, with its parent's if that is there too.
    pub fn place(&mut self, name: u64, features: u64, parent: Option<Place>) -> Place {
        let cell = self.cell(name, features);
        match parent {
            Some(place) if place.0 == cell => place,
            _ => (cell, self.begin_line(cell)),
        }
    }

    /// Begins a line of positions in a cell.
    fn begin_line(&mut self, cell: u32) -> u32 {
        let lines = &mut self.all[cell as usize].lines;
        lines.push(Line::default());
        self.lines += 1;
        lines.len() as u32 - 1
    }

    /// Lines up the moves of a position.
    pub fn add(&mut self, (cell, line): Place, moves: impl IntoIterator<Item = Waiting>) {
        let cell = &mut self.all[cell as usize];
        cell.strike_out(line);
        for mut moved in moves {
            self.serial = self.serial.wrapping_add(1);
            moved.serial = self.serial;
            self.waiting += 1;
            cell.waiting += 1;
            cell.lines[line as usize].waiting.push(Reverse(moved));
        }
        cell.write_in(line);
    }

    /// The next move, or nothing if no cell has any.
    pub fn next(&mut self) -> Option<Waiting> {
        if self.waiting == 0 {
            return None;
        }
        self.rounds += 1;
        let is_for_best = !self.in_turn && self.rounds.is_multiple_of(2);
        let cell = if is_for_best { self.best_cell() } else { self.next_cell() }?;
        self.waiting -= 1;
        self.all[cell].take()
    }

    fn next_cell(&mut self) -> Option<usize> {
        let has_moves = |cell: &usize| self.all[*cell].waiting > 0;
        if let Some(fresh) = self.fresh.take().filter(has_moves) {
            return Some(fresh);
        }
        let count = self.all.len();
        let found = (1..=count).map(|step| (self.turn + step) % count).find(has_moves)?;
        self.turn = found;
        Some(found)
    }

    fn best_cell(&mut self) -> Option<usize> {
        let has_moves = |cell: &usize| self.all[*cell].waiting > 0;
        if let Some(best) = self.best.filter(has_moves) {
            return Some(best);
        }
        self.best = (0..self.all.len()).filter(has_moves).min_by_key(|cell| self.all[*cell].best);
        self.best
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// What the waiting moves take, and the lines with their places on two lists.
    pub fn bytes(&self) -> u64 {
        let moves = self.waiting * 2 + self.lines * 4;
        moves * size_of::<Waiting>() as u64 + self.all.len() as u64 * 160
    }
}
