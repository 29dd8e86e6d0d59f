//! Beam search: layer by layer, keeping the best `width` states of each. A state met in an earlier
//! layer is not taken again, so no beam runs in circles. A beam that dies out, or runs out of
//! memory while it is narrow, proves nothing; one that dies out begins again twice as wide.

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::order::Order;
use crate::path::{NO_PARENT, path_to};
use crate::space::Graph;

struct Node<S> {
    state: S,
    parent: u32,
    cost: u32,
}

struct Candidate<S, K> {
    key: K,
    /// Its place in the order of generation.
    sequence: u32,
    state: S,
    parent: u32,
    cost: u32,
}

/// Beam search: layer by layer, of each layer only the best by an order. A beam that dies out begins anew, twice as
/// wide; one that never dropped a state has searched everything.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Beam<G: Graph, O: Order<G::State>> {
    graph: G,
    order: O,
    width: usize,
    limit: u64,
    arena: Arena<Node<G::State>>,
    /// Hashes of all states met. Two states with one hash are taken for one: a beam is incomplete
    /// anyway, and the answer is replayed.
    met: Index,
    candidates: Vec<Candidate<G::State, O::Key>>,
    heap: u64,
    peak: u64,
    next: u32,
    layer_end: u32,
    /// A candidate was dropped in this attempt, so dying out proves nothing.
    cut: bool,
    goal: Option<u32>,
    expanded: u64,
    generated: u64,
    end: Option<Found>,
}

impl<G: Graph, O: Order<G::State>> Beam<G, O> {
    /// `width` states of each layer are kept, at first; `limit` is the memory in bytes that may be in use.
    pub fn new(graph: G, order: O, width: usize, limit: u64) -> Self {
        let mut beam = Beam {
            graph,
            order,
            width: width.max(1),
            limit,
            arena: Arena::new(),
            met: Index::new(),
            candidates: Vec::new(),
            heap: 0,
            peak: 0,
            next: 0,
            layer_end: 0,
            cut: false,
            goal: None,
            expanded: 0,
            generated: 0,
            end: None,
        };
        beam.begin();
        beam
    }

    /// The cost of the state expanded last.
    pub fn cost(&self) -> u32 {
        self.next.checked_sub(1).map_or(0, |last| self.arena.get(last).cost)
    }

    /// How wide it is by now.
    pub const fn width(&self) -> usize {
        self.width
    }

    fn begin(&mut self) {
        self.arena = Arena::new();
        self.met = Index::new();
        self.candidates = Vec::new();
        (self.heap, self.next, self.layer_end, self.cut) = (0, 0, 1, false);
        let start = self.graph.start();
        let hash = fingerprint(&start);
        if self.make_room(self.met.growth(hash) + self.arena.growth()).is_err() {
            self.end = Some(Found::OutOfMemory);
            return;
        }
        let reached = self.graph.is_goal(&start);
        self.met.insert(hash, 0);
        self.arena.push(Node { state: start, parent: NO_PARENT, cost: 0 });
        self.goal = reached.then_some(0);
    }

    fn memory(&self) -> u64 {
        let candidates = self.candidates.capacity() * size_of::<Candidate<G::State, O::Key>>();
        self.arena.bytes() + self.met.bytes() + candidates as u64 + self.heap
    }

    fn make_room(&mut self, bytes: u64) -> Result<(), Limit> {
        let needed = self.memory().saturating_add(bytes);
        if bytes > 0 && needed > self.limit {
            return Err(Limit::Memory);
        }
        self.peak = self.peak.max(needed);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Found> {
        if self.goal.is_some() {
            return Err(Found::Goal);
        }
        if self.next == self.layer_end {
            self.close_layer()?;
            if self.goal.is_some() {
                return Err(Found::Goal);
            }
        }
        let number = self.next;
        self.next += 1;
        self.expanded += 1;
        self.generate(number).map_err(|_| Found::OutOfMemory)
    }

    fn generate(&mut self, number: u32) -> Result<(), Limit> {
        let mut children = Vec::new();
        let node = self.arena.get(number);
        let cost = node.cost;
        self.graph.expand(&node.state, |_, state, step| children.push((state, cost + step)));
        self.generated += children.len() as u64;
        children.into_iter().try_for_each(|(state, cost)| self.consider(state, cost, number))
    }

    fn consider(&mut self, state: G::State, cost: u32, parent: u32) -> Result<(), Limit> {
        let hash = fingerprint(&state);
        if self.met.find(hash, |_| true).is_some() {
            return Ok(());
        }
        let Some(estimate) = self.graph.estimate(&state) else { return Ok(()) };
        let heap = self.graph.heap_bytes(&state) as u64;
        self.make_room(self.met.growth(hash) + self.candidate_growth() + heap)?;
        self.met.insert(hash, parent);
        self.heap += heap;
        let key = self.order.key(&state, cost, estimate);
        let sequence = self.candidates.len() as u32;
        self.candidates.push(Candidate { key, sequence, state, parent, cost });
        Ok(())
    }

    /// The list doubles when it is full, and both copies exist for a moment.
    fn candidate_growth(&self) -> u64 {
        let full = self.candidates.len() == self.candidates.capacity();
        let size = size_of::<Candidate<G::State, O::Key>>();
        if full { (self.candidates.capacity().max(4) * 2 * size) as u64 } else { 0 }
    }

    /// Makes the next layer of the best candidates, or begins anew if there are none.
    fn close_layer(&mut self) -> Result<(), Found> {
        if self.candidates.is_empty() {
            return self.widen();
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        self.keep_best(&mut candidates);
        // They are counted until they are gone: the arena grows beside them.
        let held = (candidates.capacity() * size_of::<Candidate<G::State, O::Key>>()) as u64;
        self.next = self.arena.len() as u32;
        for Candidate { state, parent, cost, .. } in candidates.drain(..) {
            let growth = self.arena.growth();
            if growth > 0 {
                self.make_room(growth.saturating_add(held)).map_err(|_| Found::OutOfMemory)?;
            }
            let reached = self.graph.is_goal(&state);
            let number = self.arena.push(Node { state, parent, cost });
            if reached && self.goal.is_none_or(|goal| cost < self.arena.get(goal).cost) {
                self.goal = Some(number);
            }
        }
        self.candidates = candidates;
        self.layer_end = self.arena.len() as u32;
        Ok(())
    }

    /// Drops all but the best, in place. Of equal keys the first generated stay, and those that
    /// stay keep the order in which they were generated: deterministic.
    fn keep_best(&mut self, candidates: &mut Vec<Candidate<G::State, O::Key>>) {
        if candidates.len() <= self.width {
            return;
        }
        self.cut = true;
        candidates.select_nth_unstable_by_key(self.width, |candidate| (candidate.key, candidate.sequence));
        for dropped in candidates.drain(self.width..) {
            self.heap -= self.graph.heap_bytes(&dropped.state) as u64;
        }
        candidates.sort_unstable_by_key(|candidate| candidate.sequence);
    }

    fn widen(&mut self) -> Result<(), Found> {
        if !self.cut {
            return Err(Found::Exhausted);
        }
        self.width *= 2;
        self.begin();
        self.end.map_or(Ok(()), Err)
    }

    fn path_to(&self, number: u32) -> Vec<G::Action> {
        path_to(&self.graph, number, |node| self.arena.get(node).parent, |node| &self.arena.get(node).state)
    }
}

impl<G: Graph, O: Order<G::State>> Engine for Beam<G, O> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| engine.expanded, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let (memory, peak) = (self.memory(), self.peak);
        Counts { expanded: self.expanded, generated: self.generated, memory, peak, bound: None }
    }

    fn path(&self) -> Vec<G::Action> {
        self.goal.map(|goal| self.path_to(goal)).unwrap_or_default()
    }

    fn frontier(&self) -> Option<u64> {
        Some(u64::from(self.layer_end - self.next))
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let last = self.next.checked_sub(1)?;
        let node = self.arena.get(last);
        let estimate = self.graph.estimate(&node.state).map(u64::from);
        Some(Glance { path: self.path_to(last), cost: u64::from(node.cost), estimate })
    }
}
