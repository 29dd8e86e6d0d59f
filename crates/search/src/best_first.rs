//! Best-first search over a graph: A* and its relatives, by the [`Order`] given.
//!
//! Every generated state is a node in the arena (8 bytes plus the state), found again through the
//! index. The queue holds node numbers and may hold a node more than once; an entry whose node was
//! expanded meanwhile is skipped.

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::order::Order;
use crate::path::{NO_PARENT, path_to};
use crate::queue::Queue;
use crate::space::Graph;

/// What happens when a known state is reached again at a lower cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revisit {
    /// The first way found stands, as in the papers' programs.
    Never,
    /// It is improved while it waits, never once expanded: enough for consistent estimates.
    Waiting,
    /// It is improved and expanded again: exact for every admissible estimate.
    Always,
}

/// Costs share their word with a flag.
const MOST_COST: u32 = 1 << 31;

struct Node<S> {
    state: S,
    parent: u32,
    /// The cost, and in the lowest bit whether it was expanded: one word, so that a node with a
    /// 64-bit state takes 16 bytes.
    cost_closed: u32,
}

impl<S> Node<S> {
    #[inline]
    const fn cost(&self) -> u32 {
        self.cost_closed >> 1
    }

    #[inline]
    const fn closed(&self) -> bool {
        self.cost_closed & 1 == 1
    }

    #[inline]
    const fn close(&mut self) {
        self.cost_closed |= 1;
    }
}

struct Child<S> {
    state: S,
    hash: u64,
    cost: u32,
}

/// Always the node with the least key of an order next: A*, greedy and their like.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct BestFirst<G: Graph, O: Order<G::State>> {
    graph: G,
    order: O,
    revisit: Revisit,
    limit: u64,
    arena: Arena<Node<G::State>>,
    index: Index,
    queue: Queue<O::Key>,
    children: Vec<Child<G::State>>,
    /// How many children there is room for; they are out on loan while they are added.
    children_room: u64,
    heap: u64,
    expanded: u64,
    generated: u64,
    last: u32,
    /// The greatest bound that a least key has proved so far.
    bound: Option<u64>,
    end: Option<Found>,
}

impl<G: Graph, O: Order<G::State>> BestFirst<G, O> {
    /// `limit` is the memory in bytes that may be in use at any moment.
    pub fn new(graph: G, order: O, revisit: Revisit, limit: u64) -> Self {
        let mut search = BestFirst {
            graph,
            order,
            revisit,
            limit,
            arena: Arena::new(),
            index: Index::new(),
            queue: Queue::new(O::TIES),
            children: Vec::with_capacity(64),
            children_room: 64,
            heap: 0,
            expanded: 0,
            generated: 0,
            last: NO_PARENT,
            bound: None,
            end: None,
        };
        let start = search.graph.start();
        let hash = fingerprint(&start);
        if search.add(Child { state: start, hash, cost: 0 }, NO_PARENT).is_err() {
            search.end = Some(Found::OutOfMemory);
        }
        search
    }

    /// The state that was expanded last.
    pub fn state(&self) -> Option<&G::State> {
        (self.last != NO_PARENT).then(|| &self.arena.get(self.last).state)
    }

    fn memory(&self) -> u64 {
        let children = self.children_room * size_of::<Child<G::State>>() as u64;
        self.arena.bytes() + self.index.bytes() + self.queue.bytes() + children + self.heap
    }

    fn step(&mut self) -> Result<(), Found> {
        let number = loop {
            let (key, number) = self.queue.pop().ok_or(Found::Exhausted)?;
            if !self.arena.get(number).closed() {
                self.raise_bound(key);
                break number;
            }
        };
        self.last = number;
        if self.graph.is_goal(&self.arena.get(number).state) {
            return Err(Found::Goal);
        }
        self.arena.get_mut(number).close();
        self.expanded += 1;
        self.collect_children(number);
        let mut children = std::mem::take(&mut self.children);
        let added = children.drain(..).try_for_each(|child| self.meet(child, number));
        self.children_room = children.capacity() as u64;
        self.children = children;
        added.map_err(|_| Found::OutOfMemory)
    }

    fn raise_bound(&mut self, least: O::Key) {
        let sound = match self.revisit {
            Revisit::Never => false,
            Revisit::Waiting => G::CONSISTENT,
            Revisit::Always => true,
        };
        if sound {
            self.bound = self.bound.max(self.order.bound(least));
        }
    }

    /// Generates all children first, touching their slots, so that the waits for memory overlap.
    fn collect_children(&mut self, number: u32) {
        let BestFirst { graph, arena, children, index, .. } = self;
        let node = arena.get(number);
        let mut touched = 0;
        graph.expand(&node.state, |_, state, cost| {
            let hash = fingerprint(&state);
            touched ^= index.touch(hash);
            children.push(Child { state, hash, cost: node.cost().saturating_add(cost) });
        });
        std::hint::black_box(touched);
        self.generated += self.children.len() as u64;
    }

    fn meet(&mut self, child: Child<G::State>, parent: u32) -> Result<(), Limit> {
        let arena = &self.arena;
        match self.index.find(child.hash, |known| arena.get(known).state == child.state) {
            None => self.add(child, parent),
            Some(known) => self.improve(known, child.cost, parent),
        }
    }

    fn add(&mut self, child: Child<G::State>, parent: u32) -> Result<(), Limit> {
        let estimate = self.graph.estimate(&child.state);
        let heap = self.graph.heap_bytes(&child.state) as u64;
        self.make_room(self.index.growth(child.hash) + self.arena.growth() + heap)?;
        assert!(child.cost < MOST_COST, "costs of 2^31 and more are not supported");
        self.heap += heap;
        let key = estimate.map(|estimate| self.order.key(&child.state, child.cost, estimate));
        // A state known to be dead is remembered as expanded, so that it is judged only once.
        let cost_closed = child.cost << 1 | u32::from(key.is_none());
        let node = Node { state: child.state, parent, cost_closed };
        let number = self.arena.push(node);
        self.index.insert(child.hash, number);
        key.map_or(Ok(()), |key| self.enqueue(key, number))
    }

    fn improve(&mut self, number: u32, cost: u32, parent: u32) -> Result<(), Limit> {
        let node = self.arena.get(number);
        let allowed = match self.revisit {
            Revisit::Never => false,
            Revisit::Waiting => !node.closed(),
            Revisit::Always => true,
        };
        if !allowed || cost >= node.cost() {
            return Ok(());
        }
        let Some(estimate) = self.graph.estimate(&node.state) else { return Ok(()) };
        let key = self.order.key(&node.state, cost, estimate);
        let node = self.arena.get_mut(number);
        (node.cost_closed, node.parent) = (cost << 1, parent);
        self.enqueue(key, number)
    }

    fn enqueue(&mut self, key: O::Key, number: u32) -> Result<(), Limit> {
        self.make_room(Queue::<O::Key>::growth())?;
        self.queue.push(key, number);
        Ok(())
    }

    fn make_room(&self, bytes: u64) -> Result<(), Limit> {
        if bytes == 0 || self.memory().saturating_add(bytes) <= self.limit {
            Ok(())
        } else {
            Err(Limit::Memory)
        }
    }

    fn path_to(&self, number: u32) -> Vec<G::Action> {
        path_to(&self.graph, number, |node| self.arena.get(node).parent, |node| &self.arena.get(node).state)
    }
}

impl<G: Graph, O: Order<G::State>> Engine for BestFirst<G, O> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| engine.expanded, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound: self.bound }
    }

    fn path(&self) -> Vec<G::Action> {
        self.path_to(self.last)
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.queue.len())
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let node = (self.last != NO_PARENT).then(|| self.arena.get(self.last))?;
        let estimate = self.graph.estimate(&node.state).map(u64::from);
        Some(Glance { path: self.path_to(self.last), cost: u64::from(node.cost()), estimate })
    }
}
