//! What can be asked of a level besides a solution: how many there are, and what else is known.

use ingenio_core::{
    Begun, Budget, LevelRef, Limit, Message, Observer, Tally, Task, Verdict, Verified, drive_since,
};

use crate::clock::SystemClock;

/// The answer to "how many solutions?".
#[derive(Clone, Debug)]
pub struct Count {
    pub tally: Tally,
    /// The limit that ended the counting early.
    pub limit: Option<Limit>,
    /// The first solutions, replayed by the referee.
    pub examples: Vec<Verified>,
}

/// Counts the solutions of a level up to a number; nothing where the puzzle has none to count.
pub fn count(level: &LevelRef, most: u128, budget: &Budget, observer: &mut dyn Observer) -> Option<Count> {
    let clock = SystemClock::start();
    let mut run = level.count(most, &task(budget, &clock))?;
    let drive = drive_since(Begun::default(), run.as_mut(), budget, &clock, observer);
    let limit = match drive.verdict {
        Verdict::Stopped { limit } => Some(limit),
        _ => None,
    };
    let tally = drive.found;
    let examples = tally.examples.iter().filter_map(|text| level.verify(text).ok()).collect();
    Some(Count { tally, limit, examples })
}

/// Studies a level as a whole; nothing where the puzzle has no such run.
pub fn study(level: &LevelRef, budget: &Budget, observer: &mut dyn Observer) -> Vec<Message> {
    let clock = SystemClock::start();
    let Some(mut run) = level.study(&task(budget, &clock)) else { return Vec::new() };
    drive_since(Begun::default(), run.as_mut(), budget, &clock, observer).found
}

fn task(budget: &Budget, clock: &SystemClock) -> Task {
    Task::default().within(budget, clock)
}
