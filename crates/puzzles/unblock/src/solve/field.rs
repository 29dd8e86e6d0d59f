//! The field of a level: every position that can be reached, with its exact distance to the goal.
//!
//! First the whole cluster is enumerated from the start, then all solved positions begin a second
//! search backwards; moves can be undone, so both expand in the same way. From then on every
//! question about any position of the cluster is a look-up: distance to go, best moves, number of
//! optimal solutions, the hardest start. Hints, move reviews, generators and difficulty stand on it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use ingenio_core::rooms::Drawing as _;
use ingenio_core::{Criterion, InHand, Limit, Message, Method, Progress, Run, Sight, Step, Task, Verdict};
use rustc_hash::FxHashMap;

use super::bits::Scale;
use super::board::{self, Node, Slide};
use super::cluster::{Cluster, Survey};
use super::dag::{Dag, GOAL, NodeId, TieBreak};
use super::idle::IdleWork;
use super::{OnScale, known_at_once, moves_of, on_scale};
use crate::level::Level;
use crate::metric::{MOVES_THEN_STEPS, STEPS};
use crate::play::{self, Move, Position};
use crate::{Unblock, referee, words};

pub const METHOD: Method<Unblock> = Method {
    name: "field",
    about: "the whole cluster with the distance of every position; answers everything else at once",
    start: |level, task| match known_at_once(level) {
        Some(verdict) => Box::new(ingenio_core::Settled(verdict)),
        None => Box::new(FieldRun::new(level, task)),
    },
    ..super::ROW
};

/// Everything about the cluster of one level, in one metric.
pub struct Field {
    level: Arc<Level>,
    metric: Criterion,
    truth: Box<dyn Truth>,
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({} positions, {})", self.positions(), self.metric)
    }
}

/// Why there is no field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoField {
    /// It does not fit into the memory allowed.
    Stopped(Limit),
    /// The cluster holds no solved position; it was not enumerated if the lines alone show it.
    Unsolvable(Message),
}

impl Field {
    /// Enumerates the cluster of a level, using at most so many bytes.
    pub fn build(level: &Arc<Level>, metric: Criterion, memory: u64) -> Result<Field, NoField> {
        let mut work = FieldWork::new(level, metric, memory);
        loop {
            if let Some(end) = work.advance(1 << 16) {
                return end;
            }
        }
    }

    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    pub fn metric(&self) -> Criterion {
        self.metric
    }

    /// The number of positions that can be reached.
    pub fn positions(&self) -> u64 {
        self.truth.positions()
    }

    /// How many positions stand at each distance 0, 1, 2, ... from the goal.
    pub fn histogram(&self) -> &[u64] {
        self.truth.histogram()
    }

    /// Is the position part of the cluster?
    pub fn contains(&self, position: &Position) -> bool {
        self.truth.distance(position).is_some()
    }

    /// The least number of moves or steps to go; none for positions outside of the cluster.
    pub fn distance(&self, position: &Position) -> Option<u32> {
        self.truth.distance(position)
    }

    /// Every slide that is the beginning of an optimal solution.
    pub fn best_moves(&self, position: &Position) -> Vec<Move> {
        self.truth.best_moves(&self.level, position)
    }

    /// How many optimal solutions begin here; `u64::MAX` for more. In steps, two solutions differ
    /// if they differ in any single step.
    pub fn optimal_solutions(&self, position: &Position) -> u64 {
        self.truth.count(position)
    }

    /// The optimal solution that reads best, in the metric of the field; none outside of it.
    pub fn solution(&self, position: &Position) -> Option<Vec<Move>> {
        let tie_break = TieBreak { steps: self.metric == MOVES_THEN_STEPS, plan: true };
        self.truth.solution(&self.level, position, tie_break)
    }

    /// A position of the greatest distance; of several, the first in the order of packed positions.
    pub fn hardest(&self) -> (Position, u32) {
        self.truth.hardest()
    }

    /// The pieces that never matter: without any one of them every distance of the cluster stays
    /// the same. Each candidate takes a field of its own, so this is slower than everything else.
    pub fn idle_pieces(&self, memory: u64) -> Result<Vec<usize>, Limit> {
        let mut work = IdleWork::new(memory);
        loop {
            if let Some(end) = work.step(self) {
                return end;
            }
        }
    }

    /// Bytes that the field takes.
    pub fn bytes(&self) -> u64 {
        self.truth.bytes()
    }

    /// Places where the field keeps positions, empty ones included: to go through it in parts.
    pub(super) fn slots(&self) -> usize {
        self.truth.slots()
    }

    /// Have the positions in these slots the same distances in a field without one piece?
    pub(super) fn agrees_without(&self, piece: usize, other: &Field, slots: Range<usize>) -> bool {
        self.truth.agrees_without(piece, other, slots)
    }
}

/// Begins a survey on a board of any width.
struct Surveying<'a> {
    level: &'a Arc<Level>,
    metric: Criterion,
    memory: u64,
}

impl OnScale for Surveying<'_> {
    type Result = Box<dyn Work>;

    fn run<S: Scale>(self) -> Box<dyn Work> {
        if self.metric == STEPS {
            Box::new(Survey::<S, true>::new(self.level, self.memory))
        } else {
            Box::new(Survey::<S, false>::new(self.level, self.memory))
        }
    }
}

/// A field under construction: advanced by expansions, like a search.
#[derive(Debug)]
pub struct FieldWork {
    level: Arc<Level>,
    metric: Criterion,
    /// Why no survey is needed.
    blocked: Option<Message>,
    state: Box<dyn Work>,
}

impl FieldWork {
    pub fn new(level: &Arc<Level>, metric: Criterion, memory: u64) -> Self {
        let state = on_scale(level, Surveying { level, metric, memory });
        FieldWork { level: level.clone(), metric, blocked: board::blocked(level), state }
    }

    /// Expands at most so many positions; gives the field or why there is none.
    pub fn advance(&mut self, expansions: u64) -> Option<Result<Field, NoField>> {
        if let Some(reason) = self.blocked.take() {
            return Some(Err(NoField::Unsolvable(reason)));
        }
        let end = self.state.advance(expansions)?;
        Some(end.map(|truth| Field { level: self.level.clone(), metric: self.metric, truth }))
    }

    pub fn progress(&self) -> Progress {
        self.state.progress()
    }

    /// The position that was expanded last, and what is done with it.
    fn sight(&self) -> Option<Sight> {
        let (position, distance) = self.state.last()?;
        let said = match distance {
            None => words::SIGHT_SURVEY.with("positions", self.state.positions()),
            Some(distance) => words::SIGHT_MEASURE.with("distance", distance),
        };
        let cost = distance.map(u64::from);
        Some(Sight { scene: Unblock::scene(&self.level, &position), said, cost })
    }
}

/// Work on a field, whatever its width.
pub trait Work: Send + fmt::Debug {
    fn advance(&mut self, expansions: u64) -> Option<Result<Box<dyn Truth>, NoField>>;
    fn progress(&self) -> Progress;
    /// How many positions are known.
    fn positions(&self) -> usize;
    /// The position that was expanded last, and how far it is from the goal, once that is measured.
    fn last(&self) -> Option<(Position, Option<u16>)>;
}

/// A finished field, whatever its width.
pub trait Truth: Send + Sync {
    fn positions(&self) -> u64;
    fn histogram(&self) -> &[u64];
    fn distance(&self, position: &Position) -> Option<u32>;
    fn best_moves(&self, level: &Level, position: &Position) -> Vec<Move>;
    fn count(&self, position: &Position) -> u64;
    fn solution(&self, level: &Level, position: &Position, tie_break: TieBreak) -> Option<Vec<Move>>;
    fn hardest(&self) -> (Position, u32);
    fn bytes(&self) -> u64;
    fn slots(&self) -> usize;
    fn agrees_without(&self, piece: usize, other: &Field, slots: Range<usize>) -> bool;
}

impl<S: Scale, const UNIT: bool> Truth for Cluster<S, UNIT> {
    fn positions(&self) -> u64 {
        self.table.len() as u64
    }

    fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    fn distance(&self, position: &Position) -> Option<u32> {
        self.at(self.board.pack(position)?)
    }

    fn best_moves(&self, level: &Level, position: &Position) -> Vec<Move> {
        let Some(key) = self.board.pack(position) else { return Vec::new() };
        let Some(distance) = self.at(key) else { return Vec::new() };
        let mut best = Vec::new();
        // A slide of several cells is best in steps if each of its cells comes one nearer.
        self.board.slides::<false>(key, |child, slide| {
            let cost = if UNIT { slide.steps() } else { 1 };
            if self.at(child.key).is_some_and(|rest| rest + cost == distance) {
                best.push(self.board.to_move(level, slide));
            }
        });
        best
    }

    fn count(&self, position: &Position) -> u64 {
        match self.board.pack(position).map(|key| (key, self.at(key))) {
            Some((_, Some(0))) => 1,
            Some((key, Some(_))) => {
                let (dag, root) = self.optimal(key);
                dag.count(root)
            }
            _ => 0,
        }
    }

    fn solution(&self, level: &Level, position: &Position, tie_break: TieBreak) -> Option<Vec<Move>> {
        let key = self.board.pack(position)?;
        if self.at(key)? == 0 {
            return Some(Vec::new());
        }
        let (dag, root) = self.optimal(key);
        Some(moves_of(level, &self.board, &dag.best(&self.board, root, tie_break)))
    }

    fn hardest(&self) -> (Position, u32) {
        (self.board.unpack(self.hardest), self.histogram.len() as u32 - 1)
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + (self.distances.len() * size_of::<u16>()) as u64
    }

    fn slots(&self) -> usize {
        self.table.slots()
    }

    fn agrees_without(&self, piece: usize, other: &Field, slots: Range<usize>) -> bool {
        self.table.range(slots).all(|(slot, key)| {
            let mut position = self.board.unpack(key);
            position.offsets.remove(piece);
            other.distance(&position) == Some(self.distances[slot].into())
        })
    }
}

impl<S: Scale, const UNIT: bool> Cluster<S, UNIT> {
    /// The graph of all optimal solutions from a position that is not solved, and its root.
    fn optimal(&self, key: S::Key) -> (Dag, NodeId) {
        let mut found = vec![key];
        let mut numbers = FxHashMap::default();
        numbers.insert(key, 0u32);
        let mut slides: Vec<(u32, Slide, u32)> = Vec::new();
        let mut next = 0;
        while next < found.len() {
            let from = found[next];
            let nearer = self.at(from).map(|distance| distance - 1);
            self.board.slides::<UNIT>(from, |child: Node<S>, slide| {
                if self.at(child.key) != nearer {
                    return;
                }
                let number = match nearer {
                    Some(0) => GOAL,
                    _ => *numbers.entry(child.key).or_insert_with(|| {
                        found.push(child.key);
                        found.len() as u32 - 1
                    }),
                };
                slides.push((next as u32, slide, number));
            });
            next += 1;
        }
        let mut dag = Dag::new();
        for _ in &found {
            dag.add_node();
        }
        // Found in order of falling distance: backwards, edges that leave a node come first.
        slides.iter().rev().for_each(|(from, slide, to)| dag.add_edge(*from, *slide, *to));
        (dag, 0)
    }
}

/// Lets a field be driven like every other method.
#[derive(Debug)]
pub struct FieldRun {
    work: FieldWork,
    progress: Progress,
    positions: u64,
    end: Option<Verdict>,
}

impl FieldRun {
    pub fn new(level: &Arc<Level>, task: &Task) -> Self {
        let work = FieldWork::new(level, task.metric, task.memory);
        FieldRun { progress: work.progress(), work, positions: 0, end: None }
    }

    fn conclude(&mut self, end: Result<Field, NoField>) -> Verdict {
        match end {
            Err(NoField::Stopped(limit)) => Verdict::Stopped { limit },
            Err(NoField::Unsolvable(reason)) => Verdict::Unsolvable { reason },
            Ok(field) => {
                self.positions = field.positions();
                let start = play::start(field.level());
                self.progress.bound = field.distance(&start).map(u64::from);
                let moves = field.solution(&start).expect("the start belongs to its cluster");
                Verdict::Solved { solution: referee::text(&moves), optimal: true }
            }
        }
    }
}

impl Run for FieldRun {
    fn advance(&mut self, expansions: u64) -> Step {
        if self.end.is_none() {
            let end = self.work.advance(expansions);
            self.progress = self.work.progress();
            self.end = end.map(|end| self.conclude(end));
        }
        self.end.clone().map_or(Step::Running, Step::Done)
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn found(&self) -> InHand {
        InHand::default()
    }

    fn sight(&self) -> Option<Sight> {
        self.work.sight().filter(|_| self.end.is_none())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("positions", self.positions)]
    }
}
