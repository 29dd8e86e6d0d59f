//! The system's clocks, for the driver; in a page those of the page.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{Clock, Due};
use web_time::Instant;

use crate::cpu::Cpu;

/// The clock on the wall, and the processor time of this thread or of all.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    begun: Instant,
    cpu: Cpu,
}

impl SystemClock {
    /// For work in this thread: other threads of the process may be busy with other levels.
    pub fn start() -> Self {
        SystemClock { begun: Instant::now(), cpu: Cpu::of_thread() }
    }

    /// For a run that starts threads of its own, of whose time it knows nothing: all of the process counts.
    pub fn for_threads(threads: usize) -> Self {
        let begun = Instant::now();
        SystemClock { begun, cpu: if threads > 1 { Cpu::of_process() } else { Cpu::of_thread() } }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn cpu(&self, elsewhere: Duration) -> Duration {
        self.cpu.spent(elsewhere)
    }

    fn due(&self, at: Duration) -> Option<Due> {
        let begun = self.begun;
        Some(Arc::new(move || begun.elapsed() >= at))
    }

    fn cpu_due(&self, at: Duration) -> Option<Due> {
        Some(self.cpu.due(at))
    }
}

#[cfg(test)]
mod tests {
    use cpu_time::ThreadTime;

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
