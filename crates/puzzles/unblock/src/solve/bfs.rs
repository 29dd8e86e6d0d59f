//! Breadth-first search layer by layer over packed positions: the fewest moves, the fewest steps,
//! or the fewest moves and among those the fewest steps.
//!
//! Positions live in one open-addressing [`Table`] with their depth modulo 3 as tag; moves can be
//! undone, so neighbours differ by at most one layer and the tag tells which way leads back. No
//! parents are stored. A position from which the target can leave at once is recognised when it is
//! generated, so the last layer is never expanded. Then all optimal solutions are traced back and
//! the one that reads best is chosen (see [`super::dag`]).

use std::sync::Arc;

use ingenio_core::{
    Focus, InHand, Limit, Method, OptionSpec, Progress, Run, Step, Task, Verdict, step_by_step,
};

use super::bits::Scale;
use super::board::{Board, Node, Slide};
use super::dag::TieBreak;
use super::fifo::Fifo;
use super::table::{Inserted, Table};
use super::trace::{Trace, Traced};
use super::{Start, solution_text, start};
use crate::Unblock;
use crate::level::Level;
use crate::metric::MOVES_THEN_STEPS;
use crate::words;

pub const METHOD: Method<Unblock> = Method {
    name: "bfs",
    about: "breadth-first search over packed positions; the fastest, and its solutions read like a plan",
    options: &[OptionSpec::flag("plan", "among optimal solutions choose the one that reads best", true)],
    start: |level, task| start(&LayerByLayer, level, task),
    ..super::ROW
};

struct LayerByLayer;

impl Start for LayerByLayer {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        Box::new(Bfs::<S, UNIT>::new(level, task))
    }
}

#[derive(Debug)]
pub struct Bfs<S: Scale, const UNIT: bool> {
    level: Arc<Level>,
    board: Board<S>,
    tie_break: TieBreak,
    limit: u64,
    table: Table<S::Key>,
    queue: Fifo<Node<S>>,
    /// Children that met a full table and wait until it has grown.
    spill: Vec<Node<S>>,
    /// How many of them have found room.
    settled: usize,
    /// The depth of the layer that is being expanded, and how many of it are left.
    depth: u32,
    left: usize,
    /// Positions of the next layer from which the target leaves with one more slide.
    finals: Vec<S::Key>,
    trace: Option<Trace<S, UNIT>>,
    last: S::Key,
    nodes: u64,
    generated: u64,
    peak: u64,
    end: Option<Verdict>,
}

/// The tag of a layer in the table.
pub const fn layer_tag(depth: u32) -> u8 {
    (depth % 3) as u8 + 1
}

impl<S: Scale, const UNIT: bool> Bfs<S, UNIT> {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        let board = Board::<S>::new(level);
        let mut run = Bfs {
            level: level.clone(),
            tie_break: TieBreak { steps: task.metric == MOVES_THEN_STEPS, plan: task.options.flag("plan") },
            limit: task.memory,
            table: Table::new(),
            queue: Fifo::new(),
            spill: Vec::new(),
            settled: 0,
            depth: 0,
            left: 1,
            finals: Vec::new(),
            trace: None,
            last: board.start,
            nodes: 0,
            generated: 0,
            peak: 0,
            end: None,
            board,
        };
        run.end = run.begin();
        run.peak = run.memory();
        run
    }

    /// Goes on with more memory where there was too little of it.
    pub fn resume(&mut self, limit: u64) {
        self.limit = limit;
        if matches!(self.end, Some(Verdict::Stopped { .. })) {
            self.end = match self.table.len() {
                0 => self.begin(),
                _ => self.settle_spill(layer_tag(self.depth + 1)).err(),
            };
        }
    }

    /// Puts the start into the table and the queue.
    fn begin(&mut self) -> Option<Verdict> {
        let start = self.board.start;
        if self.memory() + self.queue.growth(1) > self.limit {
            return Some(Verdict::Stopped { limit: Limit::Memory });
        }
        self.table.insert(start, layer_tag(0));
        let root = self.board.root(start);
        self.queue.push(root);
        if is_final::<S, UNIT>(&self.board, &root) {
            self.finals.push(start);
            self.left = 0;
        }
        None
    }

    fn memory(&self) -> u64 {
        let spill = self.spill.capacity() * size_of::<Node<S>>();
        let finals = self.finals.capacity() * size_of::<S::Key>();
        let trace = self.trace.as_ref().map_or(0, Trace::bytes);
        self.table.bytes() + self.queue.bytes() + (spill + finals) as u64 + trace
    }

    /// One expansion, or one step of the trace.
    fn step(&mut self) -> Result<(), Verdict> {
        if self.trace.is_some() {
            return self.step_trace();
        }
        if self.left == 0 {
            self.begin_layer()?;
            if self.trace.is_some() {
                return self.step_trace();
            }
        }
        self.expand()
    }

    fn begin_layer(&mut self) -> Result<(), Verdict> {
        if !self.finals.is_empty() {
            // The finals belong to the layer after the last one expanded, or to the start.
            let depth = if self.nodes == 0 { 0 } else { self.depth + 1 };
            let finals = std::mem::take(&mut self.finals);
            self.queue = Fifo::new();
            self.trace = Some(Trace::new(&self.board, depth, finals, self.tie_break));
            return Ok(());
        }
        if self.queue.len() == 0 {
            let reason = words::EXHAUSTED.with("positions", self.table.len());
            return Err(Verdict::Unsolvable { reason });
        }
        self.depth += 1;
        self.left = self.queue.len();
        Ok(())
    }

    fn expand(&mut self) -> Result<(), Verdict> {
        self.reserve_queue()?;
        let Some(node) = self.queue.pop() else { unreachable!("the layer has some left") };
        self.left -= 1;
        self.nodes += 1;
        self.last = node.key;
        let tag = layer_tag(self.depth + 1);
        let Bfs { board, table, queue, spill, finals, generated, .. } = self;
        board.expand::<UNIT>(&node, |child, _| {
            *generated += 1;
            match table.insert(child.key, tag) {
                Inserted::Known(_) => {}
                Inserted::Full => spill.push(child),
                Inserted::New => {
                    queue.push(child);
                    if is_final::<S, UNIT>(board, &child) {
                        finals.push(child.key);
                    }
                }
            }
        });
        if self.spill.is_empty() { Ok(()) } else { self.settle_spill(tag) }
    }

    /// Room for all children of one position in the queue, or the end.
    #[inline]
    fn reserve_queue(&mut self) -> Result<(), Verdict> {
        let most = self.board.most_children();
        let growth = self.queue.growth(most);
        if growth > 0 {
            self.make_room(growth)?;
        }
        Ok(())
    }

    fn make_room(&mut self, growth: u64) -> Result<(), Verdict> {
        let memory = self.memory() + growth;
        if memory > self.limit {
            return Err(Verdict::Stopped { limit: Limit::Memory });
        }
        self.peak = self.peak.max(memory);
        Ok(())
    }

    #[cold]
    fn settle_spill(&mut self, tag: u8) -> Result<(), Verdict> {
        while let Some(child) = self.spill.get(self.settled).copied() {
            while self.table.insert_needs_room(child.key) {
                self.make_room(self.table.growth(child.key))?;
                self.table.grow(child.key);
            }
            if self.table.insert(child.key, tag) == Inserted::New {
                self.queue.push(child);
                if is_final::<S, UNIT>(&self.board, &child) {
                    self.finals.push(child.key);
                }
            }
            self.settled += 1;
        }
        self.spill.clear();
        self.settled = 0;
        Ok(())
    }

    fn step_trace(&mut self) -> Result<(), Verdict> {
        self.nodes += 1;
        let used = self.memory();
        self.peak = self.peak.max(used);
        let Some(trace) = &mut self.trace else { return Ok(()) };
        match trace.step(&self.board, &self.table, self.limit.saturating_sub(used)) {
            Traced::Running => Ok(()),
            Traced::OutOfMemory => Err(Verdict::Stopped { limit: Limit::Memory }),
            Traced::Path(slides) => {
                let solution = solution_text(&self.level, &self.board, &slides);
                Err(Verdict::Solved { solution, optimal: true })
            }
        }
    }
}

/// Does one more slide end the game? With unit slides the exit must be one step away.
#[inline]
fn is_final<S: Scale, const UNIT: bool>(board: &Board<S>, node: &Node<S>) -> bool {
    board.last_slide(node.key, node.occupied).is_some_and(|slide: Slide| !UNIT || slide.steps() == 1)
}

impl<S: Scale, const UNIT: bool> Run for Bfs<S, UNIT> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), |run| run.end = run.step().err())
    }

    fn progress(&self) -> Progress {
        // Every position of the layer in work was tested when it was generated.
        let bound = match &self.trace {
            Some(trace) => u64::from(trace.length()),
            None => u64::from(self.depth) + 1,
        };
        let memory = self.memory();
        let bound = (!matches!(self.end, Some(Verdict::Unsolvable { .. }))).then_some(bound);
        let (nodes, generated, peak) = (self.nodes, self.generated, self.peak.max(memory));
        Progress { nodes, generated, bound, memory, peak, ..Progress::default() }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    /// The way to the position expanded last, by the tags.
    fn focus(&self) -> Option<Focus> {
        if self.nodes == 0 || self.trace.is_some() {
            return None;
        }
        let slides = super::trace::way_to::<S, UNIT>(&self.board, &self.table, self.last, self.depth);
        let moves = solution_text(&self.level, &self.board, &slides);
        Some(Focus { moves, cost: self.depth.into(), estimate: None, notes: Vec::new() })
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.queue.len() as u64)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("positions", self.table.len() as u64)]
    }
}
