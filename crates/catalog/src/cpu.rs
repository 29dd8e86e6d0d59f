//! Processor time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::Due;

/// Processor time is a question to the system, ten times as dear as a look at the clock on the wall, and it cannot
/// run ahead of that by more than the cores: so it is asked at most this often.
const BETWEEN_QUESTIONS: Duration = Duration::from_micros(500);

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
            Cpu::Process(begun) => Arc::new(seldom(move || begun.elapsed() >= at)),
            Cpu::Thread(begun) => {
                let (home, begun) = (std::thread::current().id(), begun.as_duration());
                let spent = move || ThreadTime::now().as_duration().saturating_sub(begun);
                let is_due = seldom(move || spent() >= at);
                // Any other thread would read a clock of its own.
                Arc::new(move || std::thread::current().id() == home && is_due())
            }
        }
    }
}

/// Asks now and then; what was true once stays true, because time only grows.
fn seldom(ask: impl Fn() -> bool) -> impl Fn() -> bool {
    let begun = Instant::now();
    let (next, is_true) = (AtomicU64::new(0), AtomicBool::new(false));
    move || {
        let now = begun.elapsed();
        if now.as_nanos() as u64 >= next.load(Ordering::Relaxed) {
            next.store((now + BETWEEN_QUESTIONS).as_nanos() as u64, Ordering::Relaxed);
            is_true.fetch_or(ask(), Ordering::Relaxed);
        }
        is_true.load(Ordering::Relaxed)
    }
}
