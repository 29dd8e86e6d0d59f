//! What all local searches share: the best board so far, when to stop, and what to report. A local
//! search proves nothing, but a board with as many tiles as can be placed at all needs no proof.

use std::sync::Arc;

use ingenio_core::{Focus, InHand, Limit, OptionSpec, Progress, Run, Step, Verdict, step_by_step};

use super::bound::most_placed;
use super::placement::{extended, focus_on, solution_of};
use crate::level::Level;

/// A walk from board to board.
pub trait Walk: Send {
    /// One move.
    fn step(&mut self);
    /// How many tiles could stand on the present board; cheap.
    fn placed(&self) -> usize;
    /// The board without clashes that `placed` speaks of.
    fn board(&self) -> Vec<Option<u16>>;
    /// What it looks at now, for those who watch.
    fn looks_at(&self) -> Vec<Option<u16>> {
        self.board()
    }
    /// Bytes in use.
    fn bytes(&self) -> u64;
    /// Are tiles added to a new best board where they fit?
    fn extends(&self) -> bool {
        true
    }
    /// Has the walk ended by its own rule?
    fn ended(&self) -> bool {
        false
    }
    fn counters(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

pub struct Local<W> {
    level: Arc<Level>,
    walk: W,
    best: Vec<Option<u16>>,
    /// The most tiles that the walk held, and that the best board holds.
    held: usize,
    placed: usize,
    most: usize,
    moves: u64,
    stale: u64,
    patience: u64,
    memory: u64,
}

/// When to give up; how long that is depends on how much one move of a method does.
pub const fn patience(default: i64) -> OptionSpec {
    OptionSpec::integer(
        "patience",
        "moves per cell without a better board before giving up; 0 for never",
        0..=1_000_000_000,
        default,
    )
}

impl<W: Walk + 'static> Local<W> {
    pub fn start(level: &Arc<Level>, walk: W, patience: i64, memory: u64) -> Box<dyn Run> {
        let best = level.start();
        let placed = best.iter().flatten().count();
        let patience = if patience == 0 { u64::MAX } else { patience as u64 * level.room() as u64 };
        let most = most_placed(level);
        let level = level.clone();
        Box::new(Local { level, walk, best, held: 0, placed, most, moves: 0, stale: 0, patience, memory })
    }

    fn answer(&self) -> Option<Verdict> {
        if self.placed == self.most
            && let Some(solution) = solution_of(&self.level, &self.best)
        {
            return Some(Verdict::Solved { solution, optimal: true });
        }
        if self.walk.bytes() > self.memory {
            return Some(Verdict::Stopped { limit: Limit::Memory });
        }
        let over = self.stale >= self.patience || self.walk.ended();
        over.then_some(Verdict::Stopped { limit: Limit::Method })
    }

    fn step(&mut self) {
        self.walk.step();
        self.moves += 1;
        self.stale += 1;
        if self.walk.placed() <= self.held {
            return;
        }
        self.held = self.walk.placed();
        let board = self.walk.board();
        let board = if self.walk.extends() { extended(&self.level, board) } else { board };
        let placed = board.iter().flatten().count();
        if placed > self.placed {
            (self.best, self.placed, self.stale) = (board, placed, 0);
        }
    }
}

impl<W: Walk + 'static> Run for Local<W> {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, Self::answer, Self::step)
    }

    fn progress(&self) -> Progress {
        let bytes = self.walk.bytes().min(self.memory);
        Progress {
            nodes: self.moves,
            generated: self.moves,
            bound: Some(self.most as u64),
            best: Some(self.placed as u64),
            memory: bytes,
            peak: bytes,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        solution_of(&self.level, &self.best).into()
    }

    fn focus(&self) -> Option<Focus> {
        Some(focus_on(&self.level, &self.walk.looks_at()))
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.walk.counters()
    }
}
