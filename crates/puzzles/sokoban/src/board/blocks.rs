//! Which ways round a square are connected: the blocks (biconnected parts) of the free floor.
//!
//! Two neighbours of a square are joined by a walk that avoids it exactly if the two steps to them lie
//! in one block. So one depth-first search over a board without one box tells, for every square the
//! box might come to, which of its sides the player can walk between and into how many pieces the
//! floor falls there, without a flood for each. Source: J. Hopcroft, R. Tarjan, 1973.

use super::maze::Maze;
use super::{DIRS, Square, opposite};

/// No block: there is no such step.
const NONE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct Blocks {
    /// The block of the step from each square in each direction.
    block: Vec<[u16; 4]>,
    /// How many connected parts the free floor has.
    parts: u16,
    /// How many blocks were found.
    count: u16,
    /// When each square was first seen, and the earliest square its branch leads back to.
    seen: Vec<u16>,
    low: Vec<u16>,
    /// The way of the search: a square, the direction it was entered by, the next direction to try.
    path: Vec<(Square, u8, u8)>,
    /// Steps that have no block yet.
    steps: Vec<(Square, u8)>,
}

/// Entered by no step: the root of a search.
const ROOT: u8 = 4;

impl Blocks {
    pub fn new(maze: &Maze) -> Self {
        Blocks {
            block: vec![[NONE; 4]; maze.count + 1],
            parts: 0,
            count: 0,
            seen: vec![0; maze.count + 1],
            low: vec![0; maze.count + 1],
            path: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Finds the blocks of the squares that are not occupied.
    pub fn find(&mut self, maze: &Maze, occupied: &[bool]) {
        self.block.fill([NONE; 4]);
        self.seen.fill(0);
        (self.parts, self.count) = (0, 0);
        let mut time = 0;
        for square in maze.squares() {
            if !occupied[usize::from(square)] && self.seen[usize::from(square)] == 0 {
                self.parts += 1;
                self.search(maze, occupied, square, &mut time);
            }
        }
    }

    fn search(&mut self, maze: &Maze, occupied: &[bool], root: Square, time: &mut u16) {
        self.enter(root, ROOT, time);
        while let Some((square, entered, next)) = self.path.last_mut() {
            let (square, entered, dir) = (*square, *entered, *next);
            if dir == 4 {
                self.path.pop();
                self.leave(maze, square, entered);
                continue;
            }
            *next += 1;
            let to = maze.next(square, usize::from(dir));
            let at = usize::from(to);
            if occupied[at] || (entered != ROOT && usize::from(dir) == opposite(usize::from(entered))) {
                continue;
            }
            if self.seen[at] == 0 {
                self.steps.push((square, dir));
                self.enter(to, dir, time);
            } else if self.seen[at] < self.seen[usize::from(square)] {
                self.steps.push((square, dir));
                let low = &mut self.low[usize::from(square)];
                *low = (*low).min(self.seen[at]);
            }
        }
    }

    fn enter(&mut self, square: Square, dir: u8, time: &mut u16) {
        *time += 1;
        self.seen[usize::from(square)] = *time;
        self.low[usize::from(square)] = *time;
        self.path.push((square, dir, 0));
    }

    /// Goes back from a square: if its branch leads no further back than its parent, the steps found
    /// since the parent went there are one block.
    fn leave(&mut self, maze: &Maze, square: Square, entered: u8) {
        let Some(&(parent, ..)) = self.path.last() else { return };
        let low = self.low[usize::from(square)];
        if low < self.seen[usize::from(parent)] {
            let back = &mut self.low[usize::from(parent)];
            *back = (*back).min(low);
            return;
        }
        while let Some((from, dir)) = self.steps.pop() {
            let to = maze.next(from, usize::from(dir));
            self.block[usize::from(from)][usize::from(dir)] = self.count;
            self.block[usize::from(to)][opposite(usize::from(dir))] = self.count;
            if from == parent && dir == entered {
                break;
            }
        }
        self.count += 1;
    }

    /// The sides of a square that are joined with one of them without crossing it, as bits.
    pub fn joined(&self, square: Square, dir: usize) -> u8 {
        let blocks = &self.block[usize::from(square)];
        DIRS.into_iter()
            .filter(|other| blocks[*other] == blocks[dir])
            .fold(0, |bits, other| bits | 1 << other)
    }

    /// How many parts the floor has when this free square is taken too.
    pub fn parts_without(&self, square: Square) -> u16 {
        let blocks = &self.block[usize::from(square)];
        let first = |dir: &usize| blocks[*dir] != NONE && !blocks[..*dir].contains(&blocks[*dir]);
        self.parts - 1 + DIRS.into_iter().filter(first).count() as u16
    }
}
