//! The open list: buckets of nodes by an integer key, the least key first, the newest node first
//! within a key. Searches here have few different keys, so finding the least one costs little.

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Queue {
    buckets: BTreeMap<u64, Vec<u32>>,
    len: usize,
    bytes: u64,
    /// Emptied buckets, to be used again.
    spare: Vec<Vec<u32>>,
}

impl Queue {
    pub fn push(&mut self, key: u64, node: u32) {
        let bucket = self.buckets.entry(key).or_insert_with(|| self.spare.pop().unwrap_or_default());
        if bucket.len() == bucket.capacity() {
            let before = bucket.capacity();
            bucket.reserve(before.max(4));
            self.bytes += 4 * (bucket.capacity() - before) as u64;
        }
        bucket.push(node);
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<(u64, u32)> {
        let mut entry = self.buckets.first_entry()?;
        let key = *entry.key();
        let node = entry.get_mut().pop()?;
        if entry.get().is_empty() {
            self.spare.push(entry.remove());
        }
        self.len -= 1;
        Some((key, node))
    }

    pub const fn len(&self) -> u64 {
        self.len as u64
    }

    pub fn bytes(&self) -> u64 {
        self.bytes + self.buckets.len() as u64 * 48
    }

    /// What the next push may take at most.
    pub fn next_growth(&self) -> u64 {
        (self.len as u64 * 8).max(64)
    }
}
