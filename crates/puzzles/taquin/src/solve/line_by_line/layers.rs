//! `layers`: line by line from the outside, as people do it. Any size, at once, long solutions.

use ingenio_core::{Criterion, Dir, Guarantee, InHand, Method, Progress, Run, Step, Verdict};

use super::construct::Builder;
use crate::Taquin;
use crate::play::measure;

pub const METHOD: Method<Taquin> = Method {
    name: "layers",
    about: "row by row and column by column, as people do it: any size, at once, long solutions",
    guarantee: Guarantee::Complete,
    metrics: crate::solve::BOTH,
    start: |level, task| {
        let metric = task.metric;
        let layers = || Layers { builder: Builder::new(level), nodes: 0, done: false, metric };
        crate::solve::unless_odd(level, || Box::new(layers()))
    },
    ..crate::solve::ROW
};

struct Layers {
    builder: Builder,
    nodes: u64,
    done: bool,
    metric: Criterion,
}

impl Run for Layers {
    fn advance(&mut self, expansions: u64) -> Step {
        for _ in 0..expansions {
            if self.done {
                let solution = write(&shortened(self.builder.moves()));
                return Step::Done(Verdict::Solved { solution, optimal: false });
            }
            self.done = self.builder.work();
            self.nodes += 1;
        }
        Step::Running
    }

    fn progress(&self) -> Progress {
        let memory = self.builder.bytes();
        let best = self.done.then(|| measure(&shortened(self.builder.moves()), self.metric));
        Progress {
            nodes: self.nodes,
            generated: self.nodes,
            best,
            memory,
            peak: memory,
            ..Progress::default()
        }
    }

    fn found(&self) -> InHand {
        InHand::default()
    }
}

pub fn write(moves: &[Dir]) -> String {
    moves.iter().map(Dir::to_string).collect()
}

/// Without steps that are taken back at once.
pub fn shortened(moves: &[Dir]) -> Vec<Dir> {
    let mut short: Vec<Dir> = Vec::with_capacity(moves.len());
    for dir in moves {
        if short.last().is_some_and(|last| last.opposite() == *dir) {
            short.pop();
        } else {
            short.push(*dir);
        }
    }
    short
}
