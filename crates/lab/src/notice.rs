//! The notice that a runner has to end soon. A queue gives it by a signal, to the runner alone when its time is
//! nearly over, but to every process of the job when it is pre-empted, requeued or cancelled: then a run may have
//! ended by the same signal, and what came of it says nothing of its method. Such a run does not count.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use ingenio_core::{Answer, Cancel, Limit};
use ingenio_jobs::{End, Finished};

/// Runs that end so soon after the notice may have ended by it, whatever they say.
const REACTION: Duration = Duration::from_secs(2);

/// The signal may reach a run before it reaches us: so long we wait for it.
const LATENESS: Duration = Duration::from_secs(1);

/// SIGTERM and SIGKILL, and how a shell tells that its child ended by them.
const SIGNALS: [i32; 2] = [15, 9];

#[derive(Debug, Default)]
pub struct Notice {
    /// Nothing where nobody gives any.
    flag: Option<Cancel>,
    /// Since when we know.
    heard: OnceLock<Instant>,
}

impl Notice {
    /// Given by raising this flag.
    pub fn by(flag: Cancel) -> Self {
        Notice { flag: Some(flag), heard: OnceLock::new() }
    }

    pub fn is_given(&self) -> bool {
        let given = self.flag.as_ref().is_some_and(Cancel::is_cancelled);
        if given {
            self.heard.get_or_init(Instant::now);
        }
        given
    }

    /// May the same signal have ended this run?
    pub fn has_ended(&self, finished: &Finished, answer: &Answer) -> bool {
        if self.flag.is_none() {
            return false;
        }
        if is_killed(finished) || answer.outcome.limit() == Some(Limit::Cancelled) {
            let until = Instant::now() + LATENESS;
            while !self.is_given() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(10));
            }
            return self.is_given();
        }
        self.is_given() && self.heard.get().is_some_and(|heard| heard.elapsed() < REACTION)
    }
}

fn is_killed(finished: &Finished) -> bool {
    match finished.end {
        End::Signalled(signal) => SIGNALS.contains(&signal),
        End::Exited(code) => SIGNALS.iter().any(|signal| code == 128 + signal),
        End::Limit(_) | End::Cancelled => false,
    }
}
