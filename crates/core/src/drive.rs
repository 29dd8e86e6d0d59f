//! The one driver: advances a run in slices and, between slices, serves the clock, the limits, the
//! cancel flag and the observer. Methods never look at a clock.

use std::time::Duration;

use crate::budget::{Budget, Limit};
use crate::run::{Phase, Progress, Run, Step, Verdict};

/// Time since some fixed moment. The outside world supplies it.
pub trait Clock {
    fn now(&self) -> Duration;
}

/// Is told how a run goes, a few times a second.
pub trait Observer {
    fn observe(&mut self, progress: &Progress, elapsed: Duration);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn observe(&mut self, _: &Progress, _: Duration) {}
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Drive {
    pub verdict: Verdict,
    /// The best solution in hand when it ended, not yet refereed.
    pub best: Option<String>,
    pub progress: Progress,
    pub counters: Vec<(&'static str, u64)>,
    /// All of the time, set-up included.
    pub elapsed: Duration,
    /// The part that does not depend on the level.
    pub setup: Duration,
}

/// A slice should last this long: short enough to honour limits, long enough to cost nothing.
const SLICE: Duration = Duration::from_millis(4);
const FIRST_SLICE: u64 = 64;
const LONGEST_SLICE: u64 = 1 << 22;
const OBSERVE_EVERY: Duration = Duration::from_millis(100);

/// Runs a method to its end or to the first limit. Time counts from the call; a budget that is
/// already spent still allows one slice, so that instant answers are given.
pub fn drive(run: &mut dyn Run, budget: &Budget, clock: &dyn Clock, observer: &mut dyn Observer) -> Drive {
    let begun = clock.now();
    let mut last = begun;
    let mut observed = begun;
    let mut setup = Duration::ZERO;
    let mut slice = FIRST_SLICE;
    let verdict = loop {
        let progress = run.progress();
        let allowed = budget.nodes.map_or(slice, |limit| slice.min(limit.saturating_sub(progress.nodes)));
        if allowed == 0 {
            break Verdict::Stopped { limit: Limit::Nodes };
        }
        let step = run.advance(allowed);
        let now = clock.now();
        let elapsed = now.saturating_sub(begun);
        if progress.phase == Phase::Setup {
            setup += now.saturating_sub(last);
        }
        if let Step::Done(verdict) = step {
            break verdict;
        }
        slice = next_slice(slice, now.saturating_sub(last));
        last = now;
        if let Some(limit) = limit_hit(budget, run, elapsed) {
            break Verdict::Stopped { limit };
        }
        if now.saturating_sub(observed) >= OBSERVE_EVERY {
            observed = now;
            observer.observe(&run.progress(), elapsed);
        }
    };
    let elapsed = clock.now().saturating_sub(begun);
    Drive { verdict, best: run.best(), progress: run.progress(), counters: run.counters(), elapsed, setup }
}

fn next_slice(slice: u64, took: Duration) -> u64 {
    if took < SLICE / 2 {
        (slice * 2).min(LONGEST_SLICE)
    } else if took > SLICE * 2 {
        (slice / 2).max(1)
    } else {
        slice
    }
}

fn limit_hit(budget: &Budget, run: &dyn Run, elapsed: Duration) -> Option<Limit> {
    if budget.cancel.is_cancelled() {
        return Some(Limit::Cancelled);
    }
    if budget.time.is_some_and(|limit| elapsed >= limit) {
        return Some(Limit::Time);
    }
    // Methods stay below the limit by themselves; this is for those that count but do not stop.
    budget.memory.is_some_and(|limit| run.progress().memory > limit).then_some(Limit::Memory)
}
