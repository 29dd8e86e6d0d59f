//! Boards packed for remembering: 4 bits a cell in 64 bits (up to 16 cells), 5 bits a cell in 128
//! bits (up to 25), and 16 bits a cell on the heap for all others.

use std::hash::Hash;

use crate::level::{BLANK, Tile};

pub trait Board: Clone + Eq + Hash + Send + 'static {
    fn pack(tiles: &[Tile]) -> Self;
    fn tile(&self, cell: usize) -> Tile;
    fn blank(&self) -> usize;
    /// The board after the tile at `from` went to the blank at `to`.
    fn slid(&self, from: usize, to: usize) -> Self;
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl Board for u64 {
    fn pack(tiles: &[Tile]) -> Self {
        tiles.iter().rev().fold(0, |board, tile| (board << 4) | u64::from(*tile))
    }

    #[inline]
    fn tile(&self, cell: usize) -> Tile {
        ((self >> (4 * cell)) & 15) as Tile
    }

    /// The lowest field that is zero: borrow from each field, keep those that were clear.
    #[inline]
    fn blank(&self) -> usize {
        const LOW: u64 = 0x1111_1111_1111_1111;
        ((self.wrapping_sub(LOW) & !self & (LOW << 3)).trailing_zeros() / 4) as usize
    }

    #[inline]
    fn slid(&self, from: usize, to: usize) -> Self {
        let tile = (self >> (4 * from)) & 15;
        self ^ (tile << (4 * from)) ^ (tile << (4 * to))
    }
}

impl Board for u128 {
    fn pack(tiles: &[Tile]) -> Self {
        tiles.iter().rev().fold(0, |board, tile| (board << 5) | u128::from(*tile))
    }

    #[inline]
    fn tile(&self, cell: usize) -> Tile {
        ((self >> (5 * cell)) & 31) as Tile
    }

    #[inline]
    fn blank(&self) -> usize {
        const LOW: u128 = every_fifth_bit();
        ((self.wrapping_sub(LOW) & !self & (LOW << 4)).trailing_zeros() / 5) as usize
    }

    #[inline]
    fn slid(&self, from: usize, to: usize) -> Self {
        let tile = (self >> (5 * from)) & 31;
        self ^ (tile << (5 * from)) ^ (tile << (5 * to))
    }
}

const fn every_fifth_bit() -> u128 {
    let mut bits = 0;
    let mut cell = 0;
    while cell < 25 {
        bits |= 1 << (5 * cell);
        cell += 1;
    }
    bits
}

impl Board for Box<[Tile]> {
    fn pack(tiles: &[Tile]) -> Self {
        tiles.into()
    }

    fn tile(&self, cell: usize) -> Tile {
        self[cell]
    }

    fn blank(&self) -> usize {
        self.iter().position(|tile| *tile == BLANK).expect("every board has a blank")
    }

    fn slid(&self, from: usize, to: usize) -> Self {
        let mut board = self.clone();
        board.swap(from, to);
        board
    }

    fn heap_bytes(&self) -> usize {
        // What the allocator adds to a block of this size, rounded up to its grain.
        (size_of_val::<[Tile]>(self) + 8).next_multiple_of(16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Rng;

    fn check<B: Board>(cells: usize) {
        let mut rng = Rng::new(cells as u64);
        for _ in 0..200 {
            let mut tiles: Vec<Tile> = (0..cells as Tile).collect();
            rng.shuffle(&mut tiles);
            let board = B::pack(&tiles);
            let blank = tiles.iter().position(|tile| *tile == BLANK).unwrap();
            assert_eq!(board.blank(), blank);
            assert!((0..cells).all(|cell| board.tile(cell) == tiles[cell]));
            let from = (blank + 1) % cells;
            let slid = board.slid(from, blank);
            tiles.swap(from, blank);
            assert!(slid == B::pack(&tiles));
        }
    }

    #[test]
    fn packing_keeps_every_tile() {
        (4..=16).for_each(check::<u64>);
        (4..=25).for_each(check::<u128>);
        [4, 36, 900].into_iter().for_each(check::<Box<[Tile]>>);
    }
}
