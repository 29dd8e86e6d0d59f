//! Work in a page, where there are no threads: it is done at once, and the driver waits. Nobody can tell it to
//! end, so it looks at the run's alarm itself, and at the memory of the module.

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::{Alarm, Cancel};

use crate::resident::resident;

#[derive(Default)]
pub struct Beside(());

#[expect(clippy::unused_self, reason = "its twin has a thread")]
impl Beside {
    /// The flag that ends the work: it rises by itself with the alarm, or when so many bytes more are taken.
    pub fn flag(alarm: &Alarm, memory: u64) -> Cancel {
        let alarm = alarm.clone();
        let most = resident().unwrap_or(0).saturating_add(memory);
        Cancel::when(Arc::new(move || alarm.rings() || resident().is_some_and(|now| now > most)))
    }

    pub fn begin(&self, work: impl FnOnce()) {
        work();
    }

    pub const fn wait(&self, _: Duration) -> bool {
        true
    }

    pub const fn leave(&self) {}

    pub const fn cpu(&self) -> Duration {
        Duration::ZERO
    }
}
