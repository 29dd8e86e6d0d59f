//! Processor time in a page, which nobody tells: all of the time counts. There is one thread.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::Due;
use web_time::Instant;

#[derive(Clone, Copy, Debug)]
pub struct Cpu(Instant);

impl Cpu {
    pub fn of_thread() -> Self {
        Cpu(Instant::now())
    }

    pub fn of_process() -> Self {
        Cpu::of_thread()
    }

    pub fn spent(&self, elsewhere: Duration) -> Duration {
        self.0.elapsed() + elsewhere
    }

    pub fn due(&self, at: Duration) -> Due {
        let begun = self.0;
        Arc::new(move || begun.elapsed() >= at)
    }
}
