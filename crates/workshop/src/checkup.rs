//! A check-up: all that can be found out about a level within one budget. Solvable? How long is the best
//! solution, and is it the only one? How hard is it? What is wrong with it?

use ingenio_catalog::{Count, Request, SharedBudget, count, study};
use ingenio_core::{Answer, Budget, LevelRef, Message, Observer, Outcome, Rating};

use crate::doctor::{Diagnosis, examine};
use crate::generation::rate;

#[derive(Clone, Debug)]
pub struct Checkup {
    pub answer: Answer,
    pub count: Option<Count>,
    pub study: Vec<Message>,
    pub rating: Option<Rating>,
    pub diagnosis: Diagnosis,
}

/// Examines a level by a metric (empty for the default), counting up to so many solutions. Each question may
/// take half of what those before it have left, the last one all.
pub fn check_up(
    level: &LevelRef,
    metric: &str,
    most: u128,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Checkup, Message> {
    let budget = SharedBudget::new(budget.clone());
    let half = || budget.left().share(2);
    let request = Request { metric: metric.to_owned(), optimal: true, budget: half(), ..Request::default() };
    let answer = budget.run(&request, level, observer)?;
    let solvable = !matches!(answer.outcome, Outcome::Unsolvable { .. });
    let count = solvable.then(|| count(level, most, &half(), observer)).flatten();
    let rating = answer.solution().and_then(|_| rate(level, &half()));
    let study = if solvable { study(level, &half(), observer) } else { Vec::new() };
    let diagnosis = examine(level, &answer, count.as_ref(), &budget.left());
    Ok(Checkup { answer, count, study, rating, diagnosis })
}
