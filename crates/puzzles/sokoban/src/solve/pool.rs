//! The positions of a search: packed boxes and player, parent, cost and estimate, found by hash and
//! compared in full, so that no proof rests on a hash. All memory is asked for before it is taken.

use ingenio_core::Progress;

use crate::board::Square;

/// The memory limit would be exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// No parent.
pub const ROOT: u32 = u32::MAX;

#[derive(Debug)]
pub struct Pool {
    /// Boxes in order, then the player.
    stride: usize,
    squares: Vec<Square>,
    nodes: Vec<Node>,
    /// Hash in the upper half, number of the node plus one in the lower; 0 is empty.
    table: Vec<u64>,
    limit: u64,
    /// What others of the same run hold.
    pub others: u64,
    peak: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub parent: u32,
    pub estimate: u32,
    pub cost: u64,
    pub closed: bool,
    /// Moves that are still needed at least, where moves count.
    pub moves: u32,
    /// Has the estimate been made as good as it gets?
    pub weighed: bool,
}

impl Node {
    /// An open node.
    pub fn new(parent: u32, estimate: u32, cost: u64) -> Self {
        Node { parent, estimate, cost, closed: false, moves: 0, weighed: false }
    }
}

impl Pool {
    pub fn new(boxes: usize, limit: u64) -> Self {
        let (squares, nodes) = (Vec::new(), Vec::new());
        Pool { stride: boxes + 1, squares, nodes, table: Vec::new(), limit, others: 0, peak: 0 }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets all positions, keeping the memory.
    pub fn clear(&mut self) {
        self.squares.clear();
        self.nodes.clear();
        self.table.fill(0);
    }

    pub fn bytes(&self) -> u64 {
        let squares = self.squares.capacity() * size_of::<Square>();
        let nodes = self.nodes.capacity() * size_of::<Node>();
        (squares + nodes + self.table.capacity() * 8) as u64 + self.others
    }

    pub fn peak(&self) -> u64 {
        self.peak.max(self.bytes())
    }

    /// What a run over these positions tells of itself.
    pub fn progress(&self, nodes: u64, generated: u64) -> Progress {
        Progress { nodes, generated, memory: self.bytes(), peak: self.peak(), ..Progress::default() }
    }

    fn fits(&self, more: u64) -> bool {
        self.bytes().saturating_add(more) <= self.limit
    }

    /// Is there room for so many bytes more? If so, they count for the peak.
    pub fn allows(&mut self, more: u64) -> bool {
        let fits = self.fits(more);
        if fits {
            self.peak = self.peak.max(self.bytes() + more);
        }
        fits
    }

    /// The boxes and the player of a node.
    pub fn state(&self, node: u32) -> &[Square] {
        let first = node as usize * self.stride;
        &self.squares[first..first + self.stride]
    }

    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The node of a position, if it is known.
    pub fn find(&self, state: &[Square]) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let hash = hash(state);
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot] != 0 {
            let entry = self.table[slot];
            let node = (entry & 0xffff_ffff) as u32 - 1;
            if (entry >> 32) as u32 == hash && self.state(node) == state {
                return Some(node);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds a position that is not yet known.
    pub fn add(&mut self, state: &[Square], node: Node) -> Result<u32, Full> {
        self.grow()?;
        let number = self.nodes.len() as u32;
        self.squares.extend_from_slice(state);
        self.nodes.push(node);
        insert(&mut self.table, hash(state), number);
        Ok(number)
    }

    /// Makes room for one more; the old and the new memory count together while it is moved. Close
    /// to the limit the lists grow in smaller steps and the table gets fuller.
    fn grow(&mut self) -> Result<(), Full> {
        if self.nodes.len() == self.nodes.capacity() {
            let old = self.nodes.capacity();
            let each = (size_of::<Node>() + self.stride * size_of::<Square>()) as u64;
            let wanted = [old * 2, old * 3 / 2, old * 5 / 4].map(|wanted| wanted.max(512));
            let fits = |wanted: &&usize| u32::try_from(**wanted).is_ok() && self.fits(**wanted as u64 * each);
            let wanted = *wanted.iter().find(fits).ok_or(Full)?;
            self.allows(wanted as u64 * each);
            self.nodes.reserve_exact(wanted - self.nodes.len());
            self.squares.reserve_exact(wanted * self.stride - self.squares.len());
        }
        let used = self.nodes.len() + 1;
        if used * 2 > self.table.len() {
            let wanted = (self.table.len() * 2).max(1024);
            if self.allows(wanted as u64 * 8) {
                self.rehash(wanted);
            } else if used * 8 > self.table.len() * 7 {
                return Err(Full);
            }
        }
        Ok(())
    }

    fn rehash(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.table, vec![0; slots]);
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            insert(&mut self.table, (entry >> 32) as u32, (entry & 0xffff_ffff) as u32 - 1);
        }
    }

    /// The nodes from the root to this one.
    pub fn chain(&self, mut node: u32) -> Vec<u32> {
        let mut chain = vec![node];
        while self.node(node).parent != ROOT {
            node = self.node(node).parent;
            chain.push(node);
        }
        chain.reverse();
        chain
    }
}

fn insert(table: &mut [u64], hash: u32, node: u32) {
    let mask = table.len() - 1;
    let mut slot = hash as usize & mask;
    while table[slot] != 0 {
        slot = (slot + 1) & mask;
    }
    table[slot] = u64::from(hash) << 32 | (u64::from(node) + 1);
}

fn hash(state: &[Square]) -> u32 {
    let mix = |hash: u64, square: &Square| {
        (hash.rotate_left(5) ^ u64::from(*square)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let hash = state.iter().fold(0x51_7c_c1_b7, mix);
    (hash >> 32) as u32 ^ hash as u32
}
