//! Which ways round a square are connected: the blocks (biconnected parts) of the free floor.
//!
//! Two neighbours of a square are joined by a walk that avoids it exactly if the two steps to them lie
//! in one block. So one depth-first search over a board without one box tells, for every square the
//! box might come to, which of its sides the player can walk between and into how many pieces the
//! floor falls there, without a flood for each. A step lies in the block by which the search entered the
//! later of its two squares, so that one number for each square tells all.
//!
//! A board with one box fewer needs no search of its own: the square that opens joins the blocks on the ways
//! between its sides into one, and these are found by climbing from block to block.
//! Source: J. Hopcroft, R. Tarjan, 1973.

use super::maze::Maze;
use super::{DIRS, Square, opposite};

/// No block: there is no such step.
const NONE: u16 = u16::MAX;

/// "Seen" of squares that are not free: later than all others.
const TAKEN: u16 = u16::MAX;

/// Entered by no step: the root of a search.
const ROOT: u8 = 4;

/// The blocks of the steps out of an opened square are named from here downwards.
const DOORS: u16 = NONE - 1;

/// No square is opened.
const NO_SQUARE: Square = Square::MAX;

#[derive(Clone, Debug)]
pub struct Blocks {
    /// How many connected parts the free floor has.
    parts: u16,
    /// When each square was first seen, 0 if it was not, and the earliest square its branch leads back to.
    seen: Vec<u16>,
    low: Vec<u16>,
    /// The direction by which each square was entered, and the next one to try from it.
    entered: Vec<u8>,
    next: Vec<u8>,
    /// The block of the step by which each square was entered.
    block: Vec<u16>,
    /// The squares as they were entered.
    order: Vec<Square>,
    /// The connected part of each square.
    part: Vec<u16>,
    /// For each block, the square it hangs on, and its name while a square is opened.
    heads: Vec<Square>,
    names: Vec<u16>,
    /// The square that is opened, the blocks of the steps out of it, and the blocks it joined.
    opened: Square,
    doors: [u16; 4],
    joined: Vec<u16>,
    /// How many parts there are with the opened square.
    parts_opened: u16,
}

impl Blocks {
    pub fn new(maze: &Maze) -> Self {
        let squares = maze.count + 1;
        Blocks {
            parts: 0,
            seen: vec![0; squares],
            low: vec![0; squares],
            entered: vec![ROOT; squares],
            next: vec![0; squares],
            block: vec![NONE; squares],
            order: Vec::with_capacity(squares),
            part: vec![0; squares],
            heads: Vec::with_capacity(squares),
            names: Vec::with_capacity(squares),
            opened: NO_SQUARE,
            doors: [NONE; 4],
            joined: Vec::new(),
            parts_opened: 0,
        }
    }

    /// Finds the blocks of the squares that are not occupied.
    pub fn find(&mut self, maze: &Maze, occupied: &[bool]) {
        for (seen, occupied) in self.seen.iter_mut().zip(occupied) {
            *seen = if *occupied { TAKEN } else { 0 };
        }
        self.order.clear();
        self.parts = 0;
        for square in maze.squares() {
            if self.seen[usize::from(square)] == 0 {
                self.parts += 1;
                self.search(maze, square);
            }
        }
        self.name_blocks(maze);
        self.opened = NO_SQUARE;
        self.parts_opened = self.parts;
    }

    /// How many connected parts the free floor has, without an opened square.
    pub fn parts(&self) -> u16 {
        self.parts
    }

    /// From now on one of the occupied squares is free, in place of the one opened before.
    pub fn open(&mut self, maze: &Maze, square: Square) {
        for block in self.joined.drain(..) {
            self.names[usize::from(block)] = block;
        }
        self.opened = square;
        self.doors = [NONE; 4];
        self.parts_opened = self.parts + 1;
        for dir in DIRS {
            let side = maze.next(square, dir);
            if self.seen[usize::from(side)] == TAKEN {
                continue;
            }
            let part = |side: Square| self.part[usize::from(side)];
            let before = (0..dir)
                .find(|other| self.doors[*other] != NONE && part(maze.next(square, *other)) == part(side));
            let name = before.map_or(DOORS - dir as u16, |other| self.doors[other]);
            self.doors[dir] = name;
            match before {
                Some(other) => self.join(maze.next(square, other), side, name),
                None => self.parts_opened -= 1,
            }
        }
    }

    /// Makes the blocks on the way between two squares of a part one block. Whichever was seen later is
    /// not above the other, so that it is the one to climb.
    fn join(&mut self, mut one: Square, mut other: Square, name: u16) {
        while one != other {
            if self.seen[usize::from(one)] < self.seen[usize::from(other)] {
                std::mem::swap(&mut one, &mut other);
            }
            let block = self.block[usize::from(one)];
            self.names[usize::from(block)] = name;
            self.joined.push(block);
            one = self.heads[usize::from(block)];
        }
    }

    /// Enters every square of a part, and finds how far back each leads.
    fn search(&mut self, maze: &Maze, root: Square) {
        self.enter(root, ROOT);
        let mut square = root;
        loop {
            let at = usize::from(square);
            let dir = self.next[at];
            if dir == 4 {
                let entered = self.entered[at];
                if entered == ROOT {
                    return;
                }
                square = maze.next(square, opposite(usize::from(entered)));
                let low = self.low[at].min(self.low[usize::from(square)]);
                self.low[usize::from(square)] = low;
                continue;
            }
            self.next[at] += 1;
            let to = maze.next(square, usize::from(dir));
            let seen = self.seen[usize::from(to)];
            if seen == 0 {
                self.enter(to, dir);
                square = to;
            } else if dir ^ 1 != self.entered[at] {
                self.low[at] = self.low[at].min(seen);
            }
        }
    }

    fn enter(&mut self, square: Square, dir: u8) {
        let at = usize::from(square);
        self.order.push(square);
        let time = self.order.len() as u16;
        (self.seen[at], self.low[at]) = (time, time);
        (self.entered[at], self.next[at]) = (dir, 0);
    }

    /// A square begins a block if its branch leads no further back than the square it was entered from.
    fn name_blocks(&mut self, maze: &Maze) {
        self.heads.clear();
        self.names.clear();
        self.joined.clear();
        let mut part = 0;
        for square in &self.order {
            let at = usize::from(*square);
            let entered = self.entered[at];
            part += u16::from(entered == ROOT);
            self.part[at] = part;
            if entered == ROOT {
                self.block[at] = NONE;
                continue;
            }
            let head = maze.next(*square, opposite(usize::from(entered)));
            let parent = usize::from(head);
            self.block[at] = self.block[parent];
            if self.low[at] >= self.seen[parent] {
                self.block[at] = self.heads.len() as u16;
                self.names.push(self.block[at]);
                self.heads.push(head);
            }
        }
    }

    /// The block of the step from a free square in each direction.
    fn steps(&self, maze: &Maze, square: Square) -> [u16; 4] {
        if square == self.opened {
            return self.doors;
        }
        let at = usize::from(square);
        DIRS.map(|dir| {
            let side = maze.next(square, dir);
            let later = match self.seen[usize::from(side)] {
                TAKEN if side == self.opened => return self.doors[opposite(dir)],
                TAKEN => return NONE,
                seen if seen > self.seen[at] => usize::from(side),
                _ => at,
            };
            self.names[usize::from(self.block[later])]
        })
    }

    /// The sides of a square that are joined with one of them without crossing it, as bits.
    pub fn joined(&self, maze: &Maze, square: Square, dir: usize) -> u8 {
        let blocks = self.steps(maze, square);
        DIRS.into_iter()
            .filter(|other| blocks[*other] == blocks[dir])
            .fold(0, |bits, other| bits | 1 << other)
    }

    /// How many parts the floor has when this free square is taken too.
    pub fn parts_without(&self, maze: &Maze, square: Square) -> u16 {
        let blocks = self.steps(maze, square);
        let first = |dir: &usize| blocks[*dir] != NONE && !blocks[..*dir].contains(&blocks[*dir]);
        self.parts_opened - 1 + DIRS.into_iter().filter(first).count() as u16
    }
}
