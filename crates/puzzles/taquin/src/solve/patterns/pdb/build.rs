//! Builds the table of one pattern: breadth-first search from the goal over all blocks and orders,
//! layer by layer, where only moves of the group's own tiles count. Advanced in slices.
//!
//! Each such move moves one tile to a neighbouring cell, so the distances of neighbours differ by
//! exactly one, and whoever knows a distance knows its neighbour's from one bit: bit 1 of the
//! distance. That bit is all that is kept (Clausecker 2017 calls it a bit PDB).

use std::sync::Arc;

use super::maps::{moves_into, next_map};
use super::{Geometry, Key, jump};

#[derive(Debug)]
pub struct Builder {
    geometry: Arc<Geometry>,
    key: Key,
    /// Distance + 1 by block and order; 0 where nobody has been.
    distances: Vec<u8>,
    /// By block, the last layer in which something of it was reached.
    reached: Vec<u8>,
    layer: u8,
    map: Option<u64>,
    block: usize,
    grown: bool,
    /// Entries that were reached.
    filled: usize,
    frontier: Vec<u16>,
    packed: Vec<u8>,
    packing: bool,
}

/// Entries that are packed as one unit of work.
const PACK: usize = 1 << 16;

impl Builder {
    pub fn new(geometry: Arc<Geometry>, key: Key) -> Self {
        let (blocks, orders) = (geometry.maps.blocks(), geometry.orders.count());
        let mut builder = Builder {
            distances: vec![0; blocks * orders],
            reached: vec![0; blocks],
            layer: 1,
            map: None,
            block: 0,
            grown: false,
            filled: 1,
            frontier: Vec::new(),
            packed: Vec::new(),
            packing: false,
            geometry,
            key,
        };
        let goal = builder.geometry.maps.block(key.goal, u32::from(key.blank));
        builder.distances[goal * orders] = 1;
        builder.reached[goal] = 1;
        builder.map = Some(builder.first_map());
        builder
    }

    pub fn bytes(&self) -> u64 {
        (self.distances.len() + self.reached.len() + self.packed.capacity()) as u64
    }

    /// The share of the entries that are known.
    pub fn ready(&self) -> f64 {
        self.filled as f64 / self.distances.len() as f64
    }

    fn first_map(&self) -> u64 {
        (1 << self.key.goal.count_ones()) - 1
    }

    /// Does one unit of work; hands over the table when it is done.
    pub fn work(&mut self) -> Option<Vec<u8>> {
        if !self.packing {
            self.expand_map();
        } else if self.pack() {
            return Some(std::mem::take(&mut self.packed));
        }
        None
    }

    /// Expands what of one map was reached in the last layer.
    fn expand_map(&mut self) {
        let Some(map) = self.map else { return self.next_layer() };
        let geometry = self.geometry.clone();
        for region in geometry.maps.regions(map) {
            if self.reached[self.block] == self.layer {
                self.expand_block(&geometry, map, region);
            }
            self.block += 1;
        }
        self.map = next_map(map).filter(|next| next >> geometry.size.cells() == 0);
    }

    fn expand_block(&mut self, geometry: &Geometry, map: u64, region: u64) {
        let orders = geometry.orders.count();
        let own = &self.distances[self.block * orders..][..orders];
        self.frontier.clear();
        for (at, chunk) in own.chunks(32).enumerate() {
            if chunk.contains(&self.layer) {
                let found = (0..chunk.len()).filter(|offset| chunk[*offset] == self.layer);
                self.frontier.extend(found.map(|offset| (at * 32 + offset) as u16));
            }
        }
        if self.frontier.is_empty() {
            return;
        }
        for (from, to) in moves_into(geometry.size, map, region) {
            self.expand_move(geometry, map, from, to);
        }
    }

    fn expand_move(&mut self, geometry: &Geometry, map: u64, from: usize, to: usize) {
        let after = map ^ (1 << from) ^ (1 << to);
        let block = geometry.maps.block(after, from as u32);
        let orders = geometry.orders.count();
        let target = &mut self.distances[block * orders..][..orders];
        let place = (map & ((1 << from) - 1)).count_ones() as usize;
        let after = geometry.orders.all_after(place, jump(after, from, to));
        let next = self.layer + 1;
        let mut filled = 0;
        for order in &self.frontier {
            let entry = &mut target[usize::from(after[usize::from(*order)])];
            // Without a branch: nobody can foresee who was here before.
            filled += usize::from(*entry == 0);
            *entry = if *entry == 0 { next } else { *entry };
        }
        self.filled += filled;
        if filled > 0 {
            self.reached[block] = next;
            self.grown = true;
        }
    }

    fn next_layer(&mut self) {
        self.packing = !self.grown;
        (self.layer, self.grown, self.block) = (self.layer + 1, false, 0);
        self.map = Some(self.first_map());
        if self.packing {
            self.packed.reserve_exact(self.distances.len().div_ceil(8));
        }
    }

    /// Packs some more entries; true when all are packed.
    fn pack(&mut self) -> bool {
        let begin = self.packed.len() * 8;
        let end = (begin + PACK).min(self.distances.len());
        for eight in self.distances[begin..end].chunks(8) {
            let bit = |distance: u8| distance.wrapping_sub(1) >> 1 & 1;
            let byte = eight.iter().rev().fold(0, |byte, distance| byte << 1 | bit(*distance));
            self.packed.push(byte);
        }
        end == self.distances.len()
    }
}
