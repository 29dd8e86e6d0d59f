//! The tables of a report as rows of text; the page and the Markdown differ only in how they draw them.

use std::collections::{HashMap, HashSet};

use ingenio_core::{Limit, Template};

use crate::campaign::Beside;
use crate::chart::plain;
use crate::figures::Quantity;
use crate::humans::HumanPlay;
use crate::judge::{Rank, rank};
use crate::known_again::known_again;
use crate::local;
use crate::report::contest;
use crate::report::csv::quoted;
use crate::spread::{Spread, counts, spreads};
use crate::statistics::median;
use crate::study::{Study, Summary, is_maximum};
use crate::words;
use ingenio_core::{CampaignRun, Conditions, LevelId};

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name of its files.
    pub id: &'static str,
    pub title: String,
    pub about: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(title: Template, about: Template, head: &[Template]) -> Self {
        let id = title.id.trim_start_matches("lab.").trim_end_matches("-title");
        let (title, about) = (title.say().written(), about.say().written());
        Table { id, title, about, ..Table::bare(head) }
    }

    /// A column without a figure, or a dash for one, is text.
    pub fn is_text(&self, column: usize) -> bool {
        let is_figure = |row: &Vec<String>| {
            row.get(column).is_some_and(|cell| {
                cell == "-" || cell.trim_start_matches(['<', ' ']).starts_with(|c: char| c.is_ascii_digit())
            })
        };
        !self.rows.iter().any(is_figure)
    }

    /// The table for spreadsheets.
    pub fn csv(&self) -> String {
        let line =
            |cells: &[String]| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n";
        line(&self.head) + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }

    /// Without a title, for a page that is about one thing.
    pub fn bare(head: &[Template]) -> Self {
        Table { id: "", title: String::new(), about: String::new(), head: heads(head), rows: Vec::new() }
    }
}

fn heads(head: &[Template]) -> Vec<String> {
    head.iter().map(|name| name.say().written()).collect()
}

/// The tables of the contest stand before the one of conditions.
const CONDITIONS: &str = "conditions";

/// Every table that has rows, in the order of the report.
pub fn tables(study: &Study, plays: &[HumanPlay]) -> Vec<Table> {
    let judged = study.has_programs();
    let mut tables = vec![
        // A class is ranked first; what went wrong with whom comes later.
        if judged { ranking(study, &rank(study)) } else { unexplained(study) },
        summary(study),
        if judged { unexplained(study) } else { Table::bare(&[]) },
        conditions(study),
        beside(study, plays),
        ratios(study),
        by_category(study),
        spread_table(study),
        people(study, plays),
    ];
    let place = tables.iter().position(|table| table.id == CONDITIONS).unwrap_or(tables.len());
    tables.splice(place..place, contest::tables(study));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn unexplained(study: &Study) -> Table {
    let mut table = Table::new(
        words::ERRORS_TITLE,
        words::ERRORS_ABOUT,
        &[words::HEAD_METHOD, words::HEAD_LEVEL, words::HEAD_OUTCOME, words::HEAD_ERROR],
    );
    let mut kinds: Vec<(&CampaignRun, String, usize)> = Vec::new();
    for record in study.unexplained() {
        let why = why(record);
        let kind = |known: &(&CampaignRun, String, usize)| {
            known.0.name == record.name
                && known.0.answer.outcome.kind() == record.answer.outcome.kind()
                && known.1 == why
        };
        match kinds.iter_mut().find(|known| kind(known)) {
            Some((.., more)) => *more += 1,
            None => kinds.push((record, why, 0)),
        }
    }
    table.rows =
        kinds.iter().take(MOST_ERRORS).map(|(first, why, more)| error_row(first, why, *more)).collect();
    table
}

/// Kinds of errors beyond this many are in the results only.
const MOST_ERRORS: usize = 50;

/// One line for all runs of a method that ended alike.
fn error_row(first: &CampaignRun, why: &str, more: usize) -> Vec<String> {
    let levels = match more {
        0 => first.title.clone(),
        _ => words::AND_MORE.with("level", &first.title).with("more", more).written(),
    };
    vec![first.name.clone(), levels, first.answer.outcome.kind().said().say().written(), why.to_owned()]
}

/// Places of all who took part.
pub fn ranking(study: &Study, ranks: &[Rank]) -> Table {
    const COLUMNS: [usize; 8] = [1, 2, 4, 5, 6, 7, 8, 14];
    let mut head = vec![words::HEAD_PLACE, words::HEAD_ENTRANT, words::HEAD_POINTS];
    head.extend(COLUMNS.map(|at| SUMMARY_HEADS[at]));
    let mut table = Table::new(words::RANKING_TITLE, words::RANKING_ABOUT, &head);
    let most = points(study.most_points());
    table.about = words::RANKING_ABOUT.with("most", most).written();
    let row = |rank: &Rank| {
        let (own, name) = (summary_row(&rank.summary), rank.summary.method.clone());
        let first = [rank.place.to_string(), name, points(rank.points)];
        first.into_iter().chain(COLUMNS.map(|at| own[at].clone())).collect()
    };
    table.rows = ranks.iter().map(row).collect();
    table
}

/// As few digits as tell it.
pub fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    local(text.trim_end_matches('0').trim_end_matches('.'))
}

pub const SUMMARY_HEADS: [Template; 15] = [
    words::HEAD_METHOD,
    words::HEAD_RUNS,
    words::HEAD_SOLVED,
    words::HEAD_PROVED,
    words::HEAD_NOT_SOLVED,
    words::HEAD_WRONG,
    words::HEAD_UNVERIFIED,
    words::HEAD_CRASHED,
    words::HEAD_PAR2,
    words::HEAD_TOTAL,
    words::HEAD_MEDIAN,
    words::HEAD_COMMON_NODES,
    words::HEAD_COMMON_LENGTH,
    words::HEAD_QUALITY,
    words::HEAD_PEAK,
];

/// What was kept while it was measured, and what was not.
fn conditions(study: &Study) -> Table {
    let count = |holds: &dyn Fn(&Conditions) -> bool| {
        study.records.iter().filter(|run| holds(&run.process.conditions)).count()
    };
    let most = study.records.iter().filter_map(|run| run.process.conditions.load).fold(0.0, f64::max);
    let told = [
        (words::CONDITION_PINNED, count(&|one| !one.cores.is_empty())),
        (words::CONDITION_SANDBOX, count(&|one| !one.sandbox.is_empty())),
        (words::CONDITION_STARVED, count(&|one| one.starved)),
        (words::CONDITION_SWAPPED, count(&|one| one.swapped > 0)),
        (words::CONDITION_THROTTLED, count(&|one| one.throttled > 0)),
    ];
    let mut table = Table::new(
        words::CONDITIONS_TITLE,
        words::CONDITIONS_ABOUT,
        &[words::HEAD_CONDITION, words::HEAD_RUNS],
    );
    if study.records.iter().any(|run| run.process.conditions.load.is_some()) {
        table.rows = told.map(|(what, runs)| vec![what.say().written(), runs.to_string()]).to_vec();
        table.rows.push(vec![words::CONDITION_LOAD.say().written(), local(format_args!("{most:.1}"))]);
    }
    table
}

fn summary(study: &Study) -> Table {
    let head = SUMMARY_HEADS;
    let mut table = Table::new(words::SUMMARY_TITLE, words::SUMMARY_ABOUT, &head);
    table.about = words::SUMMARY_ABOUT.with("common", study.common.len()).written();
    table.rows = study.summaries().iter().map(summary_row).collect();
    table
}

pub fn summary_row(summary: &Summary) -> Vec<String> {
    let void =
        |text: String| if summary.is_void() { words::VOID.with("figure", text).written() } else { text };
    vec![
        summary.method.clone(),
        summary.runs.to_string(),
        void(summary.solved.to_string()),
        summary.optimal.to_string(),
        summary.unknown.to_string(),
        summary.wrong.to_string(),
        summary.unverified.to_string(),
        (summary.crashed + summary.failed).to_string(),
        seconds(summary.par2),
        seconds(summary.total_seconds),
        summary.median_seconds.map_or("-".into(), seconds),
        summary.common_nodes.map_or("-".into(), |nodes| nodes.to_string()),
        summary.common_length.map_or("-".into(), |length| length.to_string()),
        local(format_args!("{:.2}", summary.quality)),
        format!("{:.0}", summary.peak_bytes as f64 / 1_048_576.0),
    ]
}

/// The ratios of the Sokoban paper's tables 1 and 2, with totals, over what all have solved.
fn ratios(study: &Study) -> Table {
    let head = [
        words::HEAD_METHOD,
        words::HEAD_HOURS,
        words::HEAD_NODES,
        words::HEAD_LENGTH,
        words::HEAD_LENGTH_PER_HOUR,
        words::HEAD_NODES_PER_HOUR,
    ];
    let mut table = Table::new(words::RATIOS_TITLE, words::RATIOS_ABOUT, &head);
    table.about = words::RATIOS_ABOUT.with("common", study.common.len()).written();
    let row = |summary: Summary| {
        let hours = summary.common_seconds.map(|seconds| seconds / 3600.0);
        let figure = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
        let rate = |value: Option<u64>| {
            let rate = value.zip(hours).map(|(value, hours)| value as f64 / hours.max(1e-12));
            rate.map_or("-".into(), plain)
        };
        vec![
            summary.method.clone(),
            hours.map_or("-".into(), |hours| local(format_args!("{hours:.5}"))),
            figure(summary.common_nodes),
            figure(summary.common_length),
            rate(summary.common_length),
            rate(summary.common_nodes),
        ]
    };
    let rows = study.summaries().into_iter().map(row);
    table.rows = rows.filter(|_| !study.common.is_empty()).collect();
    table
}

fn by_category(study: &Study) -> Table {
    let mut table = Table::new(words::CATEGORIES_TITLE, words::CATEGORIES_ABOUT, &[]);
    table.head = std::iter::once(study.category.clone()).chain(study.methods.iter().cloned()).collect();
    for category in study.categories() {
        let cell = |method: &String| {
            let runs: Vec<&CampaignRun> = study.of_category(method, category).collect();
            let solved = runs.iter().filter(|record| record.is_solved()).count();
            let times: Vec<f64> = runs.iter().map(|record| study.charged(record)).collect();
            median(&times).map_or("-".into(), |time| {
                let cell = words::CELL_CATEGORY.with("solved", solved).with("runs", runs.len());
                cell.with("seconds", seconds(time)).written()
            })
        };
        let cells = study.methods.iter().map(cell);
        table.rows.push(std::iter::once(category.to_string()).chain(cells).collect());
    }
    table
}

/// What others have published, with our figure beside it.
fn beside(study: &Study, plays: &[HumanPlay]) -> Table {
    let head = [words::HEAD_WHERE, words::HEAD_WHAT, words::HEAD_THERE, words::HEAD_HERE];
    let mut table = Table::new(words::BESIDE_TITLE, words::BESIDE_ABOUT, &head);
    table.rows = study
        .beside
        .iter()
        .map(|row| vec![row.source.clone(), row.what.clone(), row.said.clone(), ours(study, plays, row)])
        .collect();
    table
}

/// In a row beside ours: the plays of people.
const PEOPLE: &str = "people";

/// The median of the plays on a level, by time or by a measure.
fn of_people(study: &Study, plays: &[HumanPlay], beside: &Beside, figure: &str) -> String {
    let title = beside.level.as_deref();
    let level = study.records.iter().find(|record| Some(record.title.as_str()) == title);
    let here = plays.iter().filter(|play| level.is_some_and(|level| level.answer.id == play.level));
    let value = |play: &HumanPlay| {
        if figure == "time" {
            Some(play.seconds)
        } else {
            play.measures.get(figure).map(|count| count as f64)
        }
    };
    let values: Vec<f64> = here.filter_map(value).collect();
    let cell = if figure == "time" { words::CELL_PLAYS_SECONDS } else { words::CELL_PLAYS };
    median(&values).map_or_else(no_plays, |middle| {
        let middle = if figure == "time" { seconds(middle) } else { plain(middle) };
        cell.with("median", middle).with("plays", values.len()).written()
    })
}

fn no_plays() -> String {
    words::NO_PLAYS.say().written()
}

/// Our figure: "*" after it where it is feasible but not proved, "#" where nothing was found.
fn ours(study: &Study, plays: &[HumanPlay], beside: &Beside) -> String {
    let (Some(method), Some(figure)) = (&beside.method, &beside.figure) else { return "-".into() };
    if method == PEOPLE {
        return of_people(study, plays, beside, figure);
    }
    if let Some(level) = &beside.level {
        let found: Vec<&CampaignRun> = study.of(method).filter(|record| record.title == *level).collect();
        return of_runs(study, method, &found, figure);
    }
    let summary = study.summary(method);
    match figure.as_str() {
        "solved" => words::CELL_OF.with("solved", summary.solved).with("runs", summary.runs).written(),
        "time" => words::CELL_SECONDS.with("seconds", seconds(summary.total_seconds)).written(),
        "nodes" => summary.nodes_solved.to_string(),
        "nodes-unsolved" => (summary.nodes - summary.nodes_solved).to_string(),
        "length" => summary.length.to_string(),
        "length-per-hour" => plain(summary.length_per_hour()),
        "nodes-per-hour" => plain(summary.nodes_per_hour()),
        counter => summary.counters_solved.get(counter).map_or("-".into(), u64::to_string),
    }
}

/// One run as it is; several random numbers by how many ended how.
fn of_runs(study: &Study, method: &str, runs: &[&CampaignRun], figure: &str) -> String {
    let [first, _, ..] = runs else {
        return runs.first().map_or("-".into(), |record| of_run(study, record, figure));
    };
    let spread = Spread { method, title: &first.title, runs: runs.to_vec() };
    let middle = |quantity: Quantity| spread.quarters(study, quantity).map(|five| five[2]);
    match figure {
        "time" => middle(Quantity::Time)
            .map_or("-".into(), |time| words::CELL_SECONDS.with("seconds", seconds(time)).written()),
        "nodes" => middle(Quantity::Nodes).map_or("-".into(), plain),
        "length" => counts(&spread.lengths(|record| study.length(record)), runs.len()),
        measure => counts(&spread.lengths(|record| record.answer.measure(measure)), runs.len()),
    }
}

fn spread_table(study: &Study) -> Table {
    let head = [
        words::HEAD_LEVEL,
        words::HEAD_METHOD,
        words::HEAD_NUMBERS,
        words::HEAD_SOLVED,
        words::HEAD_PROVED,
        words::HEAD_LENGTHS,
        words::HEAD_NODES_QUARTERS,
        words::HEAD_SECONDS_QUARTERS,
    ];
    let mut table = Table::new(words::SPREAD_TITLE, words::SPREAD_ABOUT, &head);
    table.rows = spreads(study).iter().map(|spread| spread_row(study, spread)).collect();
    table
}

fn spread_row(study: &Study, spread: &Spread<'_>) -> Vec<String> {
    let quarters = |quantity: Quantity, show: &dyn Fn(f64) -> String| {
        let five = spread.quarters(study, quantity);
        five.map_or("-".into(), |five| five.map(show).join(" / "))
    };
    let solved = spread.runs.iter().filter(|run| run.is_solved()).count();
    let lengths = spread.lengths(|record| study.length(record));
    vec![
        spread.title.to_owned(),
        spread.method.to_owned(),
        spread.numbers().to_string(),
        solved.to_string(),
        spread.runs.iter().filter(|run| run.answer.is_optimal()).count().to_string(),
        // Solutions without a length, such as those of Flow, are not missing.
        if lengths.is_empty() && solved > 0 { "-".into() } else { counts(&lengths, spread.runs.len()) },
        quarters(Quantity::Nodes, &plain),
        quarters(Quantity::Time, &seconds),
    ]
}

fn of_run(study: &Study, record: &CampaignRun, figure: &str) -> String {
    let star = if record.answer.is_optimal() || record.answer.solution().is_none() { "" } else { "*" };
    let within = record.answer.outcome.limit() == Some(Limit::Periods);
    match figure {
        "time" => words::CELL_SECONDS.with("seconds", seconds(study.seconds(record))).written(),
        "nodes" => record.answer.effort.nodes.map_or("-".into(), |nodes| nodes.to_string()),
        "solution" => record.answer.solution().map_or("#".into(), |solution| solution.text.clone()),
        measure => {
            let counter = record.answer.effort.counters.get(measure);
            let measure =
                if measure == "length" { study.length(record) } else { record.answer.measure(measure) };
            match measure {
                Some(value) if within => words::CELL_WITHIN.with("length", value).written(),
                Some(value) => format!("{value}{star}"),
                None => counter.map_or("#".into(), u64::to_string),
            }
        }
    }
}

/// People against each method on the same levels. In a campaign that is about them the table stands even
/// where nobody has played yet.
fn people(study: &Study, plays: &[HumanPlay]) -> Table {
    let mut table = Table::new(words::PEOPLE_TITLE, words::PEOPLE_ABOUT, &[]);
    if plays.is_empty() && !study.people {
        return table;
    }
    let head = [words::HEAD_LEVEL, words::HEAD_PLAYS, words::HEAD_PEOPLE_TIME, words::HEAD_PEOPLE_LENGTH];
    table.head = heads(&head).into_iter().chain(study.methods.iter().cloned()).collect();
    let runs = runs_by_level(study);
    let mut seen = HashSet::new();
    let levels = study.records.iter().filter(|record| seen.insert(record.answer.id));
    let wanted =
        levels.filter(|level| study.people || plays.iter().any(|play| play.level == level.answer.id));
    table.rows = wanted.map(|level| people_row(study, plays, level, &runs)).collect();
    table
}

/// What went wrong, or which limit was hit.
pub fn why(record: &CampaignRun) -> String {
    let outcome = &record.answer.outcome;
    let limit = outcome.limit().map(|limit| limit.said().say().written());
    outcome.fault().map(|fault| known_again(&fault.message).written()).or(limit).unwrap_or_default()
}

/// The first run of each method on each level.
fn runs_by_level(study: &Study) -> HashMap<(&str, LevelId), &CampaignRun> {
    let mut runs = HashMap::new();
    for record in &study.records {
        runs.entry((record.name.as_str(), record.answer.id)).or_insert(record);
    }
    runs
}

fn people_row(
    study: &Study,
    plays: &[HumanPlay],
    level: &CampaignRun,
    runs: &HashMap<(&str, LevelId), &CampaignRun>,
) -> Vec<String> {
    let here: Vec<&HumanPlay> = plays.iter().filter(|play| play.level == level.answer.id).collect();
    let times: Vec<f64> = here.iter().map(|play| play.seconds).collect();
    let metric = study.length.as_deref().unwrap_or(level.answer.first_metric());
    let lengths = here.iter().filter_map(|play| play.measures.get(metric));
    let best = if is_maximum(&level.answer) { lengths.max() } else { lengths.min() };
    let mut row = vec![
        level.title.clone(),
        here.len().to_string(),
        median(&times).map_or_else(no_plays, seconds),
        best.map_or("-".into(), |best| best.to_string()),
    ];
    for method in &study.methods {
        let run = runs.get(&(method.as_str(), level.answer.id));
        row.push(run.map_or("-".into(), |run| {
            let cell = words::CELL_RUN.with("length", of_run(study, run, "length"));
            cell.with("seconds", seconds(study.seconds(run))).written()
        }));
    }
    row
}

/// Three figures that matter.
pub fn seconds(value: f64) -> String {
    match value {
        ..0.001 => local(format_args!("{value:.6}")),
        ..1.0 => local(format_args!("{value:.4}")),
        ..100.0 => local(format_args!("{value:.2}")),
        _ => format!("{value:.0}"),
    }
}
