//! Which pieces of a field never matter: without any one of them every distance of the cluster stays
//! the same. That is decided by definition: the board without the piece gets a field of its own.
//! Most pieces are refuted earlier, because the hardest start becomes easier without them.

use std::sync::Arc;

use ingenio_core::{Limit, Options, Progress, Run, Step, Task, Verdict};

use super::bfs;
use super::field::{Field, FieldWork, NoField};
use crate::level::Level;
use crate::metric::{MOVES, STEPS};
use crate::play;

/// Positions compared in one step.
const STRIDE: usize = 256;

/// Looks at one piece after another, advanced by expansions.
#[allow(missing_debug_implementations, reason = "runs are not printable")]
pub struct IdleWork {
    memory: u64,
    piece: usize,
    stage: Stage,
    idle: Vec<usize>,
    nodes: u64,
    /// The most memory that the work on one piece took.
    peak: u64,
}

enum Stage {
    Next,
    /// Is the hardest start as hard without the piece?
    Hardest {
        run: Box<dyn Run>,
        level: Arc<Level>,
    },
    Field(FieldWork),
    /// Has every position the same distance? Compared up to this slot.
    Compare {
        other: Field,
        slot: usize,
    },
}

impl IdleWork {
    /// `memory` is for this work alone; the field it belongs to comes on top.
    pub fn new(memory: u64) -> Self {
        IdleWork { memory, piece: 0, stage: Stage::Next, idle: Vec::new(), nodes: 0, peak: 0 }
    }

    pub fn progress(&self) -> Progress {
        Progress { nodes: self.nodes, peak: self.peak, ..Progress::default() }
    }

    /// Does one step of work on a field; ends with the pieces that never matter.
    pub fn step(&mut self, field: &Field) -> Option<Result<Vec<usize>, Limit>> {
        self.nodes += 1;
        self.stage = match std::mem::replace(&mut self.stage, Stage::Next) {
            Stage::Next => {
                self.piece += 1;
                if self.piece >= field.level().pieces().len() {
                    return Some(Ok(std::mem::take(&mut self.idle)));
                }
                self.begin(field)
            }
            Stage::Hardest { mut run, level } => match run.advance(1) {
                Step::Running => {
                    self.peak = self.peak.max(run.progress().peak);
                    Stage::Hardest { run, level }
                }
                Step::Done(Verdict::Stopped { limit }) => return Some(Err(limit)),
                Step::Done(verdict) if is_as_hard(&level, &verdict, field) => {
                    Stage::Field(FieldWork::new(&level, field.metric(), self.memory))
                }
                Step::Done(_) => Stage::Next,
            },
            Stage::Field(mut work) => match work.advance(1) {
                None => {
                    self.peak = self.peak.max(work.progress().peak);
                    Stage::Field(work)
                }
                Some(Ok(other)) => Stage::Compare { other, slot: 0 },
                Some(Err(NoField::Stopped(limit))) => return Some(Err(limit)),
                Some(Err(NoField::Unsolvable(_))) => Stage::Next,
            },
            Stage::Compare { other, slot } => self.compare(field, other, slot),
        };
        None
    }

    fn begin(&self, field: &Field) -> Stage {
        let (hardest, _) = field.hardest();
        let level = Arc::new(field.level().with_offsets(&hardest.offsets).without(self.piece));
        let metric = if field.metric() == STEPS { STEPS } else { MOVES };
        let options = Options::defaults(bfs::METHOD.options);
        let task = Task { metric, memory: self.memory, options, ..Task::default() };
        Stage::Hardest { run: (bfs::METHOD.start)(&level, &task), level }
    }

    fn compare(&mut self, field: &Field, other: Field, slot: usize) -> Stage {
        let until = (slot + STRIDE).min(field.slots());
        if !field.agrees_without(self.piece, &other, slot..until) {
            return Stage::Next;
        }
        if until < field.slots() {
            return Stage::Compare { other, slot: until };
        }
        self.idle.push(self.piece);
        Stage::Next
    }
}

fn is_as_hard(level: &Level, verdict: &Verdict, field: &Field) -> bool {
    let Verdict::Solved { solution, .. } = verdict else { return false };
    let moves = play::parse_moves(level, solution).expect("our own solutions can be read");
    field.metric().figure(&play::measure(&moves)) == Some(field.hardest().1.into())
}
