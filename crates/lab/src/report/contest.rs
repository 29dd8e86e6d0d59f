//! The tables that set all methods of a study against each other: the virtual best, intervals, every pair,
//! and the attributes that were read from what programs printed.

use std::collections::BTreeSet;

use ingenio_core::CampaignRun;

use crate::chart::plain;
use crate::compare::{Comparison, SIGNIFICANT, chance, pairs};
use crate::field::{Contribution, Estimate, Field};
use crate::local;
use crate::report::tables::{Table, seconds};
use crate::statistics::median;
use crate::study::Study;
use crate::words;

/// Every two of more methods than this are no table that anybody reads.
const MOST_METHODS: usize = 10;

pub fn tables(study: &Study) -> Vec<Table> {
    let field = Field::new(study);
    let several = field.methods.len() > 1 && !field.tasks.is_empty();
    let mut tables = Vec::new();
    if several {
        tables.extend([virtual_best(&field), intervals(&field)]);
    }
    if several && field.methods.len() <= MOST_METHODS {
        tables.push(every_pair(study, &field));
    }
    tables.push(attributes(study));
    tables
}

fn virtual_best(field: &Field<'_>) -> Table {
    let head = [
        words::HEAD_METHOD,
        words::HEAD_SOLVED,
        words::HEAD_PAR2,
        words::HEAD_QUICKEST,
        words::HEAD_ALONE,
        words::HEAD_WITHOUT_SOLVED,
        words::HEAD_WITHOUT_PAR2,
    ];
    let mut table = Table::new(words::BEST_TITLE, words::BEST_ABOUT, &head);
    table.about = words::BEST_ABOUT.with("tasks", field.tasks.len()).written();
    let best = field.virtual_best();
    let name = words::VIRTUAL_BEST.say().written();
    let dash = || "-".to_owned();
    table.rows.push(vec![name, best.solved.to_string(), seconds(best.par2), dash(), dash(), dash(), dash()]);
    table.rows.extend(field.contributions().iter().map(contribution_row));
    table
}

fn contribution_row(one: &Contribution<'_>) -> Vec<String> {
    vec![
        one.method.to_owned(),
        one.own.solved.to_string(),
        seconds(one.own.par2),
        one.quickest.to_string(),
        one.alone.to_string(),
        one.without.solved.to_string(),
        seconds(one.without.par2),
    ]
}

fn intervals(field: &Field<'_>) -> Table {
    let head = [words::HEAD_METHOD, words::HEAD_SOLVED_SHARE, words::HEAD_PAR2];
    let mut table = Table::new(words::INTERVALS_TITLE, words::INTERVALS_ABOUT, &head);
    let percent = |share: f64| local(format_args!("{:.1} %", 100.0 * share));
    let row = |(place, name): (usize, &&str)| {
        vec![(*name).to_owned(), shown(field.solved(place), &percent), shown(field.par2(place), &seconds)]
    };
    table.rows = field.methods.iter().enumerate().map(row).collect();
    table
}

/// `0.52 (0.31 to 0.80)`.
fn shown(estimate: Estimate, figure: &dyn Fn(f64) -> String) -> String {
    match estimate.interval {
        None => figure(estimate.value),
        Some((low, high)) => {
            let cell = words::CELL_INTERVAL.with("value", figure(estimate.value));
            cell.with("low", figure(low)).with("high", figure(high)).written()
        }
    }
}

fn every_pair(study: &Study, field: &Field<'_>) -> Table {
    let head = [
        words::HEAD_PAIR,
        words::HEAD_ONLY_FIRST,
        words::HEAD_ONLY_SECOND,
        words::HEAD_SOLVED_CHANCE,
        words::HEAD_RATIO,
        words::HEAD_TIME_CHANCE,
        words::HEAD_FOLLOWS,
    ];
    let mut table = Table::new(words::PAIRS_TITLE, words::PAIRS_ABOUT, &head);
    table.rows = pairs(study, &field.methods).iter().map(pair_row).collect();
    let about = words::PAIRS_ABOUT.with("count", table.rows.len());
    table.about = about.with("clock", study.clock.label()).written();
    table
}

fn pair_row(pair: &Comparison) -> Vec<String> {
    let ratio = |value: f64| local(format_args!("{value:.2}"));
    let time = pair.time_ratio.map(|value| Estimate { value, interval: pair.time_interval });
    let bare = |value: f64| chance(value).trim_start_matches("= ").to_owned();
    vec![
        pair.method.clone(),
        pair.only_first.to_string(),
        pair.only_second.to_string(),
        bare(pair.solved_corrected),
        time.map_or("-".into(), |time| shown(time, &ratio)),
        bare(pair.time_corrected),
        follows(pair),
    ]
}

fn follows(pair: &Comparison) -> String {
    let solved = (pair.solved_corrected < SIGNIFICANT).then(|| pair.solved_words().written());
    let time = (pair.time_corrected < SIGNIFICANT).then(|| pair.time_words().written());
    let found: Vec<String> = solved.into_iter().chain(time).collect();
    if found.is_empty() { words::NOTHING_FOLLOWS.say().written() } else { found.join("; ") }
}

/// The middle of each attribute that programs told, with how many runs told it.
fn attributes(study: &Study) -> Table {
    let mut table = Table::new(words::ATTRIBUTES_TITLE, words::ATTRIBUTES_ABOUT, &[words::HEAD_METHOD]);
    let names: BTreeSet<&String> = study.records.iter().flat_map(|run| run.attributes.keys()).collect();
    table.head.extend(names.iter().map(ToString::to_string));
    let tells = |method: &&String| study.of(method).any(|run| !run.attributes.is_empty());
    let row = |method: &String| {
        let cells = names.iter().map(|name| attribute(study.of(method), name));
        std::iter::once(method.clone()).chain(cells).collect()
    };
    table.rows = study.methods.iter().filter(tells).map(row).collect();
    table
}

/// A figure by its median; of words, how many different ones there are.
fn attribute<'a>(runs: impl Iterator<Item = &'a CampaignRun>, name: &str) -> String {
    let told: Vec<&String> = runs.filter_map(|run| run.attributes.get(name)).collect();
    let figures: Option<Vec<f64>> = told.iter().map(|text| text.parse().ok()).collect();
    match figures.as_deref().and_then(median) {
        Some(middle) => words::CELL_MEDIAN.with("median", plain(middle)).with("runs", told.len()).written(),
        None if told.is_empty() => "-".into(),
        None => {
            let different: BTreeSet<&&String> = told.iter().collect();
            let shown: Vec<&str> = different.iter().take(3).map(|text| text.as_str()).collect();
            shown.join(", ") + if different.len() > 3 { ", …" } else { "" }
        }
    }
}
