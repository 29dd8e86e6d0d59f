//! Threads that ask the same question of one level side by side: searches for a proof, each with random numbers of its
//! own, and perhaps a beam. Times to a proof have heavy tails, so that the first of several is there much sooner than any
//! one of them on average. Whoever has a verdict ends all; what one of them holds and another proves to be the most is
//! a verdict, too.
//!
//! The driver hands out expansions into one pot, from which whoever is free takes some. Which thread is first depends
//! on the machine: verdict and maximum are the same, the nodes are not.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use ingenio_core::{InHand, Limit, Progress, Run, Step, Verdict};

/// Expansions that a thread takes at once: some tenths of a millisecond, so that an end is seen soon.
const AT_ONCE: u64 = 1 << 10;

/// One that takes part.
pub struct Member {
    pub run: Box<dyn Run>,
    /// Does its bound say something?
    pub proves: bool,
}

/// What a member has done, as told after its last expansions.
#[derive(Clone, Debug, Default)]
struct Report {
    progress: Progress,
    proves: bool,
    best: Option<String>,
    counters: Vec<(&'static str, u64)>,
}

#[derive(Debug, Default)]
struct Pot {
    expansions: u64,
    /// Members that still have something to do.
    alive: usize,
    closed: bool,
    verdict: Option<Verdict>,
    /// Of those that have stopped: how the last one did.
    stopped: Option<Verdict>,
    reports: Vec<Report>,
}

impl Pot {
    /// What one of them holds, where others prove that there is no more.
    fn met(&self) -> Option<Verdict> {
        let bound = self.bound()?;
        let best = self.reports.iter().find(|report| report.progress.best == Some(bound))?;
        best.best.clone().map(|solution| Verdict::Solved { solution, optimal: true })
    }

    /// The least that somebody has proved to be the most.
    fn bound(&self) -> Option<u64> {
        let proofs = self.reports.iter().filter(|report| report.proves);
        proofs.filter_map(|report| report.progress.bound).min()
    }

    fn fullest(&self) -> Option<&Report> {
        self.reports.iter().max_by_key(|report| report.progress.best)
    }
}

#[derive(Debug, Default)]
struct Shared {
    pot: Mutex<Pot>,
    /// There is something in the pot, or it is closed.
    filled: Condvar,
    /// A thread has reported or left.
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

    /// Tells what a member has done; true when it is over.
    fn report(&self, at: usize, member: &Member, step: Step) -> bool {
        let progress = member.run.progress();
        let counters = member.run.counters();
        let mut pot = self.pot();
        let report = &mut pot.reports[at];
        if progress.best > report.progress.best {
            report.best = member.run.found().best;
        }
        (report.progress, report.counters) = (progress, counters);
        let is_over = matches!(step, Step::Done(_));
        match step {
            Step::Done(stopped @ Verdict::Stopped { .. }) => pot.stopped = Some(stopped),
            Step::Done(verdict) => pot.verdict = pot.verdict.take().or(Some(verdict)),
            Step::Running if pot.verdict.is_none() => pot.verdict = pot.met(),
            Step::Running => {}
        }
        self.reported.notify_all();
        is_over
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

/// Several runs at work; the run that they are together.
#[derive(Debug)]
pub struct Crew {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    /// Starts a thread for each member; fewer if the system gives no more.
    pub fn start(members: Vec<Member>) -> Crew {
        let shared = Arc::new(Shared::default());
        let told = |member: &Member| Report { proves: member.proves, ..Report::default() };
        shared.pot().reports = members.iter().map(told).collect();
        let threads = members.into_iter().enumerate().filter_map(|(at, member)| {
            let shared = shared.clone();
            shared.pot().alive += 1;
            let leaving = Leaving(shared.clone());
            let work = move || {
                let _leaving = leaving;
                work(at, member, &shared);
            };
            std::thread::Builder::new().name(format!("member {at}")).spawn(work).ok()
        });
        let threads = threads.collect();
        Crew { shared, threads }
    }
}

/// The life of a thread.
fn work(at: usize, mut member: Member, shared: &Shared) {
    while let Some(expansions) = shared.take() {
        let step = member.run.advance(expansions);
        if shared.report(at, &member, step) {
            break;
        }
    }
}

impl Run for Crew {
    /// Lets the threads do so many expansions together, or fewer when a verdict is there.
    fn advance(&mut self, expansions: u64) -> Step {
        let mut pot = self.shared.pot();
        if pot.verdict.is_none() {
            pot.expansions += expansions;
            self.shared.filled.notify_all();
            let goes_on = |pot: &mut Pot| pot.expansions > 0 && pot.verdict.is_none() && pot.alive > 0;
            pot = self.shared.reported.wait_while(pot, goes_on).unwrap_or_else(PoisonError::into_inner);
            pot.expansions = 0;
        }
        // The system may have given no thread at all.
        let nobody = || pot.stopped.clone().unwrap_or(Verdict::Stopped { limit: Limit::Method });
        let ended = (pot.alive == 0).then(nobody);
        pot.verdict.clone().or(ended).map_or(Step::Running, Step::Done)
    }

    fn progress(&self) -> Progress {
        let pot = self.shared.pot();
        let done = Progress {
            bound: pot.bound(),
            best: pot.fullest().and_then(|report| report.progress.best),
            ..Progress::default()
        };
        pot.reports.iter().fold(done, |done, report| done.plus(&report.progress))
    }

    fn found(&self) -> InHand {
        self.shared.pot().fullest().and_then(|report| report.best.clone()).into()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut sums: Vec<(&'static str, u64)> = Vec::new();
        for (name, count) in self.shared.pot().reports.iter().flat_map(|report| report.counters.clone()) {
            match sums.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += count,
                None => sums.push((name, count)),
            }
        }
        sums
    }
}

impl Drop for Crew {
    /// The others need not go on.
    fn drop(&mut self) {
        self.shared.pot().closed = true;
        self.shared.filled.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing to tell.
            let _ = thread.join();
        }
    }
}
