//! The first solution: greedy best-first search by the relaxed plan, every second time from another place.
//!
//! By the estimate alone a search stays for ever where the estimate is wrong. So every second expansion takes a
//! position at random: one of the pairs of depth and estimate that occur, then one of its positions (Xie,
//! Müller, Holte & Imai 2014, "Type-based exploration"). The way it finds is long; windows and beams shorten it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use ingenio_core::Rng;
use ingenio_search::{Index, fingerprint};
use rustc_hash::FxHashMap;

use super::bits::Scale;
use super::board::{Board, Slide};
use super::relaxed::Relaxed;

const NO_PARENT: u32 = u32::MAX;
/// Bytes of a node in the two lists where it waits, which double when they are full.
const LISTED: usize = 32;

struct Node<S: Scale> {
    key: S::Key,
    parent: u32,
    slide: Slide,
    depth: u16,
    open: bool,
}

/// What a step of the scout led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scouted {
    Running,
    Goal,
    /// No memory, or nothing left.
    Over,
}

#[allow(missing_debug_implementations, reason = "millions of nodes help nobody")]
pub struct Scout<S: Scale, const UNIT: bool> {
    board: Arc<Board<S>>,
    relaxed: Relaxed,
    rng: Rng,
    limit: u64,
    nodes: Vec<Node<S>>,
    index: Index,
    /// By estimate, the oldest first.
    queue: BTreeMap<(u32, u32), VecDeque<u32>>,
    /// By depth and estimate.
    kinds: FxHashMap<(u16, u32), usize>,
    members: Vec<Vec<u32>>,
    waiting: Vec<usize>,
    children: Vec<(S::Key, Slide)>,
    goal: Option<u32>,
    /// What was expanded last.
    last: u32,
    at_random: bool,
    pub generated: u64,
    pub peak: u64,
}

impl<S: Scale, const UNIT: bool> Scout<S, UNIT> {
    pub fn new(board: &Arc<Board<S>>, relaxed: &Relaxed, seed: u64, limit: u64) -> Self {
        let mut scout = Scout {
            board: board.clone(),
            relaxed: relaxed.clone(),
            rng: Rng::new(seed),
            limit,
            nodes: Vec::new(),
            index: Index::new(),
            queue: BTreeMap::new(),
            kinds: FxHashMap::default(),
            members: Vec::new(),
            waiting: Vec::new(),
            children: Vec::new(),
            goal: None,
            last: 0,
            at_random: false,
            generated: 0,
            peak: 0,
        };
        let nowhere = Slide { slot: 0, from: 0, to: 0 };
        scout.add(board.start, NO_PARENT, nowhere, 0);
        scout
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node<S>>() + self.nodes.len() * LISTED) as u64 + self.index.bytes()
    }

    /// Bytes that the children of one position may allocate: lists double, with both copies for a moment.
    fn growth(&self) -> u64 {
        let most = self.board.most_children();
        let full = self.nodes.len() + most > self.nodes.capacity();
        let list = if full { (self.nodes.capacity() + most) * 2 * size_of::<Node<S>>() } else { 0 };
        (list + most * LISTED) as u64 + self.index.bytes() / 32
    }

    /// One expansion.
    pub fn step(&mut self) -> Scouted {
        if self.goal.is_some() {
            return Scouted::Goal;
        }
        if self.bytes() + self.growth() > self.limit {
            return Scouted::Over;
        }
        self.peak = self.peak.max(self.bytes() + self.growth());
        let Some(number) = self.next() else { return Scouted::Over };
        self.nodes[number as usize].open = false;
        self.last = number;
        self.expand(number);
        if self.goal.is_some() { Scouted::Goal } else { Scouted::Running }
    }

    fn next(&mut self) -> Option<u32> {
        self.at_random = !self.at_random;
        if self.at_random { self.at_random() } else { self.best() }
    }

    fn best(&mut self) -> Option<u32> {
        loop {
            let mut first = self.queue.first_entry()?;
            let Some(number) = first.get_mut().pop_front() else {
                first.remove();
                continue;
            };
            if self.nodes[number as usize].open {
                return Some(number);
            }
        }
    }

    fn at_random(&mut self) -> Option<u32> {
        loop {
            if self.waiting.is_empty() {
                return None;
            }
            let at = self.rng.below(self.waiting.len());
            let members = &mut self.members[self.waiting[at]];
            if members.is_empty() {
                self.waiting.swap_remove(at);
                continue;
            }
            let one = self.rng.below(members.len());
            let number = members.swap_remove(one);
            if self.nodes[number as usize].open {
                return Some(number);
            }
        }
    }

    fn expand(&mut self, number: u32) {
        let (key, depth) = (self.nodes[number as usize].key, self.nodes[number as usize].depth);
        let mut children = std::mem::take(&mut self.children);
        self.board.slides::<UNIT>(key, |child, slide| children.push((child.key, slide)));
        self.generated += children.len() as u64;
        for (key, slide) in children.drain(..) {
            self.add(key, number, slide, depth.saturating_add(1));
        }
        self.children = children;
    }

    fn add(&mut self, key: S::Key, parent: u32, slide: Slide, depth: u16) {
        let hash = fingerprint(&key);
        if self.index.find(hash, |known| self.nodes[known as usize].key == key).is_some() {
            return;
        }
        let number = self.nodes.len() as u32;
        let Some(estimate) = self.relaxed.estimate(&self.board, key) else { return };
        self.index.insert(hash, number);
        self.nodes.push(Node { key, parent, slide, depth, open: true });
        if self.board.is_solved(key) {
            self.goal = Some(number);
        }
        let (first, second) =
            if UNIT { (estimate.steps, estimate.moves) } else { (estimate.moves, estimate.steps) };
        self.queue.entry((first, second)).or_default().push_back(number);
        let kind = *self.kinds.entry((depth, first)).or_insert_with(|| {
            self.members.push(Vec::new());
            self.members.len() - 1
        });
        if self.members[kind].is_empty() {
            self.waiting.push(kind);
        }
        self.members[kind].push(number);
    }

    /// The way to the goal that was found.
    pub fn path(&self) -> Vec<Slide> {
        self.path_to(self.goal.unwrap_or(0))
    }

    /// The way to what was expanded last.
    pub fn way(&self) -> Vec<Slide> {
        self.path_to(self.last)
    }

    fn path_to(&self, mut at: u32) -> Vec<Slide> {
        let mut path = Vec::new();
        while self.nodes[at as usize].parent != NO_PARENT {
            path.push(self.nodes[at as usize].slide);
            at = self.nodes[at as usize].parent;
        }
        path.reverse();
        path
    }
}
