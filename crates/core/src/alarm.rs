//! The alarm of a run, for whatever works long in one go: the set-up of a method, one expansion on a
//! huge board. The driver serves clock and cancel between slices; where a slice cannot be short, the
//! work inside looks at the alarm every few thousand steps. Who hears it breaks off at once, leaving
//! whatever it holds half done: the run ends there, and nothing it claims after that is believed.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::budget::{Budget, Cancel, Limit};
use crate::drive::Clock;
use crate::run::{Focus, InHand, Progress, Run, Sight, Step, Verdict};

/// Says whether a moment has come. The outside world supplies it, see [`Clock::due`].
pub type Due = Arc<dyn Fn() -> bool + Send + Sync>;

/// The alarm rings so long after the time is over: the driver comes first where slices are short, and a
/// time that is spent from the start still allows an instant answer. A limit is honoured within 100 ms.
const GRACE: Duration = Duration::from_millis(20);

/// See [`Alarm::rings_at`]. A look costs some 40 ns: searches of small boards, whose nodes cost a microsecond, spent a
/// fifth of their time on 13 looks a node.
const STEPS_BETWEEN_LOOKS: usize = 16;

/// Rings when the run is cancelled, or its time or processor time is over. Clones are the same alarm; by
/// default it never rings.
#[derive(Clone, Default)]
pub struct Alarm(Arc<Bell>);

#[derive(Default)]
struct Bell {
    cancel: Cancel,
    due: Option<Due>,
    cpu_due: Option<Due>,
    heard: AtomicBool,
}

impl Alarm {
    /// For a run that begins now.
    pub fn within(budget: &Budget, clock: &dyn Clock) -> Self {
        let due = budget.time.and_then(|time| clock.due(clock.now().saturating_add(time + GRACE)));
        let spent = || clock.cpu(Duration::ZERO);
        let cpu_due = budget.cpu_time.and_then(|time| clock.cpu_due(spent().saturating_add(time + GRACE)));
        let cancel = budget.cancel.clone();
        Alarm(Arc::new(Bell { cancel, due, cpu_due, heard: AtomicBool::new(false) }))
    }

    /// Must the work break off? Costs about as much as a look at the clock, and where processor time is
    /// limited as a question to the system.
    pub fn rings(&self) -> bool {
        let is_due = |due: &Option<Due>| due.as_ref().is_some_and(|due| due());
        let rings = self.0.cancel.is_cancelled() || is_due(&self.0.due) || is_due(&self.0.cpu_due);
        if rings {
            self.0.heard.store(true, Ordering::Relaxed);
        }
        rings
    }

    /// The same for a loop of small steps that counts them: only every sixteenth of them looks, so that loops of
    /// fewer steps cost nothing. Sixteen steps of the largest boards take some milliseconds.
    pub fn rings_at(&self, step: usize) -> bool {
        step % STEPS_BETWEEN_LOOKS == STEPS_BETWEEN_LOOKS - 1 && self.rings()
    }

    /// Has some work broken off?
    pub fn was_heard(&self) -> bool {
        self.0.heard.load(Ordering::Relaxed)
    }
}

/// Rings once that flag is raised.
impl From<Cancel> for Alarm {
    fn from(cancel: Cancel) -> Self {
        Alarm(Arc::new(Bell { cancel, ..Bell::default() }))
    }
}

impl fmt::Debug for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Alarm(heard: {})", self.was_heard())
    }
}

/// A run that ends when its alarm was heard, whatever it says itself: an expansion that was broken off
/// may look like the end of a search. A solution stands, since a referee replays it, but proves nothing.
pub struct StopOnAlarm<A = InHand> {
    run: Box<dyn Run<A>>,
    alarm: Alarm,
}

impl<A: 'static> StopOnAlarm<A> {
    /// Around a run that was given the same alarm: [`Face`](crate::Face) does it for every run that it starts.
    pub fn boxed(run: Box<dyn Run<A>>, alarm: &Alarm) -> Box<dyn Run<A>> {
        Box::new(StopOnAlarm { run, alarm: alarm.clone() })
    }
}

impl<A> fmt::Debug for StopOnAlarm<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StopOnAlarm({:?})", self.alarm)
    }
}

/// What a run ends with that was broken off; the driver knows whether it was the clock that rang.
const BROKEN_OFF: Step = Step::Done(Verdict::Stopped { limit: Limit::Cancelled });

impl<A> Run<A> for StopOnAlarm<A> {
    fn advance(&mut self, expansions: u64) -> Step {
        if self.alarm.was_heard() {
            return BROKEN_OFF;
        }
        match self.run.advance(expansions) {
            step if !self.alarm.was_heard() => step,
            Step::Done(Verdict::Solved { solution, .. }) => {
                Step::Done(Verdict::Solved { solution, optimal: false })
            }
            _ => BROKEN_OFF,
        }
    }

    fn progress(&self) -> Progress {
        self.run.progress()
    }

    fn set_time_spent(&mut self, spent: f64) {
        self.run.set_time_spent(spent);
    }

    fn found(&self) -> A {
        self.run.found()
    }

    fn focus(&self) -> Option<Focus> {
        self.run.focus()
    }

    fn sight(&self) -> Option<Sight> {
        self.run.sight()
    }

    fn frontier(&self) -> Option<u64> {
        self.run.frontier()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        self.run.counters()
    }

    fn cpu_elsewhere(&self) -> Duration {
        self.run.cpu_elsewhere()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::table;

    /// Finds nothing in its first slice, because it was broken off or because nothing is there.
    struct Hasty(Alarm);

    impl Run for Hasty {
        fn advance(&mut self, _: u64) -> Step {
            self.0.rings();
            Step::Done(Verdict::Unsolvable { reason: table::WRONG_ANSWER.say() })
        }

        fn progress(&self) -> Progress {
            Progress::default()
        }

        fn found(&self) -> InHand {
            InHand::default()
        }
    }

    fn verdict(alarm: &Alarm) -> Verdict {
        match StopOnAlarm::boxed(Box::new(Hasty(alarm.clone())), alarm).advance(1) {
            Step::Done(verdict) => verdict,
            Step::Running => panic!("it ends"),
        }
    }

    #[test]
    fn nothing_is_believed_once_the_alarm_was_heard() {
        let cancel = Cancel::default();
        let alarm = Alarm::from(cancel.clone());
        assert!(matches!(verdict(&alarm), Verdict::Unsolvable { .. }));
        cancel.cancel();
        assert!(!alarm.was_heard(), "nobody has looked");
        assert_eq!(verdict(&alarm), Verdict::Stopped { limit: Limit::Cancelled });
        assert!(alarm.was_heard());
    }

    #[test]
    fn loops_of_small_steps_look_now_and_then() {
        let cancel = Cancel::default();
        cancel.cancel();
        let alarm = Alarm::from(cancel);
        let looks: Vec<usize> = (0..40).filter(|step| alarm.rings_at(*step)).collect();
        assert_eq!(looks, [15, 31]);
    }

    struct Noon;

    impl Clock for Noon {
        fn now(&self) -> Duration {
            Duration::from_secs(12)
        }

        fn due(&self, at: Duration) -> Option<Due> {
            let over = at <= Duration::from_secs(13);
            Some(Arc::new(move || over))
        }

        fn cpu(&self, _: Duration) -> Duration {
            Duration::from_secs(3)
        }

        fn cpu_due(&self, at: Duration) -> Option<Due> {
            let over = at <= Duration::from_secs(4);
            Some(Arc::new(move || over))
        }
    }

    #[test]
    fn it_rings_when_the_time_since_the_start_is_over() {
        let within = |time| Alarm::within(&Budget { time: Some(time), ..Budget::default() }, &Noon);
        assert!(within(Duration::from_millis(900)).rings());
        assert!(!within(Duration::from_secs(2)).rings());
        assert!(!Alarm::within(&Budget::default(), &Noon).rings(), "no time is no limit");
        let within = |time| Alarm::within(&Budget { cpu_time: Some(time), ..Budget::default() }, &Noon);
        assert!(within(Duration::from_millis(900)).rings(), "processor time is a limit too");
        assert!(!within(Duration::from_secs(2)).rings());
    }
}
