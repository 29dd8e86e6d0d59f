//! The system's clock, for the driver.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ingenio_core::{Clock, Due};

#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    pub fn start() -> Self {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn due(&self, at: Duration) -> Option<Due> {
        let begun = self.0;
        Some(Arc::new(move || begun.elapsed() >= at))
    }
}
