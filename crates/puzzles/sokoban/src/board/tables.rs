//! Exact tables for two or three boxes: which placements, with the player on which square, can
//! still be solved when the other boxes are off the board.
//!
//! Made backwards by pulls from every way to stand on goals (or, for the backward search, forwards
//! by pushes from the start squares). A placement that is not reached is dead, and a position with a
//! dead subset is dead, because further boxes only take ways away. Built in small steps, so that a
//! run can be advanced while its tables grow.

use super::maze::Maze;
use super::reach::{Reach, may_cut};
use super::{DIRS, Square, opposite, put};

/// At most this many boxes in one table.
const MOST: usize = 3;

type Subset = [u16; MOST];

#[derive(Clone, Debug)]
pub struct Subsets {
    /// Boxes per entry: 2 or 3.
    boxes: usize,
    /// By pulls from the goals, or by pushes from the start.
    pulls: bool,
    /// Squares on which a box may stand, and their numbers among these.
    live: Vec<Square>,
    number: Vec<u16>,
    words: usize,
    /// All squares of the floor, if it is in one piece.
    floor: Option<Vec<u64>>,
    /// For each subset, the player squares from which it is alive.
    alive: Vec<u64>,
    /// Subsets that are dead for some player square.
    suspect: Vec<u64>,
    open: Vec<Subset>,
    scanned: usize,
    occupied: Vec<bool>,
    reach: Reach,
    ready: bool,
}

impl Subsets {
    /// What a table of this kind will take, in bytes.
    pub fn estimate(maze: &Maze, dead: &[bool], boxes: usize) -> u64 {
        let live = maze.squares().filter(|square| !dead[usize::from(*square)]).count();
        let words = maze.count.div_ceil(64) as u64;
        (choose(live, boxes) as u64).saturating_mul(words * 8 + 16)
    }

    /// Begins a table of solvable subsets (by pulls from the goals).
    pub fn solvable(maze: &Maze, dead: &[bool], boxes: usize) -> Self {
        let mut table = Subsets::new(maze, dead, boxes, true);
        for subset in combinations(maze, &maze.goals, boxes) {
            if maze.alarm.rings() {
                break;
            }
            table.place(subset, true);
            for square in maze.squares() {
                table.enter(maze, subset, square);
            }
            table.place(subset, false);
        }
        table
    }

    /// Begins a table of subsets that can arise from the start (by pushes).
    pub fn reachable(maze: &Maze, dead: &[bool], boxes: usize) -> Self {
        let mut table = Subsets::new(maze, dead, boxes, false);
        for subset in combinations(maze, &maze.boxes, boxes) {
            if maze.alarm.rings() {
                break;
            }
            table.place(subset, true);
            table.enter(maze, subset, maze.player);
            table.place(subset, false);
        }
        table
    }

    fn new(maze: &Maze, dead: &[bool], boxes: usize, pulls: bool) -> Self {
        let live: Vec<Square> = maze.squares().filter(|square| !dead[usize::from(*square)]).collect();
        let mut number = vec![u16::MAX; maze.count + 1];
        live.iter().enumerate().for_each(|(index, square)| number[usize::from(*square)] = index as u16);
        let words = maze.count.div_ceil(64);
        let mut reach = Reach::new(maze);
        let floor = (reach.count_regions(maze, &maze.empty()) == 1).then(|| {
            let mut floor = vec![0; words];
            maze.squares().for_each(|square| set(&mut floor, usize::from(square)));
            floor
        });
        let count = choose(live.len(), boxes);
        Subsets {
            boxes,
            pulls,
            live,
            number,
            words,
            floor,
            alive: vec![0; count * words],
            suspect: vec![0; count.div_ceil(64)],
            open: Vec::new(),
            scanned: 0,
            occupied: maze.empty(),
            reach,
            ready: false,
        }
    }

    pub fn is_ready(&self) -> bool {
        self.ready
    }

    pub fn bytes(&self) -> u64 {
        ((self.alive.len() + self.suspect.len()) * 8 + self.open.capacity() * 8 + self.live.len() * 8) as u64
    }

    /// Some steps of building; false if the table was ready before.
    pub fn build_some(&mut self, maze: &Maze, steps: usize) -> bool {
        let unfinished = !self.ready;
        for _ in 0..steps {
            if !self.build(maze) {
                break;
            }
        }
        unfinished
    }

    /// One small step of building; false once the table is ready.
    pub fn build(&mut self, maze: &Maze) -> bool {
        if let Some(subset) = self.open.pop() {
            self.expand(maze, subset);
        } else if self.scanned < self.suspect.len() {
            self.scan(maze);
        } else {
            self.ready = true;
        }
        !self.ready
    }

    /// Makes every move of a subset with the player wherever it is known to be alive, which is no less than
    /// the region it was entered for.
    fn expand(&mut self, maze: &Maze, subset: Subset) {
        let Some(index) = self.index(&subset[..self.boxes]) else { return };
        self.place(subset, true);
        let mut moves = [(0, 0, 0); MOST * 4];
        let mut count = 0;
        for (which, square) in subset.into_iter().enumerate().take(self.boxes) {
            for dir in DIRS {
                if let Some((to, stands)) = self.shift(maze, index, square, dir) {
                    moves[count] = (which, to, stands);
                    count += 1;
                }
            }
        }
        for &(which, to, stands) in &moves[..count] {
            let mut next = subset;
            next[which] = to;
            self.occupied[usize::from(subset[which])] = false;
            self.occupied[usize::from(to)] = true;
            self.enter(maze, next, stands);
            self.occupied[usize::from(to)] = false;
            self.occupied[usize::from(subset[which])] = true;
        }
        self.place(subset, false);
    }

    /// Where a box goes and where the player stands after it, if he can be on its side `dir`; `index` is
    /// the number of the subset.
    fn shift(&self, maze: &Maze, index: usize, square: Square, dir: usize) -> Option<(Square, Square)> {
        let player = maze.next(square, dir);
        if maze.is_wall(player) || !bit(&self.alive[index * self.words..], usize::from(player)) {
            return None;
        }
        let (to, stands) = if self.pulls {
            (player, maze.next(player, dir))
        } else {
            (maze.next(square, opposite(dir)), square)
        };
        let free = if self.pulls { stands } else { to };
        let is_live = self.number[usize::from(to)] != u16::MAX;
        (is_live && !self.occupied[usize::from(free)]).then_some((to, stands))
    }

    fn place(&mut self, subset: Subset, occupied: bool) {
        put(&mut self.occupied, &subset[..self.boxes], occupied);
    }

    /// Marks the player's whole region of a subset as alive, unless it is already.
    fn enter(&mut self, maze: &Maze, subset: Subset, player: Square) {
        let Some(index) = self.index(&subset[..self.boxes]) else { return };
        let bits = &mut self.alive[index * self.words..(index + 1) * self.words];
        if self.occupied[usize::from(player)] || bit(bits, usize::from(player)) {
            return;
        }
        let boxes = &subset[..self.boxes];
        let floor = self
            .floor
            .as_ref()
            .filter(|_| boxes.iter().all(|square| is_passed(maze, &self.occupied, *square)));
        if let Some(floor) = floor {
            bits.copy_from_slice(floor);
            for square in boxes {
                bits[usize::from(*square) / 64] &= !(1 << (square % 64));
            }
        } else {
            self.reach.flood(maze, &self.occupied, player);
            self.reach.squares().iter().for_each(|square| set(bits, usize::from(*square)));
        }
        self.open.push(subset);
    }

    /// The number of a subset; nothing if it holds a square on which no box may stand.
    fn index(&self, squares: &[Square]) -> Option<usize> {
        let mut numbers = [0; MOST];
        for (slot, square) in numbers.iter_mut().zip(squares) {
            *slot = usize::from(self.number[usize::from(*square)]);
        }
        let numbers = &mut numbers[..squares.len()];
        if numbers.contains(&usize::from(u16::MAX)) {
            return None;
        }
        numbers.sort_unstable();
        Some(numbers.iter().enumerate().map(|(index, number)| choose(*number, index + 1)).sum())
    }

    /// Looks through 64 subsets for those that are dead for some player square.
    fn scan(&mut self, maze: &Maze) {
        let all = maze.count as u32 - self.boxes as u32;
        let first = self.scanned * 64;
        for index in first..(first + 64).min(self.alive.len() / self.words) {
            let bits = &self.alive[index * self.words..(index + 1) * self.words];
            if bits.iter().map(|word| word.count_ones()).sum::<u32>() < all {
                self.suspect[index / 64] |= 1 << (index % 64);
            }
        }
        self.scanned += 1;
    }

    /// Is some subset with the box on `square` and others of the list dead for this player?
    pub fn is_dead(&self, boxes: &[Square], square: Square, player: Square) -> bool {
        let others =
            |from: usize| boxes[from..].iter().enumerate().filter(move |(_, other)| **other != square);
        if self.boxes == 2 {
            return others(0).any(|(_, other)| self.dead_subset(&[square, *other], player));
        }
        others(0).any(|(at, first)| {
            others(at + 1).any(|(_, second)| self.dead_subset(&[square, *first, *second], player))
        })
    }

    fn dead_subset(&self, squares: &[Square], player: Square) -> bool {
        self.index(squares).is_some_and(|index| {
            bit(&self.suspect, index) && !bit(&self.alive[index * self.words..], usize::from(player))
        })
    }
}

fn bit(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 != 0
}

/// Can the player walk round the box on a square at once, wherever he comes from? If that is so of all boxes
/// they leave a floor of one piece whole: each walk through one of them can go round it.
fn is_passed(maze: &Maze, occupied: &[bool], square: Square) -> bool {
    let is_box = |side: &Square| !maze.is_wall(*side) && occupied[usize::from(*side)];
    !maze.step[usize::from(square)].iter().any(is_box) && !may_cut(maze, occupied, square)
}

fn set(words: &mut [u64], index: usize) {
    words[index / 64] |= 1 << (index % 64);
}

/// The number of ways to choose so many things.
pub fn choose(from: usize, size: usize) -> usize {
    (0..size).fold(1, |ways, at| ways * from.saturating_sub(at) / (at + 1))
}

/// All subsets of two or three squares of a list.
fn combinations(maze: &Maze, squares: &[Square], boxes: usize) -> Vec<Subset> {
    let mut found = Vec::new();
    for (at, first) in squares.iter().enumerate().take_while(|_| !maze.alarm.rings()) {
        for (next, second) in squares.iter().enumerate().skip(at + 1) {
            if boxes == 2 {
                found.push([*first, *second, 0]);
            } else {
                found.extend(squares[next + 1..].iter().map(|third| [*first, *second, *third]));
            }
        }
    }
    found
}
