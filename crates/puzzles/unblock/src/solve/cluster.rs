//! How a field is made: [`Survey`] enumerates a cluster and measures it backwards from its solved
//! positions, [`Cluster`] is the result.

use std::sync::Arc;

use ingenio_core::{Limit, Progress};

use super::bits::Scale;
use super::board::{Board, Node, Trail};
use super::field::{NoField, Truth, Work};
use super::fifo::Fifo;
use super::table::{Frozen, Inserted, Table};
use crate::level::Level;
use crate::play::Position;
use crate::words;

/// The distance of positions that are not yet measured.
const UNKNOWN: u16 = u16::MAX;
/// Slots of the table that are looked at in one step when solved positions are sought.
const STRIDE: usize = 1 << 8;

/// A measured cluster.
#[derive(Debug)]
pub struct Cluster<S: Scale, const UNIT: bool> {
    pub board: Board<S>,
    pub table: Frozen<S::Key>,
    /// For every slot of the table.
    pub distances: Vec<u16>,
    pub histogram: Vec<u64>,
    pub hardest: S::Key,
}

impl<S: Scale, const UNIT: bool> Cluster<S, UNIT> {
    /// The distance of a packed position.
    #[inline]
    pub fn at(&self, key: S::Key) -> Option<u32> {
        self.table.find(key).map(|slot| self.distances[slot].into())
    }
}

/// A cluster in the making.
#[derive(Debug)]
pub struct Survey<S: Scale, const UNIT: bool> {
    stage: Stage<S, UNIT>,
    /// Positions to expand, without their masks: a layer may hold a third of the cluster.
    queue: Waiting<S>,
    limit: u64,
    /// What was expanded last.
    last: S::Key,
    nodes: u64,
    generated: u64,
    peak: u64,
}

#[derive(Debug)]
enum Stage<S: Scale, const UNIT: bool> {
    Enumerate {
        board: Board<S>,
        table: Table<S::Key>,
        spill: Vec<Node<S>>,
    },
    /// Solved positions are sought from this slot on.
    Seed {
        cluster: Cluster<S, UNIT>,
        slot: usize,
    },
    /// Positions of this distance are expanded; so many of them are left.
    Measure {
        cluster: Cluster<S, UNIT>,
        distance: u16,
        left: usize,
    },
    Done,
}

/// The queue of a survey.
#[derive(Debug)]
struct Waiting<S: Scale> {
    keys: Fifo<S::Key>,
    trails: Fifo<Trail>,
}

impl<S: Scale> Waiting<S> {
    fn new() -> Self {
        Waiting { keys: Fifo::new(), trails: Fifo::new() }
    }

    fn len(&self) -> usize {
        self.keys.len()
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + self.trails.bytes()
    }

    fn growth(&self, items: usize) -> u64 {
        self.keys.growth(items) + self.trails.growth(items)
    }

    #[inline]
    fn push(&mut self, node: &Node<S>) {
        self.keys.push(node.key);
        self.trails.push(node.trail);
    }

    #[inline]
    fn pop(&mut self, board: &Board<S>) -> Option<Node<S>> {
        let (key, trail) = (self.keys.pop()?, self.trails.pop()?);
        Some(board.node(key, trail))
    }
}

type End = Result<Box<dyn Truth>, NoField>;

impl<S: Scale, const UNIT: bool> Survey<S, UNIT> {
    pub fn new(level: &Arc<Level>, memory: u64) -> Self {
        let board = Board::<S>::new(level);
        let (mut table, mut queue) = (Table::new(), Waiting::new());
        table.insert(board.start, 1);
        queue.push(&board.root(board.start));
        let last = board.start;
        let stage = Stage::Enumerate { board, table, spill: Vec::new() };
        Survey { stage, queue, limit: memory, last, nodes: 0, generated: 0, peak: 0 }
    }

    fn memory(&self) -> u64 {
        let stage = match &self.stage {
            Stage::Enumerate { table, .. } => table.bytes(),
            Stage::Seed { cluster, .. } | Stage::Measure { cluster, .. } => {
                cluster.table.bytes() + (cluster.distances.len() * size_of::<u16>()) as u64
            }
            Stage::Done => 0,
        };
        stage + self.queue.bytes()
    }

    fn make_room(&mut self, growth: u64) -> Result<(), End> {
        let memory = self.memory() + growth;
        if memory > self.limit {
            return Err(Err(NoField::Stopped(Limit::Memory)));
        }
        self.peak = self.peak.max(memory);
        Ok(())
    }

    fn reserve_queue(&mut self, items: usize) -> Result<(), End> {
        match self.queue.growth(items) {
            0 => Ok(()),
            growth => self.make_room(growth),
        }
    }

    fn step(&mut self) -> Result<(), End> {
        match &self.stage {
            Stage::Enumerate { board, .. } => {
                self.reserve_queue(board.most_children())?;
                self.enumerate()
            }
            Stage::Seed { .. } => {
                self.reserve_queue(STRIDE)?;
                self.seed()
            }
            Stage::Measure { cluster, .. } => {
                self.reserve_queue(cluster.board.most_children())?;
                self.measure()
            }
            Stage::Done => Ok(()),
        }
    }

    fn enumerate(&mut self) -> Result<(), End> {
        let Stage::Enumerate { board, table, spill } = &mut self.stage else { return Ok(()) };
        let Some(node) = self.queue.pop(board) else { return self.freeze() };
        self.last = node.key;
        self.nodes += 1;
        let (queue, generated) = (&mut self.queue, &mut self.generated);
        board.expand::<UNIT>(&node, |child, _| {
            *generated += 1;
            match table.insert(child.key, 1) {
                Inserted::New => queue.push(&child),
                Inserted::Known(_) => {}
                Inserted::Full => spill.push(child),
            }
        });
        if spill.is_empty() { Ok(()) } else { self.settle_spill() }
    }

    #[cold]
    fn settle_spill(&mut self) -> Result<(), End> {
        while let Stage::Enumerate { table, spill, .. } = &mut self.stage
            && let Some(child) = spill.pop()
        {
            if !table.insert_needs_room(child.key) {
                if table.insert(child.key, 1) == Inserted::New {
                    self.queue.push(&child);
                }
                continue;
            }
            spill.push(child);
            let growth = table.growth(child.key);
            self.make_room(growth)?;
            if let Stage::Enumerate { table, .. } = &mut self.stage {
                table.grow(child.key);
            }
        }
        Ok(())
    }

    fn freeze(&mut self) -> Result<(), End> {
        let Stage::Enumerate { table, .. } = &self.stage else { return Ok(()) };
        self.make_room((table.slots() * size_of::<u16>()) as u64)?;
        let Stage::Enumerate { board, table, .. } = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Ok(());
        };
        let table = table.freeze();
        let (distances, hardest) = (vec![UNKNOWN; table.slots()], board.start);
        let cluster = Cluster { board, table, distances, histogram: Vec::new(), hardest };
        self.stage = Stage::Seed { cluster, slot: 0 };
        Ok(())
    }

    /// Looks for solved positions in the next stretch of the table.
    fn seed(&mut self) -> Result<(), End> {
        let Stage::Seed { cluster, slot } = &mut self.stage else { return Ok(()) };
        self.nodes += 1;
        let until = (*slot + STRIDE).min(cluster.table.slots());
        for (at, key) in cluster.table.range(*slot..until) {
            if cluster.board.is_solved(key) {
                cluster.distances[at] = 0;
                self.queue.push(&cluster.board.root(key));
            }
        }
        *slot = until;
        if until < cluster.table.slots() {
            return Ok(());
        }
        if self.queue.len() == 0 {
            let reason = words::EXHAUSTED.with("positions", cluster.table.len());
            return Err(Err(NoField::Unsolvable(reason)));
        }
        let left = self.queue.len();
        cluster.histogram.push(left as u64);
        if let Stage::Seed { cluster, .. } = std::mem::replace(&mut self.stage, Stage::Done) {
            self.stage = Stage::Measure { cluster, distance: 0, left };
        }
        Ok(())
    }

    fn measure(&mut self) -> Result<(), End> {
        let Stage::Measure { cluster, distance, left } = &mut self.stage else { return Ok(()) };
        if *left == 0 {
            *left = self.queue.len();
            *distance += 1;
            if *left == 0 {
                return Err(Ok(self.finish()));
            }
            if *distance == UNKNOWN - 1 {
                return Err(Err(NoField::Stopped(Limit::Method)));
            }
            cluster.histogram.push(*left as u64);
        }
        let Some(node) = self.queue.pop(&cluster.board) else { return Ok(()) };
        *left -= 1;
        self.last = node.key;
        self.nodes += 1;
        let Cluster { board, table, distances, .. } = cluster;
        let (queue, generated, next) = (&mut self.queue, &mut self.generated, *distance + 1);
        board.expand::<UNIT>(&node, |child, _| {
            *generated += 1;
            let slot = table.find(child.key).expect("a cluster is closed under slides");
            if distances[slot] == UNKNOWN {
                distances[slot] = next;
                queue.push(&child);
            }
        });
        Ok(())
    }

    fn finish(&mut self) -> Box<dyn Truth> {
        let Stage::Measure { mut cluster, .. } = std::mem::replace(&mut self.stage, Stage::Done) else {
            unreachable!("only a measured cluster is finished");
        };
        let last = cluster.histogram.len() as u16 - 1;
        let hardest = cluster.table.iter().filter(|(slot, _)| cluster.distances[*slot] == last);
        cluster.hardest = hardest.map(|(_, key)| key).min().unwrap_or(cluster.board.start);
        Box::new(cluster)
    }
}

impl<S: Scale, const UNIT: bool> Work for Survey<S, UNIT> {
    fn advance(&mut self, expansions: u64) -> Option<End> {
        (0..expansions).find_map(|_| self.step().err())
    }

    fn progress(&self) -> Progress {
        let memory = self.memory();
        let (nodes, generated) = (self.nodes, self.generated);
        Progress { nodes, generated, memory, peak: self.peak.max(memory), ..Progress::default() }
    }

    fn positions(&self) -> usize {
        match &self.stage {
            Stage::Enumerate { table, .. } => table.len(),
            Stage::Seed { cluster, .. } | Stage::Measure { cluster, .. } => cluster.table.len(),
            Stage::Done => 0,
        }
    }

    fn last(&self) -> Option<(Position, Option<u16>)> {
        match &self.stage {
            Stage::Enumerate { board, .. } => Some((board.unpack(self.last), None)),
            Stage::Seed { cluster, .. } => Some((cluster.board.unpack(self.last), None)),
            Stage::Measure { cluster, distance, .. } => {
                Some((cluster.board.unpack(self.last), Some(*distance)))
            }
            Stage::Done => None,
        }
    }
}
