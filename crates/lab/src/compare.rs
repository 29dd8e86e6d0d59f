//! What changed between two campaigns, or between two methods: level by level on what both have run,
//! and whether chance explains it.

use std::collections::HashMap;

use ingenio_core::{CampaignRun, Message};

use crate::campaign::Clock;
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
    pub only_first: u64,
    pub only_second: u64,
    /// How likely such a split is by chance.
    pub solved_chance: f64,
    /// Second over first, the middle of the ratios on levels that both solve.
    pub time_ratio: Option<f64>,
    pub time_chance: f64,
    /// Sums over levels that both solve.
    pub nodes: (u64, u64),
    pub length: (u64, u64),
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
        let solved = match (self.only_second > self.only_first, self.solved_chance < SIGNIFICANT) {
            (_, false) => words::SOLVED_ALIKE,
            (true, true) => words::SECOND_SOLVES_MORE,
            (false, true) => words::FIRST_SOLVES_MORE,
        };
        let figure = |value: f64, digits: usize| format!("{value:.digits$}");
        let time = match self.time_ratio {
            None => words::NONE_SOLVED_BY_BOTH.say(),
            Some(_) if self.time_chance >= SIGNIFICANT => words::TIME_ALIKE.say(),
            Some(ratio) if ratio < 1.0 => words::SECOND_FASTER.with("times", figure(1.0 / ratio, 2)),
            Some(ratio) => words::SECOND_SLOWER.with("times", figure(ratio, 2)),
        };
        let statement = words::STATEMENT.with("solved", solved.say()).with("time", time);
        let statement = statement.with("solved_chance", chance(self.solved_chance));
        statement.with("time_chance", chance(self.time_chance)).with("clock", self.clock.label())
    }
}

/// `= 0.013`; what is too small to be shown is not nothing.
fn chance(value: f64) -> String {
    if value < 0.001 { "< 0.001".into() } else { format!("= {value:.3}") }
}

/// The clock of both studies; where they have different ones, the one that every run has.
fn common_clock(first: &Study, second: &Study) -> Clock {
    if first.clock == second.clock { first.clock } else { Clock::Cpu }
}

/// Compares every method that both have, by one clock.
pub fn compare(first: &Study, second: &Study) -> Vec<Comparison> {
    let common = first.methods.iter().filter(|method| second.methods.contains(method));
    common.map(|method| compare_methods(first, method, second, method)).collect()
}

fn compare_methods(first: &Study, method: &str, second: &Study, other: &str) -> Comparison {
    let clock = common_clock(first, second);
    let later: HashMap<_, &CampaignRun> =
        second.of(other).map(|record| (record.task_key(), record)).collect();
    let pairs: Vec<(&CampaignRun, &CampaignRun)> =
        first.of(method).filter_map(|record| Some((record, *later.get(&record.task_key())?))).collect();
    let only = |wanted: (bool, bool)| {
        pairs.iter().filter(|(a, b)| (a.is_solved(), b.is_solved()) == wanted).count() as u64
    };
    let (only_first, only_second) = (only((true, false)), only((false, true)));
    let both: Vec<&(&CampaignRun, &CampaignRun)> =
        pairs.iter().filter(|(a, b)| a.is_solved() && b.is_solved()).collect();
    let times: Vec<(f64, f64)> =
        both.iter().map(|(a, b)| (clock.seconds(a).max(NOISE), clock.seconds(b).max(NOISE))).collect();
    let differences: Vec<f64> = times.iter().map(|(a, b)| b.ln() - a.ln()).collect();
    let sum = |figure: &dyn Fn(&CampaignRun) -> Option<u64>| {
        both.iter().fold((0, 0), |(before, after), (a, b)| {
            (before + figure(a).unwrap_or(0), after + figure(b).unwrap_or(0))
        })
    };
    let mut largest: Vec<(String, f64, f64)> =
        both.iter().zip(&times).map(|((a, _), (before, after))| (a.title.clone(), *before, *after)).collect();
    largest.sort_by(|a, b| (b.2 / b.1).ln().abs().total_cmp(&(a.2 / a.1).ln().abs()));
    largest.truncate(10);
    Comparison {
        method: if method == other { method.to_owned() } else { format!("{method} / {other}") },
        clock,
        pairs: pairs.len(),
        only_first,
        only_second,
        solved_chance: mcnemar(only_first, only_second),
        time_ratio: median(&differences).map(f64::exp),
        time_chance: wilcoxon(&differences),
        nodes: sum(&|record| record.answer.effort.nodes),
        length: sum(&|record| record.answer.length()),
        largest,
    }
}
