//! The set of known positions: open addressing, the packed positions themselves in the slots.
//!
//! A slot is a key with its tag, so there is one memory access per look-up and nothing besides the
//! slots: at most 1.4 keys per position in a large table. A small table is one segment that doubles;
//! a large one has 64, which grow one by one, so that growing neither stops the search for long nor
//! needs twice the memory at once.

use super::bits::Key;

/// Slots of the first segment. Chosen by hand.
const FIRST: usize = 1 << 10;
/// A single segment of this size is split when it is full.
const SPLIT: usize = 1 << 16;
const SEGMENTS: usize = 64;

#[derive(Debug)]
pub struct Table<K> {
    segments: Vec<Segment<K>>,
    len: usize,
    slots: usize,
}

#[derive(Debug)]
struct Segment<K> {
    slots: Vec<K>,
    /// How many more positions it takes before it must grow.
    room: usize,
}

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    New,
    /// With this tag.
    Known(u8),
    /// There is no room: see [`Table::growth`] and [`Table::grow`], then insert again.
    Full,
}

impl<K: Key> Table<K> {
    pub fn new() -> Self {
        Table { segments: vec![Segment::new(FIRST)], len: 0, slots: FIRST }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Slots, empty ones included.
    pub fn slots(&self) -> usize {
        self.slots
    }

    pub fn bytes(&self) -> u64 {
        (self.slots * size_of::<K>() + self.segments.len() * size_of::<Segment<K>>()) as u64
    }

    /// Adds a bare key with a tag of 1 to 3, unless it is known.
    #[inline]
    pub fn insert(&mut self, key: K, tag: u8) -> Inserted {
        let hash = key.mix();
        let mask = self.segments.len() - 1;
        let segment = &mut self.segments[(hash >> 20) as usize & mask];
        let at = segment.seek(hash, key);
        let slot = &mut segment.slots[at];
        if slot.tag() != 0 {
            return Inserted::Known(slot.tag());
        }
        if segment.room == 0 {
            return Inserted::Full;
        }
        *slot = key.with_tag(tag);
        segment.room -= 1;
        self.len += 1;
        Inserted::New
    }

    /// The tag of a bare key; 0 if it is not known.
    #[inline]
    pub fn tag(&self, key: K) -> u8 {
        let (segment, at) = self.locate(key);
        self.segments[segment].slots[at].tag()
    }

    #[inline]
    fn locate(&self, key: K) -> (usize, usize) {
        let hash = key.mix();
        let segment = (hash >> 20) as usize & (self.segments.len() - 1);
        (segment, self.segments[segment].seek(hash, key))
    }

    /// Is the key unknown and its segment full?
    pub fn insert_needs_room(&self, key: K) -> bool {
        let (segment, at) = self.locate(key);
        let segment = &self.segments[segment];
        segment.room == 0 && segment.slots[at].tag() == 0
    }

    /// Bytes that must be allocated at once so that this key finds room.
    pub fn growth(&self, key: K) -> u64 {
        let slots = match self.segments.len() {
            1 if self.slots == SPLIT => SEGMENTS * split_size(),
            1 => self.slots * 2,
            _ => next_size(self.segments[self.locate(key).0].slots.len()),
        };
        (slots * size_of::<K>()) as u64
    }

    /// Makes room for this key.
    pub fn grow(&mut self, key: K) {
        if self.segments.len() > 1 {
            let at = self.locate(key).0;
            let old = self.segments[at].slots.len();
            self.segments[at].resize(next_size(old));
            self.slots += next_size(old) - old;
        } else if self.slots == SPLIT {
            self.split();
        } else {
            self.slots *= 2;
            self.segments[0].resize(self.slots);
        }
    }

    fn split(&mut self) {
        let segments = (0..SEGMENTS).map(|_| Segment::new(split_size())).collect();
        let old = std::mem::replace(&mut self.segments, segments);
        self.slots = SEGMENTS * split_size();
        for slot in old.into_iter().flat_map(|segment| segment.slots).filter(|slot| slot.tag() != 0) {
            let at = (slot.bare().mix() >> 20) as usize & (SEGMENTS - 1);
            let segment = &mut self.segments[at];
            if segment.room == 0 {
                let before = segment.slots.len();
                segment.resize(next_size(before));
                self.slots += segment.slots.len() - before;
            }
            segment.put(slot);
        }
    }

    /// Ends the growing: every slot gets a number, in one row over all segments.
    pub fn freeze(self) -> Frozen<K> {
        let mut bases = Vec::with_capacity(self.segments.len());
        let mut base = 0;
        for segment in &self.segments {
            bases.push(base);
            base += segment.slots.len();
        }
        Frozen { table: self, bases }
    }
}

/// After the split every segment has a little more than its share of the positions.
const fn split_size() -> usize {
    SPLIT * 5 / 4 / SEGMENTS
}

const fn next_size(size: usize) -> usize {
    size + size / 8
}

impl<K: Key> Segment<K> {
    fn new(size: usize) -> Self {
        Segment { slots: vec![K::ZERO; size], room: size * 4 / 5 }
    }

    /// The slot that holds the key, or the empty one where it belongs. Some slot is always empty.
    #[inline]
    fn seek(&self, hash: u64, key: K) -> usize {
        self.seek_from((((hash >> 32) * self.slots.len() as u64) >> 32) as usize, key)
    }

    #[inline]
    fn seek_from(&self, mut at: usize, key: K) -> usize {
        loop {
            let slot = self.slots[at];
            if slot == K::ZERO || slot.bare() == key {
                return at;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    fn put(&mut self, slot: K) {
        let at = self.seek(slot.bare().mix(), slot.bare());
        self.slots[at] = slot;
        self.room -= 1;
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(self, Segment::new(size));
        old.slots.into_iter().filter(|slot| slot.tag() != 0).for_each(|slot| self.put(slot));
    }
}

/// A table that grows no more, so that slots can be numbered.
#[derive(Debug)]
pub struct Frozen<K> {
    table: Table<K>,
    bases: Vec<usize>,
}

impl<K: Key> Frozen<K> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.table.len
    }

    /// The number of slots, empty ones included.
    pub fn slots(&self) -> usize {
        self.table.slots
    }

    pub fn bytes(&self) -> u64 {
        self.table.bytes() + (self.bases.len() * size_of::<usize>()) as u64
    }

    /// The number of the slot that holds a bare key.
    #[inline]
    pub fn find(&self, key: K) -> Option<usize> {
        let (segment, at) = self.table.locate(key);
        let known = self.table.segments[segment].slots[at].tag() != 0;
        known.then(|| self.bases[segment] + at)
    }

    /// The bare keys with the numbers of their slots, in the order of the slots.
    pub fn iter(&self) -> impl Iterator<Item = (usize, K)> + '_ {
        let slots = self.table.segments.iter().flat_map(|segment| &segment.slots);
        slots.enumerate().filter(|(_, slot)| slot.tag() != 0).map(|(at, slot)| (at, slot.bare()))
    }

    /// The same for some of the slots.
    pub fn range(&self, slots: std::ops::Range<usize>) -> impl Iterator<Item = (usize, K)> + '_ {
        let first = self.bases.partition_point(|base| *base <= slots.start) - 1;
        let rest = self.bases[first..].iter().zip(&self.table.segments[first..]);
        let (start, end) = (slots.start, slots.end);
        rest.take_while(move |(base, _)| **base < end).flat_map(move |(base, segment)| {
            let from = start.saturating_sub(*base);
            let until = (end - base).min(segment.slots.len());
            let slots = segment.slots[from..until].iter().enumerate();
            let known = slots.filter(|(_, slot)| slot.tag() != 0);
            known.map(move |(at, slot)| (base + from + at, slot.bare()))
        })
    }
}
