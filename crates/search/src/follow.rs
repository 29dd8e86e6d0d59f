//! A policy alone: the likeliest step to a state that was not met before, again and again, without a way back. It ends at a
//! goal or where all steps lead to states it has met, and proves nothing.

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::levin::Advised;
use crate::path::action_between;

struct Node<S> {
    state: S,
    cost: u32,
}

/// What a policy does by itself.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Follow<G: Advised> {
    graph: G,
    limit: u64,
    /// The way: every state that was met.
    arena: Arena<Node<G::State>>,
    index: Index,
    estimate: u32,
    heap: u64,
    generated: u64,
    end: Option<Found>,
}

impl<G: Advised> Follow<G> {
    /// `limit` is the memory in bytes that may be in use at any moment.
    pub fn new(graph: G, limit: u64) -> Self {
        let index = Index::new();
        let mut follow = Follow {
            graph,
            limit,
            arena: Arena::new(),
            index,
            estimate: 0,
            heap: 0,
            generated: 0,
            end: None,
        };
        let start = follow.graph.start();
        if follow.go(start, 0).is_err() {
            follow.end = Some(Found::OutOfMemory);
        }
        follow
    }

    /// The graph, and the state it stands at.
    pub fn sight(&self) -> (&G, Option<&G::State>) {
        let last = (self.arena.len() as u32).checked_sub(1);
        (&self.graph, last.map(|last| &self.arena.get(last).state))
    }

    fn memory(&self) -> u64 {
        self.arena.bytes() + self.index.bytes() + self.heap
    }

    fn go(&mut self, state: G::State, cost: u32) -> Result<(), Found> {
        let hash = fingerprint(&state);
        let heap = self.graph.heap_bytes(&state) as u64;
        let growth = self.index.growth(hash) + self.arena.growth() + heap;
        if self.memory().saturating_add(growth) > self.limit {
            return Err(Found::OutOfMemory);
        }
        self.heap += heap;
        let number = self.arena.push(Node { state, cost });
        self.index.insert(hash, number);
        Ok(())
    }

    fn step(&mut self) -> Result<(), Found> {
        let here = self.arena.get(self.arena.len() as u32 - 1);
        if self.graph.is_goal(&here.state) {
            return Err(Found::Goal);
        }
        let cost = here.cost;
        let advice = self.graph.advise(&here.state);
        self.generated += advice.len() as u64;
        let (arena, index) = (&self.arena, &self.index);
        let is_new = |state: &G::State| {
            index.find(fingerprint(state), |known| arena.get(known).state == *state).is_none()
        };
        let best =
            advice.into_iter().filter(|advice| is_new(&advice.state)).min_by_key(|advice| advice.surprise);
        let advice = best.ok_or(Found::Exhausted)?;
        self.estimate = advice.estimate;
        self.go(advice.state, cost.saturating_add(advice.cost))
    }

    fn way(&self) -> Vec<G::Action> {
        let state = |number: u32| &self.arena.get(number).state;
        (1..self.arena.len() as u32)
            .map(|number| action_between(&self.graph, state(number - 1), state(number)))
            .collect()
    }
}

impl<G: Advised> Engine for Follow<G> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        let steps = |engine: &Self| (engine.arena.len() as u64).saturating_sub(1);
        node_by_node(self, expansions, steps, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        let expanded = (self.arena.len() as u64).saturating_sub(1);
        Counts { expanded, generated: self.generated, memory, peak: memory, bound: None }
    }

    fn path(&self) -> Vec<G::Action> {
        self.way()
    }

    fn glance(&self) -> Option<Glance<G::Action>> {
        let last = self.arena.get((self.arena.len() as u32).checked_sub(1)?);
        let estimate = Some(u64::from(self.estimate / 16));
        Some(Glance { path: self.way(), cost: u64::from(last.cost), estimate })
    }
}
