//! The player's clock: it starts with the first move, pauses, and stops at the win. It is told the
//! time; it never looks.

use std::time::Duration;

/// No play takes longer: what claims to is shown as this.
const LONGEST: Duration = Duration::from_hours(24 * 366);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayClock {
    /// Time played before the clock was last started.
    before: Duration,
    /// When it was last started.
    since: Option<Duration>,
    stopped: bool,
}

impl PlayClock {
    /// A clock that shows this much already, as when a play is resumed.
    pub const fn at(shown: Duration) -> Self {
        PlayClock { before: shown, since: None, stopped: false }
    }

    pub fn start(&mut self, now: Duration) {
        if self.since.is_none() && !self.stopped {
            self.since = Some(now);
        }
    }

    pub fn pause(&mut self, now: Duration) {
        self.before = self.shows(now);
        self.since = None;
    }

    /// Stops for good.
    pub fn stop(&mut self, now: Duration) {
        self.pause(now);
        self.stopped = true;
    }

    /// After the win was taken back, it runs again.
    pub fn release(&mut self) {
        self.stopped = false;
    }

    /// Shows this much, if it shows less.
    pub fn show_at_least(&mut self, shown: Duration, now: Duration) {
        self.before += shown.min(LONGEST).saturating_sub(self.shows(now));
    }

    pub const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    pub fn shows(&self, now: Duration) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn second(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn pauses_are_not_counted_and_a_win_stops_it() {
        let mut clock = PlayClock::default();
        assert_eq!(clock.shows(second(9)), second(0));
        clock.start(second(10));
        clock.pause(second(13));
        clock.start(second(20));
        assert_eq!(clock.shows(second(22)), second(5));
        clock.stop(second(23));
        clock.start(second(30));
        assert_eq!(clock.shows(second(40)), second(6));
    }
}
