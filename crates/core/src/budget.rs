//! How much a run may cost, and the word for the limit that ended it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of one run. What is `None` is not limited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub time: Option<Duration>,
    /// Bytes, counted where they are allocated.
    pub memory: Option<u64>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    pub cancel: Cancel,
}

/// A flag that anyone may raise to end a run; it then hands over its best.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a run ended without an answer to the question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Limit {
    Time,
    Memory,
    Nodes,
    Cancelled,
    /// The method is incomplete and has tried all it knows.
    Method,
    /// A plan of so many periods was asked for. The best in hand is the best within them, and there is
    /// none where nothing is in hand; plans of more periods were not looked at.
    Periods,
}

impl Limit {
    pub const fn word(self) -> &'static str {
        match self {
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Nodes => "nodes",
            Limit::Cancelled => "cancelled",
            Limit::Method => "method",
            Limit::Periods => "periods",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
