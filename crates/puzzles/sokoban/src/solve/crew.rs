//! Threads that work on one level side by side, each with its own share of the methods for its whole life.
//!
//! The driver hands out expansions into one pot; whoever is free takes a few of them, so that a thread
//! with cheap expansions never waits for one with dear ones, and no more are made than were allowed. What
//! the parts have done is reported after every few expansions; nobody looks into a thread at work, but who asks
//! what it looks at is told at its next report.
//!
//! A share for which the system gives no thread is worked on by whoever hands out. A thread that panics ends
//! the run: whoever hands out panics as well, so that nothing waits for a part that is gone.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use ingenio_core::{Focus, Sight};

use super::turns::{Found, Report, Turns};

/// Expansions that a thread takes at once: few, so that all of them see an end soon.
const AT_ONCE: u64 = 4;

#[derive(Debug, Default)]
struct Pot {
    expansions: u64,
    /// Threads that still have something to do.
    alive: usize,
    /// Has a thread panicked?
    crashed: bool,
    closed: bool,
    found: Option<Found>,
    /// What the parts of each thread have done.
    reports: Vec<Vec<Report>>,
    /// Has somebody looked since a thread last told what it looks at?
    is_watched: bool,
    focus: Option<Focus>,
    sight: Option<Sight>,
}

impl Pot {
    fn take(&mut self) -> u64 {
        let taken = self.expansions.min(AT_ONCE);
        self.expansions -= taken;
        taken
    }

    /// Is there work left that somebody should do?
    fn is_waiting(&self) -> bool {
        self.expansions > 0 && self.found.is_none() && !self.crashed
    }
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
        if pot.closed { None } else { Some(pot.take()) }
    }

    /// Takes some expansions without waiting; none when there are none or nothing is to be done any more.
    fn take_at_once(&self) -> Option<u64> {
        let mut pot = self.pot();
        if pot.is_waiting() { Some(pot.take()) } else { None }
    }

    fn report(&self, thread: usize, turns: &Turns) {
        let mut pot = self.pot();
        pot.reports[thread] = turns.reports();
        if pot.found.is_none() {
            pot.found.clone_from(&turns.found);
        }
        if std::mem::take(&mut pot.is_watched) {
            (pot.focus, pot.sight) = (turns.focus(), turns.sight());
        }
        self.reported.notify_all();
    }
}

/// Says that a thread has ended, however it ended.
struct Leaving(Arc<Shared>);

impl Drop for Leaving {
    fn drop(&mut self) {
        let mut pot = self.0.pot();
        pot.alive -= 1;
        pot.crashed |= std::thread::panicking();
        self.0.reported.notify_all();
    }
}

/// Work for a thread.
type Work = Box<dyn FnOnce() + Send>;

/// A share that a thread takes with it, unless the thread never comes.
type Slot = Arc<Mutex<Option<Turns>>>;

pub struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// Shares without a thread, by their numbers.
    own: Vec<(usize, Turns)>,
}

impl Crew {
    /// Starts a thread for each share of the parts. Where the system gives no more, shares are worked on
    /// by whoever calls [`advance`](Crew::advance).
    pub fn start(shares: Vec<Turns>) -> Self {
        Self::with(shares, |name, work| std::thread::Builder::new().name(name).spawn(work).ok())
    }

    fn with(shares: Vec<Turns>, mut spawn: impl FnMut(String, Work) -> Option<JoinHandle<()>>) -> Self {
        let shared = Arc::new(Shared::default());
        shared.pot().reports = shares.iter().map(Turns::reports).collect();
        let mut crew = Crew { shared, threads: Vec::new(), own: Vec::new() };
        for (thread, turns) in shares.into_iter().enumerate() {
            let slot = Arc::new(Mutex::new(Some(turns)));
            if let Some(handle) = spawn(format!("part {thread}"), crew.work_for(thread, slot.clone())) {
                crew.threads.push(handle);
            } else {
                crew.own.extend(taken(&slot).map(|turns| (thread, turns)));
            }
        }
        crew
    }

    /// What a thread does with the share in a slot.
    fn work_for(&self, thread: usize, slot: Slot) -> Work {
        let shared = self.shared.clone();
        shared.pot().alive += 1;
        let leaving = Leaving(shared.clone());
        Box::new(move || {
            let _leaving = leaving;
            if let Some(turns) = taken(&slot) {
                work(thread, turns, &shared);
            }
        })
    }

    /// Lets the threads do so many expansions together, or fewer if a solution turns up or nothing is
    /// left to do. Panics if a thread has, unless a solution is there.
    pub fn advance(&mut self, expansions: u64) {
        self.shared.pot().expansions += expansions;
        self.shared.filled.notify_all();
        self.work_on_own();
        let goes_on = |pot: &mut Pot| pot.is_waiting() && pot.alive > 0;
        let reported = self.shared.reported.wait_while(self.shared.pot(), goes_on);
        let mut pot = reported.unwrap_or_else(PoisonError::into_inner);
        pot.expansions = 0;
        assert!(!pot.crashed || pot.found.is_some(), "a thread of the portfolio has panicked");
    }

    /// Does its part of the expansions for the shares without a thread, a few for each in turn.
    fn work_on_own(&mut self) {
        while self.own.iter().any(|(_, turns)| !turns.is_over()) {
            for (thread, turns) in self.own.iter_mut().filter(|(_, turns)| !turns.is_over()) {
                let Some(expansions) = self.shared.take_at_once() else { return };
                turns.advance(expansions);
                self.shared.report(*thread, turns);
            }
        }
    }

    pub fn found(&self) -> Option<Found> {
        self.shared.pot().found.clone()
    }

    /// What one of the threads looked at when it last reported after somebody had asked: nothing at the
    /// first time, and later as old as the last time. It costs the threads nothing while nobody asks.
    pub fn focus(&self) -> Option<Focus> {
        let mut pot = self.shared.pot();
        pot.is_watched = true;
        pot.focus.clone()
    }

    /// The same of a part that comes from elsewhere than the start.
    pub fn sight(&self) -> Option<Sight> {
        let mut pot = self.shared.pot();
        pot.is_watched = true;
        pot.sight.clone()
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
            // A thread that panicked has said so by then: `advance` has heard of it.
            let _ = thread.join();
        }
        self.own.clear();
        self.shared.pot().reports.iter_mut().flatten().for_each(|report| report.progress.memory = 0);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.close();
    }
}

/// The share in a slot, if nobody took it before.
fn taken(slot: &Slot) -> Option<Turns> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take()
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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use ingenio_core::rooms::Texts as _;
    use ingenio_core::{InHand, Limit, Options, Progress, Run, Source, Step, Task, Verdict};

    use super::super::turns::{Part, Start};
    use super::*;
    use crate::Sokoban;
    use crate::level::Level;

    fn share(name: &'static str, start: Start) -> Turns {
        let rows = Source::new("#####\n#@$.#\n#####");
        let level: Arc<Level> = Sokoban::read(&rows, &Options::default()).remove(0).unwrap().level.into();
        let mut turns = Turns::new(1);
        turns.parts.push(Part::new(name, &level, Task::default(), (1, 1), start));
        turns
    }

    /// Goes on until it has done so many expansions, and then says what it is told to.
    struct Counts {
        nodes: u64,
        most: u64,
        end: Verdict,
    }

    impl Run for Counts {
        fn advance(&mut self, expansions: u64) -> Step {
            self.nodes += expansions;
            if self.nodes < self.most { Step::Running } else { Step::Done(self.end.clone()) }
        }

        fn progress(&self) -> Progress {
            Progress { nodes: self.nodes, ..Progress::default() }
        }

        fn found(&self) -> InHand {
            InHand::default()
        }
    }

    fn counts(most: u64, end: Verdict) -> Box<dyn Run> {
        Box::new(Counts { nodes: 0, most, end })
    }

    fn endless() -> Turns {
        share("endless", |_, _| counts(u64::MAX, Verdict::Stopped { limit: Limit::Method }))
    }

    fn ends() -> Turns {
        share("ends", |_, _| counts(100, Verdict::Stopped { limit: Limit::Memory }))
    }

    fn solves() -> Turns {
        share("solves", |_, _| counts(50, Verdict::Solved { solution: "R".into(), optimal: false }))
    }

    fn crashes() -> Turns {
        share("crashes", |_, _| panic!("planted"))
    }

    fn nodes(crew: &Crew) -> Vec<u64> {
        crew.reports().into_iter().map(|report| report.progress.nodes).collect()
    }

    /// Nobody waits for a part that is gone, whoever else is at work.
    #[test]
    fn a_thread_that_panics_ends_the_run() {
        for shares in [vec![crashes()], vec![crashes(), crashes()], vec![endless(), crashes()]] {
            let mut crew = Crew::start(shares);
            let advances = AssertUnwindSafe(|| {
                for _ in 0..1_000 {
                    crew.advance(1_000);
                }
            });
            assert!(catch_unwind(advances).is_err());
        }
    }

    #[test]
    fn shares_without_a_thread_are_worked_on_all_the_same() {
        for most in 0..3 {
            let mut threads = 0;
            let spawn = |name, work| {
                threads += 1;
                let spawn = || std::thread::Builder::new().name(name).spawn(work).ok();
                if threads > most { None } else { spawn() }
            };
            let mut crew = Crew::with(vec![ends(), ends()], spawn);
            let mut allowed = 0;
            while crew.reports().iter().any(|report| report.end.is_none()) {
                crew.advance(10);
                allowed += 10;
                assert!(nodes(&crew).iter().sum::<u64>() <= allowed && allowed <= 300, "{most} threads");
            }
            assert_eq!(nodes(&crew), [100, 100], "{most} threads");
        }
    }

    #[test]
    fn a_share_without_a_thread_may_solve_the_level() {
        let mut crew = Crew::with(vec![endless(), solves()], |_, _| None);
        for _ in 0..20 {
            crew.advance(10);
        }
        assert_eq!(crew.found().map(|found| found.solution).as_deref(), Some("R"));
        assert_eq!(nodes(&crew)[1], 50);
    }
}
