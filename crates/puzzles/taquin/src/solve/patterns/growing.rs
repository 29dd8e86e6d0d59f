//! IDA* over pattern databases that takes care of its order when it becomes long. The last iteration ends
//! where it meets the goal, so with luck early: once an iteration is long, the boards some moves from the
//! start are searched one by one, first those below which the iteration before came nearest. Of the
//! 24-puzzles of `bench korf50` that leaves a small part of the last iteration.

use ingenio_core::Dir;
use ingenio_search::{Counts, Engine, Found, Glance};

use super::search::{Root, Search};

/// An iteration of so many nodes is long. Chosen by hand.
const LONG: u64 = 200_000;
/// So many boards are put in order.
const ENOUGH: usize = 10_000;
/// While there become more of them, memory holds at most so many times that number.
const AT_A_TIME: u64 = 10;

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Growing<const D: usize> {
    search: Search<D>,
    /// Nodes when the iteration began.
    before: u64,
    /// All of one distance from the start, in the order of this iteration; only the start at first.
    roots: Vec<Root<D>>,
    /// How many of them there shall be.
    enough: usize,
    /// The one under way.
    at: usize,
    bound: u16,
    next_bound: u16,
    end: Option<Found>,
}

impl<const D: usize> Growing<D> {
    /// A search with room for so many bytes beside it.
    pub fn new(mut search: Search<D>, room: u64) -> Self {
        search.stop_at_bounds();
        let (roots, bound) = (vec![search.root()], search.estimate());
        let enough = (room / (AT_A_TIME * roots[0].bytes())).min(ENOUGH as u64) as usize;
        Growing { search, before: 0, roots, enough, at: 0, bound, next_bound: u16::MAX, end: None }
    }

    /// What is below this board is searched.
    fn next_root(&mut self) {
        let root = &mut self.roots[self.at];
        root.least = self.search.least();
        self.next_bound = self.next_bound.min(self.search.exceeded().saturating_add(root.moves.len() as u16));
        self.at += 1;
        if self.at == self.roots.len() {
            self.next_iteration();
        } else {
            self.begin_root();
        }
    }

    fn begin_root(&mut self) {
        let root = &self.roots[self.at];
        self.search.begin_at(root);
        self.search.set_bound(self.bound.checked_sub(root.moves.len() as u16));
    }

    fn next_iteration(&mut self) {
        if self.next_bound == u16::MAX {
            self.end = Some(Found::Exhausted);
            return;
        }
        (self.bound, self.next_bound, self.at) = (self.next_bound, u16::MAX, 0);
        let nodes = self.search.counts().expanded;
        if nodes - self.before >= LONG && self.roots.len() == 1 {
            self.spread();
        }
        self.before = nodes;
        self.roots.sort_by_key(|root| (root.least, root.far()));
        self.begin_root();
    }

    /// Puts enough boards in the place of the start. None of them is the goal: it would have been met.
    fn spread(&mut self) {
        while !self.roots.is_empty() && self.roots.len() < self.enough {
            let roots = std::mem::take(&mut self.roots);
            self.roots = roots.iter().flat_map(|root| self.search.roots_after(root)).collect();
            // Of two ways to one board the earlier is enough, as the automaton counts: it is the beginning
            // of the solution that the automaton leaves.
            self.roots.sort_unstable_by(|a, b| a.tiles.cmp(&b.tiles).then_with(|| a.moves.cmp(&b.moves)));
            self.roots.dedup_by(|a, b| a.tiles == b.tiles);
        }
    }
}

impl<const D: usize> Engine for Growing<D> {
    type Action = Dir;

    fn advance(&mut self, expansions: u64) -> Found {
        let until = self.search.counts().expanded + expansions;
        while self.end.is_none() {
            let left = until - self.search.counts().expanded;
            match self.search.iterate(left) {
                Found::Exhausted => self.next_root(),
                Found::Running => return Found::Running,
                found => self.end = Some(found),
            }
        }
        self.end.unwrap_or(Found::Running)
    }

    fn counts(&self) -> Counts {
        let counts = self.search.counts();
        let roots = self.roots.first().map_or(0, |root| root.bytes() * self.roots.len() as u64);
        let memory = counts.memory + roots;
        Counts { bound: Some(u64::from(self.bound)), memory, peak: memory, ..counts }
    }

    fn path(&self) -> Vec<Dir> {
        [self.roots[self.at].moves.clone(), self.search.path()].concat()
    }

    fn glance(&self) -> Option<Glance<Dir>> {
        let glance = self.search.glance()?;
        let path = [self.roots.get(self.at)?.moves.clone(), glance.path].concat();
        Some(Glance { cost: path.len() as u64, path, estimate: glance.estimate })
    }
}
