//! Threads that work on one level side by side, each with its own share of the methods for its whole life.
//!
//! The driver hands out expansions into one pot; whoever is free takes a few of them, so that a thread
//! with cheap expansions never waits for one with dear ones, and no more are made than were allowed. What
//! the parts have done is reported after every few expansions; nobody looks into a thread at work.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::turns::{Found, Report, Turns};

/// Expansions that a thread takes at once: few, so that all of them see an end soon.
const AT_ONCE: u64 = 4;

#[derive(Debug, Default)]
struct Pot {
    expansions: u64,
    /// Threads that still have something to do.
    alive: usize,
    closed: bool,
    found: Option<Found>,
    /// What the parts of each thread have done.
    reports: Vec<Vec<Report>>,
}

#[derive(Debug, Default)]
struct Shared {
    pot: Mutex<Pot>,
    /// There is something in the pot, or it is closed.
    filled: Condvar,
    /// A thread has reported.
    reported: Condvar,
}

impl Shared {
    fn pot(&self) -> MutexGuard<'_, Pot> {
        self.pot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for expansions and takes some; none when all is over.
    fn take(&self) -> Option<u64> {
        let empty = |pot: &mut Pot| pot.expansions == 0 && !pot.closed;
        let mut pot = self.filled.wait_while(self.pot(), empty).unwrap_or_else(PoisonError::into_inner);
        if pot.closed {
            return None;
        }
        let taken = pot.expansions.min(AT_ONCE);
        pot.expansions -= taken;
        Some(taken)
    }

    fn report(&self, thread: usize, turns: &Turns) {
        let mut pot = self.pot();
        pot.reports[thread] = turns.reports();
        if pot.found.is_none() {
            pot.found.clone_from(&turns.found);
        }
        self.reported.notify_all();
    }
}

/// Says that a thread has ended, however it ended.
struct Leaving(Arc<Shared>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.pot().alive -= 1;
        self.0.reported.notify_all();
    }
}

#[derive(Debug)]
pub struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    /// Starts a thread for each share of the parts; fewer if the system gives no more.
    pub fn start(shares: Vec<Turns>) -> Self {
        let shared = Arc::new(Shared::default());
        shared.pot().reports = shares.iter().map(Turns::reports).collect();
        let threads = shares.into_iter().enumerate().filter_map(|(thread, turns)| {
            let shared = shared.clone();
            shared.pot().alive += 1;
            let leaving = Leaving(shared.clone());
            let work = move || {
                let _leaving = leaving;
                work(thread, turns, &shared);
            };
            std::thread::Builder::new().name(format!("part {thread}")).spawn(work).ok()
        });
        let threads = threads.collect();
        Crew { shared, threads }
    }

    /// Lets the threads do so many expansions together, or fewer if a solution turns up or nothing is
    /// left to do.
    pub fn advance(&self, expansions: u64) {
        let mut pot = self.shared.pot();
        pot.expansions += expansions;
        self.shared.filled.notify_all();
        let goes_on = |pot: &mut Pot| pot.expansions > 0 && pot.found.is_none() && pot.alive > 0;
        let mut pot = self.shared.reported.wait_while(pot, goes_on).unwrap_or_else(PoisonError::into_inner);
        pot.expansions = 0;
    }

    pub fn found(&self) -> Option<Found> {
        self.shared.pot().found.clone()
    }

    /// What all parts have done.
    pub fn reports(&self) -> Vec<Report> {
        self.shared.pot().reports.iter().flatten().cloned().collect()
    }

    /// Ends the threads; what they held is given back.
    pub fn close(&mut self) {
        self.shared.pot().closed = true;
        self.shared.filled.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing to tell.
            let _ = thread.join();
        }
        self.shared.pot().reports.iter_mut().flatten().for_each(|report| report.progress.memory = 0);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.close();
    }
}

/// The life of a thread.
fn work(thread: usize, mut turns: Turns, shared: &Shared) {
    while let Some(expansions) = shared.take() {
        turns.advance(expansions);
        shared.report(thread, &turns);
        if turns.is_over() {
            break;
        }
    }
}
