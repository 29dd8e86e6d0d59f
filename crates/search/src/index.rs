//! A hash index from states to node numbers: open addressing with linear probing, eight bytes per
//! slot (32 bits of hash, 32 bits of node number), states stay in the arena.
//!
//! Two properties decide its shape. A slot's place follows from the 32 hash bits stored in it, so
//! that a table grows without touching a single state. And it consists of many small segments
//! that grow one by one, so that growth neither stops the search for long nor needs twice the
//! memory at once.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// A well-mixed 64-bit hash of a state, the same on every run.
pub fn fingerprint<S: Hash>(state: &S) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    let mixed = hasher.finish();
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// Chosen by hand: a segment that grows is moved in one go, and a 64th of all states is moved soon enough.
const SEGMENTS: usize = 64;
/// Slots of a segment at first: all segments together fit into the first-level cache.
const SMALLEST: usize = 16;
/// From this many slots on (2 MiB) a segment grows by half; chosen by hand.
const LARGE: usize = 1 << 18;
const SLOT_BYTES: u64 = 8;
const EMPTY: u64 = 0;

/// The numbers of states, by their hashes. It knows no states: whoever asks compares them.
#[derive(Debug)]
pub struct Index {
    segments: Vec<Segment>,
    slots: u64,
}

#[derive(Debug, Default)]
struct Segment {
    slots: Vec<u64>,
    used: usize,
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}

impl Index {
    /// Without any slots; the first insertion makes some.
    pub fn new() -> Self {
        Index { segments: (0..SEGMENTS).map(|_| Segment::default()).collect(), slots: 0 }
    }

    /// Bytes of all slots, empty ones included.
    pub fn bytes(&self) -> u64 {
        self.slots * SLOT_BYTES
    }

    /// Bytes that the next insertion of this hash allocates; 0 most of the time.
    pub fn growth(&self, hash: u64) -> u64 {
        let segment = &self.segments[segment_of(hash)];
        if segment.is_full() { segment.next_size() as u64 * SLOT_BYTES } else { 0 }
    }

    /// Loads the first slot of a hash, so that several look-ups wait for memory together.
    #[inline]
    pub fn touch(&self, hash: u64) -> u64 {
        let segment = &self.segments[segment_of(hash)];
        if segment.slots.is_empty() { EMPTY } else { segment.slots[segment.place(hash)] }
    }

    /// The number stored for a hash for which `is_it` holds.
    #[inline]
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let segment = &self.segments[segment_of(hash)];
        if segment.slots.is_empty() {
            return None;
        }
        let mut at = segment.place(hash);
        loop {
            let slot = segment.slots[at];
            if slot == EMPTY {
                return None;
            }
            if slot >> 32 == hash >> 32 && is_it(number_of(slot)) {
                return Some(number_of(slot));
            }
            at = segment.after(at);
        }
    }

    /// Stores a number for a hash that has none yet. Numbers must be below `u32::MAX`.
    pub fn insert(&mut self, hash: u64, number: u32) {
        let segment = &mut self.segments[segment_of(hash)];
        if segment.is_full() {
            let before = segment.slots.len();
            segment.grow();
            self.slots += (segment.slots.len() - before) as u64;
        }
        segment.put((hash & !0xffff_ffff) | u64::from(number + 1));
        segment.used += 1;
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        *self = Index::new();
    }
}

#[inline]
const fn segment_of(hash: u64) -> usize {
    hash as usize % SEGMENTS
}

#[inline]
const fn number_of(slot: u64) -> u32 {
    (slot as u32) - 1
}

impl Segment {
    /// At three quarters; linear probing is slow beyond.
    const fn is_full(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }

    /// Small segments double, which is quick; large ones grow by half, which wastes less memory.
    const fn next_size(&self) -> usize {
        let size = self.slots.len();
        match size {
            0 => SMALLEST,
            1..LARGE => size * 2,
            _ => size + size / 2,
        }
    }

    /// Where probing begins. It grows with the upper 32 bits, so growing reads and writes in order.
    #[inline]
    const fn place(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    const fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    #[inline]
    fn put(&mut self, slot: u64) {
        let mut at = self.place(slot);
        while self.slots[at] != EMPTY {
            at = self.after(at);
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let size = self.next_size();
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old {
            if slot != EMPTY {
                self.put(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_inserted_is_found_and_nothing_else() {
        let mut index = Index::new();
        let keys: Vec<u64> = (0..50_000u64).map(|n| n * n + 17).collect();
        for (number, key) in keys.iter().enumerate() {
            let hash = fingerprint(key);
            assert_eq!(index.find(hash, |found| keys[found as usize] == *key), None);
            index.insert(hash, number as u32);
        }
        for (number, key) in keys.iter().enumerate() {
            let found = index.find(fingerprint(key), |found| keys[found as usize] == *key);
            assert_eq!(found, Some(number as u32));
        }
        let stranger = u64::MAX;
        assert_eq!(index.find(fingerprint(&stranger), |found| keys[found as usize] == stranger), None);
    }

    #[test]
    fn growth_is_announced_before_it_happens() {
        let mut index = Index::new();
        for key in 0..10_000u64 {
            let hash = fingerprint(&key);
            let (before, announced) = (index.bytes(), index.growth(hash));
            index.insert(hash, key as u32);
            assert_eq!(index.bytes() > before, announced > 0);
            assert!(index.bytes() <= before + announced);
        }
        // Small segments are at least three eighths full, whatever the moment.
        assert!(index.bytes() <= 10_000 * 8 * 8 / 3 + 64 * 16 * 8, "{}", index.bytes());
    }

    #[test]
    fn equal_hashes_are_told_apart_by_the_caller() {
        let mut index = Index::new();
        for number in 0..100 {
            index.insert(7 << 32, number);
        }
        assert_eq!(index.find(7 << 32, |found| found == 63), Some(63));
        assert_eq!(index.find(7 << 32, |_| false), None);
    }
}
