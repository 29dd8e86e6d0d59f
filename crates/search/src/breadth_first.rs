//! Breadth-first search over a graph whose actions all cost the same. The arena in order of
//! generation is the queue, and goals are recognised when they are generated, one layer early.

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance};
use crate::index::{Index, fingerprint};
use crate::space::Graph;

const NO_PARENT: u32 = u32::MAX;

struct Node<S> {
    state: S,
    parent: u32,
}

#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct BreadthFirst<G: Graph> {
    graph: G,
    limit: u64,
    arena: Arena<Node<G::State>>,
    index: Index,
    children: Vec<(u64, G::State)>,
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
    pub fn new(graph: G, limit: u64) -> Self {
        let mut search = BreadthFirst {
            graph,
            limit,
            arena: Arena::new(),
            index: Index::new(),
            children: Vec::new(),
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
        let children = (self.children.capacity() * size_of::<(u64, G::State)>()) as u64;
        self.arena.bytes() + self.index.bytes() + children + self.heap
    }

    fn expand_next(&mut self) -> Result<(), Found> {
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
        let full = growth > 0 && self.memory() + growth > self.limit;
        if full || self.arena.len() >= u32::MAX as usize - 1 {
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
        let mut path = Vec::new();
        let mut child = number;
        while self.arena.get(child).parent != NO_PARENT {
            let parent = self.arena.get(child).parent;
            let mut found = None;
            self.graph.expand(&self.arena.get(parent).state, |action, state, _| {
                if found.is_none() && state == self.arena.get(child).state {
                    found = Some(action);
                }
            });
            path.push(found.expect("a child is among its parent's successors"));
            child = parent;
        }
        path.reverse();
        path
    }
}

impl<G> Engine for BreadthFirst<G>
where
    G: Graph + Send,
    G::State: Send,
{
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        if let Some(end) = self.end {
            return end;
        }
        for _ in 0..expansions {
            if let Err(end) = self.expand_next() {
                self.end = Some(end);
                return end;
            }
        }
        Found::Running
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

    fn glance(&self) -> Option<Glance<G::Action>> {
        let last = self.next.checked_sub(1)?;
        Some(Glance { path: self.path_to(last), cost: u64::from(self.depth), estimate: None })
    }
}
