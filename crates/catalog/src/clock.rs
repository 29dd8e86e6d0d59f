//! The system's clocks, for the driver, and a budget over several runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::{Budget, Clock, Due};

/// The clock on the wall, and the processor time of this thread or of all.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    begun: Instant,
    cpu: Cpu,
}

#[derive(Clone, Copy, Debug)]
enum Cpu {
    Thread(ThreadTime),
    Process(ProcessTime),
}

impl SystemClock {
    /// For work in this thread: other threads of the process may be busy with other levels.
    pub fn start() -> Self {
        SystemClock { begun: Instant::now(), cpu: Cpu::Thread(ThreadTime::now()) }
    }

    /// For a run that starts threads of its own, of whose time it knows nothing: all of the process counts.
    pub fn for_threads(threads: usize) -> Self {
        let cpu = Cpu::Process(ProcessTime::now());
        if threads > 1 { SystemClock { begun: Instant::now(), cpu } } else { SystemClock::start() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn cpu(&self, elsewhere: Duration) -> Duration {
        match &self.cpu {
            Cpu::Thread(begun) => begun.elapsed() + elsewhere,
            Cpu::Process(begun) => begun.elapsed(),
        }
    }

    fn due(&self, at: Duration) -> Option<Due> {
        let begun = self.begun;
        Some(Arc::new(move || begun.elapsed() >= at))
    }
}

/// A budget for several runs, one after another in this thread: each gets what the others have left.
#[derive(Clone, Debug)]
pub struct SharedBudget {
    budget: Budget,
    clock: SystemClock,
}

impl SharedBudget {
    pub fn new(budget: Budget) -> Self {
        SharedBudget { budget, clock: SystemClock::start() }
    }

    pub fn left(&self) -> Budget {
        self.budget.after(self.clock.now(), self.clock.cpu(Duration::ZERO))
    }
}
