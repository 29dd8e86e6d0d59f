//! Counts the best boards: all full ones where the board must be full, else all with as many tiles
//! as can be placed. Equal tiles are one kind with copies, so exchanging them makes no new board.

use std::sync::Arc;

use ingenio_core::{Progress, Run, Step, Tally, Task, Verdict, step_by_step};

use super::bound::must_be_full;
use super::engine::{Instance, Plan, Search, Turn, bytes, search};
use super::ladder::{Ladder, Order};
use crate::level::{Level, board_text};
use crate::words;

/// First the maximum is found, then every board that reaches it.
struct Counting {
    level: Arc<Level>,
    instance: Instance,
    limit: u128,
    seed: u64,
    /// Finds the maximum; not needed where the board must be full.
    maximum: Option<Box<dyn Run>>,
    search: Option<Box<dyn Search>>,
    nodes: u64,
    tally: Tally,
    verdict: Option<Verdict>,
}

pub fn start(level: &Arc<Level>, limit: u128, task: &Task) -> Box<dyn Run<Tally>> {
    let mut task = task.clone();
    task.options = ingenio_core::Options::defaults(super::ladder::OPTIONS);
    let instance = Instance::of(level);
    let full = must_be_full(level);
    let search = full.then(|| every_board(&instance, 0, task.seed));
    let mut counting = Counting {
        level: level.clone(),
        limit,
        seed: task.seed,
        maximum: (!full).then(|| Ladder::start(level, &task, Order::Up)),
        search,
        nodes: 0,
        tally: Tally::default(),
        verdict: None,
        instance,
    };
    if bytes(&counting.instance) * 2 > task.memory {
        counting.verdict = Some(Verdict::Stopped { limit: ingenio_core::Limit::Memory });
    }
    Box::new(counting)
}

/// Without restarts, so that no board is met twice.
fn every_board(instance: &Instance, blanks: usize, seed: u64) -> Box<dyn Search> {
    search(instance, Plan { restarts: false, ..Plan::new(blanks, seed) })
}

impl Counting {
    fn step(&mut self) {
        if let Some(maximum) = &mut self.maximum {
            match maximum.advance(1) {
                Step::Running => {}
                Step::Done(Verdict::Solved { .. }) => self.found_maximum(),
                Step::Done(other) => self.verdict = Some(other),
            }
            return;
        }
        let Some(search) = &mut self.search else { return };
        match search.step() {
            Turn::Running => {}
            Turn::Found => self.found(),
            Turn::Refuted => self.end(true),
        }
    }

    fn found_maximum(&mut self) {
        let Some(maximum) = self.maximum.take() else { return };
        let progress = maximum.progress();
        self.nodes += progress.nodes;
        let blanks = self.level.room() - progress.best.unwrap_or(0) as usize;
        self.search = Some(every_board(&self.instance, blanks, self.seed));
    }

    fn found(&mut self) {
        let Some(search) = &mut self.search else { return };
        self.tally.found += 1;
        if self.tally.examples.len() < 2 {
            let board = self.instance.board(&search.chosen());
            self.tally.examples.push(board_text(self.level.size(), &board));
        }
        search.go_on();
        if self.tally.found >= self.limit {
            self.end(false);
        }
    }

    fn end(&mut self, complete: bool) {
        self.tally.complete = complete;
        self.verdict = Some(match self.tally.examples.first() {
            Some(first) => Verdict::Solved { solution: first.clone(), optimal: true },
            None => Verdict::Unsolvable { reason: words::NO_FULL_BOARD.say() },
        });
    }
}

impl Run<Tally> for Counting {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.verdict.clone(), Self::step)
    }

    fn progress(&self) -> Progress {
        let maximum = self.maximum.as_ref().map_or(0, |maximum| maximum.progress().nodes);
        let nodes = self.nodes + maximum + self.search.as_ref().map_or(0, |search| search.nodes());
        let bytes = bytes(&self.instance);
        Progress { nodes, generated: nodes, memory: bytes, peak: bytes, ..Progress::default() }
    }

    fn found(&self) -> Tally {
        self.tally.clone()
    }
}
