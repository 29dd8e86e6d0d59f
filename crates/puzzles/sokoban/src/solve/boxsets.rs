//! All that a search from both ends holds: sets of boxes, each with the squares where the player has been
//! seen from the start and from the end, as bits; and a log of the pushes by which he came there first.
//!
//! A position costs one bit and one entry of the log if a push led to it, so that tens of millions of them fit
//! where a list of positions holds a tenth. Only boards of up to 128 squares.

use super::pool::Full;
use crate::board::Square;

/// Squares as bits.
pub type Bits = u128;

/// The most squares of a board that can be searched in this way.
pub const MOST_SQUARES: usize = Bits::BITS as usize;

pub fn bit(square: Square) -> Bits {
    1 << square
}

/// The squares of a set in order.
pub fn squares(mut bits: Bits) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (bits != 0).then(|| bits.trailing_zeros() as Square)?;
        bits &= bits - 1;
        Some(square)
    })
}

/// The two ends from which the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Side {
    /// By pushes from the start.
    Start,
    /// By pulls from the solved board.
    End,
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Side::Start => Side::End,
            Side::End => Side::Start,
        }
    }
}

/// Where boxes stand, and the squares of the player seen so far from each side.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct BoxSet {
    pub boxes: Bits,
    pub seen: [Bits; 2],
    /// Some position with these boxes is of no use to a side: each must be looked at.
    pub doubtful: [bool; 2],
}

/// A push or pull that led to a position first, after so many steps; the first positions have no parent.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub set: u32,
    pub parent: u32,
    pub steps: u32,
    pub player: Square,
}

pub const NO_PARENT: u32 = u32::MAX;

#[derive(Debug)]
pub struct BoxSets {
    sets: Vec<BoxSet>,
    /// A part of the hash in the upper half, the number of the set plus one in the lower; 0 is empty.
    table: Vec<u64>,
    pub logs: [Vec<Entry>; 2],
    limit: u64,
    /// What others of the same run hold.
    pub others: u64,
    peak: u64,
}

impl BoxSets {
    pub fn new(limit: u64) -> Self {
        BoxSets {
            sets: Vec::new(),
            table: Vec::new(),
            logs: [Vec::new(), Vec::new()],
            limit,
            others: 0,
            peak: 0,
        }
    }

    pub fn bytes(&self) -> u64 {
        let logs = self.logs.iter().map(Vec::capacity).sum::<usize>() * size_of::<Entry>();
        (self.sets.capacity() * size_of::<BoxSet>() + self.table.capacity() * 8 + logs) as u64 + self.others
    }

    pub fn peak(&self) -> u64 {
        self.peak.max(self.bytes())
    }

    pub fn len(&self) -> usize {
        self.sets.len()
    }

    pub fn set(&self, number: u32) -> &BoxSet {
        &self.sets[number as usize]
    }

    pub fn set_mut(&mut self, number: u32) -> &mut BoxSet {
        &mut self.sets[number as usize]
    }

    /// Is there room for so many bytes more? If so, they count for the peak.
    pub fn allows(&mut self, more: u64) -> bool {
        let bytes = self.bytes().saturating_add(more);
        let fits = bytes <= self.limit;
        if fits {
            self.peak = self.peak.max(bytes);
        }
        fits
    }

    /// Has memory fetch what [`BoxSets::number`] will want of some sets: it takes far longer than all the rest,
    /// and not much longer for many of them at once than for one.
    pub fn fetch(&self, all: impl Iterator<Item = Bits> + Clone) {
        if self.table.is_empty() {
            return;
        }
        let mask = self.table.len() - 1;
        let entry = |boxes: Bits| self.table[hash(boxes) as usize & mask];
        let slots = all.clone().fold(0, |sum, boxes| sum ^ entry(boxes));
        let known =
            all.map(entry).filter(|entry| *entry != 0).map(|entry| (entry & 0xffff_ffff) as usize - 1);
        let sets = known.fold(0, |sum, number| sum ^ self.sets[number].seen[0]);
        std::hint::black_box((slots, sets));
    }

    /// The number of a set, and whether it is new.
    pub fn number(&mut self, boxes: Bits) -> Result<(u32, bool), Full> {
        self.grow()?;
        let (hash, mask) = (hash(boxes), self.table.len() - 1);
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let entry = self.table[slot];
            let number = (entry & 0xffff_ffff) as u32 - 1;
            if (entry >> 32) as u32 == hash && self.set(number).boxes == boxes {
                return Ok((number, false));
            }
            slot = (slot + 1) & mask;
        }
        let number = self.sets.len() as u32;
        self.table[slot] = u64::from(hash) << 32 | (u64::from(number) + 1);
        self.sets.push(BoxSet { boxes, seen: [0; 2], doubtful: [false; 2] });
        Ok((number, true))
    }

    pub fn log(&mut self, side: Side, entry: Entry) -> Result<(), Full> {
        let log = &self.logs[side as usize];
        if log.len() == log.capacity() {
            let more = next_capacity(log.capacity()) - log.capacity();
            self.room_for(more + log.capacity(), size_of::<Entry>())?;
            self.logs[side as usize].reserve_exact(more);
        }
        self.logs[side as usize].push(entry);
        Ok(())
    }

    /// The old memory and the new one are held together while a list is moved.
    fn room_for(&mut self, count: usize, each: usize) -> Result<(), Full> {
        if self.allows((count * each) as u64) { Ok(()) } else { Err(Full) }
    }

    fn grow(&mut self) -> Result<(), Full> {
        if self.sets.len() == self.sets.capacity() {
            let wanted = next_capacity(self.sets.capacity());
            self.room_for(wanted, size_of::<BoxSet>())?;
            self.sets.reserve_exact(wanted - self.sets.len());
        }
        if (self.sets.len() + 1) * 2 > self.table.len() {
            let slots = (self.table.len() * 2).max(1024);
            self.room_for(slots, 8)?;
            self.rehash(slots);
        }
        Ok(())
    }

    fn rehash(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.table, vec![0; slots]);
        let mask = slots - 1;
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let mut slot = (entry >> 32) as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = entry;
        }
    }
}

/// Lists grow by a half: they are long, and what is doubled in vain is missing elsewhere.
pub fn next_capacity(capacity: usize) -> usize {
    (capacity + capacity / 2).max(256)
}

fn hash(boxes: Bits) -> u32 {
    let mixed = ((boxes >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ boxes as u64;
    let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 32) as u32 ^ mixed as u32
}
