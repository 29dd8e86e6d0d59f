//! `beam`: all boards that are filled row by row up to the same cell, of which those with the fewest empty
//! cells stay; which of equally good ones is left to chance. Each beam is twice as wide as the last, so
//! there is a placement at once and a better one with time.
//!
//! A beam of 2000 places 136 tiles of a 12x12 board with ten colours in 0.1 s, where local search stays
//! at 131. Going by the tiles that are left for the colours in sight, too, did not help (135).

use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Method, OptionSpec, Rng, Run, Task};

use super::ROW;
use super::engine::Instance;
use super::local::{Local, Walk, patience};
use crate::Tetravex;
use crate::level::{Level, side_index};

pub const METHOD: Method<Tetravex> = Method {
    name: "beam",
    about: "row by row with the boards of the fewest empty cells, in ever wider beams; for big boards",
    guarantee: Guarantee::Anytime,
    options: OPTIONS,
    start,
    ..ROW
};

pub const OPTIONS: &[OptionSpec] = &[patience(200_000)];

/// Boards in a layer of the first beam; each beam is twice as wide as the one before. Chosen by hand.
const FIRST_WIDTH: usize = 16;
/// A layer of more would take longer to sort than a run may go without looking up.
const MOST_WIDTH: usize = 1 << 16;
/// So many children for each board are collected before the best are chosen. Chosen by hand.
const CHILDREN: usize = 4;
const EMPTY: u16 = u16::MAX;

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    walk(level, task, task.options.integer("patience"))
}

/// The same without an end of its own, for those who have other things to do in between.
pub fn endless(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    walk(level, task, 0)
}

fn walk(level: &Arc<Level>, task: &Task, patience: i64) -> Box<dyn Run> {
    let tiles = Instance::of(level).tiles();
    match tiles.div_ceil(64) {
        0..=1 => Local::start(level, Beam::<1>::new(level, task), patience, task.memory),
        2 => Local::start(level, Beam::<2>::new(level, task), patience, task.memory),
        3..=4 => Local::start(level, Beam::<4>::new(level, task), patience, task.memory),
        _ => Local::start(level, Beam::<16>::new(level, task), patience, task.memory),
    }
}

/// What touches a cell when it is its turn.
#[derive(Clone, Copy, Debug)]
struct Spot {
    cell: usize,
    column: usize,
    /// Does the cell above, and the one to the left, belong to the beam?
    follows: [bool; 2],
    /// The colours lent by tiles that lie fixed around it; top, right, bottom, left.
    lent: [Option<u32>; 4],
}

/// A board as far as it is filled: what matters for the cells to come.
#[derive(Clone, Copy, Debug)]
struct Board<const W: usize> {
    used: [u64; W],
    blanks: u16,
    hash: u64,
}

/// A board with one cell more.
#[derive(Clone, Copy, Debug)]
struct Child {
    blanks: u16,
    tile: u16,
    chance: u32,
    parent: u32,
    hash: u64,
}

struct Beam<const W: usize> {
    spots: Vec<Spot>,
    /// The tiles in hand by number, equal ones side by side, and whether one is equal to the last.
    numbers: Vec<u16>,
    sides: Vec<[u32; 4]>,
    twin: Vec<bool>,
    start: Vec<Option<u16>>,
    columns: usize,
    rng: Rng,
    widest: usize,
    width: usize,
    /// The layer at hand: its boards, and for each the colours that look down and the one that looks right.
    boards: Vec<Board<W>>,
    colours: Vec<Option<u32>>,
    at: usize,
    children: Vec<Child>,
    /// For each cell that is filled the parents and tiles of its boards.
    steps: Vec<Vec<(u32, u16)>>,
    best: Vec<Option<u16>>,
    placed: usize,
    beams: u64,
}

impl<const W: usize> Beam<W> {
    fn new(level: &Level, task: &Task) -> Self {
        let instance = Instance::of(level);
        let numbers: Vec<u16> = instance.kinds.iter().flat_map(|kind| kind.tiles.clone()).collect();
        let sides: Vec<[u32; 4]> = numbers.iter().map(|tile| level.tiles()[usize::from(*tile)].0).collect();
        let twin = (0..sides.len()).map(|tile| tile > 0 && sides[tile] == sides[tile - 1]).collect();
        let start = level.start();
        let mut beam = Beam {
            spots: instance.spots.iter().map(|spot| spot_at(level, &start, spot.at, &instance)).collect(),
            numbers,
            sides,
            twin,
            columns: level.size().width + 1,
            rng: Rng::new(task.seed),
            widest: 0,
            width: FIRST_WIDTH,
            boards: Vec::new(),
            colours: Vec::new(),
            at: 0,
            children: Vec::new(),
            steps: Vec::new(),
            placed: start.iter().flatten().count(),
            best: start.clone(),
            start,
            beams: 0,
        };
        // A third of the memory: a layer and the next one live at the same time, and a vector may grow to twice.
        let each = beam.bytes_of(1).max(1);
        beam.widest = (task.memory / 3 / each).clamp(1, MOST_WIDTH as u64) as usize;
        beam.width = beam.width.min(beam.widest);
        beam.begin();
        beam
    }

    fn bytes_of(&self, width: usize) -> u64 {
        let board = 2 * (size_of::<Board<W>>() + self.columns * size_of::<Option<u32>>());
        let children = 2 * CHILDREN * size_of::<Child>();
        let steps = self.spots.len() * size_of::<(u32, u16)>();
        (width * (board + children + steps)) as u64
    }

    fn begin(&mut self) {
        self.steps.clear();
        self.children.clear();
        self.boards = vec![Board { used: [0; W], blanks: 0, hash: 0 }];
        self.colours = vec![None; self.columns];
        self.at = 0;
    }

    /// What a tile must show here; top, right, bottom, left.
    fn wanted(&self, spot: &Spot) -> [Option<u32>; 4] {
        let colours = &self.colours[self.at * self.columns..][..self.columns];
        let mut wanted = spot.lent;
        if spot.follows[0] {
            wanted[0] = colours[spot.column];
        }
        if spot.follows[1] {
            wanted[3] = colours[self.columns - 1];
        }
        wanted
    }

    /// All ways to go on from one board.
    fn expand(&mut self) {
        let spot = self.spots[self.steps.len()];
        let (board, wanted) = (self.boards[self.at], self.wanted(&spot));
        let used = |tile: usize| board.used[tile / 64] >> (tile % 64) & 1 == 1;
        for tile in 0..self.sides.len() {
            let fits =
                wanted.iter().zip(self.sides[tile]).all(|(wanted, side)| wanted.is_none_or(|it| it == side));
            // Of equal tiles the first comes first.
            if fits && !used(tile) && (!self.twin[tile] || used(tile - 1)) {
                self.add(&spot, board, tile as u16);
            }
        }
        self.add(&spot, board, EMPTY);
        self.at += 1;
        if self.children.len() >= CHILDREN * self.width {
            self.thin_out();
        }
    }

    fn add(&mut self, spot: &Spot, board: Board<W>, tile: u16) {
        let blanks = board.blanks + u16::from(tile == EMPTY);
        let shown = (tile != EMPTY).then(|| self.sides[usize::from(tile)]);
        // What was used, and the colours that can still be seen.
        let set = if tile == EMPTY { board.hash } else { board.hash ^ mix(u64::from(tile) + 1) };
        let seen = shown.map_or(0, |sides| 1 + u64::from(sides[2]) + (u64::from(sides[1]) << 32));
        let column = self.colours[self.at * self.columns..][..self.columns].iter().enumerate();
        let others = column.filter(|(at, _)| *at != spot.column && *at + 1 < self.columns);
        let hash = others.fold(set ^ mix(seen ^ 1 << 63), |hash, (at, colour)| {
            hash ^ mix((at as u64 + 1) << 40 | colour.map_or(0, |colour| u64::from(colour) + 1))
        });
        let (chance, parent) = (self.rng.next_u64() as u32, self.at as u32);
        self.children.push(Child { blanks, tile, chance, parent, hash });
    }

    /// Keeps the best children.
    fn thin_out(&mut self) {
        if self.children.len() > self.width {
            let rank = |child: &Child| (child.blanks, child.chance);
            self.children.select_nth_unstable_by_key(self.width, rank);
            self.children.truncate(self.width);
        }
    }

    /// The children become the next layer, equal ones once.
    fn descend(&mut self) {
        self.thin_out();
        self.children.sort_unstable_by_key(|child| (child.hash, child.blanks, child.chance));
        self.children.dedup_by_key(|child| child.hash);
        let spot = self.spots[self.steps.len()];
        let (mut boards, mut colours) =
            (Vec::with_capacity(self.children.len()), Vec::with_capacity(self.children.len() * self.columns));
        for child in &self.children {
            let parent = child.parent as usize;
            let mut board = Board { blanks: child.blanks, ..self.boards[parent] };
            colours.extend_from_slice(&self.colours[parent * self.columns..][..self.columns]);
            let shown = (child.tile != EMPTY).then(|| self.sides[usize::from(child.tile)]);
            if child.tile != EMPTY {
                board.used[usize::from(child.tile) / 64] |= 1 << (child.tile % 64);
                board.hash ^= mix(u64::from(child.tile) + 1);
            }
            let from = colours.len() - self.columns;
            colours[from + spot.column] = shown.map(|sides| sides[2]);
            colours[from + self.columns - 1] = shown.map(|sides| sides[1]);
            boards.push(board);
        }
        self.steps.push(self.children.iter().map(|child| (child.parent, child.tile)).collect());
        (self.boards, self.colours, self.at) = (boards, colours, 0);
        self.children.clear();
    }

    /// The board of the layer with the fewest empty cells is kept if it is the best so far.
    fn finish(&mut self) {
        let fewest = (0..self.boards.len()).min_by_key(|at| self.boards[*at].blanks);
        let board = self.retraced(fewest.unwrap_or(0));
        let placed = board.iter().flatten().count();
        if placed > self.placed {
            (self.best, self.placed) = (board, placed);
        }
        self.beams += 1;
        self.width = (2 * self.width).min(self.widest);
        self.begin();
    }

    fn retraced(&self, mut at: usize) -> Vec<Option<u16>> {
        let mut board = self.start.clone();
        for (step, spot) in self.steps.iter().zip(&self.spots).rev() {
            let (parent, tile) = step[at];
            board[spot.cell] = (tile != EMPTY).then(|| self.numbers[usize::from(tile)]);
            at = parent as usize;
        }
        board
    }
}

fn spot_at(level: &Level, start: &[Option<u16>], cell: usize, instance: &Instance) -> Spot {
    let size = level.size();
    let open = |cell: usize| instance.spots.iter().any(|spot| spot.at == cell);
    let lends = |dir: Dir| {
        let other = size.step(cell, dir)?;
        Some(level.tiles()[usize::from(start[other]?)].side(dir.opposite()))
    };
    let mut lent = [None; 4];
    for dir in Dir::ALL {
        lent[side_index(dir)] = lends(dir);
    }
    let follows = [Dir::Up, Dir::Left].map(|dir| size.step(cell, dir).is_some_and(open));
    Spot { cell, column: size.column(cell), follows, lent }
}

/// Spreads a number over all bits (the finaliser of `SplitMix64`).
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

impl<const W: usize> Walk for Beam<W> {
    fn step(&mut self) {
        if self.steps.len() < self.spots.len() {
            self.expand();
            if self.at == self.boards.len() {
                self.descend();
            }
        }
        if self.steps.len() == self.spots.len() {
            self.finish();
        }
    }

    fn placed(&self) -> usize {
        self.placed
    }

    fn board(&self) -> Vec<Option<u16>> {
        self.best.clone()
    }

    fn looks_at(&self) -> Vec<Option<u16>> {
        self.retraced(self.at.min(self.boards.len().saturating_sub(1)))
    }

    fn bytes(&self) -> u64 {
        let fixed = self.spots.len() * size_of::<Spot>() + self.start.len() * 16 + self.sides.len() * 24;
        self.bytes_of(self.width) + fixed as u64
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("beams", self.beams), ("width", self.width as u64)]
    }
}
