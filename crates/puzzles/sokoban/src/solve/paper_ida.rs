//! The paper's IDA* over single steps, with a set of visited positions per iteration
//! (`idastar-admissible`) or without one (`idastar-plain`). See `paper.rs` for what is fixed.

use std::sync::Arc;

use ingenio_core::{Focus, InHand, Limit, Progress, Run, Step, Task, Verdict, step_by_step};

use super::paper::Steps;
use super::pool::{Node, Pool, ROOT};
use crate::board::Square;
use crate::level::Level;
use crate::play;

/// A position on the current path and its children that have not been tried, the next one last.
struct Frame {
    state: Vec<Square>,
    children: Vec<Vec<Square>>,
}

pub struct Deepening {
    steps: Steps,
    start: Vec<Square>,
    path: Vec<Frame>,
    /// Positions met in this iteration, if they are remembered.
    visited: Option<Pool>,
    threshold: u64,
    /// The least f above the threshold.
    next: u64,
    memory: u64,
    nodes: u64,
    /// Of the iteration that is under way, as if it were the only one.
    last_iteration: u64,
    iterations: u64,
    generated: u64,
    peak: u64,
    /// Has the iteration not begun yet?
    fresh: bool,
    end: Option<Verdict>,
}

impl Deepening {
    pub fn new(level: &Arc<Level>, task: &Task, remember: bool) -> Self {
        let steps = Steps::new(level, task);
        let start = Steps::pack(&play::start(level));
        let threshold = steps.estimate(&start[..start.len() - 1]);
        Deepening {
            steps,
            start,
            path: Vec::new(),
            visited: remember.then(|| Pool::new(level.boxes().len(), task.memory)),
            threshold,
            next: u64::MAX,
            memory: task.memory,
            nodes: 0,
            last_iteration: 0,
            iterations: 0,
            generated: 0,
            peak: 0,
            fresh: true,
            end: None,
        }
    }

    fn begin_iteration(&mut self) {
        self.fresh = false;
        self.iterations += 1;
        self.last_iteration = 0;
        self.next = u64::MAX;
        if let Some(visited) = &mut self.visited {
            visited.clear();
        }
        let start = self.start.clone();
        self.enter(start);
    }

    /// Expands a position and puts it on the path, unless it is solved.
    fn enter(&mut self, state: Vec<Square>) {
        if self.steps.solved(&state[..state.len() - 1]) {
            self.path.push(Frame { state, children: Vec::new() });
            // Without the visited set the least threshold with a solution is the fewest steps.
            let optimal = self.visited.is_none() && self.steps.are_sound();
            self.end = Some(Verdict::Solved { solution: self.text(), optimal });
            return;
        }
        let node = Node { closed: true, ..Node::new(ROOT, 0, 0) };
        let path = self.path_bytes();
        let full = self.visited.as_mut().is_some_and(|visited| {
            visited.others = path;
            visited.add(&state, node).is_err()
        });
        if full || self.bytes() > self.memory {
            self.end = Some(Verdict::Stopped { limit: Limit::Memory });
            return;
        }
        let mut children = self.steps.children(&state);
        self.nodes += 1;
        self.last_iteration += 1;
        self.generated += children.len() as u64;
        children.reverse();
        self.path.push(Frame { state, children });
        self.peak = self.peak.max(self.bytes());
    }

    /// The path with one frame more, and room for its list to grow.
    fn path_bytes(&self) -> u64 {
        let frame = 5 * (self.start.len() * 2 + 40) + 64;
        let growing = if self.path.len() == self.path.capacity() { 3 } else { 1 };
        (self.path.capacity() * 48 * growing + (self.path.len() + 1) * frame) as u64
    }

    fn bytes(&self) -> u64 {
        self.visited.as_ref().map_or_else(|| self.path_bytes(), Pool::bytes)
    }

    /// Goes on until one more position has been expanded or the search has ended.
    fn expand_next(&mut self) {
        while self.end.is_none() {
            if self.fresh {
                return self.begin_iteration();
            }
            let depth = self.path.len() as u64;
            let Some(frame) = self.path.last_mut() else {
                self.deepen();
                continue;
            };
            let Some(child) = frame.children.pop() else {
                self.path.pop();
                continue;
            };
            let f = depth + self.steps.estimate(&child[..child.len() - 1]);
            if f > self.threshold {
                self.next = self.next.min(f);
            } else if !self.is_known(&child) {
                return self.enter(child);
            }
        }
    }

    fn is_known(&self, state: &[Square]) -> bool {
        match &self.visited {
            Some(visited) => visited.find(state).is_some(),
            None => self.path.iter().any(|frame| frame.state == state),
        }
    }

    fn deepen(&mut self) {
        if self.next == u64::MAX {
            self.end = Some(self.steps.exhausted());
        } else {
            self.threshold = self.next;
            self.fresh = true;
        }
    }

    fn text(&self) -> String {
        self.steps.text(self.path.iter().map(|frame| &frame.state[..]))
    }
}

impl Run for Deepening {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::expand_next)
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.nodes,
            generated: self.generated,
            memory: self.bytes(),
            peak: self.peak,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let frame = self.path.last()?;
        let estimate = self.steps.estimate(&frame.state[..frame.state.len() - 1]);
        let cost = self.path.len() as u64 - 1;
        Some(Focus { moves: self.text(), cost, estimate: Some(estimate), notes: Vec::new() })
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut counters = self.steps.counters();
        counters.extend([("iterations", self.iterations), ("last_iteration", self.last_iteration)]);
        counters
    }
}
