//! The system's clocks, for the driver.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::{Clock, Due};

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

    fn cpu_due(&self, at: Duration) -> Option<Due> {
        Some(match self.cpu {
            Cpu::Process(begun) => Arc::new(move || begun.elapsed() >= at),
            Cpu::Thread(begun) => {
                let (home, begun) = (std::thread::current().id(), begun.as_duration());
                let spent = move || ThreadTime::now().as_duration().saturating_sub(begun);
                // Any other thread would read a clock of its own.
                Arc::new(move || std::thread::current().id() == home && spent() >= at)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sleeping is no work, and another thread's work is another's.
    #[test]
    fn processor_time_rings_in_the_thread_that_spends_it() {
        let due = SystemClock::start().cpu_due(Duration::from_millis(30)).unwrap();
        std::thread::sleep(Duration::from_millis(60));
        assert!(!due(), "it has slept");
        let spent = ThreadTime::now();
        while spent.elapsed() < Duration::from_millis(40) {
            std::hint::black_box(0);
        }
        assert!(due());
        let heard = std::thread::scope(|scope| scope.spawn(|| due()).join().unwrap());
        assert!(!heard, "nobody else hears it");
    }
}
