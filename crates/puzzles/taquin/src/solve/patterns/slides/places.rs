//! Where the tiles of a group stand, and the blank, as one number. The placements of the tiles are
//! numbered digit by digit: each digit is the tile's cell, less the tiles before it that stand on
//! smaller ones. The blank is the last digit, so a slide that moves no tile of the group stays within
//! a block of neighbouring numbers.

/// Tiles of a group, a byte each.
pub const MOST_TILES: usize = 8;

/// The cells of a group's tiles, a byte each; 127 where there is no tile, which is above all cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed(u64);

/// A 1 in every byte: times a byte it is that byte eight times.
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

impl Placed {
    pub const NONE: Placed = Placed(ONES * 127);

    #[inline]
    pub const fn with(self, label: usize, cell: u8) -> Placed {
        Placed(self.0 & !(255 << (8 * label)) | (cell as u64) << (8 * label))
    }

    #[inline]
    pub const fn cell(self, label: usize) -> u8 {
        (self.0 >> (8 * label)) as u8
    }

    /// By byte: 1 where a tile stands on a larger cell. All bytes are compared at once: one that is larger
    /// keeps its highest bit.
    #[inline]
    const fn above(self, cell: u8) -> u64 {
        (((self.0 | HIGH) - (cell as u64 + 1) * ONES) & HIGH) >> 7
    }
}

/// All placements of some tiles and the blank on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub cells: usize,
    pub tiles: usize,
    /// What a digit of each tile is worth.
    weights: [u32; MOST_TILES],
}

impl Places {
    pub const fn new(cells: usize, tiles: usize) -> Self {
        let mut weights = [0; MOST_TILES];
        let (mut label, mut weight) = (tiles, 1);
        while label > 0 {
            label -= 1;
            weights[label] = weight as u32;
            weight *= cells - label;
        }
        Places { cells, tiles, weights }
    }

    /// How many there are.
    pub fn entries(&self) -> u64 {
        (0..=self.tiles).map(|placed| (self.cells - placed) as u64).product()
    }

    /// How many cells the blank has beside the tiles.
    pub const fn blanks(&self) -> usize {
        self.cells - self.tiles
    }

    #[inline]
    pub fn entry(&self, placed: Placed, blank: u8) -> usize {
        self.number(placed) * self.blanks() + Self::digit(placed, blank)
    }

    /// Which of the cells beside the tiles the blank has.
    #[inline]
    pub const fn digit(placed: Placed, blank: u8) -> usize {
        // Bytes without a tile are above every cell.
        let above = placed.above(blank).wrapping_mul(ONES) >> 56;
        blank as usize + above as usize - MOST_TILES
    }

    /// The number of the tiles' placement.
    #[inline]
    pub fn number(&self, placed: Placed) -> usize {
        match self.tiles {
            ..=4 => self.number_of::<4>(placed),
            5 => self.number_of::<5>(placed),
            6 => self.number_of::<6>(placed),
            7 => self.number_of::<7>(placed),
            _ => self.number_of::<MOST_TILES>(placed),
        }
    }

    /// As [`Places::number`], for at most so many tiles: loops without an end to look for.
    #[inline]
    fn number_of<const TILES: usize>(&self, placed: Placed) -> usize {
        // By byte, how many tiles before it stand on smaller cells.
        let mut smaller = 0;
        for label in 0..TILES - 1 {
            smaller += placed.above(placed.cell(label)) & u64::MAX << (8 * label + 8);
        }
        let digits = placed.0 - smaller;
        let digit = |label: usize| (digits >> (8 * label)) as u32 & 255;
        (0..TILES).map(|label| digit(label) * self.weights[label]).sum::<u32>() as usize
    }

    /// The placement of a number.
    pub fn placed(&self, mut number: usize) -> Placed {
        let mut digits = [0; MOST_TILES];
        for label in (0..self.tiles).rev() {
            digits[label] = number % (self.cells - label);
            number /= self.cells - label;
        }
        let (mut placed, mut taken) = (Placed::NONE, 0u64);
        for (label, digit) in digits[..self.tiles].iter().enumerate() {
            let cell = nth_free(taken, *digit);
            placed = placed.with(label, cell);
            taken |= 1 << cell;
        }
        placed
    }
}

/// The cell with so many free ones before it.
fn nth_free(taken: u64, before: usize) -> u8 {
    let mut free = !taken;
    for _ in 0..before {
        free &= free - 1;
    }
    free.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_placement_and_back() {
        for (cells, tiles) in [(4, 1), (6, 3), (9, 4), (49, 2)] {
            let places = Places::new(cells, tiles);
            let blanks = places.blanks();
            for number in 0..places.entries() as usize / blanks {
                let placed = places.placed(number);
                assert_eq!(places.number(placed), number);
                let taken: Vec<u8> = (0..tiles).map(|label| placed.cell(label)).collect();
                let free = (0..cells as u8).filter(|cell| !taken.contains(cell));
                let entries: Vec<usize> = free.map(|blank| places.entry(placed, blank)).collect();
                assert_eq!(entries, (number * blanks..(number + 1) * blanks).collect::<Vec<_>>());
            }
        }
    }
}
