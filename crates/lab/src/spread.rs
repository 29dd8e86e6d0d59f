//! Where chance decides: the runs of a method on a level with several random numbers, as a distribution
//! instead of one number that one random number gave.

use std::collections::{BTreeMap, HashMap};

use ingenio_core::{CampaignRun, LevelId};

use crate::chart::{Axis, Chart, Form, Series};
use crate::figures::Quantity;
use crate::statistics::quantile;
use crate::study::{Study, is_maximum};
use crate::targets::{share_chart, share_curve};
use crate::words;

/// More levels than this are in the table only.
const MOST_CHARTS: usize = 12;

/// The charts of more levels than this wait to be asked for.
const MOST_OPEN: usize = 2;

/// All runs of one method on one level.
#[derive(Clone, Debug)]
pub struct Spread<'a> {
    pub method: &'a str,
    pub title: &'a str,
    pub runs: Vec<&'a CampaignRun>,
}

/// Every method and level with more than one random number, by levels and then by methods.
pub fn spreads(study: &Study) -> Vec<Spread<'_>> {
    let mut order: HashMap<LevelId, usize> = HashMap::new();
    for record in &study.records {
        let next = order.len();
        order.entry(record.answer.id).or_insert(next);
    }
    let mut all: BTreeMap<(usize, usize), Spread<'_>> = BTreeMap::new();
    for (place, method) in study.methods.iter().enumerate() {
        for run in study.of(method) {
            let fresh = || Spread { method, title: &run.title, runs: Vec::new() };
            all.entry((order[&run.answer.id], place)).or_insert_with(fresh).runs.push(run);
        }
    }
    all.into_values().filter(|spread| spread.numbers() > 1).collect()
}

impl Spread<'_> {
    /// How many random numbers were tried.
    pub fn numbers(&self) -> usize {
        self.runs.iter().map(|run| run.answer.seed).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// How many runs ended with each length, the best first; runs with nothing in hand are left out.
    pub fn lengths(&self, measure: impl Fn(&CampaignRun) -> Option<u64>) -> Vec<(u64, usize)> {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for length in self.runs.iter().filter_map(|run| measure(run)) {
            *counts.entry(length).or_default() += 1;
        }
        let counts = counts.into_iter();
        if self.runs.first().is_some_and(|run| is_maximum(&run.answer)) {
            counts.rev().collect()
        } else {
            counts.collect()
        }
    }

    /// The least, the quarters and the most.
    pub fn quarters(&self, study: &Study, quantity: Quantity) -> Option<[f64; 5]> {
        let values: Vec<f64> = self.runs.iter().filter_map(|run| quantity.in_hand(study, run)).collect();
        let five = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(&values, part));
        five.into_iter().collect::<Option<Vec<f64>>>()?.try_into().ok()
    }
}

/// `8 in 49, 7 in 40, 6 in 11 of 100`.
pub fn counts(lengths: &[(u64, usize)], runs: usize) -> String {
    let parts: Vec<String> = lengths
        .iter()
        .map(|(length, count)| words::COUNT_IN.with("length", length).with("count", count).written())
        .collect();
    if parts.is_empty() {
        return "#".into();
    }
    words::COUNTS_OF.with("counts", parts.join(", ")).with("runs", runs).written()
}

/// Boxes over quarters, one chart for each level and quantity, one box for each method.
pub fn charts(study: &Study) -> Vec<Chart> {
    let all = spreads(study);
    let mut titles: Vec<&str> = all.iter().map(|spread| spread.title).collect();
    titles.dedup();
    let titles = titles.into_iter().take(MOST_CHARTS).enumerate();
    titles
        .flat_map(|(place, title)| {
            let here: Vec<&Spread<'_>> = all.iter().filter(|spread| spread.title == title).collect();
            let boxes = Quantity::ALL.map(|quantity| boxes(study, quantity, place + 1, &here));
            boxes.into_iter().chain([run_times(study, place + 1, &here)])
        })
        .collect()
}

/// The share of runs that is solved within a time: the empirical distribution of run times.
fn run_times(study: &Study, place: usize, spreads: &[&Spread<'_>]) -> Chart {
    let curve = |spread: &&Spread<'_>| {
        let solved = spread.runs.iter().filter(|run| run.is_solved());
        let times = solved.map(|run| study.seconds(run)).collect();
        share_curve(study, spread.method, times, spread.runs.len())
    };
    let level = spreads.first().map_or("", |spread| spread.title);
    let title = words::CHART_RUN_TIMES.with("level", level).written();
    let curves = spreads.iter().map(curve).collect();
    Chart { detail: place > MOST_OPEN, ..share_chart(study, format!("run-times-{place}"), title, curves) }
}

fn boxes(study: &Study, quantity: Quantity, place: usize, spreads: &[&Spread<'_>]) -> Chart {
    let series: Vec<Series> = (1..)
        .zip(spreads)
        .filter_map(|(x, spread)| {
            let five = spread.quarters(study, quantity)?;
            let style = study.methods.iter().position(|known| known == spread.method).unwrap_or(0);
            let points = five.map(|value| (f64::from(x), value)).to_vec();
            let name = spread.method.to_owned();
            Some(Series { name, style, form: Form::Boxes, points, labels: Vec::new() })
        })
        .collect();
    let values = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let y = quantity.axis(study, values);
    let names = spreads.iter().map(|spread| spread.method.to_owned()).collect();
    let title = spreads.first().map_or("", |spread| spread.title);
    Chart {
        id: format!("spread-{}-{place}", quantity.id()),
        title: words::CHART_SPREAD.with("what", quantity.word()).with("level", title).written(),
        note: study.circumstances.clone(),
        detail: place > MOST_OPEN,
        x: Axis::named("", names),
        y,
        series,
        rules: Vec::new(),
    }
}
