//! A queue in chunks: growing never copies, and what was taken out is given back.

use std::collections::VecDeque;

const CHUNK: usize = 1 << 9;

#[derive(Debug)]
pub struct Fifo<T> {
    chunks: VecDeque<Vec<T>>,
    /// A spent chunk that waits for its next use.
    spare: Option<Vec<T>>,
    /// How many items of the first chunk are gone.
    taken: usize,
    len: usize,
}

impl<T: Copy> Fifo<T> {
    pub fn new() -> Self {
        Fifo { chunks: VecDeque::new(), spare: None, taken: 0, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> u64 {
        let chunks = self.chunks.len() + usize::from(self.spare.is_some());
        (chunks * CHUNK * size_of::<T>()) as u64
    }

    /// Bytes that pushing so many items may allocate; 0 most of the time.
    pub fn growth(&self, items: usize) -> u64 {
        let room = self.chunks.back().map_or(0, |chunk| CHUNK - chunk.len());
        let chunks = items.saturating_sub(room).div_ceil(CHUNK);
        (chunks.saturating_sub(usize::from(self.spare.is_some())) * CHUNK * size_of::<T>()) as u64
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        match self.chunks.back_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(item),
            _ => self.push_chunk(item),
        }
        self.len += 1;
    }

    fn push_chunk(&mut self, item: T) {
        let mut chunk = self.spare.take().unwrap_or_else(|| Vec::with_capacity(CHUNK));
        chunk.push(item);
        self.chunks.push_back(chunk);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let item = *self.chunks.front()?.get(self.taken)?;
        self.taken += 1;
        self.len -= 1;
        if self.taken == CHUNK {
            self.taken = 0;
            let mut chunk = self.chunks.pop_front()?;
            chunk.clear();
            self.spare = Some(chunk);
        }
        Some(item)
    }
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
