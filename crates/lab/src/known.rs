//! What is known of the levels of a campaign, and what follows for a claim. Known is what a solution
//! shows (the referee has replayed it) and what a method of ours proves; the word of a program of others
//! is only a claim.

use std::collections::HashMap;

use ingenio_core::{CampaignRun, Claim, Claimed, LevelId, Outcome, Unrefereed};

use crate::facts::Fact;
use crate::study::is_maximum;
use crate::words;

/// The best figures that somebody has, one for each metric in order, and who.
type Best<'a> = (Vec<u64>, &'a str);

#[derive(Debug, Default)]
pub struct Known<'a> {
    /// Who has a solution.
    solved: HashMap<LevelId, &'a str>,
    /// By level and metric.
    best: HashMap<(LevelId, &'a str), Best<'a>>,
    /// Figures that a method of ours proves to be the best.
    proved: HashMap<(LevelId, &'a str), Best<'a>>,
    /// Levels of which a method of ours proves that they have no solution.
    unsolvable: HashMap<LevelId, &'a str>,
}

impl<'a> Known<'a> {
    pub fn of(runs: &'a [CampaignRun], facts: &'a [Fact]) -> Self {
        let mut known = Known::default();
        for run in runs {
            known.add(&run.name, &run.answer, !run.program);
        }
        for fact in facts {
            known.add(&fact.by, &fact.answer, true);
        }
        known
    }

    fn add(&mut self, name: &'a str, answer: &'a Claim, trusted: bool) {
        if trusted && matches!(answer.outcome, Outcome::Unsolvable { .. }) {
            self.unsolvable.entry(answer.id).or_insert(name);
        }
        if answer.solution().is_none() {
            return;
        }
        // A placement of some tiles solves nothing that was asked to be full, and is one all the same.
        self.solved.entry(answer.id).or_insert(name);
        let Some(figures) = figures(answer) else { return };
        let key = (answer.id, metric(answer));
        let best = self.best.entry(key).or_insert_with(|| (figures.clone(), name));
        if better(answer, &figures, &best.0) {
            *best = (figures.clone(), name);
        }
        if trusted && answer.is_optimal() {
            self.proved.entry(key).or_insert((figures, name));
        }
    }

    /// Is this a claim that nothing supports or refutes?
    pub fn leaves_open(&self, run: &CampaignRun) -> bool {
        matches!(run.answer.outcome, Outcome::Unverified { .. }) && self.settle(run).is_none()
    }

    /// Another outcome than the run has, where what is known makes it one. Where any solution was asked
    /// for, one that is only claimed to be the best is one all the same.
    pub fn judge(&self, run: &CampaignRun) -> Option<Outcome<Unrefereed>> {
        let unproved = || match &run.answer.outcome {
            Outcome::Unverified { claimed: Claimed::Optimal, best: Some(solution) } if !run.optimal_asked => {
                Some(Outcome::Solved { solution: solution.clone(), optimal: false })
            }
            _ => None,
        };
        self.settle(run).or_else(unproved)
    }

    fn settle(&self, run: &CampaignRun) -> Option<Outcome<Unrefereed>> {
        match &run.answer.outcome {
            Outcome::Unsolvable { .. } => self.refute_unsolvable(run),
            Outcome::Solved { optimal: true, .. } => self.refute_best(run),
            Outcome::Unverified { claimed: Claimed::Unsolvable, .. } => {
                self.refute_unsolvable(run).or_else(|| self.support_unsolvable(run))
            }
            Outcome::Unverified { claimed: Claimed::Optimal, best } => {
                self.refute_best(run).or_else(|| self.support_best(run, best.as_ref()?))
            }
            _ => None,
        }
    }

    fn refute_unsolvable(&self, run: &CampaignRun) -> Option<Outcome<Unrefereed>> {
        let other = self.solved.get(&run.answer.id)?;
        Some(Outcome::Wrong { fault: words::CONTRADICTED.with("other", other).into(), best: None })
    }

    fn refute_best(&self, run: &CampaignRun) -> Option<Outcome<Unrefereed>> {
        let said = figures(&run.answer)?;
        let (found, other) = self.best.get(&(run.answer.id, metric(&run.answer)))?;
        let message =
            words::BEATEN.with("said", shown(&said)).with("other", other).with("found", shown(found));
        let best = || run.answer.solution().cloned();
        better(&run.answer, found, &said).then(|| Outcome::Wrong { fault: message.into(), best: best() })
    }

    fn support_unsolvable(&self, run: &CampaignRun) -> Option<Outcome<Unrefereed>> {
        let other = self.unsolvable.get(&run.answer.id)?;
        Some(Outcome::Unsolvable { reason: words::SUPPORTED.with("other", other) })
    }

    fn support_best(&self, run: &CampaignRun, best: &Unrefereed) -> Option<Outcome<Unrefereed>> {
        let (proved, _) = self.proved.get(&(run.answer.id, metric(&run.answer)))?;
        let equal = figures(&run.answer).as_ref() == Some(proved);
        equal.then(|| Outcome::Solved { solution: best.clone(), optimal: true })
    }
}

fn metric(answer: &Claim) -> &str {
    answer.metric.as_deref().unwrap_or("")
}

/// The figures of the solution in all metrics that were asked for; nothing where there is no metric.
fn figures(answer: &Claim) -> Option<Vec<u64>> {
    let figures: Option<Vec<u64>> = answer.metrics().map(|name| answer.measure(name)).collect();
    figures.filter(|figures| !figures.is_empty())
}

fn shown(figures: &[u64]) -> String {
    figures.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Is the first better than the second? The first metric decides, then the next. Puzzles that maximise have
/// one metric.
fn better(answer: &Claim, first: &[u64], second: &[u64]) -> bool {
    if is_maximum(answer) { first > second } else { first < second }
}
