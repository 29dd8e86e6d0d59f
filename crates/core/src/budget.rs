//! What a run may cost and use, and the word for the limit that ended it.

use crate::words::{Filling, Template, Value, table};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::alarm::Due;
use crate::tables::TablesRef;

/// The limits of a run, or of all runs that answer one question. What is `None` is not limited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// As a clock on the wall shows it.
    pub time: Option<Duration>,
    /// Time of processors, that of all threads together: the same on a busy machine.
    pub cpu_time: Option<Duration>,
    /// Bytes, counted where they are allocated.
    pub memory: Option<u64>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Ends the run before any limit does.
    pub cancel: Cancel,
    /// Where tables that do not depend on the level are kept.
    pub tables: TablesRef,
}

impl Budget {
    /// What is left when so much time and processor time are spent.
    #[must_use]
    pub fn after(&self, time: Duration, cpu_time: Duration) -> Budget {
        let left = |limit: Option<Duration>, spent| limit.map(|limit| limit.saturating_sub(spent));
        Budget { time: left(self.time, time), cpu_time: left(self.cpu_time, cpu_time), ..self.clone() }
    }

    /// One of so many equal shares of the time.
    #[must_use]
    pub fn share(&self, of: u32) -> Budget {
        let share = |limit: Option<Duration>| limit.map(|limit| limit / of);
        Budget { time: share(self.time), cpu_time: share(self.cpu_time), ..self.clone() }
    }

    /// The time within which all must be done, whichever clock runs out first.
    pub fn least_time(&self) -> Option<Duration> {
        self.time.into_iter().chain(self.cpu_time).min()
    }

    /// Is there nothing left to spend, or has somebody cancelled?
    pub fn is_spent(&self) -> bool {
        self.cancel.is_cancelled() || self.least_time().is_some_and(|left| left.is_zero())
    }
}

/// A flag that anyone may raise to end a run; it then hands over its best.
#[derive(Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    due: Option<Due>,
}

impl Cancel {
    /// A flag that also rises by itself, once something is due: for work beside which nobody is who could
    /// raise it. Every look at it costs as much as the question.
    pub fn when(due: Due) -> Self {
        Cancel(Arc::new(Flag { due: Some(due), ..Flag::default() }))
    }

    /// Raises the flag; nobody can lower it again.
    pub fn cancel(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Looked at between slices, and by an [`Alarm`](crate::Alarm) within long ones.
    pub fn is_cancelled(&self) -> bool {
        if !self.0.raised.load(Ordering::Relaxed) && self.0.due.as_ref().is_some_and(|due| due()) {
            self.cancel();
        }
        self.0.raised.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancel({})", self.0.raised.load(Ordering::Relaxed))
    }
}

/// Why a run ended without an answer to the question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Limit {
    /// The clock on the wall.
    Time,
    /// The processor time of all threads.
    CpuTime,
    /// The next step would have taken more bytes than allowed.
    Memory,
    /// As many nodes as allowed were expanded.
    Nodes,
    /// Somebody raised the flag of the budget.
    Cancelled,
    /// The method is incomplete and has tried all it knows.
    Method,
    /// A plan of so many periods was asked for. The best in hand is the best within them, and there is
    /// none where nothing is in hand; plans of more periods were not looked at.
    Periods,
}

impl Limit {
    /// Every limit, for those who read one by its word.
    pub const ALL: [Limit; 7] = [
        Limit::Time,
        Limit::CpuTime,
        Limit::Memory,
        Limit::Nodes,
        Limit::Cancelled,
        Limit::Method,
        Limit::Periods,
    ];

    /// The limit that JSON calls so.
    pub fn of_word(word: &str) -> Option<Self> {
        Limit::ALL.into_iter().find(|limit| limit.word() == word)
    }

    /// For people.
    pub const fn said(self) -> Template {
        match self {
            Limit::Time => table::LIMIT_TIME,
            Limit::CpuTime => table::LIMIT_CPU_TIME,
            Limit::Memory => table::LIMIT_MEMORY,
            Limit::Nodes => table::LIMIT_NODES,
            Limit::Cancelled => table::LIMIT_CANCELLED,
            Limit::Method => table::LIMIT_METHOD,
            Limit::Periods => table::LIMIT_PERIODS,
        }
    }

    /// As JSON and command lines call it.
    pub const fn word(self) -> &'static str {
        match self {
            Limit::Time => "time",
            Limit::CpuTime => "cpu-time",
            Limit::Memory => "memory",
            Limit::Nodes => "nodes",
            Limit::Cancelled => "cancelled",
            Limit::Method => "method",
            Limit::Periods => "periods",
        }
    }
}

impl Value for Limit {
    fn filling(self) -> Filling {
        self.said().filling()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_rises_by_itself_and_stays_up() {
        let due = Arc::new(AtomicBool::new(false));
        let asked = due.clone();
        let flag = Cancel::when(Arc::new(move || asked.load(Ordering::Relaxed)));
        assert!(!flag.is_cancelled());
        due.store(true, Ordering::Relaxed);
        assert!(flag.clone().is_cancelled());
        due.store(false, Ordering::Relaxed);
        assert!(flag.is_cancelled(), "what has begun to break off goes on doing so");
    }
}
