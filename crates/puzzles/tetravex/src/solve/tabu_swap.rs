//! The course's tabu search as it stands in the report: the tiles are thrown on the board, a move
//! exchanges what lies on two cells (or on a cell and in the hand), the exchange that leaves the
//! most tiles without a clash and is not on the tabu list is made, and after a number of rounds it stops. Tiles that clash are taken off in
//! the end. It is here so that one can see why this landscape defeats it: an exchange spoils up to
//! eight edges to mend one, there is no way to leave a cell empty on purpose, and no restart.

use std::collections::VecDeque;
use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Method, OptionSpec, Rng, Run, Task};

use super::ROW;
use super::annealing::open_cells;
use super::local::{Local, Walk};
use crate::Tetravex;
use crate::level::Level;

pub const METHOD: Method<Tetravex> = Method {
    name: "tabu-swap",
    about: "the course's tabu search: exchanges only, no restarts; to see where it ends",
    guarantee: Guarantee::Incomplete,
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("list", "length of the tabu list", 0..=100_000, 10),
    OptionSpec::integer("rounds", "exchanges before it stops; 0 for never", 0..=1_000_000_000, 100),
];

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let mut rng = Rng::new(task.seed);
    let mut board = level.start();
    let mut hand: Vec<Option<u16>> =
        (0..level.tiles().len() as u16).filter(|tile| !board.contains(&Some(*tile))).map(Some).collect();
    rng.shuffle(&mut hand);
    let cells = open_cells(level);
    let thrown = cells.len().min(hand.len());
    for (cell, tile) in cells.iter().zip(hand.drain(..thrown)) {
        board[*cell] = tile;
    }
    let mut slots = cells.clone();
    // What is left in the hand lies on slots beyond the board.
    slots.extend(board.len()..board.len() + hand.len());
    board.extend(hand);
    let rounds = task.options.integer("rounds") as u64;
    let mut swaps = TabuSwap {
        level: level.clone(),
        board,
        slots,
        rng,
        list: VecDeque::new(),
        length: task.options.integer("list") as usize,
        rounds: if rounds == 0 { u64::MAX } else { rounds },
        done: 0,
        kept: Vec::new(),
    };
    swaps.kept = swaps.without_clashes();
    Local::start(level, swaps, 0, task.memory)
}

struct TabuSwap {
    level: Arc<Level>,
    /// The cells of the board and, beyond them, the hand.
    board: Vec<Option<u16>>,
    slots: Vec<usize>,
    rng: Rng,
    list: VecDeque<(usize, usize)>,
    length: usize,
    rounds: u64,
    done: u64,
    /// The present board without the tiles that clash.
    kept: Vec<Option<u16>>,
}

/// More exchanges than this are not all looked at in one move, but drawn. Chosen by hand.
const MOST_EXCHANGES: usize = 10_000;

impl TabuSwap {
    /// Does a tile lie here that agrees with all its neighbours?
    fn is_good(&self, cell: usize) -> bool {
        let board = &self.board[..self.level.size().cells()];
        board[cell].is_some() && !Dir::ALL.into_iter().any(|dir| self.level.clash(board, cell, dir))
    }

    /// The good tiles on two slots and around them, each counted once.
    fn good_around(&self, first: usize, second: usize) -> i32 {
        let size = self.level.size();
        let around = |slot: usize| {
            let neighbours = Dir::ALL.into_iter().filter_map(move |dir| size.step(slot, dir));
            (slot < size.cells()).then(|| neighbours.chain([slot])).into_iter().flatten()
        };
        let near_first = |cell: usize| around(first).any(|near| near == cell);
        let cells = around(first).chain(around(second).filter(|cell| !near_first(*cell)));
        cells.filter(|cell| self.is_good(*cell)).count() as i32
    }

    fn gain(&mut self, first: usize, second: usize) -> i32 {
        let before = self.good_around(first, second);
        self.board.swap(first, second);
        let after = self.good_around(first, second);
        self.board.swap(first, second);
        after - before
    }

    fn pairs(&mut self) -> Vec<(usize, usize)> {
        let count = self.slots.len();
        if count * count / 2 <= MOST_EXCHANGES {
            let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
            return pairs.map(|(first, second)| (self.slots[first], self.slots[second])).collect();
        }
        let draw = |rng: &mut Rng| (rng.below(count), rng.below(count));
        let drawn = (0..MOST_EXCHANGES).map(|_| draw(&mut self.rng)).collect::<Vec<_>>();
        let slots = &self.slots;
        drawn.into_iter().filter(|(a, b)| a < b).map(|(a, b)| (slots[a], slots[b])).collect()
    }

    /// Takes off the tile with the most clashes until there is none.
    fn without_clashes(&self) -> Vec<Option<u16>> {
        let size = self.level.size();
        let mut board = self.board[..size.cells()].to_vec();
        let mut open = vec![false; board.len()];
        self.slots.iter().filter(|slot| **slot < board.len()).for_each(|slot| open[*slot] = true);
        let count = |board: &[Option<u16>], cell: usize| {
            let clashes = Dir::ALL.into_iter().filter(|dir| self.level.clash(board, cell, *dir));
            if open[cell] { clashes.count() } else { 0 }
        };
        let mut clashes: Vec<usize> = (0..board.len()).map(|cell| count(&board, cell)).collect();
        loop {
            let worst = clashes.iter().copied().zip(0..).max();
            let Some((_, cell)) = worst.filter(|(most, _)| *most > 0) else { return board };
            board[cell] = None;
            // Only what lies beside it has a clash less.
            for near in Dir::ALL.into_iter().filter_map(|dir| size.step(cell, dir)).chain([cell]) {
                clashes[near] = count(&board, near);
            }
        }
    }
}

impl Walk for TabuSwap {
    fn step(&mut self) {
        self.done += 1;
        let mut best: Option<(i32, usize, usize)> = None;
        for (first, second) in self.pairs() {
            if self.list.contains(&(first, second)) {
                continue;
            }
            let gain = self.gain(first, second);
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, first, second));
            }
        }
        let Some((_, first, second)) = best else { return };
        self.board.swap(first, second);
        self.list.push_back((first, second));
        if self.list.len() > self.length {
            self.list.pop_front();
        }
        self.kept = self.without_clashes();
    }

    fn placed(&self) -> usize {
        self.kept.iter().flatten().count()
    }

    fn board(&self) -> Vec<Option<u16>> {
        self.kept.clone()
    }

    /// Clashes and all: they are what it works on.
    fn looks_at(&self) -> Vec<Option<u16>> {
        self.board[..self.level.size().cells()].to_vec()
    }

    fn bytes(&self) -> u64 {
        (self.board.len() * 40 + MOST_EXCHANGES * 32 + self.length * 16) as u64
    }

    fn extends(&self) -> bool {
        false
    }

    fn ended(&self) -> bool {
        self.done >= self.rounds
    }
}
