//! In which order a best-first search expands: the only difference between A*, weighted A*, greedy,
//! uniform cost and depth first. Keys may be lexicographic: "more boxes placed, then g + h".

use crate::queue::Ties;

/// A key for every node: that is all an order must write.
pub trait Order<S>: Send {
    /// What nodes are compared by.
    type Key: Ord + Copy + Send;

    /// Which of two nodes with equal keys comes first.
    const TIES: Ties = Ties::Newest;

    /// Less is better.
    fn key(&self, state: &S, cost: u32, estimate: u32) -> Self::Key;

    /// What the least key in the queue proves about the cost of every solution, given admissible
    /// estimates that are consistent or re-opening.
    fn bound(&self, _least: Self::Key) -> Option<u64> {
        None
    }
}

/// g + h, among equals the smaller h.
#[derive(Clone, Copy, Debug)]
pub struct AStar;

impl<S> Order<S> for AStar {
    type Key = (u32, u32);

    #[inline]
    fn key(&self, _: &S, cost: u32, estimate: u32) -> Self::Key {
        (cost.saturating_add(estimate), estimate)
    }

    fn bound(&self, least: Self::Key) -> Option<u64> {
        Some(u64::from(least.0))
    }
}

/// g + weight x h: solutions cost at most `weight` times the optimum.
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// In hundredths, so that keys are whole numbers.
    pub percent: u32,
}

impl<S> Order<S> for Weighted {
    type Key = (u64, u32);

    #[inline]
    fn key(&self, _: &S, cost: u32, estimate: u32) -> Self::Key {
        (u64::from(cost) * 100 + u64::from(estimate) * u64::from(self.percent), estimate)
    }

    /// Some node of an optimal path is open with its true cost g, and g + w h <= w (g + h) <= w C.
    fn bound(&self, least: Self::Key) -> Option<u64> {
        Some(least.0.div_ceil(u64::from(self.percent)))
    }
}

/// h alone, among equals the smaller g.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl<S> Order<S> for Greedy {
    type Key = (u32, u32);

    #[inline]
    fn key(&self, _: &S, cost: u32, estimate: u32) -> Self::Key {
        (estimate, cost)
    }
}

/// g alone: Dijkstra's order.
#[derive(Clone, Copy, Debug)]
pub struct UniformCost;

impl<S> Order<S> for UniformCost {
    type Key = u32;
    const TIES: Ties = Ties::Oldest;

    #[inline]
    fn key(&self, _: &S, cost: u32, _: u32) -> Self::Key {
        cost
    }

    fn bound(&self, least: Self::Key) -> Option<u64> {
        Some(u64::from(least))
    }
}

/// The newest node first, which is the deepest: children lie above all that was open before them. The
/// brute force of the papers, with a memory so that it ends. One key for all makes the queue a stack:
/// a key per depth would be a bucket per depth, and a search of millions of steps slow to tidy up.
#[derive(Clone, Copy, Debug)]
pub struct DepthFirst;

impl<S> Order<S> for DepthFirst {
    type Key = ();

    #[inline]
    fn key(&self, _: &S, _: u32, _: u32) -> Self::Key {}
}
