//! What stands in the way of the next step of the plan.
//!
//! Which box could fill the next square most cheaply if others could be passed at a price? The boxes
//! passed on that way, by the box, by the player behind it or on his walk to the first push, should go
//! first. Found by Dijkstra's algorithm over (square, next push), backwards from the square.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::board::blocks::Blocks;
use crate::board::maze::Maze;
use crate::board::reach::Reach;
use crate::board::{DIRS, Square, opposite};

/// What passing a box counts, in pushes. Chosen by hand.
const IN_THE_WAY: u32 = 10;

const NOT_SEEN: u32 = u32::MAX;

/// A square and the direction of the next push from it, as one number.
type Place = u32;

fn place(square: Square, dir: usize) -> Place {
    u32::from(square) * 4 + dir as u32
}

fn taken_apart(place: Place) -> (Square, usize) {
    ((place / 4) as Square, place as usize % 4)
}

#[derive(Clone, Debug)]
pub struct Clear {
    /// Of the board without boxes.
    blocks: Blocks,
    cost: Vec<u32>,
    next: Vec<Place>,
    open: BinaryHeap<Reverse<(u32, Place)>>,
    walk: VecDeque<Square>,
    /// Squares that the way needs.
    needed: Vec<bool>,
    /// Boxes that stand on them.
    blockers: Vec<Square>,
}

/// The position that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    pub maze: &'a Maze,
    pub occupied: &'a [bool],
    /// Boxes that stand where the plan wants them.
    pub placed: &'a [bool],
    pub reach: &'a Reach,
}

impl Board<'_> {
    fn price(&self, square: Square) -> u32 {
        if self.occupied[usize::from(square)] { IN_THE_WAY } else { 0 }
    }

    fn has_loose_box(&self, square: Square) -> bool {
        self.occupied[usize::from(square)] && !self.placed[usize::from(square)]
    }
}

impl Clear {
    pub fn new(maze: &Maze) -> Self {
        let mut blocks = Blocks::new(maze);
        blocks.find(maze, &maze.empty());
        Clear {
            blocks,
            cost: vec![NOT_SEEN; maze.count * 4],
            next: vec![NOT_SEEN; maze.count * 4],
            open: BinaryHeap::new(),
            walk: VecDeque::new(),
            needed: vec![false; maze.count + 1],
            blockers: Vec::new(),
        }
    }

    /// Finds what stands in the way to a square; false if nothing can come there.
    pub fn look(&mut self, board: Board<'_>, target: Square, source: Option<Square>) -> bool {
        self.needed.fill(false);
        self.blockers.clear();
        let Some(first) = self.cheapest(board, target, source) else { return false };
        self.follow(board, first, target);
        let (square, dir) = taken_apart(first);
        self.walk_to(board, board.maze.next(square, opposite(dir)));
        self.blockers.retain(|blocker| *blocker != square);
        true
    }

    /// Would this move take a box out of the way?
    pub fn clears(&self, from: Square, to: Square) -> bool {
        self.blockers.contains(&from) && !self.needed[usize::from(to)]
    }

    /// The first push of the cheapest way.
    fn cheapest(&mut self, board: Board<'_>, target: Square, source: Option<Square>) -> Option<Place> {
        self.cost.fill(NOT_SEEN);
        self.open.clear();
        for dir in DIRS {
            self.reach_by(board, (target, 0), dir, NOT_SEEN);
        }
        let mut best: Option<(u32, Place)> = None;
        while let Some(Reverse((cost, at))) = self.open.pop() {
            if best.is_some_and(|(least, _)| least <= cost) {
                break;
            }
            let (square, dir) = taken_apart(at);
            if cost > self.cost[at as usize] {
                continue;
            }
            let fits = source.map_or_else(|| board.has_loose_box(square), |source| source == square);
            if fits {
                let reached = board.reach.contains(board.maze.next(square, opposite(dir)));
                let total = cost + if reached { 0 } else { IN_THE_WAY };
                best = Some(best.map_or((total, at), |best| best.min((total, at))));
            }
            let joined = self.blocks.joined(board.maze, square, opposite(dir));
            for dir in DIRS.into_iter().filter(|dir| joined >> opposite(*dir) & 1 != 0) {
                self.reach_by(board, (square, cost + board.price(square)), dir, at);
            }
        }
        best.map(|(_, at)| at)
    }

    /// The push by which a box comes to a square, from where it goes on at this cost.
    fn reach_by(&mut self, board: Board<'_>, (to, cost): (Square, u32), dir: usize, next: Place) {
        let from = board.maze.next(to, opposite(dir));
        let player = board.maze.next(from, opposite(dir));
        if board.maze.is_wall(from) || board.maze.is_wall(player) {
            return;
        }
        let cost = cost + 1 + board.price(player);
        let at = place(from, dir);
        if cost < self.cost[at as usize] {
            self.cost[at as usize] = cost;
            self.next[at as usize] = next;
            self.open.push(Reverse((cost, at)));
        }
    }

    /// Marks the squares of the way.
    fn follow(&mut self, board: Board<'_>, first: Place, target: Square) {
        let mut at = first;
        while at != NOT_SEEN {
            let (square, dir) = taken_apart(at);
            self.need(board, square);
            self.need(board, board.maze.next(square, opposite(dir)));
            at = self.next[at as usize];
        }
        self.need(board, target);
    }

    fn need(&mut self, board: Board<'_>, square: Square) {
        if !self.needed[usize::from(square)] {
            self.needed[usize::from(square)] = true;
            if board.occupied[usize::from(square)] {
                self.blockers.push(square);
            }
        }
    }

    /// Marks the boxes on the player's walk to a square, as few as possible.
    fn walk_to(&mut self, board: Board<'_>, target: Square) {
        if board.reach.contains(target) {
            return;
        }
        self.cost.fill(NOT_SEEN);
        self.walk.clear();
        self.walk.push_back(target);
        self.cost[usize::from(target)] = 0;
        while let Some(square) = self.walk.pop_front() {
            if board.reach.contains(square) {
                return self.walk_back(board, square);
            }
            let cost = self.cost[usize::from(square)];
            for next in board.maze.step[usize::from(square)] {
                let at = usize::from(next);
                if board.maze.is_wall(next) || self.cost[at] != NOT_SEEN {
                    continue;
                }
                self.next[at] = u32::from(square);
                self.cost[at] = cost + board.price(next);
                if board.occupied[at] { self.walk.push_back(next) } else { self.walk.push_front(next) }
            }
        }
    }

    fn walk_back(&mut self, board: Board<'_>, from: Square) {
        let mut square = from;
        while self.cost[usize::from(square)] > 0 {
            square = self.next[usize::from(square)] as Square;
            self.need(board, square);
        }
    }
}
