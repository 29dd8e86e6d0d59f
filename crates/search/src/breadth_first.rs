//! Breadth-first search over a graph whose actions all cost the same. The arena in order of
//! generation is the queue, and goals are recognised when they are generated, one layer early.

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::path::{NO_PARENT, path_to};
use crate::space::Graph;

struct Node<S> {
    state: S,
    parent: u32,
}

/// Layer by layer, for graphs whose actions all cost the same.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct BreadthFirst<G: Graph> {
    graph: G,
    limit: u64,
    arena: Arena<Node<G::State>>,
    index: Index,
    children: Vec<(u64, G::State)>,
    /// How many children there is room for; they are out on loan while they are added.
    children_room: u64,
    heap: u64,
    /// The next node to expand, the first node of the next layer, and the depth of this layer.
    next: u32,
    layer_end: u32,
    depth: u32,
    generated: u64,
    goal: Option<u32>,
    end: Option<Found>,
}

impl<G: Graph> BreadthFirst<G> {
    /// `limit` is the memory in bytes that may be in use at any moment.
    pub fn new(graph: G, limit: u64) -> Self {
        let mut search = BreadthFirst {
            graph,
            limit,
            arena: Arena::new(),
            index: Index::new(),
            children: Vec::with_capacity(64),
            children_room: 64,
            heap: 0,
            next: 0,
            layer_end: 1,
            depth: 0,
            generated: 0,
            goal: None,
            end: None,
        };
        let start = search.graph.start();
        if search.add(fingerprint(&start), start, NO_PARENT).is_err() {
            search.end = Some(Found::OutOfMemory);
        }
        search
    }

    /// The depth of the layer that is being expanded.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    fn memory(&self) -> u64 {
        let children = self.children_room * size_of::<(u64, G::State)>() as u64;
        self.arena.bytes() + self.index.bytes() + children + self.heap
    }

    fn step(&mut self) -> Result<(), Found> {
        if self.goal.is_some() {
            return Err(Found::Goal);
        }
        if self.next as usize == self.arena.len() {
            return Err(Found::Exhausted);
        }
        if self.next == self.layer_end {
            self.depth += 1;
            self.layer_end = self.arena.len() as u32;
        }
        let number = self.next;
        self.next += 1;
        self.collect_children(number);
        let mut children = std::mem::take(&mut self.children);
        let added = children.drain(..).try_for_each(|(hash, state)| self.meet(hash, state, number));
        self.children_room = children.capacity() as u64;
        self.children = children;
        added.map_err(|_| Found::OutOfMemory)
    }

    /// As in A*: all children first, so that the waits for memory overlap.
    fn collect_children(&mut self, number: u32) {
        let BreadthFirst { graph, arena, children, index, .. } = self;
        let mut touched = 0;
        graph.expand(&arena.get(number).state, |_, state, _| {
            let hash = fingerprint(&state);
            touched ^= index.touch(hash);
            children.push((hash, state));
        });
        std::hint::black_box(touched);
        self.generated += self.children.len() as u64;
    }

    fn meet(&mut self, hash: u64, state: G::State, parent: u32) -> Result<(), Limit> {
        let arena = &self.arena;
        if self.index.find(hash, |known| arena.get(known).state == state).is_some() {
            return Ok(());
        }
        self.add(hash, state, parent)
    }

    fn add(&mut self, hash: u64, state: G::State, parent: u32) -> Result<(), Limit> {
        let heap = self.graph.heap_bytes(&state) as u64;
        let growth = self.index.growth(hash) + self.arena.growth() + heap;
        if growth > 0 && self.memory().saturating_add(growth) > self.limit {
            return Err(Limit::Memory);
        }
        self.heap += heap;
        let reached = self.goal.is_none() && self.graph.is_goal(&state);
        let number = self.arena.push(Node { state, parent });
        self.index.insert(hash, number);
        if reached {
            self.goal = Some(number);
        }
        Ok(())
    }

    fn path_to(&self, number: u32) -> Vec<G::Action> {
        path_to(&self.graph, number, |node| self.arena.get(node).parent, |node| &self.arena.get(node).state)
    }
}

impl<G: Graph> Engine for BreadthFirst<G> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| u64::from(engine.next), |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        // Every node of this layer was tested when it was generated, so a goal not yet found is
        // at least one deeper.
        let bound = u64::from(self.depth) + u64::from(self.next > 0);
        let expanded = u64::from(self.next);
        Counts { expanded, generated: self.generated, memory, peak: memory, bound: Some(bound) }
    }

    fn path(&self) -> Vec<G::Action> {
        self.goal.map(|goal| self.path_to(goal)).unwrap_or_default()
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.arena.len() as u64 - u64::from(self.next))
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let last = self.next.checked_sub(1)?;
        Some(Glance { path: self.path_to(last), cost: u64::from(self.depth), estimate: None })
    }
}
