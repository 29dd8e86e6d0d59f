//! Iterative-deepening A* (Korf 1985) over a walk: depth-first search below a bound on g + h that
//! rises to the least value that exceeded it. Memory is the path alone.
//!
//! The recursion is an explicit stack, so that the search can stop after any expansion and go on
//! later. Children are judged by `peek` before they are entered; most are cut there.

use crate::engine::{Counts, Engine, Found, Glance};
use crate::space::Walk;

struct Frame<W: Walk> {
    actions: W::Actions,
    /// How the walk came here; nothing at the root.
    came: Option<(W::Action, W::Undo)>,
    cost: u32,
}

/// Iterative deepening over a walk. It has no limit of memory, because it needs next to none.
#[allow(missing_debug_implementations, reason = "walks are not printable")]
pub struct IdaStar<W: Walk> {
    walk: W,
    stack: Vec<Frame<W>>,
    bound: u32,
    /// The least g + h that exceeded the bound.
    next_bound: u32,
    expanded: u64,
    generated: u64,
    end: Option<Found>,
}

impl<W: Walk> IdaStar<W> {
    /// From where the walk stands.
    pub fn new(walk: W) -> Self {
        let bound = walk.estimate();
        IdaStar { walk, stack: Vec::new(), bound, next_bound: u32::MAX, expanded: 0, generated: 0, end: None }
    }

    fn enter_root(&mut self) {
        self.next_bound = u32::MAX;
        self.expanded += 1;
        self.stack.push(Frame { actions: self.walk.actions(None), came: None, cost: 0 });
    }

    /// Works until the number of expansions is reached or something ends the search.
    fn search(&mut self, until: u64) -> Found {
        if self.stack.is_empty() {
            if self.walk.is_goal() {
                return Found::Goal;
            }
            if self.expanded == until {
                return Found::Running;
            }
            self.enter_root();
        }
        while self.expanded < until {
            let frame = self.stack.last_mut().expect("the root stays until the iteration ends");
            if let Some(action) = frame.actions.next() {
                self.generated += 1;
                let cost = frame.cost + self.walk.cost(action);
                let room = self.bound.saturating_sub(cost);
                let total = cost.saturating_add(self.walk.peek_within(action, room));
                if total > self.bound {
                    self.next_bound = self.next_bound.min(total);
                    continue;
                }
                let undo = self.walk.apply(action);
                let actions = self.walk.actions(Some(action));
                self.stack.push(Frame { actions, came: Some((action, undo)), cost });
                if self.walk.is_goal() {
                    return Found::Goal;
                }
                self.expanded += 1;
            } else if self.leave() == Found::Exhausted {
                return Found::Exhausted;
            }
        }
        Found::Running
    }

    /// Goes back one step; at the root, begins the next iteration.
    fn leave(&mut self) -> Found {
        let frame = self.stack.pop().expect("there is a frame to leave");
        if let Some((_, undo)) = frame.came {
            self.walk.undo(undo);
            return Found::Running;
        }
        if self.next_bound == u32::MAX {
            return Found::Exhausted;
        }
        self.bound = self.next_bound;
        self.enter_root();
        Found::Running
    }
}

impl<W: Walk> Engine for IdaStar<W> {
    type Action = W::Action;

    fn advance(&mut self, expansions: u64) -> Found {
        if let Some(end) = self.end {
            return end;
        }
        let found = self.search(self.expanded.saturating_add(expansions));
        if found != Found::Running {
            self.end = Some(found);
        }
        found
    }

    fn counts(&self) -> Counts {
        let memory = (self.stack.capacity() * size_of::<Frame<W>>()) as u64 + self.walk.bytes();
        let bound = Some(u64::from(self.bound));
        Counts { expanded: self.expanded, generated: self.generated, memory, peak: memory, bound }
    }

    fn path(&self) -> Vec<W::Action> {
        self.stack.iter().filter_map(|frame| frame.came.map(|(action, _)| action)).collect()
    }

    fn glance(&self) -> Option<Glance<W::Action>> {
        let cost = u64::from(self.stack.last()?.cost);
        Some(Glance { path: self.path(), cost, estimate: Some(u64::from(self.walk.estimate())) })
    }
}
