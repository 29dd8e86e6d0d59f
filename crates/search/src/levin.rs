//! Searches that follow a policy: Levin tree search and PHS*.
//!
//! A policy gives every way a chance: the product of the chances of its steps. The less likely a way, the more *surprise*
//! it is, minus the logarithm of its chance, which adds up step by step. Levin tree search expands first what has the least
//! length divided by chance; so a solution of length d that the policy gives the chance p is found within d / p expansions.
//! PHS* also asks an estimate how much surprise there is still to come, as if the way went on as it began:
//! `(g + h) / p ^ (1 + h/g)`. Every state is expanded once; where a better way to a state turns up while it waits, that
//! is taken. All figures are whole numbers of 1/1024 bit, so that the order is the same on every machine.
//! Sources: L. Orseau et al., "Single-Agent Policy Tree Search With Guarantees", 2018; L. Orseau, L. Lelis, "Policy-Guided
//! Heuristic Search with Guarantees", 2021.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::path::{NO_PARENT, path_to};
use crate::space::Graph;

/// One bit of surprise.
const BIT: u64 = 1024;

/// A successor as a policy sees it.
#[derive(Clone, Debug)]
pub struct Advice<S> {
    /// Where the step leads.
    pub state: S,
    /// What it costs.
    pub cost: u32,
    /// Minus the logarithm of its chance, in 1/1024 bit.
    pub surprise: u32,
    /// What is left to do afterwards, in sixteenths of a step; it may be wrong in any way.
    pub estimate: u32,
}

/// A graph with a policy. A successor that is left out is one that leads nowhere for certain.
pub trait Advised: Graph {
    /// Every successor that may lead to a goal, in a fixed order.
    fn advise(&self, state: &Self::State) -> Vec<Advice<Self::State>>;
}

/// What nodes are expanded by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Levin tree search: length and chance.
    Chance,
    /// PHS*: length and chance, with the estimate of what is to come of both.
    ChanceAndEstimate,
}

struct Node<S> {
    state: S,
    parent: u32,
    cost: u32,
    surprise: u64,
    estimate: u32,
    closed: bool,
}

/// Best first by how likely a policy thinks that a way is.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Levin<G: Advised> {
    graph: G,
    by: By,
    limit: u64,
    arena: Arena<Node<G::State>>,
    index: Index,
    /// The least key first, of equals the newest.
    queue: BinaryHeap<(Reverse<u64>, u32)>,
    heap: u64,
    expanded: u64,
    generated: u64,
    last: u32,
    end: Option<Found>,
}

impl<G: Advised> Levin<G> {
    /// `limit` is the memory in bytes that may be in use at any moment.
    pub fn new(graph: G, by: By, limit: u64) -> Self {
        let mut search = Levin {
            graph,
            by,
            limit,
            arena: Arena::new(),
            index: Index::new(),
            queue: BinaryHeap::new(),
            heap: 0,
            expanded: 0,
            generated: 0,
            last: NO_PARENT,
            end: None,
        };
        let state = search.graph.start();
        if search.graph.estimate(&state).is_none() {
            search.end = Some(Found::Exhausted);
        } else if search.meet(Advice { state, cost: 0, surprise: 0, estimate: 0 }, (NO_PARENT, 0, 0)).is_err()
        {
            search.end = Some(Found::OutOfMemory);
        }
        search
    }

    /// The graph, and the state that was expanded last.
    pub fn sight(&self) -> (&G, Option<&G::State>) {
        (&self.graph, (self.last != NO_PARENT).then(|| &self.arena.get(self.last).state))
    }

    fn memory(&self) -> u64 {
        let queue = self.queue.capacity() * size_of::<(Reverse<u64>, u32)>();
        self.arena.bytes() + self.index.bytes() + queue as u64 + self.heap
    }

    fn step(&mut self) -> Result<(), Found> {
        let number = loop {
            let (_, number) = self.queue.pop().ok_or(Found::Exhausted)?;
            if !self.arena.get(number).closed {
                break number;
            }
        };
        self.last = number;
        let node = self.arena.get_mut(number);
        if self.graph.is_goal(&node.state) {
            return Err(Found::Goal);
        }
        node.closed = true;
        self.expanded += 1;
        let from = (number, node.cost, node.surprise);
        let advice = self.graph.advise(&self.arena.get(number).state);
        self.generated += advice.len() as u64;
        advice.into_iter().try_for_each(|advice| self.meet(advice, from)).map_err(|_| Found::OutOfMemory)
    }

    fn meet(
        &mut self,
        advice: Advice<G::State>,
        (parent, cost, surprise): (u32, u32, u64),
    ) -> Result<(), Limit> {
        let Advice { state, estimate, .. } = advice;
        let (cost, surprise) = (cost.saturating_add(advice.cost), surprise + u64::from(advice.surprise));
        let key = key(self.by, cost, surprise, estimate);
        let hash = fingerprint(&state);
        let arena = &self.arena;
        let number = if let Some(known) = self.index.find(hash, |known| arena.get(known).state == state) {
            let node = self.arena.get(known);
            if node.closed || key >= self::key(self.by, node.cost, node.surprise, node.estimate) {
                return Ok(());
            }
            let node = self.arena.get_mut(known);
            (node.parent, node.cost, node.surprise) = (parent, cost, surprise);
            known
        } else {
            let heap = self.graph.heap_bytes(&state) as u64;
            self.make_room(self.index.growth(hash) + self.arena.growth() + heap)?;
            self.heap += heap;
            let number = self.arena.push(Node { state, parent, cost, surprise, estimate, closed: false });
            self.index.insert(hash, number);
            number
        };
        if self.queue.len() == self.queue.capacity() {
            // Old and new are there together for a moment.
            let more = self.queue.capacity().max(64);
            self.make_room(((self.queue.capacity() + more) * size_of::<(Reverse<u64>, u32)>()) as u64)?;
            self.queue.reserve_exact(more);
        }
        self.queue.push((Reverse(key), number));
        Ok(())
    }

    fn make_room(&self, bytes: u64) -> Result<(), Limit> {
        let fits = bytes == 0 || self.memory().saturating_add(bytes) <= self.limit;
        if fits { Ok(()) } else { Err(Limit::Memory) }
    }

    fn path_to(&self, number: u32) -> Vec<G::Action> {
        path_to(&self.graph, number, |node| self.arena.get(node).parent, |node| &self.arena.get(node).state)
    }
}

/// The logarithm of what a node is expanded by, in 1/1024 bit.
fn key(by: By, cost: u32, surprise: u64, estimate: u32) -> u64 {
    let walked = u64::from(cost.max(1)) * 16;
    match by {
        By::Chance => logarithm(walked) + surprise,
        By::ChanceAndEstimate => {
            let to_come = u128::from(surprise) * u128::from(estimate) / u128::from(walked);
            logarithm(walked + u64::from(estimate)) + surprise + to_come as u64
        }
    }
}

/// The binary logarithm of a whole number, in 1/1024 bit: digit by digit, by squaring.
fn logarithm(number: u64) -> u64 {
    let whole = u64::from(number.ilog2());
    // One with 31 digits after the point, between 1 and 2.
    let mut rest = if whole > 31 { number >> (whole - 31) } else { number << (31 - whole) };
    let mut digits = 0;
    for _ in 0..10 {
        rest = (rest * rest) >> 31;
        let over = rest >> 32;
        digits = digits << 1 | over;
        rest >>= over;
    }
    whole * BIT + digits
}

impl<G: Advised> Engine for Levin<G> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| engine.expanded, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound: None }
    }

    fn path(&self) -> Vec<G::Action> {
        self.path_to(self.last)
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.queue.len() as u64)
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let node = (self.last != NO_PARENT).then(|| self.arena.get(self.last))?;
        let estimate = Some(u64::from(node.estimate / 16));
        Some(Glance { path: self.path_to(self.last), cost: u64::from(node.cost), estimate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in (1..5_000u64).chain([1 << 33, (1 << 40) + 12_345]) {
            let truth = (number as f64).log2() * BIT as f64;
            assert!((logarithm(number) as f64 - truth).abs() <= 1.0, "{number}");
        }
    }

    /// Half a chance less costs as much as a way twice as long.
    #[test]
    fn a_bit_of_surprise_is_a_way_twice_as_long() {
        assert_eq!(key(By::Chance, 8, 3 * BIT, 0), key(By::Chance, 16, 2 * BIT, 0));
        // As far again to go as gone: twice the length and twice the surprise.
        assert_eq!(key(By::ChanceAndEstimate, 8, 3 * BIT, 8 * 16), key(By::Chance, 16, 6 * BIT, 0));
    }
}
