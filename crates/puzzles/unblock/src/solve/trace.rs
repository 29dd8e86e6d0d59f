//! From the table of a finished breadth-first search back to the start: collects the graph of all
//! optimal solutions, position by position, and chooses the one that reads best.

use rustc_hash::FxHashMap;

use super::bfs::layer_tag;
use super::bits::Scale;
use super::board::{Board, Slide};
use super::dag::{Dag, GOAL, NodeId, TieBreak};
use super::table::Table;

/// Above this number of edges the plan is not sought: any optimal solution must do. Chosen by hand.
const PLAN_EDGES: usize = 1 << 17;

#[derive(Debug)]
pub struct Trace<S: Scale, const UNIT: bool> {
    dag: Dag,
    tie_break: TieBreak,
    /// The depth of the layer in work, its positions, and the next of them.
    depth: u32,
    layer: Vec<(S::Key, NodeId)>,
    next: usize,
    /// The positions of the layer before, found so far.
    before: Vec<(S::Key, NodeId)>,
    known: FxHashMap<S::Key, NodeId>,
    length: u32,
}

#[derive(Debug)]
pub enum Traced {
    Running,
    OutOfMemory,
    Path(Vec<Slide>),
}

impl<S: Scale, const UNIT: bool> Trace<S, UNIT> {
    /// `finals` are the positions of layer `depth` from which one slide ends the game.
    pub fn new(board: &Board<S>, depth: u32, finals: Vec<S::Key>, tie_break: TieBreak) -> Self {
        let mut dag = Dag::new();
        let layer = finals.into_iter().map(|key| {
            let node = dag.add_node();
            let slide = board.last_slide(key, board.occupied(key));
            dag.add_edge(node, slide.expect("a final position has its last slide"), GOAL);
            (key, node)
        });
        let layer = layer.collect();
        let (before, known) = (Vec::new(), FxHashMap::default());
        Trace { dag, tie_break, depth, layer, next: 0, before, known, length: depth + 1 }
    }

    /// The length of the solutions.
    pub fn length(&self) -> u32 {
        self.length
    }

    pub fn bytes(&self) -> u64 {
        let pairs = self.layer.capacity() + self.before.capacity() + self.known.capacity() * 2;
        let pairs = pairs * size_of::<(S::Key, NodeId)>();
        (pairs + self.dag.nodes() * Dag::NODE_BYTES * 2 + self.dag.edges() * Dag::EDGE_BYTES * 2) as u64
    }

    /// Looks at one position; `room` is the memory left.
    pub fn step(&mut self, board: &Board<S>, table: &Table<S::Key>, room: u64) -> Traced {
        let crowded = self.dag.edges() > PLAN_EDGES;
        if !self.tie_break.steps && (crowded || self.bytes() > room) {
            return Traced::Path(self.any_path(board, table));
        }
        if self.bytes() > room {
            return Traced::OutOfMemory;
        }
        self.tie_break.plan &= !crowded;
        if self.depth == 0 {
            let (_, root) = self.layer[0];
            return Traced::Path(self.dag.best(board, root, self.tie_break));
        }
        if self.next == self.layer.len() {
            self.depth -= 1;
            self.next = 0;
            self.layer = std::mem::take(&mut self.before);
            self.known.clear();
            return Traced::Running;
        }
        self.look_back(board, table);
        Traced::Running
    }

    fn look_back(&mut self, board: &Board<S>, table: &Table<S::Key>) {
        let (key, node) = self.layer[self.next];
        self.next += 1;
        let tag = layer_tag(self.depth - 1);
        let Trace { dag, before, known, .. } = self;
        board.slides::<UNIT>(key, |child, slide| {
            if table.tag(child.key) == tag {
                let from = *known.entry(child.key).or_insert_with(|| {
                    let from = dag.add_node();
                    before.push((child.key, from));
                    from
                });
                dag.add_edge(from, slide.reversed(), node);
            }
        });
    }

    /// One optimal path through a position of the layer in work; the rest was not collected.
    fn any_path(&self, board: &Board<S>, table: &Table<S::Key>) -> Vec<Slide> {
        let (key, node) = self.layer[0];
        let mut path = way_to::<S, UNIT>(board, table, key, self.depth);
        path.extend(self.dag.best(board, node, TieBreak { steps: false, plan: false }));
        path
    }
}

/// A shortest way from the start to a position of that depth.
pub fn way_to<S: Scale, const UNIT: bool>(
    board: &Board<S>,
    table: &Table<S::Key>,
    key: S::Key,
    depth: u32,
) -> Vec<Slide> {
    let mut path = Vec::new();
    let mut at = key;
    for before in (0..depth).rev() {
        let mut found = None;
        board.slides::<UNIT>(at, |child, slide| {
            if found.is_none() && table.tag(child.key) == layer_tag(before) {
                found = Some((child.key, slide));
            }
        });
        let (key, slide) = found.expect("every position but the start has one before it");
        path.push(slide.reversed());
        at = key;
    }
    path.reverse();
    path
}
