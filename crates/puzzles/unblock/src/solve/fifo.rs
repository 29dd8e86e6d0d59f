//! A queue in chunks: growing never copies, and what was taken out is given back.

use std::collections::VecDeque;

/// The items of a chunk; a short queue has small ones, each a quarter of all before it.
const CHUNK: usize = 1 << 9;
const FIRST: usize = 1 << 5;

#[derive(Debug)]
pub struct Fifo<T> {
    chunks: VecDeque<Vec<T>>,
    /// A spent chunk that waits for its next use.
    spare: Option<Vec<T>>,
    /// How many items of the first chunk are gone.
    taken: usize,
    len: usize,
    /// For how many items there is memory, in all chunks.
    room: usize,
}

impl<T: Copy> Fifo<T> {
    pub fn new() -> Self {
        Fifo { chunks: VecDeque::new(), spare: None, taken: 0, len: 0, room: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> u64 {
        (self.room * size_of::<T>()) as u64
    }

    /// Bytes that pushing so many items may allocate; 0 most of the time.
    #[inline]
    pub fn growth(&self, items: usize) -> u64 {
        let left = self.chunks.back().map_or(0, |chunk| chunk.capacity() - chunk.len());
        if left >= items {
            return 0;
        }
        let spare = self.spare.as_ref().map_or(0, Vec::capacity);
        let (mut missing, mut room) = (items.saturating_sub(left + spare), self.room);
        while missing > 0 {
            let next = next_size(room);
            room += next;
            missing = missing.saturating_sub(next);
        }
        ((room - self.room) * size_of::<T>()) as u64
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        match self.chunks.back_mut() {
            Some(chunk) if chunk.len() < chunk.capacity() => chunk.push(item),
            _ => self.push_chunk(item),
        }
        self.len += 1;
    }

    fn push_chunk(&mut self, item: T) {
        let mut chunk = self.spare.take().unwrap_or_else(|| {
            let chunk = Vec::with_capacity(next_size(self.room));
            self.room += chunk.capacity();
            chunk
        });
        chunk.push(item);
        self.chunks.push_back(chunk);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let chunk = self.chunks.front()?;
        let item = *chunk.get(self.taken)?;
        self.taken += 1;
        self.len -= 1;
        if self.taken == chunk.capacity() {
            self.give_back_chunk();
        }
        Some(item)
    }

    /// The first chunk is spent: the larger one of it and the spare one waits.
    fn give_back_chunk(&mut self) {
        self.taken = 0;
        let Some(mut chunk) = self.chunks.pop_front() else { return };
        chunk.clear();
        let spare = self.spare.take().unwrap_or_default();
        let (kept, lost) = if chunk.capacity() < spare.capacity() { (spare, chunk) } else { (chunk, spare) };
        self.room -= lost.capacity();
        self.spare = Some(kept);
    }
}

fn next_size(room: usize) -> usize {
    (room / 4).clamp(FIRST, CHUNK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_in_first_out_and_growth_is_announced() {
        let mut fifo = Fifo::new();
        let (mut pushed, mut popped) = (0u32, 0u32);
        for round in 0..20 {
            for _ in 0..round * 700 {
                let (before, announced) = (fifo.bytes(), fifo.growth(1));
                fifo.push(pushed);
                pushed += 1;
                assert_eq!(fifo.bytes(), before + announced);
            }
            for _ in 0..round * 650 {
                assert_eq!(fifo.pop(), Some(popped));
                popped += 1;
            }
            assert_eq!(fifo.len() as u32, pushed - popped);
        }
        while let Some(item) = fifo.pop() {
            assert_eq!(item, popped);
            popped += 1;
        }
        assert_eq!(popped, pushed);
    }
}
