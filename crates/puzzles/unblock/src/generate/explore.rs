//! A cluster and its hardest start, for boards by the thousand.
//!
//! The same two searches as a [`Field`](crate::Field): all positions from one of them, then backwards
//! from the solved ones. Here nothing outlives the next board, so the memory is used again, and a
//! caller can give up in the middle: generators look at thousands of small clusters each second and
//! drop nearly all of them. Limits: boards whose positions fit 64 bits.

use ingenio_core::Cancel;

use crate::confine::confine;
use crate::level::{Axis, Level};
use crate::play::Position;
use crate::solve::bits::{Key, Mask, Small};
use crate::solve::board::{Board, Node, Slide, key_bits};

const EMPTY: u32 = u32::MAX;
const UNKNOWN: u16 = u16::MAX;
/// Slots of the hash table when a search begins.
const FIRST: usize = 1 << 10;
/// Positions between two looks at the flag.
const LOOK: usize = 1 << 13;

/// A board ready to be explored.
#[derive(Debug)]
pub struct Ground {
    pub board: Board<Small>,
    /// Does the piece of each slot lie across?
    across: Vec<bool>,
}

impl Ground {
    /// Nothing if the positions of the level do not fit.
    pub fn new(level: &Level) -> Option<Self> {
        let ranges = confine(level, &level.offsets());
        if level.size().cells() > 64 || key_bits(&ranges, 64) > 64 {
            return None;
        }
        let board = Board::<Small>::new(level);
        let lies_across = |piece: usize| level.pieces()[piece].axis == Axis::Across;
        let across = board.slots.iter().map(|slot| lies_across(slot.piece)).collect();
        Some(Ground { board, across })
    }

    /// The pieces of the level that no slide of a solution moves, the last one first; never the target.
    pub fn resting(&self, level: &Level, slides: &[Slide]) -> Vec<usize> {
        let moved: Vec<usize> =
            slides.iter().map(|slide| self.board.slots[usize::from(slide.slot)].piece).collect();
        (1..level.pieces().len()).rev().filter(|piece| !moved.contains(piece)).collect()
    }

    /// The order of positions: by the cells covered across, then by those covered down, the last
    /// cell of the board counting most. Sliding any piece left or up gives a smaller position.
    pub fn rank(&self, key: u64) -> (u64, u64) {
        let mut rank = (0, 0);
        for (slot, across) in self.across.iter().enumerate() {
            let cells = self.board.cells(key, slot);
            let side = if *across { &mut rank.0 } else { &mut rank.1 };
            *side = side.union(cells);
        }
        rank
    }
}

/// The hardest position of a cluster; of several, the smallest by [`Ground::rank`].
#[derive(Clone, Debug)]
pub struct Hardest {
    pub distance: u32,
    pub position: Position,
    /// One optimal solution.
    pub slides: Vec<Slide>,
    /// How large the cluster is.
    pub positions: usize,
}

/// Memory for one cluster after the other.
#[derive(Debug)]
pub struct Explorer {
    capacity: usize,
    cancel: Cancel,
    /// The positions in the order in which they were found.
    nodes: Vec<Node<Small>>,
    distances: Vec<u16>,
    /// Where each position stands in the hash table.
    homes: Vec<u32>,
    /// Numbers of positions; as many slots as `mask` says are in use.
    table: Vec<u32>,
    mask: usize,
    /// Positions to expand backwards.
    queue: Vec<u32>,
}

impl Explorer {
    /// For clusters of at most so many positions; everything ends without a result once it is cancelled.
    pub fn new(capacity: usize, cancel: Cancel) -> Self {
        let (nodes, distances, homes, queue) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Explorer {
            capacity,
            cancel,
            nodes,
            distances,
            homes,
            table: vec![EMPTY; FIRST],
            mask: FIRST - 1,
            queue,
        }
    }

    /// The hardest position of a cluster that has a solved one; nothing if it has more than `most`
    /// positions or a solved position is refused.
    pub fn hardest(
        &mut self,
        ground: &Ground,
        most: usize,
        mut accept: impl FnMut(u64) -> bool,
    ) -> Option<Hardest> {
        let board = &ground.board;
        let accept = |key| !board.is_solved(key) || accept(key);
        if !self.enumerate(board, most.min(self.capacity), accept) || !self.measure(board) {
            return None;
        }
        let distance = u32::from(self.distances[*self.queue.last()? as usize]);
        let last = self.queue.iter().rev().map(|at| *at as usize);
        let last = last.take_while(|at| u32::from(self.distances[*at]) == distance);
        let key = last.map(|at| self.nodes[at].key).min_by_key(|key| ground.rank(*key))?;
        let (position, slides) = (board.unpack(key), self.descend(board, key));
        Some(Hardest { distance, position, slides, positions: self.nodes.len() })
    }

    /// How many moves it takes from the start of a board; nothing if it is not found out.
    pub fn distance(&mut self, board: &Board<Small>) -> Option<u32> {
        self.clear();
        self.reach(board.root(board.start));
        let (mut next, mut depth) = (0, 1);
        while next < self.nodes.len() {
            let layer = self.nodes.len();
            while next < layer {
                let node = self.nodes[next];
                if board.last_slide(node.key, node.occupied).is_some() {
                    return Some(depth);
                }
                board.expand::<false>(&node, |child, _| self.reach(child));
                next += 1;
            }
            if self.nodes.len() > self.capacity || self.is_cancelled(LOOK) {
                return None;
            }
            depth += 1;
        }
        None
    }

    /// Looks at the flag now and then.
    #[inline]
    fn is_cancelled(&self, step: usize) -> bool {
        step.is_multiple_of(LOOK) && self.cancel.is_cancelled()
    }

    fn clear(&mut self) {
        self.homes.drain(..).for_each(|home| self.table[home as usize] = EMPTY);
        self.nodes.clear();
        self.mask = FIRST - 1;
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self) {
        self.homes.drain(..).for_each(|home| self.table[home as usize] = EMPTY);
        self.mask = self.mask * 2 + 1;
        if self.table.len() <= self.mask {
            self.table.resize(self.mask + 1, EMPTY);
        }
        for number in 0..self.nodes.len() {
            let home = self.seek(self.nodes[number].key);
            self.table[home] = number as u32;
            self.homes.push(home as u32);
        }
    }

    /// Adds a position unless it is known.
    #[inline]
    fn reach(&mut self, node: Node<Small>) {
        let home = self.seek(node.key);
        if self.table[home] == EMPTY {
            self.table[home] = self.nodes.len() as u32;
            self.homes.push(home as u32);
            self.nodes.push(node);
            if self.nodes.len() * 2 > self.mask {
                self.grow();
            }
        }
    }

    /// The slot of a position, or the empty one where it belongs.
    #[inline]
    fn seek(&self, key: u64) -> usize {
        let mut at = (key.mix() >> 32) as usize & self.mask;
        while self.table[at] != EMPTY && self.nodes[self.table[at] as usize].key != key {
            at = (at + 1) & self.mask;
        }
        at
    }

    /// Finds all positions; gives up where there are too many or one is refused.
    fn enumerate(&mut self, board: &Board<Small>, most: usize, mut accept: impl FnMut(u64) -> bool) -> bool {
        self.clear();
        self.reach(board.root(board.start));
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            if self.nodes.len() > most || !accept(node.key) || self.is_cancelled(next) {
                return false;
            }
            board.expand::<false>(&node, |child, _| self.reach(child));
            next += 1;
        }
        true
    }

    /// Measures every distance backwards from the solved positions; is there any?
    fn measure(&mut self, board: &Board<Small>) -> bool {
        self.distances.clear();
        self.distances.resize(self.nodes.len(), UNKNOWN);
        self.queue.clear();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            if board.is_solved(node.key) {
                self.distances[at] = 0;
                *node = board.root(node.key);
                self.queue.push(at as u32);
            }
        }
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            if self.is_cancelled(next) {
                return false;
            }
            let (node, distance) = (self.nodes[at as usize], self.distances[at as usize] + 1);
            board.expand::<false>(&node, |child, _| {
                let number = self.table[self.seek(child.key)];
                let known = &mut self.distances[number as usize];
                if *known == UNKNOWN {
                    *known = distance;
                    self.nodes[number as usize].trail = child.trail;
                    self.queue.push(number);
                }
            });
            next += 1;
        }
        !self.queue.is_empty()
    }

    /// A shortest way from a measured position to a solved one.
    fn descend(&self, board: &Board<Small>, mut key: u64) -> Vec<Slide> {
        let at = |key: u64| self.distances[self.table[self.seek(key)] as usize];
        let mut slides = Vec::new();
        while at(key) > 0 {
            let (wanted, mut nearer) = (at(key) - 1, None);
            board.slides::<false>(key, |child, slide| {
                if nearer.is_none() && at(child.key) == wanted {
                    nearer = Some((child.key, slide));
                }
            });
            let (next, slide) = nearer.expect("every position has a nearer one");
            slides.push(slide);
            key = next;
        }
        slides
    }
}
