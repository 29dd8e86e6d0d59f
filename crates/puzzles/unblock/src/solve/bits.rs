//! Sets of cells and packed positions in five sizes: 64 bits for cells and 32 for positions, 64 and 128 for
//! both, many cells with positions of 128 bits, and positions of up to 512 bits.
//!
//! A position is packed as one bit field per piece that can move. The lowest two bits of a packed
//! position stay free: the table of a search keeps a tag there.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of cells.
pub trait Mask: Copy + Eq + Debug + Send + Sync + 'static {
    const EMPTY: Self;
    fn single(cell: usize) -> Self;
    fn union(self, other: Self) -> Self;
    /// What is in exactly one of them; removes a subset.
    fn without(self, subset: Self) -> Self;
    fn meets(self, other: Self) -> bool;
}

/// A packed position.
pub trait Key: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    const ZERO: Self;
    /// How many bits fields may take in all.
    const ROOM: u32;
    /// Fields must not cross a multiple of this.
    const WORD: u32;
    fn get(self, shift: u32, mask: u64) -> usize;
    /// Adds to a field that is known to have room for it.
    fn plus(self, shift: u32, amount: usize) -> Self;
    fn minus(self, shift: u32, amount: usize) -> Self;
    /// The tag of 1..=3 that a table gave it; 0 for none.
    fn tag(self) -> u8;
    fn with_tag(self, tag: u8) -> Self;
    fn bare(self) -> Self;
    /// A well-mixed hash of the bare position.
    fn mix(self) -> u64;
}

/// A set of the pieces that can move.
pub trait Pieces: Copy + Eq + Debug + Send + Sync + 'static {
    const NONE: Self;
    const ALL: Self;
    /// The set of one piece if `present`.
    fn of(piece: usize, present: bool) -> Self;
    /// Makes room for one more piece in front of all others.
    fn push(self, present: bool) -> Self;
    /// All pieces after that one.
    fn after(piece: usize) -> Self;
    fn union(self, other: Self) -> Self;
    fn common(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn count(self) -> u32;
    /// Takes the first piece out.
    fn take(&mut self) -> Option<usize>;
}

/// One of the five sizes.
pub trait Scale: Copy + Debug + Send + Sync + 'static {
    type Mask: Mask;
    type Key: Key;
    type Pieces: Pieces;
}

/// Up to 64 cells and 30 bits of position: all boards of 5x5 and many of 6x6, whose tables take half the memory.
#[derive(Clone, Copy, Debug)]
pub struct Tiny;
/// Up to 64 cells and 62 bits of position.
#[derive(Clone, Copy, Debug)]
pub struct Small;
/// Up to 128 cells and 126 bits of position.
#[derive(Clone, Copy, Debug)]
pub struct Medium;
/// Up to 256 cells and 126 bits of position: most boards of twelve by twelve, whose keys would take four times
/// the memory in the largest size.
#[derive(Clone, Copy, Debug)]
pub struct Wide;
/// Up to 256 cells and 510 bits of position.
#[derive(Clone, Copy, Debug)]
pub struct Large;

impl Scale for Tiny {
    type Mask = u64;
    type Key = u32;
    type Pieces = u64;
}

impl Scale for Small {
    type Mask = u64;
    type Key = u64;
    type Pieces = u64;
}

impl Scale for Medium {
    type Mask = u128;
    type Key = u128;
    type Pieces = u64;
}

impl Scale for Wide {
    type Mask = Cells256;
    type Key = u128;
    type Pieces = u128;
}

impl Scale for Large {
    type Mask = Cells256;
    type Key = Key512;
    type Pieces = u128;
}

/// Bits of a key that belong to the tag.
pub const TAG_BITS: u32 = 2;

const fn scramble(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

macro_rules! native {
    ($word:ty, $mix:expr) => {
        impl Mask for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn single(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn without(self, subset: Self) -> Self {
                self ^ subset
            }

            #[inline]
            fn meets(self, other: Self) -> bool {
                self & other != 0
            }
        }

        impl Key for $word {
            const ZERO: Self = 0;
            const ROOM: u32 = <$word>::BITS - TAG_BITS;
            const WORD: u32 = <$word>::BITS;

            #[inline]
            fn get(self, shift: u32, mask: u64) -> usize {
                (self >> shift) as usize & mask as usize
            }

            #[inline]
            fn plus(self, shift: u32, amount: usize) -> Self {
                self + ((amount as $word) << shift)
            }

            #[inline]
            fn minus(self, shift: u32, amount: usize) -> Self {
                self - ((amount as $word) << shift)
            }

            #[inline]
            fn tag(self) -> u8 {
                (self & 3) as u8
            }

            #[inline]
            fn with_tag(self, tag: u8) -> Self {
                self | <$word>::from(tag)
            }

            #[inline]
            fn bare(self) -> Self {
                self & !3
            }

            #[inline]
            fn mix(self) -> u64 {
                $mix(self)
            }
        }
    };
}

macro_rules! pieces {
    ($word:ty) => {
        impl Pieces for $word {
            const NONE: Self = 0;
            const ALL: Self = <$word>::MAX;

            #[inline]
            fn of(piece: usize, present: bool) -> Self {
                <$word>::from(present) << piece
            }

            #[inline]
            fn push(self, present: bool) -> Self {
                self << 1 | <$word>::from(present)
            }

            #[inline]
            fn after(piece: usize) -> Self {
                (<$word>::MAX - 1) << piece
            }

            #[inline]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn common(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn take(&mut self) -> Option<usize> {
                let first = (*self != 0).then(|| self.trailing_zeros() as usize);
                *self &= self.wrapping_sub(1);
                first
            }
        }
    };
}

pieces!(u64);
pieces!(u128);
native!(u32, |word: u32| scramble(u64::from(word)));
native!(u64, scramble);
native!(u128, |word: u128| scramble(word as u64 ^ scramble((word >> 64) as u64)));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells256([u64; 4]);

impl Mask for Cells256 {
    const EMPTY: Self = Cells256([0; 4]);

    fn single(cell: usize) -> Self {
        let mut words = [0; 4];
        words[cell / 64] = 1 << (cell % 64);
        Cells256(words)
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        Cells256(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    #[inline]
    fn without(self, subset: Self) -> Self {
        Cells256(std::array::from_fn(|at| self.0[at] ^ subset.0[at]))
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        (0..4).any(|at| self.0[at] & other.0[at] != 0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key512([u64; 8]);

impl Key for Key512 {
    const ZERO: Self = Key512([0; 8]);
    const ROOM: u32 = 512 - TAG_BITS;
    const WORD: u32 = 64;

    #[inline]
    fn get(self, shift: u32, mask: u64) -> usize {
        ((self.0[shift as usize / 64] >> (shift % 64)) & mask) as usize
    }

    #[inline]
    fn plus(mut self, shift: u32, amount: usize) -> Self {
        self.0[shift as usize / 64] += (amount as u64) << (shift % 64);
        self
    }

    #[inline]
    fn minus(mut self, shift: u32, amount: usize) -> Self {
        self.0[shift as usize / 64] -= (amount as u64) << (shift % 64);
        self
    }

    #[inline]
    fn tag(self) -> u8 {
        (self.0[0] & 3) as u8
    }

    #[inline]
    fn with_tag(mut self, tag: u8) -> Self {
        self.0[0] |= u64::from(tag);
        self
    }

    #[inline]
    fn bare(mut self) -> Self {
        self.0[0] &= !3;
        self
    }

    fn mix(self) -> u64 {
        self.0.iter().fold(0, |mixed, word| scramble(word ^ mixed ^ (mixed >> 32)))
    }
}
