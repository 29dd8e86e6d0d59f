//! Daily puzzles: a day's levels are made when somebody first wants them, and kept. A day is the one of the
//! visitor's own calendar, so days may be asked for that have begun anywhere on earth.

use std::collections::BTreeSet;
use std::sync::Arc;

use ingenio_catalog::find;
use ingenio_core::day::Day;
use ingenio_core::{AnyPuzzle, Cancel, LevelRef};
use ingenio_store::{DailyWins, is_somewhere, now};
use ingenio_workshop::daily;
use tokio::sync::Mutex;

use crate::app::App;
use crate::fair::Asker;
use crate::problem::{Problem, Reply};

/// The first day that has puzzles.
const FIRST: (i64, i64, i64) = (2026, 11, 1);

/// One day's puzzle is made at a time: whoever waits finds it made.
#[derive(Clone, Debug, Default)]
pub struct Making(Arc<Mutex<()>>);

pub fn first_day() -> Day {
    let (year, month, day) = FIRST;
    Day::new(year, month, day).expect("the calendar has it")
}

/// The last day that has begun somewhere.
pub fn last_day() -> Day {
    let today = Day::at(now());
    if is_somewhere(today.plus(1), now()) { today.plus(1) } else { today }
}

/// A day that has puzzles.
pub fn offered(text: &str) -> Reply<Day> {
    let day: Day = text.parse().map_err(|_| Problem::not_found())?;
    if day < first_day() || day > last_day() {
        return Err(Problem::not_found());
    }
    Ok(day)
}

impl App {
    /// The level of a day.
    pub async fn daily(&self, asker: Asker, puzzle: &'static dyn AnyPuzzle, day: Day) -> Reply<LevelRef> {
        if let Some(level) = self.kept_daily(puzzle, day).await? {
            return Ok(level);
        }
        let _making = self.making.0.lock().await;
        if let Some(level) = self.kept_daily(puzzle, day).await? {
            return Ok(level);
        }
        let made = self.think(asker, move || daily(puzzle, day, &Cancel::default())).await?;
        let made = made.map_err(Problem::bad)?;
        let kept = self.store.keep_daily(day, &made.level).await?;
        self.store.keep_known(&made.level, &made.solution, made.optimal, "generator").await?;
        self.level(&kept.to_string()).await
    }

    async fn kept_daily(&self, puzzle: &dyn AnyPuzzle, day: Day) -> Reply<Option<LevelRef>> {
        match self.store.daily(day, puzzle.info().name).await? {
            Some(id) => self.level(&id.to_string()).await.map(Some),
            None => Ok(None),
        }
    }
}

/// Days in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to the day, or to the one before where the day is still to come.
    pub current: usize,
    pub longest: usize,
}

impl Streak {
    /// On which a daily puzzle was solved in time and without help: one puzzle, or any.
    pub fn of(wins: &DailyWins, puzzle: Option<&str>, today: Day) -> Self {
        let honest = wins.iter().filter(|(_, win)| win.in_time && !win.helped);
        let of_puzzle = honest.filter(|((_, name), _)| puzzle.is_none_or(|puzzle| puzzle == name));
        Streak::of_days(&of_puzzle.map(|((day, _), _)| *day).collect(), today)
    }

    pub fn of_days(days: &BTreeSet<Day>, today: Day) -> Self {
        let mut streak = Streak::default();
        let mut run = 0;
        let mut before: Option<Day> = None;
        for day in days {
            run = if before == Some(day.plus(-1)) { run + 1 } else { 1 };
            streak.longest = streak.longest.max(run);
            if *day == today || *day == today.plus(-1) {
                streak.current = run;
            }
            before = Some(*day);
        }
        streak
    }
}

/// The puzzle of an address.
pub fn puzzle_of(name: &str) -> Reply<&'static dyn AnyPuzzle> {
    find(name).map_err(|_| Problem::not_found())
}

#[cfg(test)]
mod tests {
    use ingenio_store::DailyWin;

    use super::*;

    fn wins(days: &[(i64, &str, bool, bool)]) -> DailyWins {
        let win = |in_time, helped| DailyWin { stars: 3, clock: 1000, helped, in_time };
        days.iter()
            .map(|(day, puzzle, in_time, helped)| {
                ((first_day().plus(*day), (*puzzle).to_owned()), win(*in_time, *helped))
            })
            .collect()
    }

    #[test]
    fn days_in_a_row_are_counted() {
        let wins = wins(&[
            (0, "flow", true, false),
            (1, "flow", true, false),
            (1, "sokoban", true, false),
            (2, "flow", true, false),
            (4, "flow", true, false),
            (5, "sokoban", true, false),
            // Late, or helped: no day of a row.
            (6, "flow", false, false),
            (7, "flow", true, true),
        ]);
        let streak = |puzzle, day| {
            let Streak { current, longest } = Streak::of(&wins, puzzle, first_day().plus(day));
            (current, longest)
        };
        assert_eq!(streak(None, 5), (2, 3));
        assert_eq!(streak(None, 6), (2, 3), "today is still to come");
        assert_eq!(streak(None, 7), (0, 3));
        assert_eq!(streak(Some("flow"), 5), (1, 3));
        assert_eq!(streak(Some("sokoban"), 2), (1, 1));
        assert_eq!(Streak::of(&DailyWins::new(), None, first_day()), Streak::default());
    }

    #[test]
    fn a_day_lasts_as_long_as_it_is_somewhere() {
        let day = first_day();
        let hour = 3_600_000;
        assert!(
            is_somewhere(day, day.begins() - 14 * hour) && !is_somewhere(day, day.begins() - 14 * hour - 1)
        );
        let end = day.plus(1).begins() + 12 * hour;
        assert!(is_somewhere(day, end - 1) && !is_somewhere(day, end));
        assert!(
            offered("2026-10-31").is_err() && offered("9999-01-01").is_err() && offered("today").is_err()
        );
        assert!(offered(&Day::at(now()).to_string()).is_ok());
    }
}
