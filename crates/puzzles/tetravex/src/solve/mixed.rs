//! `mixed`: `wildcards` and `beam` in turns. The first proves, the second has a full placement at once and
//! a fuller one with time; when what one holds is what the other proves to be the most, that is the answer. With
//! several threads they work side by side.

use std::sync::Arc;

use ingenio_core::{Focus, InHand, Method, Options, Progress, Run, Step, Task, Verdict, step_by_step};

use super::ROW;
use super::beam;
use super::crew::{Crew, Member};
use super::ladder::{self, Ladder, Order};
use super::wildcards;
use crate::Tetravex;
use crate::level::Level;

pub const METHOD: Method<Tetravex> = Method {
    name: "mixed",
    about: "wildcards and beams in turns: a full placement at once, the proved maximum where it comes in time",
    start,
    ..ROW
};

/// On larger boards a proof within minutes is luck. Chosen by hand.
const PROVABLE: usize = 100;
/// Of four steps so many are for the proof, where it can be hoped for and elsewhere: a step of either takes
/// about as long (0.16 and 0.19 microseconds).
const STEPS_OF_PROOF: [u64; 2] = [3, 1];
/// Steps between two looks at what both have. Chosen by hand.
const LOOK_EVERY: u64 = 256;

struct Mixed {
    exact: Box<dyn Run>,
    beam: Box<dyn Run>,
    steps_of_proof: u64,
    /// Has the beam no memory left?
    beam_ended: bool,
    turn: u64,
    verdict: Option<Verdict>,
}

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let options = Options::defaults(ladder::OPTIONS_WITH_GROWTH);
    if task.threads > 1 {
        return side_by_side(level, &Task { options, ..task.clone() });
    }
    // Half of the memory each.
    let task = Task { options, memory: task.memory / 2, ..task.clone() };
    Box::new(Mixed {
        exact: Ladder::growing(level, &task, Order::Up),
        beam: beam::endless(level, &task),
        steps_of_proof: STEPS_OF_PROOF[usize::from(level.room() > PROVABLE)],
        beam_ended: false,
        turn: 0,
        verdict: None,
    })
}

/// A thread for the beam, the others for searches with random numbers of their own.
fn side_by_side(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let half = Task { memory: task.memory / 2, threads: 1, ..task.clone() };
    let mut members = wildcards::searches(level, &half, task.threads - 1);
    members.push(Member { run: beam::endless(level, &half), proves: false });
    Box::new(Crew::start(members))
}

impl Mixed {
    fn fuller(&self) -> &dyn Run {
        let best = |run: &dyn Run| run.progress().best;
        if best(self.beam.as_ref()) > best(self.exact.as_ref()) {
            self.beam.as_ref()
        } else {
            self.exact.as_ref()
        }
    }

    /// What one holds, if the other proves that it is the most.
    fn met(&self) -> Option<Verdict> {
        let bound = self.exact.progress().bound;
        let fuller = self.fuller();
        (bound.is_some() && fuller.progress().best == bound)
            .then(|| fuller.found().best)
            .flatten()
            .map(|solution| Verdict::Solved { solution, optimal: true })
    }

    fn step(&mut self) -> Option<Verdict> {
        self.turn += 1;
        if self.turn % 4 < self.steps_of_proof || self.beam_ended {
            if let Step::Done(verdict) = self.exact.advance(1) {
                return Some(verdict);
            }
        } else {
            match self.beam.advance(1) {
                Step::Done(Verdict::Stopped { .. }) => self.beam_ended = true,
                Step::Done(verdict) => return Some(verdict),
                Step::Running => {}
            }
        }
        if self.turn.is_multiple_of(LOOK_EVERY) { self.met() } else { None }
    }
}

impl Run for Mixed {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.verdict.clone(), |run| run.verdict = run.step())
    }

    fn progress(&self) -> Progress {
        let (exact, beam) = (self.exact.progress(), self.beam.progress());
        Progress { best: exact.best.max(beam.best), ..exact.plus(&beam) }
    }

    fn found(&self) -> InHand {
        self.fuller().found()
    }

    /// The proof: what the beam holds is the best in hand.
    fn focus(&self) -> Option<Focus> {
        self.exact.focus().or_else(|| self.beam.focus())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        [self.exact.counters(), self.beam.counters()].concat()
    }
}
