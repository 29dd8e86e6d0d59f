//! What changed between two campaigns, or between two methods: level by level on what both have run,
//! and whether chance explains it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use ingenio_core::{CampaignRun, LevelId, Message};

use crate::campaign::Clock;
use crate::local;
use crate::statistics::bootstrap::median_interval;
use crate::statistics::holm::holm;
use crate::statistics::{mcnemar, median, wilcoxon};
use crate::study::Study;
use crate::words;

/// One method before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub method: String,
    /// By which both are timed.
    pub clock: Clock,
    /// Runs that both have.
    pub pairs: usize,
    /// Levels that only one solves; with several random numbers, that it solves more often.
    pub only_first: u64,
    pub only_second: u64,
    /// How likely such a split is by chance.
    pub solved_chance: f64,
    /// Second over first, the middle of the ratios on levels that both solve, and the interval around it.
    pub time_ratio: Option<f64>,
    pub time_interval: Option<(f64, f64)>,
    pub time_chance: f64,
    /// The chances corrected for so many comparisons at once.
    pub solved_corrected: f64,
    pub time_corrected: f64,
    pub family: usize,
    /// Sums over levels that both solve; nothing where some run does not tell.
    pub nodes: Option<(u64, u64)>,
    pub length: Option<(u64, u64)>,
    /// The largest changes: level, seconds before, seconds after.
    pub largest: Vec<(String, f64, f64)>,
}

/// Below this, chance is not believed.
pub const SIGNIFICANT: f64 = 0.05;

/// Times below this are noise of the clock and of the scheduler.
const NOISE: f64 = 1e-4;

impl Comparison {
    /// The statement in one sentence.
    pub fn statement(&self) -> Message {
        let statement = words::STATEMENT.with("solved", self.solved_words()).with("time", self.time_words());
        let statement = statement.with("solved_chance", chance(self.solved_corrected));
        let statement = statement.with("time_chance", chance(self.time_corrected));
        let corrected = || words::CORRECTED.with("family", self.family).written();
        let corrected = if self.family > 1 { corrected() } else { String::new() };
        statement.with("clock", self.clock.label()).with("corrected", corrected)
    }

    /// What follows for the levels solved.
    pub fn solved_words(&self) -> Message {
        let words = match (self.only_second > self.only_first, self.solved_corrected < SIGNIFICANT) {
            (_, false) => words::SOLVED_ALIKE,
            (true, true) => words::SECOND_SOLVES_MORE,
            (false, true) => words::FIRST_SOLVES_MORE,
        };
        words.say()
    }

    /// What follows for the time.
    pub fn time_words(&self) -> Message {
        let figure = |value: f64| local(format_args!("{value:.2}"));
        match self.time_ratio {
            None => words::NONE_SOLVED_BY_BOTH.say(),
            Some(_) if self.time_corrected >= SIGNIFICANT => words::TIME_ALIKE.say(),
            Some(ratio) if ratio < 1.0 => words::SECOND_FASTER.with("times", figure(1.0 / ratio)),
            Some(ratio) => words::SECOND_SLOWER.with("times", figure(ratio)),
        }
    }
}

/// `= 0.013`; what is too small to be shown is not nothing.
pub fn chance(value: f64) -> String {
    if value < 0.001 {
        format!("< {}", local("0.001"))
    } else {
        format!("= {}", local(format_args!("{value:.3}")))
    }
}

/// The clock of both studies; where they have different ones, the one that every run has.
fn common_clock(first: &Study, second: &Study) -> Clock {
    if first.clock == second.clock { first.clock } else { Clock::Cpu }
}

/// Compares every method that both have, by one clock.
pub fn compare(first: &Study, second: &Study) -> Vec<Comparison> {
    let common = first.methods.iter().filter(|method| second.methods.contains(method));
    corrected(common.map(|method| compare_methods(first, method, second, method)).collect())
}

/// Every two methods of a study, the chances corrected for all of them together.
pub fn pairs(study: &Study, methods: &[&str]) -> Vec<Comparison> {
    let mut all = Vec::new();
    for (place, first) in methods.iter().enumerate() {
        all.extend(methods[place + 1..].iter().map(|other| compare_methods(study, first, study, other)));
    }
    corrected(all)
}

/// By Holm, among the tests of one kind.
fn corrected(mut all: Vec<Comparison>) -> Vec<Comparison> {
    let solved = holm(&all.iter().map(|one| one.solved_chance).collect::<Vec<_>>());
    let time = holm(&all.iter().map(|one| one.time_chance).collect::<Vec<_>>());
    let count = all.len();
    for (one, (solved, time)) in all.iter_mut().zip(solved.into_iter().zip(time)) {
        (one.solved_corrected, one.time_corrected, one.family) = (solved, time, count);
    }
    all
}

/// The two runs of each task that both have, by levels: several random numbers on one level are not
/// independent of each other.
type Paired<'a> = Vec<(&'a CampaignRun, &'a CampaignRun)>;

fn paired<'a>(first: &'a Study, method: &'a str, second: &'a Study, other: &'a str) -> Vec<Paired<'a>> {
    let later: HashMap<_, &CampaignRun> = second.of(other).map(|run| (run.task_key(), run)).collect();
    let mut levels: BTreeMap<LevelId, Paired<'a>> = BTreeMap::new();
    for run in first.of(method) {
        if let Some(partner) = later.get(&run.task_key()) {
            levels.entry(run.answer.id).or_default().push((run, partner));
        }
    }
    levels.into_values().collect()
}

fn compare_methods(first: &Study, method: &str, second: &Study, other: &str) -> Comparison {
    let clock = common_clock(first, second);
    let levels = paired(first, method, second, other);
    let solved = |pairs: &Paired<'_>| {
        let count = |solved: &dyn Fn(&(&CampaignRun, &CampaignRun)) -> bool| {
            pairs.iter().filter(|pair| solved(pair)).count()
        };
        count(&|pair| pair.0.is_solved()).cmp(&count(&|pair| pair.1.is_solved()))
    };
    let only = |wanted: Ordering| levels.iter().filter(|pairs| solved(pairs) == wanted).count() as u64;
    let (only_first, only_second) = (only(Ordering::Greater), only(Ordering::Less));
    let both: Vec<Paired<'_>> = levels.iter().map(|pairs| solved_by_both(pairs)).collect();
    let both: Vec<Paired<'_>> = both.into_iter().filter(|pairs| !pairs.is_empty()).collect();
    let seconds = |run: &CampaignRun| clock.seconds(run).max(NOISE);
    let differences: Vec<f64> = both.iter().map(|pairs| mean_ratio(pairs, seconds)).collect();
    let (solved_chance, time_chance) = (mcnemar(only_first, only_second), wilcoxon(&differences));
    Comparison {
        method: if method == other { method.to_owned() } else { format!("{method} / {other}") },
        clock,
        pairs: levels.iter().map(Vec::len).sum(),
        only_first,
        only_second,
        solved_chance,
        solved_corrected: solved_chance,
        time_ratio: median(&differences).map(f64::exp),
        time_interval: median_interval(&differences).map(|(low, high)| (low.exp(), high.exp())),
        time_chance,
        time_corrected: time_chance,
        family: 1,
        nodes: sums(&both, |run| run.answer.effort.nodes),
        length: sums(&both, |run| run.answer.length()),
        largest: largest(&both, seconds),
    }
}

fn solved_by_both<'a>(pairs: &Paired<'a>) -> Paired<'a> {
    pairs.iter().filter(|(a, b)| a.is_solved() && b.is_solved()).copied().collect()
}

/// The mean logarithm of second over first on a level.
fn mean_ratio(pairs: &Paired<'_>, seconds: impl Fn(&CampaignRun) -> f64) -> f64 {
    pairs.iter().map(|(a, b)| seconds(b).ln() - seconds(a).ln()).sum::<f64>() / pairs.len() as f64
}

fn sums(levels: &[Paired<'_>], figure: impl Fn(&CampaignRun) -> Option<u64>) -> Option<(u64, u64)> {
    levels
        .iter()
        .flatten()
        .try_fold((0, 0), |(before, after), (a, b)| Some((before + figure(a)?, after + figure(b)?)))
}

fn largest(levels: &[Paired<'_>], seconds: impl Fn(&CampaignRun) -> f64) -> Vec<(String, f64, f64)> {
    let mut all: Vec<(String, f64, f64)> =
        levels.iter().flatten().map(|(a, b)| (a.title.clone(), seconds(a), seconds(b))).collect();
    all.sort_by(|a, b| (b.2 / b.1).ln().abs().total_cmp(&(a.2 / a.1).ln().abs()));
    all.truncate(10);
    all
}
