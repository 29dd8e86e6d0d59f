//! Nodes in fixed-size chunks: a node never moves, and growing never copies.

/// Nodes of a chunk: 256 KiB of nodes of 16 bytes. Chosen by hand; limits of memory are kept to within a chunk.
const CHUNK: usize = 1 << 14;
/// Numbers are 32 bits, and one of them says that there is no node.
const MOST_NODES: usize = u32::MAX as usize - 1;

/// Nodes by their numbers, from 0 in the order of pushing.
#[derive(Debug)]
pub struct Arena<N> {
    chunks: Vec<Vec<N>>,
    len: usize,
}

impl<N> Arena<N> {
    pub const fn new() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> u64 {
        self.chunks.len() as u64 * Self::chunk_bytes() + (self.chunks.capacity() * size_of::<Vec<N>>()) as u64
    }

    /// Bytes that the next push allocates; 0 most of the time. More than anyone has once the
    /// numbers run out: the index stores number + 1 in 32 bits.
    pub fn growth(&self) -> u64 {
        if self.len == MOST_NODES {
            return u64::MAX / 2;
        }
        if self.len == self.chunks.len() * CHUNK { Self::chunk_bytes() + self.list_growth() } else { 0 }
    }

    /// The list of chunks doubles when it is full, and both copies exist for a moment.
    fn list_growth(&self) -> u64 {
        let full = self.chunks.len() == self.chunks.capacity();
        if full { (self.chunks.capacity().max(4) * 2 * size_of::<Vec<N>>()) as u64 } else { 0 }
    }

    const fn chunk_bytes() -> u64 {
        (CHUNK * size_of::<N>()) as u64
    }

    pub fn push(&mut self, node: N) -> u32 {
        if self.len == self.chunks.len() * CHUNK {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks[self.len / CHUNK].push(node);
        self.len += 1;
        (self.len - 1) as u32
    }

    #[inline]
    pub fn get(&self, number: u32) -> &N {
        &self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }

    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut N {
        &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK]
    }
}
