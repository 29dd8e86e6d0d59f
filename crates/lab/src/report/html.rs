//! One page of HTML that needs nothing else: tables, charts as inline SVG, and all runs as data that the
//! page sorts and filters by itself.

use std::collections::HashMap;

use ingenio_core::{Language, Template};
use serde_json::{Value, json};

use crate::chart::{Chart, escape, svg};
use crate::humans::HumanPlay;
use crate::report::tables::{Table, tables};
use crate::study::Study;
use crate::words;
use ingenio_core::{CampaignRun, Ending};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub fn html(study: &Study, charts: &[Chart], plays: &[HumanPlay]) -> String {
    html_of(study, charts, &tables(study, plays))
}

/// The same with tables that were made before.
pub fn html_of(study: &Study, charts: &[Chart], tables: &[Table]) -> String {
    let mut page = head(&study.title, &study.about, &study.circumstances);
    for warning in &study.warnings {
        page += &format!("<p class=\"warning\">{}</p>\n", escape(warning));
    }
    for table in tables {
        page += &grid(table);
    }
    page += &findings(study);
    page += &pictures(charts);
    page += &frame();
    // A `<` in data could end the element that holds it.
    let data = data(study).to_string().replace('<', "\\u003c");
    page += &format!(
        "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n"
    );
    page + "</main></body></html>\n"
}

/// The beginning of a page, up to what it is about.
pub fn head(title: &str, about: &str, circumstances: &str) -> String {
    let (title, about, circumstances) = (escape(title), escape(about), escape(circumstances));
    let code = Language::writing().code();
    format!(
        "<!doctype html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\n\
         <style>{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n<p>{about}</p>\n\
         <p class=\"muted\">{circumstances}</p>\n"
    )
}

pub fn grid(table: &Table) -> String {
    let mut text = format!(
        "<section><h2>{}</h2><p class=\"muted\">{}</p><div class=\"wide\"><table class=\"sortable\"><thead><tr>",
        escape(&table.title),
        escape(&table.about)
    );
    let classes: Vec<&str> = (0..table.head.len()).map(|column| class(table, column)).collect();
    for (name, class) in table.head.iter().zip(&classes) {
        text += &format!("<th scope=\"col\"{class}>{}</th>", escape(name));
    }
    text += "</tr></thead><tbody>\n";
    for row in &table.rows {
        let cells = row.iter().zip(&classes);
        let cells: String = cells.map(|(cell, class)| format!("<td{class}>{}</td>", escape(cell))).collect();
        text += &format!("<tr>{cells}</tr>\n");
    }
    text + "</tbody></table></div></section>\n"
}

/// A column without a figure is text, and begins at the left.
fn class(table: &Table, column: usize) -> &'static str {
    if table.is_text(column) { " class=\"text\"" } else { "" }
}

fn findings(study: &Study) -> String {
    if study.findings.is_empty() {
        return String::new();
    }
    let items: String =
        study.findings.iter().map(|finding| format!("<li>{}</li>", escape(finding))).collect();
    format!("<section><h2>{}</h2><ul>{items}</ul></section>\n", words::FINDINGS_TITLE.say().written())
}

/// The first charts are open; those of single categories wait to be asked.
fn pictures(charts: &[Chart]) -> String {
    let figure =
        |chart: &Chart| format!("<figure id=\"chart-{}\">{}</figure>\n", escape(&chart.id), svg(chart));
    let general: String = charts.iter().filter(|chart| !chart.detail).map(figure).collect();
    let levels: String = charts.iter().filter(|chart| chart.detail).map(figure).collect();
    let title = words::CHARTS_TITLE.say().written();
    let more = words::CHARTS_LEVELS.say().written();
    let levels = if levels.is_empty() {
        levels
    } else {
        format!("<details><summary>{more}</summary>{levels}</details>")
    };
    format!("<section><h2>{title}</h2><div class=\"charts\">{general}</div>{levels}</section>\n")
}

/// Where the script puts the scatter and the table of runs.
fn frame() -> String {
    format!(
        "<section><h2>{}</h2><p class=\"controls\"><select id=\"first\" aria-label=\"{across}\"></select>\
         <select id=\"second\" aria-label=\"{up}\"></select></p><div id=\"scatter\"></div></section>\n\
         <section><h2>{}</h2><p class=\"muted\">{}</p><p class=\"controls\"><select id=\"method\" aria-label=\"{method}\"></select>\
         <select id=\"outcome\" aria-label=\"{outcome}\"></select><input id=\"search\" type=\"search\" placeholder=\"{search}\" aria-label=\"{search}\">\
         <span id=\"count\" class=\"muted\"></span></p><div id=\"runs\" tabindex=\"0\"></div></section>\n",
        words::SCATTER_TITLE.say().written(),
        words::RUNS_TITLE.say().written(),
        words::RUNS_ABOUT.say().written(),
        search = words::SEARCH.say().written(),
        method = words::HEAD_METHOD.say().written(),
        outcome = words::HEAD_OUTCOME.say().written(),
        across = words::ACROSS.say().written(),
        up = words::UP.say().written(),
    )
}

/// The heads of the table of all runs, by the keys of the data.
const RUN_HEADS: [(&str, Template); 12] = [
    ("level", words::HEAD_LEVEL),
    ("method", words::HEAD_METHOD),
    ("outcome", words::HEAD_OUTCOME),
    ("seconds", words::HEAD_SECONDS),
    ("cpu", words::HEAD_CPU),
    ("wall", words::HEAD_WALL),
    ("mib", words::HEAD_PEAK),
    ("nodes", words::HEAD_NODES),
    ("length", words::HEAD_LENGTH),
    ("bound", words::HEAD_BOUND),
    ("proved", words::HEAD_PROVED),
    ("seed", words::HEAD_SEED),
];

/// Column by column: names once, figures as short as they are exact enough to look at.
fn data(study: &Study) -> Value {
    let mut levels: Vec<(&str, &str, usize)> = Vec::new();
    let mut places = HashMap::new();
    for record in &study.records {
        places.entry(record.answer.id).or_insert_with(|| {
            levels.push((&record.title, &record.set, record.index));
            levels.len() - 1
        });
    }
    let methods: HashMap<&str, usize> =
        study.methods.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let column =
        |value: &dyn Fn(&CampaignRun) -> Value| Value::Array(study.records.iter().map(value).collect());
    let outcome = |record: &CampaignRun| {
        Ending::ALL.iter().position(|verdict| *verdict == record.answer.outcome.kind())
    };
    let reader = Language::writing();
    json!({
        "methods": study.methods,
        "outcomes": Ending::ALL.map(|ending| ending.said().say().written()),
        "levels": levels.iter().map(|(title, ..)| title).collect::<Vec<_>>(),
        "sets": levels.iter().map(|(_, set, index)| format!("{set} {index}")).collect::<Vec<_>>(),
        "words": {
            "heads": RUN_HEADS.iter().map(|(key, head)| (*key, reader.text(*head))).collect::<HashMap<_, _>>(),
            "everyMethod": reader.text(words::EVERY_METHOD),
            "everyOutcome": reader.text(words::EVERY_OUTCOME),
            "shown": reader.text(words::RUNS_SHOWN),
            "seconds": reader.text(words::METHOD_SECONDS),
            "forms": reader.forms(),
            "point": reader.decimal("."),
        },
        "limit": study.records.iter().filter_map(|record| record.limits.time).fold(0.0, f64::max),
        "columns": {
            "level": column(&|record| json!(places[&record.answer.id])),
            "method": column(&|record| json!(methods[record.name.as_str()])),
            "outcome": column(&|record| json!(outcome(record))),
            "seconds": column(&|record| short(study.charged(record))),
            "cpu": column(&|record| short(record.process.cpu_seconds)),
            "wall": column(&|record| short(record.process.wall_seconds)),
            "mib": column(&|record| short(record.process.peak_bytes as f64 / 1_048_576.0)),
            "nodes": column(&|record| json!(record.answer.effort.nodes)),
            "length": column(&|record| json!(study.length(record))),
            "bound": column(&|record| json!(record.answer.bound)),
            "proved": column(&|record| json!(u8::from(record.answer.is_optimal()))),
            "seed": column(&|record| json!(record.answer.seed)),
        }
    })
}

/// Four figures.
fn short(value: f64) -> Value {
    let digits = (3.0 - value.abs().max(1e-9).log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{value:.digits$}");
    text.parse::<f64>().map_or(Value::Null, Value::from)
}
