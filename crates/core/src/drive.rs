//! The one driver: advances a run in slices and, between slices, serves the clock, the limits, the
//! cancel flag and the observer. Methods never look at a clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::alarm::Due;
use crate::budget::{Budget, Limit};
use crate::run::{InHand, Phase, Progress, Run, Step, Verdict};

/// Time since some fixed moment. The outside world supplies it. `now` must be written; a clock without the rest makes
/// runs that hear of time between slices alone, and takes all time for processor time.
pub trait Clock {
    /// The one thing that a clock must tell. It never goes back.
    fn now(&self) -> Duration;

    /// A way to ask from anywhere whether that moment has come; nothing where only a driver looks.
    fn due(&self, _at: Duration) -> Option<Due> {
        None
    }

    /// Processor time since some fixed moment. `elsewhere` is what other threads have spent for the run,
    /// as it tells itself, for clocks that see their own thread alone. Who cannot tell takes all time for
    /// processor time.
    fn cpu(&self, _elsewhere: Duration) -> Duration {
        self.now()
    }

    /// As [`due`](Clock::due), by processor time. A clock of one thread tells only that thread; others
    /// hear nothing, and the driver looks for them.
    fn cpu_due(&self, _at: Duration) -> Option<Due> {
        None
    }
}

/// What two clocks showed when something began; the default is when they were started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begun {
    now: Duration,
    cpu: Duration,
}

impl Begun {
    /// Reads both clocks.
    pub fn at(clock: &dyn Clock) -> Self {
        Begun { now: clock.now(), cpu: clock.cpu(Duration::ZERO) }
    }
}

/// How a run goes.
#[derive(Clone, Copy, Debug)]
pub struct Pulse<'a> {
    /// Where the run stands.
    pub progress: &'a Progress,
    /// Since the run began, set-up included.
    pub elapsed: Duration,
    /// Nodes per second since the last event.
    pub rate: u64,
}

/// The same for another process: what `solve --progress-json` prints and whoever started it reads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToldPulse {
    /// Since the run began.
    pub seconds: f64,
    /// Nodes per second since the last line.
    pub rate: u64,
    /// Where the run stands.
    #[serde(flatten)]
    pub progress: Progress,
}

impl Pulse<'_> {
    /// As it is printed.
    pub fn told(&self) -> ToldPulse {
        let progress = self.progress.clone();
        ToldPulse { seconds: self.elapsed.as_secs_f64(), rate: self.rate, progress }
    }
}

/// Is told how a run goes, a few times a second.
pub trait Observer {
    /// Called from the thread that drives, so it must not take long.
    fn observe(&mut self, event: Pulse<'_>);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn observe(&mut self, _: Pulse<'_>) {}
}

/// How a run ended, and what it answers.
#[derive(Clone, Debug)]
pub struct Drive<A = InHand> {
    /// What the run says, or which limit ended it.
    pub verdict: Verdict,
    /// What the run had found when it ended; a solution in it is not yet refereed.
    pub found: A,
    /// Where the run stood at its end.
    pub progress: Progress,
    /// Counters of the method's own.
    pub counters: Vec<(&'static str, u64)>,
    /// All of the time, set-up included.
    pub elapsed: Duration,
    /// Processor time of all threads that worked for the run.
    pub cpu: Duration,
    /// The part that does not depend on the level.
    pub setup: Duration,
}

/// A slice should last this long: long enough to cost nothing, and so short that a limit is honoured
/// even where a hundred times dearer expansions follow cheap ones.
const SLICE: Duration = Duration::from_millis(1);
/// One expansion on a huge board may take as long as a slice should: the first slices feel their way,
/// in steps that are large where expansions prove cheap.
const FIRST_SLICE: u64 = 1;
const LONGEST_SLICE: u64 = 1 << 22;
const OBSERVE_EVERY: Duration = Duration::from_millis(100);

/// Runs a method to its end or to the first limit. Time counts from the call; a budget of time that
/// is already spent still allows one slice, so that instant answers are given.
pub fn drive<A>(
    run: &mut dyn Run<A>,
    budget: &Budget,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Drive<A> {
    drive_since(Begun::at(clock), run, budget, clock, observer)
}

/// As [`drive`], for a run whose preparation has begun earlier: its time counts too.
pub fn drive_since<A>(
    begun: Begun,
    run: &mut dyn Run<A>,
    budget: &Budget,
    clock: &dyn Clock,
    observer: &mut dyn Observer,
) -> Drive<A> {
    let mut last = begun.now;
    let mut observed = (begun.now, 0);
    let mut spent = Spent::default();
    let mut setup = Duration::ZERO;
    let mut slice = FIRST_SLICE;
    let mut peak = 0;
    let verdict = loop {
        let progress = run.progress();
        peak = progress.peak.max(progress.memory).max(peak);
        let allowed = budget.nodes.map_or(slice, |limit| slice.min(limit.saturating_sub(progress.nodes)));
        if allowed == 0 {
            // What costs no expansion is still done.
            break match run.advance(0) {
                Step::Done(verdict) => verdict,
                Step::Running => Verdict::Stopped { limit: Limit::Nodes },
            };
        }
        if let Some(share) = spent.share(budget) {
            run.set_time_spent(share);
        }
        let step = run.advance(allowed);
        let now = clock.now();
        spent = Spent::since(begun, now, run, budget, clock);
        if progress.phase == Phase::Setup {
            setup += now.saturating_sub(last);
        }
        if let Step::Done(verdict) = step {
            break who_rang(verdict, budget, spent);
        }
        // Tables are built at another pace than levels are searched.
        let changed = run.progress().phase != progress.phase;
        slice = if changed { FIRST_SLICE } else { next_slice(slice, now.saturating_sub(last)) };
        last = now;
        if let Some(limit) = limit_hit(budget, run, spent) {
            break Verdict::Stopped { limit };
        }
        let since = now.saturating_sub(observed.0);
        if since >= OBSERVE_EVERY {
            let progress = run.progress();
            let rate = (progress.nodes.saturating_sub(observed.1) as f64 / since.as_secs_f64()) as u64;
            observed = (now, progress.nodes);
            observer.observe(Pulse { progress: &progress, elapsed: spent.time, rate });
        }
    };
    let elapsed = clock.now().saturating_sub(begun.now);
    let progress = run.progress();
    Drive {
        verdict,
        found: run.found(),
        // Who works in a thread of its own has ended by now, to tell what it found.
        cpu: clock.cpu(run.cpu_elsewhere()).saturating_sub(begun.cpu),
        progress: Progress { peak: progress.peak.max(progress.memory).max(peak), ..progress },
        counters: run.counters(),
        elapsed,
        setup,
    }
}

fn next_slice(slice: u64, took: Duration) -> u64 {
    if took < SLICE / 8 {
        (slice * 4).min(LONGEST_SLICE)
    } else if took < SLICE / 2 {
        (slice * 2).min(LONGEST_SLICE)
    } else if took > SLICE * 2 {
        (slice / 2).max(1)
    } else {
        slice
    }
}

/// What a run has spent so far.
#[derive(Clone, Copy, Default)]
struct Spent {
    time: Duration,
    /// Not measured where it is not limited.
    cpu: Duration,
}

/// A run that broke off at its alarm does not know why it rang: what was not cancelled is out of time, by
/// the one clock or the other.
fn who_rang(verdict: Verdict, budget: &Budget, spent: Spent) -> Verdict {
    match verdict {
        Verdict::Stopped { limit: Limit::Cancelled } if !budget.cancel.is_cancelled() => {
            let by_cpu = budget.cpu_time.is_some_and(|limit| spent.cpu >= limit);
            Verdict::Stopped { limit: if by_cpu { Limit::CpuTime } else { Limit::Time } }
        }
        verdict => verdict,
    }
}

impl Spent {
    fn since<A>(begun: Begun, now: Duration, run: &dyn Run<A>, budget: &Budget, clock: &dyn Clock) -> Self {
        let cpu = || clock.cpu(run.cpu_elsewhere()).saturating_sub(begun.cpu);
        let cpu = if budget.cpu_time.is_some() { cpu() } else { Duration::ZERO };
        Spent { time: now.saturating_sub(begun.now), cpu }
    }

    /// The part of the limit that is nearest, up to 1.
    fn share(self, budget: &Budget) -> Option<f64> {
        let of = |limit: Duration, spent: Duration| {
            if limit.is_zero() { 1.0 } else { (spent.as_secs_f64() / limit.as_secs_f64()).min(1.0) }
        };
        let time = budget.time.map(|limit| of(limit, self.time));
        time.into_iter().chain(budget.cpu_time.map(|limit| of(limit, self.cpu))).reduce(f64::max)
    }
}

fn limit_hit<A>(budget: &Budget, run: &dyn Run<A>, spent: Spent) -> Option<Limit> {
    if budget.cancel.is_cancelled() {
        return Some(Limit::Cancelled);
    }
    if budget.time.is_some_and(|limit| spent.time >= limit) {
        return Some(Limit::Time);
    }
    if budget.cpu_time.is_some_and(|limit| spent.cpu >= limit) {
        return Some(Limit::CpuTime);
    }
    // Methods stay below the limit by themselves; this is for those that count but do not stop.
    budget.memory.is_some_and(|limit| run.progress().memory > limit).then_some(Limit::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Every look at it lets a tenth of a millisecond pass.
    struct Ticking(Cell<u64>);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            self.0.set(self.0.get() + 1);
            Duration::from_micros(100 * self.0.get())
        }

        fn cpu(&self, _: Duration) -> Duration {
            Duration::from_micros(100 * self.0.get())
        }
    }

    /// Counts up and never ends by itself.
    #[derive(Default)]
    struct Counter {
        nodes: u64,
        setup: u64,
        longest: u64,
        heard: Vec<f64>,
    }

    impl Run for Counter {
        fn advance(&mut self, expansions: u64) -> Step {
            self.longest = self.longest.max(expansions);
            self.nodes += expansions;
            self.setup = self.setup.saturating_sub(1);
            Step::Running
        }

        fn progress(&self) -> Progress {
            let phase = if self.setup > 0 { Phase::Setup } else { Phase::Search };
            Progress { nodes: self.nodes, phase, memory: self.nodes, ..Progress::default() }
        }

        fn set_time_spent(&mut self, spent: f64) {
            self.heard.push(spent);
        }

        fn found(&self) -> InHand {
            Some(self.nodes.to_string()).into()
        }
    }

    #[derive(Default)]
    struct Ears(Vec<(u64, Duration, u64)>);

    impl Observer for Ears {
        fn observe(&mut self, event: Pulse<'_>) {
            self.0.push((event.progress.nodes, event.elapsed, event.rate));
        }
    }

    fn limit_of(drive: &Drive) -> Option<Limit> {
        match drive.verdict {
            Verdict::Stopped { limit } => Some(limit),
            _ => None,
        }
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let budget = Budget { nodes: Some(1000), ..Budget::default() };
        let mut run = Counter::default();
        let drive = drive(&mut run, &budget, &Ticking(Cell::new(0)), &mut Silent);
        assert!(run.heard.is_empty(), "time is not limited");
        assert_eq!((limit_of(&drive), drive.progress.nodes), (Some(Limit::Nodes), 1000));
        assert_eq!(drive.found.best.as_deref(), Some("1000"), "the best in hand is handed over");
    }

    #[test]
    fn time_ends_a_run_and_setup_is_told_apart() {
        let budget = Budget { time: Some(Duration::from_millis(500)), ..Budget::default() };
        let mut run = Counter { setup: 100, ..Counter::default() };
        let drive = drive(&mut run, &budget, &Ticking(Cell::new(0)), &mut Silent);
        assert_eq!(limit_of(&drive), Some(Limit::Time));
        assert_eq!(drive.setup, Duration::from_millis(10));
        assert!(
            run.heard[0] < 0.01 && run.heard.is_sorted() && run.heard.last().is_some_and(|last| *last > 0.99)
        );
        assert!(drive.elapsed >= Duration::from_millis(500) && drive.elapsed < Duration::from_millis(510));
    }

    /// A machine on which we get a tenth of a processor.
    struct Busy(Ticking);

    impl Clock for Busy {
        fn now(&self) -> Duration {
            self.0.now()
        }

        fn cpu(&self, elsewhere: Duration) -> Duration {
            Duration::from_micros(10 * self.0.0.get()) + elsewhere
        }
    }

    /// Lets another thread work as much as itself.
    struct Helped(Counter);

    impl Run for Helped {
        fn advance(&mut self, expansions: u64) -> Step {
            self.0.setup += 2;
            self.0.advance(expansions)
        }

        fn progress(&self) -> Progress {
            self.0.progress()
        }

        fn set_time_spent(&mut self, spent: f64) {
            self.0.set_time_spent(spent);
        }

        fn found(&self) -> InHand {
            self.0.found()
        }

        fn cpu_elsewhere(&self) -> Duration {
            Duration::from_micros(10 * self.0.setup)
        }
    }

    #[test]
    fn processor_time_ends_a_run_however_busy_the_machine_is() {
        let limit = Duration::from_millis(50);
        let budget =
            Budget { cpu_time: Some(limit), time: Some(Duration::from_secs(10)), ..Budget::default() };
        let mut run = Counter::default();
        let alone = drive(&mut run, &budget, &Busy(Ticking(Cell::new(0))), &mut Silent);
        assert_eq!(limit_of(&alone), Some(Limit::CpuTime));
        assert!(alone.elapsed > 9 * limit && alone.cpu >= limit && alone.cpu < limit + SLICE);
        assert!(run.heard.is_sorted() && run.heard.last().is_some_and(|last| *last > 0.99));
        let helped = drive(&mut Helped(run), &budget, &Busy(Ticking(Cell::new(0))), &mut Silent);
        assert_eq!(limit_of(&helped), Some(Limit::CpuTime));
        assert!(helped.elapsed < alone.elapsed * 2 / 3, "what others do for the run counts");
        let budget = Budget { time: Some(limit), ..budget };
        let wall = drive(&mut Counter::default(), &budget, &Busy(Ticking(Cell::new(0))), &mut Silent);
        assert_eq!(limit_of(&wall), Some(Limit::Time));
    }

    #[test]
    fn a_budget_is_handed_on_with_what_is_left() {
        let seconds = Duration::from_secs;
        let budget = Budget {
            time: Some(seconds(10)),
            cpu_time: Some(seconds(6)),
            nodes: Some(7),
            ..Budget::default()
        };
        let left = budget.after(seconds(4), seconds(9));
        assert_eq!((left.time, left.cpu_time, left.nodes), (Some(seconds(6)), Some(Duration::ZERO), Some(7)));
        assert!(left.is_spent() && !budget.is_spent());
        assert_eq!((budget.least_time(), budget.share(2).time), (Some(seconds(6)), Some(seconds(5))));
        assert_eq!(Budget::default().after(seconds(4), seconds(9)).least_time(), None);
    }

    #[test]
    fn cancel_and_memory_end_a_run() {
        let budget = Budget::default();
        budget.cancel.cancel();
        let clock = Ticking(Cell::new(0));
        assert_eq!(
            limit_of(&drive(&mut Counter::default(), &budget, &clock, &mut Silent)),
            Some(Limit::Cancelled)
        );
        let budget = Budget { memory: Some(10_000), ..Budget::default() };
        assert_eq!(
            limit_of(&drive(&mut Counter::default(), &budget, &clock, &mut Silent)),
            Some(Limit::Memory)
        );
    }

    /// Holds less and less.
    struct Shrinking(u64);

    impl Run for Shrinking {
        fn advance(&mut self, _: u64) -> Step {
            self.0 -= 1;
            if self.0 > 0 { Step::Running } else { Step::Done(Verdict::Stopped { limit: Limit::Method }) }
        }

        fn progress(&self) -> Progress {
            Progress { memory: self.0, peak: self.0, ..Progress::default() }
        }

        fn found(&self) -> InHand {
            InHand::default()
        }
    }

    #[test]
    fn the_peak_is_the_most_that_was_ever_held() {
        let drive = drive(&mut Shrinking(1000), &Budget::default(), &Ticking(Cell::new(0)), &mut Silent);
        assert_eq!((drive.progress.memory, drive.progress.peak), (0, 1000));
    }

    #[test]
    fn observers_hear_the_rate() {
        let budget = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
        let mut ears = Ears::default();
        let mut run = Counter::default();
        drive(&mut run, &budget, &Ticking(Cell::new(0)), &mut ears);
        assert!((8..=10).contains(&ears.0.len()), "{:?}", ears.0);
        let (before, after) = (ears.0[3], ears.0[4]);
        let rate = (after.0 - before.0) as f64 / after.1.saturating_sub(before.1).as_secs_f64();
        assert_eq!(after.2, rate as u64);
        assert_eq!(run.longest, LONGEST_SLICE, "quick slices grow");
    }
}
