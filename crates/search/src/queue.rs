//! A priority queue for searches with few different keys and very many nodes: one bucket per key,
//! buckets in blocks of a fixed greatest size. Push and pop touch one block; a long bucket is never
//! copied.

use std::collections::{BTreeMap, VecDeque};

/// Entries of a block: 2 KiB, so that a bucket of few nodes wastes little and a long one has few blocks. Chosen by hand.
const BLOCK: usize = 1 << 9;
const BLOCK_BYTES: u64 = (BLOCK * size_of::<u32>()) as u64;

/// Among equal keys: the newest first (depth, usually better for A*) or the oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Last in, first out.
    Newest,
    /// First in, first out.
    Oldest,
}

/// Node numbers by keys.
#[derive(Debug)]
pub struct Queue<K> {
    ties: Ties,
    /// The bucket with the least key is kept out of the map: it gets most of the traffic.
    top: Option<(K, Bucket)>,
    rest: BTreeMap<K, Bucket>,
    spare: Vec<Vec<u32>>,
    /// Entries that all blocks have room for, and how many blocks there are.
    room: u64,
    blocks: u64,
}

#[derive(Debug, Default)]
struct Bucket {
    blocks: VecDeque<Vec<u32>>,
    /// Entries of the front block that were taken already (oldest first only).
    taken: usize,
}

impl<K: Ord + Copy> Queue<K> {
    pub const fn new(ties: Ties) -> Self {
        Queue { ties, top: None, rest: BTreeMap::new(), spare: Vec::new(), room: 0, blocks: 0 }
    }

    pub fn bytes(&self) -> u64 {
        let per_bucket = (size_of::<K>() + size_of::<Bucket>() + 4 * size_of::<Vec<u32>>()) as u64;
        let blocks = self.room * size_of::<u32>() as u64 + self.blocks * 2 * size_of::<Vec<u32>>() as u64;
        blocks + self.rest.len() as u64 * per_bucket
    }

    /// The most that one push can allocate.
    pub const fn growth() -> u64 {
        BLOCK_BYTES + 512
    }

    /// How many entries wait; counted when somebody asks.
    pub fn len(&self) -> u64 {
        let buckets = self.top.iter().map(|(_, bucket)| bucket).chain(self.rest.values());
        buckets.map(Bucket::len).sum()
    }

    /// The least key in the queue.
    pub fn least(&self) -> Option<K> {
        self.top.as_ref().map(|(key, _)| *key)
    }

    pub fn push(&mut self, key: K, number: u32) {
        if self.top.as_ref().is_none_or(|(least, _)| key < *least) {
            let old = self.top.replace((key, Bucket::default()));
            self.rest.extend(old);
        }
        let bucket = match &mut self.top {
            Some((least, bucket)) if *least == key => bucket,
            _ => self.rest.entry(key).or_default(),
        };
        if bucket.blocks.back().is_none_or(|last| last.len() == BLOCK) {
            let block = self.spare.pop().unwrap_or_else(|| {
                self.blocks += 1;
                Vec::new()
            });
            bucket.blocks.push_back(block);
        }
        let block = bucket.blocks.back_mut().expect("a block was just added");
        if block.len() == block.capacity() {
            // Small at first: a search with a key per depth has thousands of buckets.
            let more = block.capacity().clamp(8, BLOCK - block.capacity());
            block.reserve_exact(more);
            self.room += more as u64;
        }
        block.push(number);
    }

    pub fn pop(&mut self) -> Option<(K, u32)> {
        let (key, bucket) = self.top.as_mut()?;
        let key = *key;
        let (number, emptied) = match self.ties {
            Ties::Newest => bucket.pop_newest(),
            Ties::Oldest => bucket.pop_oldest(),
        };
        self.spare.extend(emptied);
        if bucket.blocks.is_empty() {
            self.top = self.rest.pop_first();
        }
        Some((key, number))
    }
}

impl Bucket {
    fn len(&self) -> u64 {
        (self.blocks.iter().map(Vec::len).sum::<usize>() - self.taken) as u64
    }

    fn pop_newest(&mut self) -> (u32, Option<Vec<u32>>) {
        let last = self.blocks.back_mut().expect("buckets in the queue are not empty");
        let number = last.pop().expect("blocks in a bucket are not empty");
        let emptied = if last.is_empty() { self.blocks.pop_back() } else { None };
        (number, emptied)
    }

    fn pop_oldest(&mut self) -> (u32, Option<Vec<u32>>) {
        let first = self.blocks.front().expect("buckets in the queue are not empty");
        let number = first[self.taken];
        self.taken += 1;
        if self.taken < first.len() {
            return (number, None);
        }
        self.taken = 0;
        let mut emptied = self.blocks.pop_front().expect("it was there");
        emptied.clear();
        (number, Some(emptied))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Rng;

    fn check(ties: Ties) {
        let mut rng = Rng::new(5);
        let mut queue = Queue::new(ties);
        let mut truth: Vec<(u32, u32)> = Vec::new();
        for number in 0..20_000u32 {
            let key = rng.below(7) as u32;
            queue.push(key, number);
            truth.push((key, number));
            if rng.below(3) == 0 {
                let best = truth.iter().copied().min_by_key(|(key, number)| match ties {
                    Ties::Newest => (*key, u32::MAX - number),
                    Ties::Oldest => (*key, *number),
                });
                assert_eq!(queue.least(), best.map(|(key, _)| key));
                assert_eq!(queue.pop(), best);
                truth.retain(|entry| Some(*entry) != best);
            }
            if truth.len() > 300 {
                while queue.pop().is_some() {}
                truth.clear();
            }
        }
    }

    #[test]
    fn newest_first_among_equal_keys() {
        check(Ties::Newest);
    }

    #[test]
    fn oldest_first_among_equal_keys() {
        check(Ties::Oldest);
    }

    #[test]
    fn long_buckets_keep_their_order() {
        for (ties, first) in [(Ties::Newest, 4999), (Ties::Oldest, 0)] {
            let mut queue = Queue::new(ties);
            (0..5000).for_each(|number| queue.push(1u8, number));
            assert_eq!(queue.pop(), Some((1, first)));
            assert_eq!(std::iter::from_fn(|| queue.pop()).count(), 4999);
            assert_eq!(queue.pop(), None);
        }
    }
}
