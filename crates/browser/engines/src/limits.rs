//! What a request may cost, and who hears how it goes.

use std::time::Duration;

use ingenio_catalog::progress_said;
use ingenio_core::{Budget, Message, Observer, Pulse, ToldPulse};
use serde::{Deserialize, Serialize};

use crate::request::Asker;
use crate::tables;

/// Bytes that a method may use if nothing else is said.
const MEMORY: u64 = 256 << 20;

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct LimitsWish {
    #[serde(default)]
    seconds: Option<f64>,
    /// Bytes. The memory of the module has a limit of its own, which the page sets.
    #[serde(default)]
    memory: Option<u64>,
    /// Expanded nodes.
    #[serde(default)]
    nodes: Option<u64>,
}

impl LimitsWish {
    /// The limits, with so many seconds where nothing is said.
    pub fn budget(&self, seconds: f64) -> Budget {
        let wished = self.seconds.filter(|wish| wish.is_finite() && *wish > 0.0).unwrap_or(seconds);
        Budget {
            time: Duration::try_from_secs_f64(wished).ok(),
            memory: Some(self.memory.unwrap_or(MEMORY)),
            nodes: self.nodes,
            tables: tables::of_page(),
            ..Budget::default()
        }
    }
}

/// As a server tells it.
#[derive(Serialize)]
struct Progress {
    is: &'static str,
    nodes: u64,
    bound: Option<u64>,
    best: Option<u64>,
    seconds: f64,
    text: Message,
}

impl From<&ToldPulse> for Progress {
    fn from(pulse: &ToldPulse) -> Self {
        let (seconds, text) = (pulse.seconds, progress_said(pulse));
        let progress = &pulse.progress;
        let (nodes, bound, best) = (progress.nodes, progress.bound, progress.best);
        Progress { is: "progress", nodes, bound, best, seconds, text }
    }
}

impl Observer for Asker<'_> {
    fn observe(&mut self, event: Pulse<'_>) {
        self.tell(&Progress::from(&event.told()));
    }
}
