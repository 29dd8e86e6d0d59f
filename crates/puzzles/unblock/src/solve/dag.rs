//! The graph of all optimal solutions, and the best of them to read.
//!
//! Nodes are positions on some optimal solution, edges are the slides between them. Among the paths
//! from the root to the goal one is chosen that, in this order, takes the fewest steps (where they
//! count second), changes the piece least often, and jumps least often: a jump is a slide that
//! sweeps none of the cells its predecessor swept. Such neighbours commute, so they have nothing
//! to do with each other; with few jumps a preparation stands next to what it enables.

use super::bits::{Mask, Scale};
use super::board::{Board, Slide};

pub type NodeId = u32;

/// The node that stands for all solved positions.
pub const GOAL: NodeId = NodeId::MAX;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: NodeId,
    slide: Slide,
    /// The next edge of the same node.
    sibling: u32,
}

/// Edges are added so that those that leave a node come before those that enter it.
#[derive(Debug, Default)]
pub struct Dag {
    edges: Vec<Edge>,
    /// The first edge that leaves each node.
    first: Vec<u32>,
}

/// What counts besides the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// Fewest steps first.
    pub steps: bool,
    /// Few changes and few jumps.
    pub plan: bool,
}

/// How good the rest of a path is that begins with an edge; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    steps: u32,
    changes: u32,
    jumps: u32,
}

impl Dag {
    /// Bytes per edge, what the choice of a path needs included.
    pub const EDGE_BYTES: usize = size_of::<Edge>() + size_of::<(Worth, u32)>();
    /// Bytes per node.
    pub const NODE_BYTES: usize = size_of::<u32>();

    pub fn new() -> Self {
        Dag::default()
    }

    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    pub fn nodes(&self) -> usize {
        self.first.len()
    }

    pub fn add_node(&mut self) -> NodeId {
        self.first.push(NONE);
        self.first.len() as NodeId - 1
    }

    pub fn add_edge(&mut self, from: NodeId, slide: Slide, to: NodeId) {
        let sibling = self.first[from as usize];
        self.first[from as usize] = self.edges.len() as u32;
        self.edges.push(Edge { to, slide, sibling });
    }

    fn leaving(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        let first = if node == GOAL { NONE } else { self.first[node as usize] };
        std::iter::successors((first != NONE).then_some(first), |edge| {
            let sibling = self.edges[*edge as usize].sibling;
            (sibling != NONE).then_some(sibling)
        })
    }

    /// The number of paths from a node to the goal; `u64::MAX` for more.
    pub fn count(&self, root: NodeId) -> u64 {
        let mut counts = Vec::with_capacity(self.edges.len());
        let sum = |counts: &[u64], node: NodeId| {
            if node == GOAL {
                return 1;
            }
            self.leaving(node).fold(0u64, |sum, edge| sum.saturating_add(counts[edge as usize]))
        };
        for edge in &self.edges {
            counts.push(sum(&counts, edge.to));
        }
        sum(&counts, root)
    }

    /// The best path from a node to the goal.
    pub fn best<S: Scale>(&self, board: &Board<S>, root: NodeId, tie_break: TieBreak) -> Vec<Slide> {
        let sweeps = self.edges.iter().filter(|_| tie_break.plan).map(|edge| board.sweep(edge.slide));
        let sweeps: Vec<S::Mask> = sweeps.collect();
        let mut worths: Vec<(Worth, u32)> = Vec::with_capacity(self.edges.len());
        for (index, edge) in self.edges.iter().enumerate() {
            let steps = if tie_break.steps { edge.slide.steps() } else { 0 };
            let follow = |next: u32| {
                let (mut worth, _) = worths[next as usize];
                worth.steps += steps;
                if tie_break.plan {
                    worth.changes += u32::from(self.edges[next as usize].slide.slot != edge.slide.slot);
                    worth.jumps += u32::from(!sweeps[index].meets(sweeps[next as usize]));
                }
                (worth, next)
            };
            let last = (Worth { steps, changes: 0, jumps: 0 }, NONE);
            worths.push(self.leaving(edge.to).map(follow).min().unwrap_or(last));
        }
        let begin = self.leaving(root).min_by_key(|edge| (worths[*edge as usize].0, *edge));
        let path = std::iter::successors(begin, |edge| {
            let next = worths[*edge as usize].1;
            (next != NONE).then_some(next)
        });
        path.map(|edge| self.edges[edge as usize].slide).collect()
    }
}
