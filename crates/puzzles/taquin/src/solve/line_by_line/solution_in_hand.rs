//! A solution in hand from the first moment: line by line, before a search that may take longer than
//! anyone waits. It is what an exact method hands over when its budget ends.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{Criterion, Focus, InHand, Progress, Run, Step, Task};

use super::construct::Builder;
use super::layers::{shortened, write};
use crate::level::Level;
use crate::play::measure;

struct WithFirst {
    metric: Criterion,
    builder: Option<Builder>,
    /// The solution and its length.
    first: Option<(String, u64)>,
    run: Box<dyn Run>,
}

/// A run of a solvable level that has a solution from the first moment.
pub fn with_first(level: &Arc<Level>, task: &Task, run: Box<dyn Run>) -> Box<dyn Run> {
    Box::new(WithFirst { metric: task.metric, builder: Some(Builder::new(level)), first: None, run })
}

impl WithFirst {
    /// Goes on with the first solution and hands back what is left of the work allowed.
    fn construct(&mut self, work: u64) -> u64 {
        let Some(builder) = &mut self.builder else { return work };
        for done in 1..=work {
            if builder.work() {
                let moves = shortened(builder.moves());
                self.first = Some((write(&moves), measure(&moves, self.metric)));
                self.builder = None;
                return work - done;
            }
        }
        0
    }
}

impl Run for WithFirst {
    fn advance(&mut self, expansions: u64) -> Step {
        let left = self.construct(expansions);
        if self.builder.is_none() && (left > 0 || expansions == 0) {
            return self.run.advance(left);
        }
        Step::Running
    }

    fn progress(&self) -> Progress {
        let progress = self.run.progress();
        let memory = progress.memory + self.builder.as_ref().map_or(0, Builder::bytes);
        let first = || self.first.as_ref().map(|(_, length)| *length);
        Progress { best: progress.best.or_else(first), memory, peak: progress.peak.max(memory), ..progress }
    }

    fn set_time_spent(&mut self, spent: f64) {
        self.run.set_time_spent(spent);
    }

    fn found(&self) -> InHand {
        let mut found = self.run.found();
        found.best = found.best.or_else(|| self.first.as_ref().map(|(solution, _)| solution.clone()));
        found
    }

    fn focus(&self) -> Option<Focus> {
        self.run.focus()
    }

    fn frontier(&self) -> Option<u64> {
        self.run.frontier()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.run.counters()
    }

    fn cpu_elsewhere(&self) -> Duration {
        self.run.cpu_elsewhere()
    }
}
