//! What was found out about a level, in sentences: for the command line, and for pages.

use ingenio_catalog::{Count, answer_said};
use ingenio_core::{Answer, LevelRef, Message, Outcome, Rating};

use crate::doctor::{Diagnosis, Repair};
use crate::words;

/// Can it be solved, and how well?
pub fn solvable_said(level: &LevelRef, answer: &Answer) -> Message {
    let Outcome::Solved { solution, optimal } = &answer.outcome else { return answer_said(answer) };
    let template = match (level.puzzle().info().metrics.is_empty(), optimal) {
        (true, _) => words::SOLVABLE,
        (false, true) => words::SOLVABLE_BEST,
        (false, false) => words::SOLVABLE_UNPROVED,
    };
    template.with("figures", solution.measures())
}

/// How many solutions there are.
pub fn count_said(count: &Count) -> Message {
    let tally = &count.tally;
    match (tally.found, tally.complete) {
        (1, true) => words::UNIQUE.say(),
        (found, true) => words::SOLUTIONS.with("count", found),
        (found, false) => words::SOLUTIONS_AT_LEAST.with("count", found),
    }
}

/// How hard it is.
pub fn rating_said(rating: &Rating) -> Message {
    let template = if rating.is_exact() { words::RATED } else { words::RATED_ABOUT };
    template.with("points", rating.points()).with("grade", rating.grade())
}

/// What would mend it; the level that it becomes is shown behind.
pub fn repair_said(repair: &Repair) -> Message {
    words::DOCTOR_MEND.with("what", &repair.what)
}

impl Diagnosis {
    /// What nobody could decide.
    pub fn undecided_said(&self) -> impl Iterator<Item = Message> {
        self.undecided.iter().map(|what| words::DOCTOR_UNDECIDED.with("what", what))
    }
}
