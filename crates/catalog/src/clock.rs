//! The system's clock, for the driver.

use std::time::{Duration, Instant};

use ingenio_core::Clock;

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
}
