//! Bidirectional uniform-cost search: from the start and from the goals at once, always on the side
//! that has fewer nodes waiting, until the two cheapest fringes together cost as much as the best
//! meeting found. Exact for every reversible graph (Nicholson 1966, Pohl 1971).

use ingenio_core::Limit;

use crate::arena::Arena;
use crate::engine::{Counts, Engine, Found, Glance, node_by_node};
use crate::index::{Index, fingerprint};
use crate::path::{NO_PARENT, action_between, path_to};
use crate::queue::{Queue, Ties};
use crate::space::{Graph, Reversible};

struct Node<S> {
    state: S,
    parent: u32,
    cost: u32,
    closed: bool,
}

/// One of the two searches.
struct Side<S> {
    arena: Arena<Node<S>>,
    index: Index,
    queue: Queue<u32>,
    waiting: usize,
}

impl<S: Eq> Side<S> {
    fn new() -> Self {
        Side { arena: Arena::new(), index: Index::new(), queue: Queue::new(Ties::Oldest), waiting: 0 }
    }

    fn bytes(&self) -> u64 {
        self.arena.bytes() + self.index.bytes() + self.queue.bytes()
    }

    fn find(&self, hash: u64, state: &S) -> Option<u32> {
        self.index.find(hash, |known| self.arena.get(known).state == *state)
    }

    fn growth(&self, hash: u64) -> u64 {
        self.index.growth(hash) + self.arena.growth() + Queue::<u32>::growth()
    }

    /// Adds a state or lowers its cost; gives its number if anything changed.
    fn reach(&mut self, hash: u64, state: S, cost: u32, parent: u32) -> Option<u32> {
        let number = if let Some(known) = self.find(hash, &state) {
            let node = self.arena.get_mut(known);
            if node.closed || cost >= node.cost {
                return None;
            }
            (node.cost, node.parent) = (cost, parent);
            known
        } else {
            let number = self.arena.push(Node { state, parent, cost, closed: false });
            self.index.insert(hash, number);
            number
        };
        self.queue.push(cost, number);
        self.waiting += 1;
        Some(number)
    }

    fn pop(&mut self) -> Option<u32> {
        loop {
            let (_, number) = self.queue.pop()?;
            self.waiting -= 1;
            let node = self.arena.get_mut(number);
            if !node.closed {
                node.closed = true;
                return Some(number);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forth,
    Back,
}

/// Uniform cost from the start and from all goals at once, until the two fringes prove that no cheaper meeting comes.
#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Bidirectional<G: Graph> {
    graph: G,
    limit: u64,
    forth: Side<G::State>,
    back: Side<G::State>,
    children: Vec<(G::State, u32)>,
    /// How many children there is room for; they are out on loan while they are added.
    children_room: u64,
    heap: u64,
    /// The cheapest meeting so far: its cost and its node on either side.
    meeting: Option<(u32, u32, u32)>,
    expanded: u64,
    generated: u64,
    last: Option<(Way, u32)>,
    end: Option<Found>,
}

impl<G: Reversible> Bidirectional<G> {
    /// `limit` is the memory in bytes that may be in use at any moment.
    pub fn new(graph: G, limit: u64) -> Self {
        let mut search = Bidirectional {
            limit,
            forth: Side::new(),
            back: Side::new(),
            children: Vec::with_capacity(64),
            children_room: 64,
            heap: 0,
            meeting: None,
            expanded: 0,
            generated: 0,
            last: None,
            end: None,
            graph,
        };
        let goals = search.graph.goals();
        let start = search.graph.start();
        let seeded = goals.into_iter().try_for_each(|goal| search.meet(Way::Back, goal, 0, NO_PARENT));
        if seeded.and_then(|()| search.meet(Way::Forth, start, 0, NO_PARENT)).is_err() {
            search.end = Some(Found::OutOfMemory);
        }
        search
    }

    fn memory(&self) -> u64 {
        let children = self.children_room * size_of::<(G::State, u32)>() as u64;
        self.forth.bytes() + self.back.bytes() + children + self.heap
    }

    fn side(&mut self, way: Way) -> &mut Side<G::State> {
        match way {
            Way::Forth => &mut self.forth,
            Way::Back => &mut self.back,
        }
    }

    fn step(&mut self) -> Result<(), Found> {
        if self.is_settled() {
            return Err(if self.meeting.is_some() { Found::Goal } else { Found::Exhausted });
        }
        let way = if self.forth.waiting <= self.back.waiting { Way::Forth } else { Way::Back };
        let Some(number) = self.side(way).pop() else { return Ok(()) };
        self.last = Some((way, number));
        self.expanded += 1;
        let cost = self.collect_children(way, number);
        let mut children = std::mem::take(&mut self.children);
        let met = children.drain(..).try_for_each(|(state, step)| self.meet(way, state, cost + step, number));
        self.children_room = children.capacity() as u64;
        self.children = children;
        met.map_err(|_| Found::OutOfMemory)
    }

    /// No cheaper meeting is possible, or one side has nothing left.
    fn is_settled(&self) -> bool {
        match (self.forth.queue.least(), self.back.queue.least(), self.meeting) {
            (Some(forth), Some(back), Some((best, ..))) => forth.saturating_add(back) >= best,
            (Some(_), Some(_), None) => false,
            _ => true,
        }
    }

    fn collect_children(&mut self, way: Way, number: u32) -> u32 {
        let Bidirectional { graph, forth, back, children, .. } = self;
        let side = if way == Way::Forth { forth } else { back };
        let node = side.arena.get(number);
        match way {
            Way::Forth => graph.expand(&node.state, |_, state, cost| children.push((state, cost))),
            Way::Back => graph.expand_back(&node.state, |_, state, cost| children.push((state, cost))),
        }
        let cost = node.cost;
        self.generated += self.children.len() as u64;
        cost
    }

    fn meet(&mut self, way: Way, state: G::State, cost: u32, parent: u32) -> Result<(), Limit> {
        let hash = fingerprint(&state);
        let heap = self.graph.heap_bytes(&state) as u64;
        let growth = self.side(way).growth(hash) + heap;
        if growth > 0 && self.memory().saturating_add(growth) > self.limit {
            return Err(Limit::Memory);
        }
        let other = if way == Way::Forth { &self.back } else { &self.forth };
        let opposite = other.find(hash, &state).map(|number| (number, other.arena.get(number).cost));
        let known = self.side(way).arena.len();
        let Some(number) = self.side(way).reach(hash, state, cost, parent) else { return Ok(()) };
        if self.side(way).arena.len() > known {
            self.heap += heap;
        }
        if let Some((opposite, rest)) = opposite
            && self.meeting.is_none_or(|(best, ..)| cost + rest < best)
        {
            let (forth, back) = if way == Way::Forth { (number, opposite) } else { (opposite, number) };
            self.meeting = Some((cost + rest, forth, back));
        }
        Ok(())
    }

    fn path_forth(&self, number: u32) -> Vec<G::Action> {
        let arena = &self.forth.arena;
        path_to(&self.graph, number, |node| arena.get(node).parent, |node| &arena.get(node).state)
    }

    /// The parents of the backward side lead on to the goal.
    fn path_back(&self, number: u32) -> Vec<G::Action> {
        let arena = &self.back.arena;
        let mut path = Vec::new();
        let mut from = number;
        while arena.get(from).parent != NO_PARENT {
            let to = arena.get(from).parent;
            path.push(action_between(&self.graph, &arena.get(from).state, &arena.get(to).state));
            from = to;
        }
        path
    }

    fn path_through_meeting(&self) -> Option<(Vec<G::Action>, u64)> {
        let (cost, forth, back) = self.meeting?;
        let mut path = self.path_forth(forth);
        path.extend(self.path_back(back));
        Some((path, u64::from(cost)))
    }
}

impl<G: Reversible> Engine for Bidirectional<G> {
    type Action = G::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        node_by_node(self, expansions, |engine| engine.expanded, |engine| &mut engine.end, Self::step)
    }

    fn counts(&self) -> Counts {
        let memory = self.memory();
        let fringes = self.forth.queue.least().zip(self.back.queue.least());
        let apart = fringes.map(|(forth, back)| u64::from(forth) + u64::from(back));
        let best = self.meeting.map(|(cost, ..)| u64::from(cost));
        let bound = match (apart, best) {
            (Some(apart), Some(best)) => Some(apart.min(best)),
            (apart, best) => best.or(apart),
        };
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound }
    }

    fn path(&self) -> Vec<G::Action> {
        self.path_through_meeting().map(|(path, _)| path).unwrap_or_default()
    }

    fn best(&self) -> Option<(Vec<G::Action>, u64)> {
        self.path_through_meeting()
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.forth.queue.len() + self.back.queue.len())
    }

    /// Nodes of the backward side have no way from the start yet; they show none.
    fn glance(&self) -> Option<Glance<G::Action>> {
        match self.last? {
            (Way::Forth, number) => {
                let cost = u64::from(self.forth.arena.get(number).cost);
                Some(Glance { path: self.path_forth(number), cost, estimate: None })
            }
            (Way::Back, _) => None,
        }
    }
}
