//! Builds a distance table: breadth-first search from the goal over all positions, layer by layer,
//! one byte each; packed to two bits at the end. Advanced in slices.
//!
//! Moves: every position of a layer is expanded once. Slides: the layer is swept once in each
//! direction, from one end of the lines to the other, and every position that is entered is marked,
//! so that the sweep carries it on from there.

use std::sync::Arc;

use ingenio_core::Dir;

use super::index::Orders;
use crate::solve::modulo_3;

/// Positions that are looked at together.
const CHUNK: usize = 1 << 12;

/// In a byte: the sweep goes on from here. The other bits are the distance + 1, or 0.
const CARRY: u8 = 128;

#[derive(Debug)]
pub struct Builder {
    orders: Arc<Orders>,
    slides: bool,
    /// By cell of the blank and by order.
    distances: Vec<u8>,
    chunks: usize,
    /// By cell and chunk: is something of this layer there, of the next one, of the sweep?
    now: Vec<bool>,
    next: Vec<bool>,
    carried: Vec<bool>,
    /// The sweep, the cell's place in it, and the chunk that come next.
    at: (usize, usize, usize),
    layer: u8,
    frontier: Vec<u32>,
    /// How many positions lie at each distance.
    pub counts: Vec<u64>,
    packed: Vec<u8>,
    packing: bool,
}

impl Builder {
    pub fn new(orders: Arc<Orders>, cells: usize, goal: usize, slides: bool) -> Self {
        let count = orders.count as usize;
        let chunks = count.div_ceil(CHUNK);
        let mut builder = Builder {
            slides,
            distances: vec![0; cells * count],
            chunks,
            now: vec![false; cells * chunks],
            next: vec![false; cells * chunks],
            carried: vec![false; cells * chunks],
            at: (0, 0, 0),
            layer: 1,
            frontier: Vec::new(),
            counts: vec![1, 0],
            packed: Vec::new(),
            packing: false,
            orders,
        };
        builder.distances[goal * count] = 1;
        builder.now[goal * chunks] = true;
        builder
    }

    pub fn bytes(&self) -> u64 {
        (self.distances.len() + 3 * self.now.len() + self.packed.capacity()) as u64
    }

    /// Does one unit of work; hands over the table when it is done.
    pub fn work(&mut self) -> Option<Vec<u8>> {
        if !self.packing {
            self.expand();
        } else if modulo_3::pack(&self.distances, &mut self.packed) {
            return Some(std::mem::take(&mut self.packed));
        }
        None
    }

    /// Expands the next chunk that has something of this layer.
    fn expand(&mut self) {
        let cells = self.now.len() / self.chunks;
        let sweeps = if self.slides { 4 } else { 1 };
        while self.at.0 < sweeps {
            let (sweep, place, chunk) = self.at;
            let dir = Dir::ALL[sweep];
            // A sweep begins at the end from which its direction leads away.
            let back = self.slides && matches!(dir, Dir::Up | Dir::Left);
            let cell = if back { cells - 1 - place } else { place };
            self.at = match (chunk + 1 == self.chunks, place + 1 == cells) {
                (false, _) => (sweep, place, chunk + 1),
                (true, false) => (sweep, place + 1, 0),
                (true, true) => (sweep + 1, 0, 0),
            };
            let slot = cell * self.chunks + chunk;
            if self.now[slot] || self.carried[slot] {
                return self.expand_chunk(
                    cell,
                    chunk,
                    if self.slides { &Dir::ALL[sweep..=sweep] } else { &Dir::ALL },
                );
            }
        }
        self.next_layer();
    }

    fn expand_chunk(&mut self, cell: usize, chunk: usize, dirs: &[Dir]) {
        let count = self.orders.count as usize;
        let (begin, end) = (chunk * CHUNK, ((chunk + 1) * CHUNK).min(count));
        self.frontier.clear();
        for (at, part) in self.distances[cell * count..][begin..end].chunks_mut(32).enumerate() {
            let active = |value: u8| value & CARRY != 0 || value == self.layer;
            // Without a branch for each, most parts are passed over at once.
            if part.iter().fold(false, |any, value| any | active(*value)) {
                for (offset, value) in part.iter_mut().enumerate().filter(|(_, value)| active(**value)) {
                    *value &= !CARRY;
                    self.frontier.push((begin + at * 32 + offset) as u32);
                }
            }
        }
        self.carried[cell * self.chunks + chunk] = false;
        for dir in dirs {
            self.move_frontier(cell, *dir);
        }
    }

    fn move_frontier(&mut self, cell: usize, dir: Dir) {
        let orders = self.orders.clone();
        let Some(action) = orders.move_of(cell, dir) else { return };
        let targets = &mut self.distances[action.to * orders.count as usize..][..orders.count as usize];
        let flags = action.to * self.chunks..(action.to + 1) * self.chunks;
        let (next, carried) = (&mut self.next[flags.clone()], &mut self.carried[flags]);
        let (carry, fresh) = (if self.slides { CARRY } else { 0 }, self.layer + 1);
        let mut reached = 0;
        for order in &self.frontier {
            let after = orders.after(action, *order) as usize;
            let entry = &mut targets[after];
            let new = *entry & !CARRY == 0;
            *entry = carry | if new { fresh } else { *entry };
            reached += u64::from(new);
            next[after / CHUNK] |= new;
            carried[after / CHUNK] |= self.slides;
        }
        *self.counts.last_mut().expect("there is a next layer") += reached;
    }

    fn next_layer(&mut self) {
        self.at = (0, 0, 0);
        self.layer += 1;
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.fill(false);
        if self.counts.last() == Some(&0) {
            self.counts.pop();
            self.packing = true;
        } else {
            self.counts.push(0);
        }
    }
}
