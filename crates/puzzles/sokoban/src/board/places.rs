//! Can every box have a goal of its own that it can be pushed to? The question of the cheapest assignment
//! without its price: goals as bits, and boxes that make room for each other.

use std::sync::Arc;

use super::Square;
use super::distance::{Distances, NEVER, Sides};
use super::maze::Maze;

const NOBODY: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct Places {
    sides: Arc<Sides>,
    /// 64-bit words for all goals.
    words: usize,
    /// For each square and side of the player, the goals that a box can be pushed to from there, as bits.
    ways: Vec<u64>,
    /// Where the ways of each box of the position in hand begin.
    rows: Vec<usize>,
    /// The box that has each goal.
    holder: Vec<u16>,
    /// Has every box a goal?
    is_whole: bool,
    before: Vec<u16>,
    tried: Vec<u64>,
}

impl Places {
    pub fn new(maze: &Maze, sides: &Arc<Sides>, distances: &Distances) -> Self {
        let words = maze.goals.len().div_ceil(64).max(1);
        let mut ways = vec![0; maze.count * 4 * words];
        for (at, ways) in ways.chunks_exact_mut(words).enumerate() {
            let row = distances.row(distances.row_start((at / 4) as Square, at % 4));
            for (goal, _) in row.iter().enumerate().filter(|(_, far)| **far != NEVER) {
                ways[goal / 64] |= 1 << (goal % 64);
            }
        }
        Places {
            sides: sides.clone(),
            words,
            ways,
            rows: Vec::new(),
            holder: vec![NOBODY; maze.goals.len()],
            is_whole: false,
            before: Vec::new(),
            tried: vec![0; words],
        }
    }

    fn row(&self, square: Square, player: Square) -> usize {
        (usize::from(square) * 4 + self.sides.of(square, player)) * self.words
    }

    /// Gives every box of a position a goal; false if that cannot be.
    pub fn of(&mut self, state: &[Square]) -> bool {
        let Some((player, boxes)) = state.split_last() else { return true };
        self.rows.clear();
        for square in boxes {
            self.rows.push(self.row(*square, *player));
        }
        self.is_whole = self.assign();
        self.is_whole
    }

    /// Would every box have a goal if one of them went to a square and the player stood by it? The ways of
    /// the others stay: the player never crosses another box.
    pub fn has_place(&mut self, which: usize, square: Square, player: Square) -> bool {
        let row = self.row(square, player);
        let own = self.holder.iter().position(|box_there| usize::from(*box_there) == which);
        if self.is_whole && own.is_some_and(|goal| self.leads(row, goal)) {
            return true;
        }
        self.before.clone_from(&self.holder);
        let kept = std::mem::replace(&mut self.rows[which], row);
        let found = match own.filter(|_| self.is_whole) {
            Some(goal) => {
                self.holder[goal] = NOBODY;
                self.begin();
                self.place(which)
            }
            None => self.assign(),
        };
        self.rows[which] = kept;
        std::mem::swap(&mut self.before, &mut self.holder);
        found
    }

    fn assign(&mut self) -> bool {
        self.holder.fill(NOBODY);
        (0..self.rows.len()).all(|which| {
            self.begin();
            self.place(which)
        })
    }

    fn begin(&mut self) {
        self.tried.fill(0);
    }

    fn leads(&self, row: usize, goal: usize) -> bool {
        self.ways[row + goal / 64] >> (goal % 64) & 1 != 0
    }

    /// Gives a box a goal, others making room if need be.
    fn place(&mut self, which: usize) -> bool {
        for word in 0..self.words {
            loop {
                let left = self.ways[self.rows[which] + word] & !self.tried[word];
                if left == 0 {
                    break;
                }
                self.tried[word] |= left & left.wrapping_neg();
                let goal = word * 64 + left.trailing_zeros() as usize;
                let there = self.holder[goal];
                if there == NOBODY || self.place(usize::from(there)) {
                    self.holder[goal] = which as u16;
                    return true;
                }
            }
        }
        false
    }

    pub fn bytes(&self) -> u64 {
        self.ways.len() as u64 * 8
    }
}
