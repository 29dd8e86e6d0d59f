//! Focal search, also known as A*-epsilon: what may be expanded is decided by an admissible estimate, what is expanded by
//! any guess at all.
//!
//! The least g + h of the open nodes is a lower bound on every solution. *Focal* are the open nodes whose g + h is at most
//! so many times that; of these the one with the least guess is next. So the first solution costs at most so many times the
//! optimum, however wrong the guess is. States that are reached at a lower cost are opened again, which the bound needs
//! where estimates are not consistent.
//! Source: J. Pearl, J. Kim, "Studies in Semi-Admissible Heuristics", 1982.

use std::collections::BTreeMap;

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::path::{NO_PARENT, path_to};
use crate::queue::{Queue, Ties};
use crate::space::Graph;

/// A graph with a second opinion on what is left to do.
pub trait Guided: Graph {
    /// What a search goes by within the bound: less is sooner. It may be wrong in any way.
    fn guess(&self, state: &Self::State) -> u32;
}

struct Node<S> {
    state: S,
    parent: u32,
    cost: u32,
    estimate: u32,
    guess: u32,
    closed: bool,
}

/// Best first by a guess, among the nodes that keep a bound.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Focal<G: Guided> {
    graph: G,
    /// How many times the optimum a solution may cost, in hundredths.
    percent: u32,
    limit: u64,
    arena: Arena<Node<G::State>>,
    index: Index,
    /// By guess, then cost.
    within: Queue<(u32, u32)>,
    /// Above the bound, by g + h.
    waiting: Queue<u32>,
    /// How many open nodes have each g + h.
    open: BTreeMap<u32, u64>,
    heap: u64,
    expanded: u64,
    generated: u64,
    last: u32,
    bound: u32,
    end: Option<Found>,
}

impl<G: Guided> Focal<G> {
    /// Solutions cost at most `percent` hundredths of the optimum; `limit` is the memory in bytes.
    pub fn new(graph: G, percent: u32, limit: u64) -> Self {
        let mut search = Focal {
            graph,
            percent: percent.max(100),
            limit,
            arena: Arena::new(),
            index: Index::new(),
            within: Queue::new(Ties::Newest),
            waiting: Queue::new(Ties::Newest),
            open: BTreeMap::new(),
            heap: 0,
            expanded: 0,
            generated: 0,
            last: NO_PARENT,
            bound: 0,
            end: None,
        };
        let start = search.graph.start();
        if search.meet(start, 0, NO_PARENT).is_err() {
            search.end = Some(Found::OutOfMemory);
        }
        search
    }

    fn memory(&self) -> u64 {
        let open = self.open.len() as u64 * 64;
        self.arena.bytes()
            + self.index.bytes()
            + self.within.bytes()
            + self.waiting.bytes()
            + open
            + self.heap
    }

    /// The next node: the least guess that keeps the bound.
    fn next(&mut self) -> Result<u32, Found> {
        loop {
            let least = *self.open.keys().next().ok_or(Found::Exhausted)?;
            self.bound = self.bound.max(least);
            while self.waiting.least().is_some_and(|total| self.keeps(total)) {
                let (_, number) = self.waiting.pop().expect("it has a least key");
                if !self.arena.get(number).closed {
                    self.make_room(Queue::<(u32, u32)>::growth()).map_err(|_| Found::OutOfMemory)?;
                    self.focus(number);
                }
            }
            let (_, number) = self.within.pop().ok_or(Found::Exhausted)?;
            if !self.arena.get(number).closed {
                return Ok(number);
            }
        }
    }

    fn keeps(&self, total: u32) -> bool {
        u64::from(total) * 100 <= u64::from(self.bound) * u64::from(self.percent)
    }

    fn focus(&mut self, number: u32) {
        let node = self.arena.get(number);
        self.within.push((node.guess, node.cost), number);
    }

    fn step(&mut self) -> Result<(), Found> {
        let number = self.next()?;
        self.last = number;
        if self.graph.is_goal(&self.arena.get(number).state) {
            return Err(Found::Goal);
        }
        let node = self.arena.get_mut(number);
        node.closed = true;
        let (cost, total) = (node.cost, node.cost + node.estimate);
        self.leave(total);
        self.expanded += 1;
        let mut children = Vec::new();
        self.graph.expand(&self.arena.get(number).state, |_, state, step| {
            children.push((state, cost.saturating_add(step)));
        });
        self.generated += children.len() as u64;
        let added = children.into_iter().try_for_each(|(state, cost)| self.meet(state, cost, number));
        added.map_err(|_| Found::OutOfMemory)
    }

    fn leave(&mut self, total: u32) {
        let count = self.open.get_mut(&total).expect("open nodes are counted");
        *count -= 1;
        if *count == 0 {
            self.open.remove(&total);
        }
    }

    fn meet(&mut self, state: G::State, cost: u32, parent: u32) -> Result<(), Limit> {
        let hash = fingerprint(&state);
        let arena = &self.arena;
        if let Some(known) = self.index.find(hash, |known| arena.get(known).state == state) {
            return self.improve(known, cost, parent);
        }
        let estimate = self.graph.estimate(&state);
        let heap = self.graph.heap_bytes(&state) as u64;
        self.make_room(self.index.growth(hash) + self.arena.growth() + heap + 64)?;
        self.heap += heap;
        let guess = if estimate.is_some() { self.graph.guess(&state) } else { 0 };
        // A state known to be dead is remembered as expanded, so that it is judged only once.
        let closed = estimate.is_none();
        let node = Node { state, parent, cost, estimate: estimate.unwrap_or(u32::MAX), guess, closed };
        let number = self.arena.push(node);
        self.index.insert(hash, number);
        if closed { Ok(()) } else { self.enqueue(number) }
    }

    fn improve(&mut self, number: u32, cost: u32, parent: u32) -> Result<(), Limit> {
        let node = self.arena.get_mut(number);
        if cost >= node.cost || node.estimate == u32::MAX {
            return Ok(());
        }
        let before = (!node.closed).then_some(node.cost + node.estimate);
        (node.cost, node.parent, node.closed) = (cost, parent, false);
        if let Some(total) = before {
            self.leave(total);
        }
        self.enqueue(number)
    }

    fn enqueue(&mut self, number: u32) -> Result<(), Limit> {
        self.make_room(Queue::<(u32, u32)>::growth())?;
        let node = self.arena.get(number);
        let total = node.cost + node.estimate;
        *self.open.entry(total).or_default() += 1;
        if self.keeps(total) {
            self.focus(number);
        } else {
            self.waiting.push(total, number);
        }
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

impl<G: Guided> Engine for Focal<G> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| engine.expanded, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        let bound = Some(u64::from(self.bound));
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound }
    }

    fn path(&self) -> Vec<G::Action> {
        self.path_to(self.last)
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.open.values().sum())
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let node = (self.last != NO_PARENT).then(|| self.arena.get(self.last))?;
        let estimate = Some(u64::from(node.estimate));
        Some(Glance { path: self.path_to(self.last), cost: u64::from(node.cost), estimate })
    }
}
