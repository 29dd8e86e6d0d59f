//! The Taquin paper's search in two stages, for the lesson of `docs/taquin-lesson.md`.
//!
//! `astar-printed` is what the Taquin paper's algorithms 6 to 10 print: every child gets the estimate of the
//! *start* board, so the estimate is the same for all and the search goes by cost alone; the best
//! node is found by looking at all open ones, the first of the least; the blank counts in the
//! distance. `astar-scan` mends the first mistake and keeps the list: each child has its own
//! Manhattan distance, without the blank. `astar-manhattan` then replaces the list by a queue.
//!
//! The look-ups of the list are counted, not made: an ordered set finds the same node, so that the
//! lesson ends on larger boards too. Open nodes keep their place when they are found again, as the keys of the Taquin paper's dictionary do,
//! and closed ones are opened again unless they were cheaper. Both searches are exact: costs, and
//! costs plus a consistent estimate, never fall along a path.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ingenio_core::{
    Dir, Focus, Guarantee, InHand, Limit, Method, Progress, Run, Step, Task, Verdict, step_by_step,
};

use super::board::Board;
use super::space::{self, StartOn};
use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::solve::deepening::manhattan::Distances;
use crate::solve::line_by_line::layers::write;
use crate::words;

pub const PRINTED: Method<Taquin> = Method {
    name: "astar-printed",
    about: "the Taquin paper's search as printed: the start's estimate for every node, and a list to look through",
    guarantee: Guarantee::Optimal,
    fits: |level| crate::solve::at_most(level, "astar-printed", MOST_CELLS),
    start: |level, task| space::packed(&FromPaper { own: false }, level, task),
    ..crate::solve::ROW
};

pub const SCAN: Method<Taquin> = Method {
    name: "astar-scan",
    about: "the Taquin paper's search with each node's own Manhattan distance, still with a list to look through",
    guarantee: Guarantee::Optimal,
    fits: |level| crate::solve::at_most(level, "astar-scan", MOST_CELLS),
    start: |level, task| space::packed(&FromPaper { own: true }, level, task),
    ..crate::solve::ROW
};

/// The Taquin paper plays 3x3 and 4x4.
const MOST_CELLS: usize = 16;

struct FromPaper {
    own: bool,
}

impl StartOn for FromPaper {
    fn start<B: Board>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        Box::new(Search::<B>::new(level, self.own, task.memory))
    }
}

struct Node<B> {
    board: B,
    parent: u32,
    cost: u32,
    estimate: u32,
    place: u32,
    came: Option<Dir>,
    closed: bool,
}

impl<B> Node<B> {
    const fn total(&self) -> u32 {
        self.cost + self.estimate
    }
}

struct Search<B> {
    level: Arc<Level>,
    distances: Distances,
    /// Does a child get its own estimate?
    own: bool,
    goal: B,
    nodes: Vec<Node<B>>,
    known: HashMap<B, u32>,
    /// What `moves` holds in the Taquin paper: by total and by place in the list, the node.
    open: BTreeSet<(u32, u32, u32)>,
    /// The place of the next one.
    place: u32,
    limit: u64,
    /// Nodes of the list that were looked at.
    lookups: u64,
    expanded: u64,
    generated: u64,
    /// What was expanded last.
    last: u32,
    end: Option<Verdict>,
}

/// The Taquin paper tries up, down, right, left.
const ORDER: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Right, Dir::Left];

impl<B: Board> Search<B> {
    fn new(level: &Arc<Level>, own: bool, limit: u64) -> Self {
        let distances = Distances::new(level);
        let start = B::pack(level.tiles());
        let estimate =
            if own { distances.of_board(&start) } else { distances.of_board(&start) + blank_distance(level) };
        let node =
            Node { board: start.clone(), parent: 0, cost: 0, estimate, place: 0, came: None, closed: false };
        Search {
            level: level.clone(),
            distances,
            own,
            goal: B::pack(level.goal()),
            nodes: vec![node],
            known: HashMap::from([(start, 0)]),
            open: BTreeSet::from([(estimate, 0, 0)]),
            place: 1,
            limit,
            lookups: 0,
            expanded: 0,
            generated: 0,
            last: 0,
            end: None,
        }
    }

    /// Algorithm 9: of all open nodes the first of the least.
    fn best(&mut self) -> Option<(u32, u32, u32)> {
        self.lookups += self.open.len() as u64;
        self.open.first().copied()
    }

    /// One turn of algorithm 10.
    fn expand(&mut self) -> Option<Verdict> {
        let Some(entry) = self.best() else {
            return Some(Verdict::Unsolvable { reason: words::EXHAUSTED.say() });
        };
        let best = entry.2;
        self.last = best;
        if self.nodes[best as usize].board == self.goal {
            return Some(Verdict::Solved { solution: self.moves_to(best), optimal: true });
        }
        if self.memory() + self.growth() > self.limit {
            return Some(Verdict::Stopped { limit: Limit::Memory });
        }
        self.expanded += 1;
        self.nodes[best as usize].closed = true;
        self.open.remove(&entry);
        let (blank, cost) = (self.nodes[best as usize].board.blank(), self.nodes[best as usize].cost + 1);
        for dir in ORDER {
            if let Some(from) = self.level.size().step(blank, dir) {
                let board = self.nodes[best as usize].board.slid(from, blank);
                self.generated += 1;
                self.meet(board, best, cost, dir);
            }
        }
        None
    }

    fn meet(&mut self, board: B, parent: u32, cost: u32, dir: Dir) {
        let estimate = if self.own { self.distances.of_board(&board) } else { self.nodes[0].estimate };
        let place = self.place;
        let node = Node { board, parent, cost, estimate, place, came: Some(dir), closed: false };
        match self.known.get(&node.board).copied() {
            None => {
                let number = self.nodes.len() as u32;
                self.known.insert(node.board.clone(), number);
                self.open.insert((node.total(), place, number));
                self.place += 1;
                self.nodes.push(node);
            }
            Some(known) => {
                let before = &mut self.nodes[known as usize];
                // The printed program overwrites an open node even by a dearer one. Without estimates
                // that cannot happen; with them it would lose the shortest way.
                if before.total() < node.total() && (before.closed || self.own) {
                    return;
                }
                let place = if before.closed { place } else { before.place };
                self.place += u32::from(before.closed);
                self.open.remove(&(before.total(), before.place, known));
                self.open.insert((node.total(), place, known));
                *before = Node { place, ..node };
            }
        }
    }

    /// Bytes in use: nodes, their index, the open list.
    fn memory(&self) -> u64 {
        let heap = self.goal.heap_bytes() * 2 * self.nodes.len();
        let lists = self.nodes.capacity() * size_of::<Node<B>>() + self.open.len() * 48;
        (heap + lists + self.known.capacity() * Self::ENTRY) as u64
    }

    /// Bytes of the index for each board, with the slots that are never filled.
    const ENTRY: usize = (size_of::<(B, u32)>() + 1) * 8 / 7;

    /// Bytes that the next nodes may take: full lists double, and both copies exist for a moment.
    fn growth(&self) -> u64 {
        let full = |used: usize, room: usize| if used + 4 > room { 2 * room.max(4) } else { 0 };
        let nodes = full(self.nodes.len(), self.nodes.capacity()) * size_of::<Node<B>>();
        (nodes + full(self.known.len(), self.known.capacity()) * Self::ENTRY + 1000) as u64
    }

    fn moves_to(&self, mut at: u32) -> String {
        let mut path = Vec::new();
        while let Some(dir) = self.nodes[at as usize].came {
            path.push(dir);
            at = self.nodes[at as usize].parent;
        }
        path.reverse();
        write(&path)
    }
}

/// The Taquin paper counts the blank's own way too; it is the same for all nodes and changes nothing.
fn blank_distance(level: &Level) -> u32 {
    let here = level.tiles().iter().position(|tile| *tile == BLANK).expect("every board has a blank");
    let (here, home) = (level.size().cell(here), level.size().cell(level.goal_cells()[0]));
    u32::from(here.row.abs_diff(home.row) + here.column.abs_diff(home.column))
}

impl<B: Board> Run for Search<B> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), |run| run.end = run.expand())
    }

    fn progress(&self) -> Progress {
        let memory = self.memory();
        Progress {
            nodes: self.expanded,
            generated: self.generated,
            memory,
            peak: memory,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn focus(&self) -> Option<Focus> {
        let node = &self.nodes[self.last as usize];
        let (cost, estimate) = (node.cost.into(), Some(node.estimate.into()));
        Some(Focus { moves: self.moves_to(self.last), cost, estimate, notes: Vec::new() })
    }

    fn frontier(&self) -> Option<u64> {
        Some(self.open.len() as u64)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("look-ups", self.lookups)]
    }
}
