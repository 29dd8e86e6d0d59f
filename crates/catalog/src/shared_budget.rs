//! A budget over several runs that answer one question, one after another.

use std::cell::Cell;
use std::time::Duration;

use ingenio_core::{Answer, Budget, Clock, LevelRef, Message, Observer};

use crate::clock::SystemClock;
use crate::request::Request;

/// Each run gets what the others have left. Counted are the time on the wall, the processor time of the
/// thread that made it, and what [`run`](SharedBudget::run) learns of other threads: engines work in threads
/// of their own. Counting and studies need no engine and work in this thread.
#[derive(Clone, Debug)]
pub struct SharedBudget {
    budget: Budget,
    clock: SystemClock,
    /// What other threads have spent.
    elsewhere: Cell<Duration>,
}

impl SharedBudget {
    pub fn new(budget: Budget) -> Self {
        SharedBudget { budget, clock: SystemClock::start(), elsewhere: Cell::default() }
    }

    pub fn left(&self) -> Budget {
        self.budget.after(self.clock.now(), self.clock.cpu(self.elsewhere.get()))
    }

    /// Runs a request within its own budget and charges what other threads have spent for it.
    pub fn run(
        &self,
        request: &Request,
        level: &LevelRef,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Message> {
        let before = self.clock.cpu(Duration::ZERO);
        let answer = request.run(level, observer)?;
        let here = self.clock.cpu(Duration::ZERO).saturating_sub(before);
        let all = Duration::from_secs_f64(answer.effort.cpu_seconds.unwrap_or(0.0).max(0.0));
        self.elsewhere.set(self.elsewhere.get() + all.saturating_sub(here));
        Ok(answer)
    }
}
