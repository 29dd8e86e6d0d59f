//! Processor time.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::Due;

/// That of one thread or of all of the process, since some moment.
#[derive(Clone, Copy, Debug)]
pub enum Cpu {
    Thread(ThreadTime),
    Process(ProcessTime),
}

impl Cpu {
    pub fn of_thread() -> Self {
        Cpu::Thread(ThreadTime::now())
    }

    pub fn of_process() -> Self {
        Cpu::Process(ProcessTime::now())
    }

    /// So far, with what other threads say of themselves where they are not seen.
    pub fn spent(&self, elsewhere: Duration) -> Duration {
        match self {
            Cpu::Thread(begun) => begun.elapsed() + elsewhere,
            Cpu::Process(begun) => begun.elapsed(),
        }
    }

    /// Tells when so much is spent.
    pub fn due(&self, at: Duration) -> Due {
        match *self {
            Cpu::Process(begun) => Arc::new(move || begun.elapsed() >= at),
            Cpu::Thread(begun) => {
                let (home, begun) = (std::thread::current().id(), begun.as_duration());
                let spent = move || ThreadTime::now().as_duration().saturating_sub(begun);
                // Any other thread would read a clock of its own.
                Arc::new(move || std::thread::current().id() == home && spent() >= at)
            }
        }
    }
}
