//! The tables of a report as rows of text; the page and the Markdown differ only in how they draw them.

use crate::campaign::Beside;
use crate::chart::plain;
use crate::humans::HumanPlay;
use crate::record::Record;
use crate::statistics::median;
use crate::study::{Study, Summary};
use crate::words;

#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub title: String,
    pub about: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(title: ingenio_core::Template, about: ingenio_core::Template, head: &[&str]) -> Self {
        Table {
            title: title.say().to_string(),
            about: about.say().to_string(),
            head: head.iter().map(|name| (*name).to_owned()).collect(),
            rows: Vec::new(),
        }
    }
}

/// Every table that has rows, in the order of the report.
pub fn tables(study: &Study, plays: &[HumanPlay]) -> Vec<Table> {
    let mut tables = vec![
        unexplained(study),
        summary(study),
        beside(study),
        ratios(study),
        by_category(study),
        people(study, plays),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn unexplained(study: &Study) -> Table {
    let mut table =
        Table::new(words::ERRORS_TITLE, words::ERRORS_ABOUT, &["method", "level", "outcome", "error"]);
    table.rows = study
        .unexplained()
        .take(50)
        .map(|record| {
            let error = record.error.clone().unwrap_or_default();
            vec![record.method.clone(), record.title.clone(), record.outcome.word().to_owned(), error]
        })
        .collect();
    table
}

fn summary(study: &Study) -> Table {
    let head = [
        "method",
        "runs",
        "solved",
        "proved best",
        "not solved",
        "wrong",
        "crashed or failed",
        "PAR-2 s",
        "total s",
        "median s",
        "nodes",
        "length",
        "quality",
        "peak MiB",
    ];
    let mut table = Table::new(words::SUMMARY_TITLE, words::SUMMARY_ABOUT, &head);
    table.rows = study.summaries().iter().map(summary_row).collect();
    table
}

pub fn summary_row(summary: &Summary) -> Vec<String> {
    let void = |text: String| if summary.is_void() { format!("void ({text})") } else { text };
    vec![
        summary.method.clone(),
        summary.runs.to_string(),
        void(summary.solved.to_string()),
        summary.optimal.to_string(),
        summary.unknown.to_string(),
        summary.wrong.to_string(),
        (summary.crashed + summary.failed).to_string(),
        seconds(summary.par2),
        seconds(summary.total_seconds),
        summary.median_seconds.map_or("-".into(), seconds),
        summary.nodes.to_string(),
        summary.length.to_string(),
        format!("{:.2}", summary.quality),
        format!("{:.0}", summary.peak_bytes as f64 / 1_048_576.0),
    ]
}

/// The ratios of the Sokoban seed's tables 1 and 2, with the totals of its tables 4 to 12.
fn ratios(study: &Study) -> Table {
    let head = ["method", "total hours", "nodes", "length", "solved", "length per hour", "nodes per hour"];
    let mut table = Table::new(words::RATIOS_TITLE, words::RATIOS_ABOUT, &head);
    let row = |summary: Summary| {
        vec![
            summary.method.clone(),
            format!("{:.5}", summary.total_seconds / 3600.0),
            summary.nodes.to_string(),
            summary.length.to_string(),
            summary.solved.to_string(),
            plain(summary.length_per_hour()),
            plain(summary.nodes_per_hour()),
        ]
    };
    table.rows = study.summaries().into_iter().map(row).collect();
    table
}

fn by_category(study: &Study) -> Table {
    let mut table = Table::new(words::CATEGORIES_TITLE, words::CATEGORIES_ABOUT, &[]);
    table.head = std::iter::once(study.category.clone()).chain(study.methods.iter().cloned()).collect();
    for category in study.categories() {
        let cell = |method: &String| {
            let runs: Vec<&Record> = study
                .of(method)
                .filter(|record| record.features.get(&study.category) == Some(&category))
                .collect();
            let solved = runs.iter().filter(|record| record.is_solved()).count();
            let times: Vec<f64> = runs.iter().map(|record| study.charged(record)).collect();
            median(&times).map_or("-".into(), |time| format!("{solved}/{} in {}", runs.len(), seconds(time)))
        };
        let cells = study.methods.iter().map(cell);
        table.rows.push(std::iter::once(category.to_string()).chain(cells).collect());
    }
    table
}

/// What others have published, with our figure beside it.
fn beside(study: &Study) -> Table {
    let head = ["where", "what", "there", "here"];
    let mut table = Table::new(words::BESIDE_TITLE, words::BESIDE_ABOUT, &head);
    table.rows = study
        .beside
        .iter()
        .map(|row| vec![row.source.clone(), row.what.clone(), row.said.clone(), ours(study, row)])
        .collect();
    table
}

/// Our figure: "*" after it where it is feasible but not proved, "#" where nothing was found.
fn ours(study: &Study, beside: &Beside) -> String {
    let (Some(method), Some(figure)) = (&beside.method, &beside.figure) else { return "-".into() };
    if let Some(level) = &beside.level {
        let found = study.of(method).find(|record| record.title == *level);
        return found.map_or("-".into(), |record| of_run(study, record, figure));
    }
    let summary = study.summary(method);
    match figure.as_str() {
        "solved" => format!("{} of {}", summary.solved, summary.runs),
        "time" => format!("{} s", seconds(summary.total_seconds)),
        "nodes" => summary.nodes.to_string(),
        "length" => summary.length.to_string(),
        "length-per-hour" => plain(summary.length_per_hour()),
        "nodes-per-hour" => plain(summary.nodes_per_hour()),
        _ => "-".into(),
    }
}

fn of_run(study: &Study, record: &Record, figure: &str) -> String {
    let star = if record.optimal || record.solution.is_none() { "" } else { "*" };
    match figure {
        "time" => format!("{} s", seconds(study.charged(record))),
        "nodes" => record.nodes.map_or("-".into(), |nodes| nodes.to_string()),
        measure => {
            let measure = if measure == "length" { study.length(record) } else { record.measure(measure) };
            measure.map_or("#".into(), |value| format!("{value}{star}"))
        }
    }
}

/// People against each method on the same levels.
fn people(study: &Study, plays: &[HumanPlay]) -> Table {
    let mut table = Table::new(words::PEOPLE_TITLE, words::PEOPLE_ABOUT, &[]);
    if plays.is_empty() {
        return table;
    }
    let head = ["level", "plays", "people: median s", "people: best length"].map(str::to_owned);
    table.head = head.into_iter().chain(study.methods.iter().cloned()).collect();
    let mut seen = Vec::new();
    for record in &study.records {
        if seen.contains(&&record.level) {
            continue;
        }
        seen.push(&record.level);
        table.rows.push(people_row(study, plays, record));
    }
    table
}

fn people_row(study: &Study, plays: &[HumanPlay], level: &Record) -> Vec<String> {
    let here: Vec<&HumanPlay> = plays.iter().filter(|play| play.level == level.level).collect();
    let times: Vec<f64> = here.iter().map(|play| play.seconds).collect();
    let metric = level.metric.split(',').next().unwrap_or("");
    let best = here.iter().filter_map(|play| play.measures.get(metric)?.as_u64()).min();
    let none = || words::NO_PLAYS.say().to_string();
    let mut row = vec![
        level.title.clone(),
        here.len().to_string(),
        median(&times).map_or_else(none, seconds),
        best.map_or("-".into(), |best| best.to_string()),
    ];
    for method in &study.methods {
        let run = study.of(method).find(|record| record.level == level.level);
        row.push(run.map_or("-".into(), |run| {
            format!("{} in {} s", of_run(study, run, "length"), seconds(study.charged(run)))
        }));
    }
    row
}

/// Three figures that matter.
pub fn seconds(value: f64) -> String {
    match value {
        ..0.001 => format!("{value:.6}"),
        ..1.0 => format!("{value:.4}"),
        ..100.0 => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}
