//! Builds the table of one pattern: breadth-first search from the goal over all placements, layer by
//! layer, one byte each; packed to two bits at the end. Advanced in slices.

use ingenio_core::Dir;

use super::Key;
use super::places::{MOST_TILES, Places};
use crate::solve::deepening::paths::Paths;
use crate::solve::modulo_3;

/// Placements of the tiles that are looked at as one unit of work.
const BLOCKS: usize = 128;
const NOBODY: u8 = u8::MAX;

#[derive(Debug)]
pub struct Builder {
    places: Places,
    paths: Paths,
    /// Distance + 1; 0 where nobody has been.
    distances: Vec<u8>,
    layer: u8,
    /// The placement that comes next.
    block: usize,
    /// Entries reached, and how many when the layer began.
    filled: usize,
    before: usize,
    packed: Vec<u8>,
    packing: bool,
}

impl Builder {
    pub fn new(key: Key) -> Self {
        let places = key.places();
        let mut distances = vec![0; places.entries() as usize];
        distances[places.entry(key.placed(), key.blank)] = 1;
        Builder {
            places,
            paths: Paths::new(key.size),
            distances,
            layer: 1,
            block: 0,
            filled: 1,
            before: 0,
            packed: Vec::new(),
            packing: false,
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.distances.len() + self.packed.capacity()) as u64
    }

    /// The share of the entries that are known.
    pub fn ready(&self) -> f64 {
        self.filled as f64 / self.distances.len() as f64
    }

    /// Does one unit of work; hands over the table when it is done.
    pub fn work(&mut self) -> Option<Vec<u8>> {
        if self.packing {
            let all = modulo_3::pack(&self.distances, &mut self.packed);
            return all.then(|| std::mem::take(&mut self.packed));
        }
        let blanks = self.places.blanks();
        let end = (self.block + BLOCKS).min(self.distances.len() / blanks);
        for block in self.block..end {
            if self.distances[block * blanks..][..blanks].contains(&self.layer) {
                self.expand(block);
            }
        }
        self.block = end;
        if end * blanks == self.distances.len() {
            self.next_layer();
        }
        None
    }

    /// Expands what a placement of the tiles has of this layer.
    fn expand(&mut self, block: usize) {
        let placed = self.places.placed(block);
        let mut here = [NOBODY; 64];
        for label in 0..self.places.tiles.min(MOST_TILES) {
            here[usize::from(placed.cell(label)) & 63] = label as u8;
        }
        let free = (0..self.places.cells).filter(|cell| here[*cell] == NOBODY);
        for (digit, blank) in free.enumerate() {
            if self.distances[block * self.places.blanks() + digit] != self.layer {
                continue;
            }
            for dir in Dir::ALL {
                let (mut at, mut after, mut number) = (blank as u8, placed, block);
                for _ in 0..self.paths.room(at, dir) {
                    let next = self.paths.next(at, dir);
                    let label = here[usize::from(next) & 63];
                    if label != NOBODY {
                        after = after.with(usize::from(label), at);
                        number = self.places.number(after);
                    }
                    at = next;
                    let entry = number * self.places.blanks() + Places::digit(after, at);
                    let distance = &mut self.distances[entry];
                    self.filled += usize::from(*distance == 0);
                    *distance = if *distance == 0 { self.layer + 1 } else { *distance };
                }
            }
        }
    }

    fn next_layer(&mut self) {
        self.packing = self.filled == self.before;
        (self.before, self.block, self.layer) = (self.filled, 0, self.layer + 1);
    }
}
