//! Depth-first search under a bound that rises by one, with a memory of failures: `iddfs-memo` and
//! `idastar` are this search with a weak and a strong lower bound.
//!
//! The memory holds for every position met the greatest depth to which it was searched in vain; it
//! stays valid from one bound to the next. When does an unsolvable board end? Let H be the greatest
//! lower bound met. A position met under bound D is at most D + 1 slides from the start, so under
//! bound D + H + 1 it is expanded, and all of its neighbours are met. If no position is new between
//! these two bounds, those met are closed under slides: they are the whole cluster.

use std::sync::Arc;

use ingenio_core::{Focus, InHand, Limit, Progress, Run, Step, Verdict, step_by_step};
use rustc_hash::FxHashMap;

use super::bits::{Key, Scale};
use super::board::{Board, Node, Slide};
use super::solution_text;
use crate::level::Level;
use crate::words;

/// A lower bound on the slides to go from a position.
pub type Bound<S> = fn(&Board<S>, &Node<S>) -> u32;

/// Tables of the memory, which grow one by one: none needs a second copy of everything. Chosen by hand.
const SHARDS: usize = 64;

#[allow(missing_debug_implementations, reason = "millions of positions help nobody")]
pub struct Deepening<S: Scale, const UNIT: bool> {
    level: Arc<Level>,
    board: Board<S>,
    lower: Bound<S>,
    limit: u64,
    memo: Memo<S::Key>,
    /// The path in work.
    stack: Vec<Frame<S>>,
    /// Slides still to try: those of a deeper frame stand behind those of the frames above it.
    pending: Vec<(Node<S>, Slide)>,
    bound: u32,
    highest: u32,
    /// Bound after which the last new position was met, and how many were known then.
    settled: (u32, usize),
    nodes: u64,
    generated: u64,
    peak: u64,
    end: Option<Verdict>,
}

struct Frame<S: Scale> {
    node: Node<S>,
    came: Option<Slide>,
    /// Where its slides begin in `pending`.
    base: usize,
    /// Slides that may still follow.
    left: u32,
}

impl<S: Scale, const UNIT: bool> Deepening<S, UNIT> {
    pub fn new(level: &Arc<Level>, lower: Bound<S>, limit: u64) -> Self {
        let board = Board::<S>::new(level);
        let root = board.root(board.start);
        let highest = lower(&board, &root);
        Deepening {
            level: level.clone(),
            lower,
            limit,
            memo: Memo::new(),
            stack: Vec::new(),
            pending: Vec::new(),
            bound: highest,
            highest,
            settled: (highest, 0),
            nodes: 0,
            generated: 0,
            peak: 0,
            end: None,
            board,
        }
    }

    fn memory(&self) -> u64 {
        let stack = self.stack.capacity() * size_of::<Frame<S>>();
        let pending = self.pending.capacity() * size_of::<(Node<S>, Slide)>();
        self.memo.bytes() + (stack + pending) as u64
    }

    /// Works until one more position is expanded, or until the end.
    fn step(&mut self) -> Result<(), Verdict> {
        if self.stack.is_empty() {
            let root = self.board.root(self.board.start);
            return self.enter(root, None, self.bound);
        }
        loop {
            let Some(frame) = self.stack.last() else { return self.raise() };
            if self.pending.len() == frame.base {
                self.stack.pop();
                continue;
            }
            let left = frame.left - 1;
            let Some((node, slide)) = self.pending.pop() else { return Ok(()) };
            if self.board.is_solved(node.key) {
                return Err(self.solved(slide));
            }
            if self.is_promising(&node, left)? {
                return self.enter(node, Some(slide), left);
            }
        }
    }

    /// Begins the next iteration, unless the cluster is exhausted.
    fn raise(&mut self) -> Result<(), Verdict> {
        if self.memo.len() > self.settled.1 {
            self.settled = (self.bound, self.memo.len());
        } else if self.bound > self.settled.0 + self.highest {
            let reason = words::EXHAUSTED.with("positions", self.memo.len());
            return Err(Verdict::Unsolvable { reason });
        }
        self.bound += 1;
        let root = self.board.root(self.board.start);
        self.enter(root, None, self.bound)
    }

    /// Notes the position and says whether it can be solved within `left` slides for all we know.
    fn is_promising(&mut self, node: &Node<S>, left: u32) -> Result<bool, Verdict> {
        self.generated += 1;
        if self.memo.failed(node.key).is_some_and(|failed| failed >= left) {
            return Ok(false);
        }
        let growth = self.memo.growth(node.key);
        if growth > 0 {
            let memory = self.memory() + growth;
            if memory > self.limit {
                return Err(Verdict::Stopped { limit: Limit::Memory });
            }
            self.peak = self.peak.max(memory);
        }
        self.memo.note(node.key, left);
        let lower = (self.lower)(&self.board, node);
        self.highest = self.highest.max(lower);
        Ok(lower <= left)
    }

    fn enter(&mut self, node: Node<S>, came: Option<Slide>, left: u32) -> Result<(), Verdict> {
        self.nodes += 1;
        let base = self.pending.len();
        self.stack.push(Frame { node, came, base, left });
        if left == 0 {
            return Ok(());
        }
        let pending = &mut self.pending;
        self.board.slides::<UNIT>(node.key, |child, slide| {
            // A second slide of the same piece is one slide; a step back is none.
            let idle = came.is_some_and(|last| last.slot == slide.slot && (!UNIT || last.from == slide.to));
            if !idle {
                pending.push((child, slide));
            }
        });
        if self.memory() > self.limit { Err(Verdict::Stopped { limit: Limit::Memory }) } else { Ok(()) }
    }

    fn slides(&self) -> Vec<Slide> {
        self.stack.iter().filter_map(|frame| frame.came).collect()
    }

    fn solved(&self, last: Slide) -> Verdict {
        let mut slides = self.slides();
        slides.push(last);
        Verdict::Solved { solution: solution_text(&self.level, &self.board, &slides), optimal: true }
    }
}

impl<S: Scale, const UNIT: bool> Run for Deepening<S, UNIT> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), |run| run.end = run.step().err())
    }

    fn progress(&self) -> Progress {
        let memory = self.memory();
        let (nodes, generated, peak) = (self.nodes, self.generated, self.peak.max(memory));
        let open = !matches!(self.end, Some(Verdict::Unsolvable { .. }));
        let bound = open.then_some(u64::from(self.bound));
        Progress { nodes, generated, bound, memory, peak, ..Progress::default() }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let frame = self.stack.last()?;
        let slides = self.slides();
        let moves = solution_text(&self.level, &self.board, &slides);
        let estimate = Some((self.lower)(&self.board, &frame.node).into());
        Some(Focus { moves, cost: slides.len() as u64, estimate, notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("positions", self.memo.len() as u64)]
    }
}

/// The memory of failures, in shards that grow one by one.
struct Memo<K> {
    shards: Vec<FxHashMap<K, u32>>,
    len: usize,
    slots: usize,
}

impl<K: Key> Memo<K> {
    fn new() -> Self {
        Memo { shards: vec![FxHashMap::default(); SHARDS], len: 0, slots: 0 }
    }

    const fn shard(hash: u64) -> usize {
        (hash >> 20) as usize % SHARDS
    }

    fn len(&self) -> usize {
        self.len
    }

    /// A map has 8/7 as many slots as it says, and a byte of its own for each.
    fn bytes(&self) -> u64 {
        (self.slots * (size_of::<(K, u32)>() + 1)) as u64
    }

    fn slots_of(capacity: usize) -> usize {
        (capacity * 8 / 7).next_power_of_two()
    }

    fn failed(&self, key: K) -> Option<u32> {
        self.shards[Self::shard(key.mix())].get(&key).copied()
    }

    /// Bytes that noting this key may allocate.
    fn growth(&self, key: K) -> u64 {
        let shard = &self.shards[Self::shard(key.mix())];
        let full = shard.len() == shard.capacity();
        let slots = if full { Self::slots_of(shard.capacity().max(3)) * 2 } else { 0 };
        (slots * (size_of::<(K, u32)>() + 1)) as u64
    }

    fn note(&mut self, key: K, left: u32) {
        let shard = &mut self.shards[Self::shard(key.mix())];
        let before = (shard.len(), shard.capacity());
        shard.insert(key, left);
        self.len += shard.len() - before.0;
        if shard.capacity() != before.1 {
            let old = if before.1 == 0 { 0 } else { Self::slots_of(before.1) };
            self.slots += Self::slots_of(shard.capacity()) - old;
        }
    }
}
