//! Where the tiles of a group stand, as numbers: a map is the set of cells they take. Maps are
//! numbered in order of their bit patterns (the combinatorial number system). The cells outside of a
//! map fall into regions in which the blank walks without moving a tile of the group; each pair of
//! map and region is a block of the table.

use ingenio_core::{Dir, Size};

/// Maps are words of 64 bits, and regions of all cells of a map fit into 98 bits.
pub const MOST_CELLS: usize = 49;
pub const MOST_TILES: usize = 8;

/// The first block of a map stands above the regions of its cells.
const BASE_SHIFT: u32 = 98;

#[derive(Debug)]
pub struct Maps {
    size: Size,
    /// Bits that number the region of a cell.
    bits: u32,
    /// By byte of the map, by tiles below that byte: what it adds to the number of the map (28 bits),
    /// and the tiles up to and with that byte (4 bits).
    parts: Vec<[u32; 256]>,
    bytes: usize,
    /// By map: the region of each cell, and the first block.
    entries: Vec<u128>,
    blocks: u32,
    /// The next map to number; nothing when all are.
    next: Option<u64>,
}

const COUNTS: usize = MOST_TILES + 1;

impl Maps {
    /// Without any map yet: [`Maps::grow`] adds them.
    pub fn new(size: Size, tiles: usize) -> Self {
        let bytes = size.cells().div_ceil(8);
        let parts = (0..bytes * COUNTS).map(|at| part(at / COUNTS, at % COUNTS)).collect();
        Maps {
            size,
            bits: (BASE_SHIFT / size.cells() as u32).min(4),
            parts,
            bytes,
            entries: Vec::with_capacity(binomial(size.cells(), tiles) as usize),
            blocks: 0,
            next: Some((1 << tiles) - 1),
        }
    }

    /// Numbers some more maps; true when all are numbered.
    pub fn grow(&mut self, count: u64) -> bool {
        for _ in 0..count {
            let Some(map) = self.next else { return true };
            let (regions, number) = self.number_regions(map);
            self.entries.push((u128::from(self.blocks) << BASE_SHIFT) | regions);
            self.blocks += number;
            self.next = next_map(map).filter(|next| next >> self.size.cells() == 0);
        }
        self.next.is_none()
    }

    pub const fn blocks(&self) -> usize {
        self.blocks as usize
    }

    /// The block of a map and the region around a cell outside of it.
    #[inline]
    pub fn block(&self, map: u64, cell: u32) -> usize {
        let entry = self.entries[self.number(map)];
        let region = (entry >> (cell * self.bits)) as u32 & ((1 << self.bits) - 1);
        (entry >> BASE_SHIFT) as usize + region as usize
    }

    #[inline]
    fn number(&self, map: u64) -> usize {
        let (mut number, mut count) = (0, 0);
        for byte in 0..self.bytes {
            let part = self.parts[byte * COUNTS + count][(map >> (8 * byte)) as usize & 255];
            number += part & 0x0fff_ffff;
            count = (part >> 28) as usize;
        }
        number as usize
    }

    /// The region of every cell outside of the map, and how many regions there are.
    fn number_regions(&self, map: u64) -> (u128, u32) {
        let (mut found, mut number) = (0, 0);
        for region in self.regions(map) {
            for cell in cells_of(region) {
                found |= u128::from(number) << (cell as u32 * self.bits);
            }
            number += 1;
        }
        (found, number)
    }

    /// The regions of a map, in the order of their blocks. If there are more than can be told
    /// apart, the last ones are taken for one: the blank may then jump between them, which makes
    /// distances smaller at most.
    pub fn regions(&self, map: u64) -> impl Iterator<Item = u64> + use<> {
        let (size, most) = (self.size, (1u32 << self.bits) - 1);
        let (mut free, mut number) = (!map & full(size), 0);
        std::iter::from_fn(move || {
            let first = (free != 0).then(|| free & free.wrapping_neg())?;
            let region = if number == most { free } else { flood(size, free, first) };
            free &= !region;
            number += 1;
            Some(region)
        })
    }
}

/// What a byte adds to the number of a map, given the tiles below it.
fn part(byte: usize, below: usize) -> [u32; 256] {
    std::array::from_fn(|bits| {
        let (mut number, mut count) = (0, below);
        for cell in (0..8).filter(|cell| bits >> cell & 1 == 1) {
            count += 1;
            number = u32::wrapping_add(number, binomial(8 * byte + cell, count) as u32);
        }
        // Maps with too many tiles are never asked for.
        (number & 0x0fff_ffff) | ((count.min(MOST_TILES) as u32) << 28)
    })
}

pub fn binomial(of: usize, choose: usize) -> u64 {
    (0..choose).fold(1, |product, at| product * of.saturating_sub(at) as u64 / (at as u64 + 1))
}

/// The next larger word with as many bits (Gosper).
pub const fn next_map(map: u64) -> Option<u64> {
    let low = map & map.wrapping_neg();
    let Some(ripple) = map.checked_add(low) else { return None };
    Some(ripple | (((map ^ ripple) >> 2) / low))
}

pub fn cells_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

fn full(size: Size) -> u64 {
    (1 << size.cells()) - 1
}

/// All cells of a set that can be reached from one of them.
fn flood(size: Size, set: u64, start: u64) -> u64 {
    let first_column = (0..size.height).fold(0, |column, row| column | 1 << (row * size.width));
    let last_column = first_column << (size.width - 1);
    let mut region = start;
    loop {
        let sideways = ((region & !last_column) << 1) | ((region & !first_column) >> 1);
        let wider = (region | sideways | (region << size.width) | (region >> size.width)) & set;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

/// The region of the complement of a map around a cell.
pub fn region_around(size: Size, map: u64, cell: usize) -> u64 {
    flood(size, !map & full(size), 1 << cell)
}

/// The moves of tiles of a map into the region of a block: the cell they leave, the cell they enter.
pub fn moves_into(size: Size, map: u64, region: u64) -> impl Iterator<Item = (usize, usize)> {
    let steps =
        move |from: usize| Dir::ALL.into_iter().filter_map(move |dir| Some((from, size.step(from, dir)?)));
    cells_of(map).flat_map(steps).filter(move |(_, to)| region >> to & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_numbered_without_gaps_and_regions_are_told_apart() {
        for (width, height, tiles) in [(4, 4, 6), (2, 5, 4), (3, 3, 8), (5, 5, 3), (2, 2, 1)] {
            let size = Size::new(width, height);
            let mut maps = Maps::new(size, tiles);
            while !maps.grow(100) {}
            let mut map = (1 << tiles) - 1;
            let mut block = 0;
            for number in 0..binomial(size.cells(), tiles) as usize {
                assert_eq!(maps.number(map), number);
                for region in maps.regions(map) {
                    assert!(cells_of(region).all(|cell| maps.block(map, cell as u32) == block));
                    block += 1;
                }
                map = next_map(map).unwrap();
            }
            assert_eq!(maps.blocks(), block);
            assert_eq!(map >> size.cells() & 1, 1, "that was the last map");
        }
    }
}
