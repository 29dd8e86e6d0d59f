//! Reports: one page of HTML that needs nothing else, the charts as SVG, PNG and CSV, the results as
//! CSV, and the tables as Markdown, LaTeX and CSV.

mod contest;
mod csv;
mod entrant;
mod html;
mod latex;
mod markdown;
mod tables;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Language, Message};

use crate::chart::{Chart, svg};
use crate::compare::Comparison;
use crate::figures::charts;
use crate::humans::{HumanPlay, distribution};
use crate::judge::Rank;
use crate::study::Study;
use crate::words;

pub use csv::csv;
pub use html::html;
use latex::latex;
pub use markdown::{comparison, markdown, ranking};

/// The page within the folder of a campaign.
pub const PAGE: &str = "report.html";

/// Pixels of a PNG for one unit of the drawing, times a hundred.
const SHARPNESS: f32 = 200.0;

/// Makes a PNG of a drawing.
pub type Paint = fn(svg: &str, per_cell: f32) -> Option<Vec<u8>>;

/// What there is of the charts beside those in the page.
#[derive(Clone, Copy, Debug)]
pub enum ChartFiles {
    None,
    /// SVG and CSV, and PNG where the program can paint.
    Each(Option<Paint>),
}

/// Writes everything into a folder and says where the page is.
pub fn write(
    study: &Study,
    plays: &[HumanPlay],
    folder: &Path,
    files: ChartFiles,
) -> Result<PathBuf, Message> {
    let (all, tables) = (all_charts(study, plays), tables::tables(study, plays));
    let page = folder.join(PAGE);
    put(&page, html::html_of(study, &all, &tables).as_bytes())?;
    put(&folder.join("report.md"), markdown::markdown_of(study, &all, &tables).as_bytes())?;
    // For programs, whoever reads the rest.
    let results = Language::english().during(|| csv(&study.records));
    put(&folder.join("results.csv"), results.as_bytes())?;
    for table in &tables {
        let file = |ending: &str| folder.join("tables").join(format!("{}.{ending}", table.id));
        put(&file("tex"), latex(table).as_bytes())?;
        put(&file("csv"), table.csv().as_bytes())?;
    }
    if let ChartFiles::Each(paint) = files {
        for chart in &all {
            write_chart(chart, &folder.join("charts"), paint)?;
        }
    }
    Ok(page)
}

/// The page alone.
pub fn page(study: &Study, plays: &[HumanPlay]) -> String {
    html(study, &all_charts(study, plays), plays)
}

fn all_charts(study: &Study, plays: &[HumanPlay]) -> Vec<Chart> {
    let mut all = charts(study);
    if !plays.is_empty() {
        all.extend([distribution(study, plays, true), distribution(study, plays, false)]);
    }
    all
}

fn write_chart(chart: &Chart, folder: &Path, paint: Option<Paint>) -> Result<(), Message> {
    let drawing = svg(chart);
    let file = |ending: &str| folder.join(format!("{}.{ending}", chart.id));
    put(&file("svg"), drawing.as_bytes())?;
    put(&file("csv"), chart.csv().as_bytes())?;
    if let Some(png) = paint.and_then(|paint| paint(&drawing, SHARPNESS)) {
        put(&file("png"), &png)?;
    }
    Ok(())
}

/// The ranking, and a page for each entrant.
pub fn write_judgement(study: &Study, ranks: &[Rank], folder: &Path) -> Result<(), Message> {
    let mut used = HashSet::new();
    for rank in ranks {
        let name = file_name(&rank.summary.method, &mut used);
        let page = entrant::page(study, rank, ranks.len());
        put(&folder.join("judged").join(format!("{name}.html")), page.as_bytes())?;
    }
    put(&folder.join("ranking.md"), ranking(study, ranks).as_bytes())
}

/// A name for a file, and another where two would be alike.
fn file_name(name: &str, used: &mut HashSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let plain: String = name.chars().map(plain).take(80).collect();
    let numbered = (2..).map(|number: usize| format!("{plain}-{number}"));
    let mut names = std::iter::once(plain.clone()).chain(numbered);
    names.find(|name| used.insert(name.to_lowercase())).unwrap_or(plain)
}

/// The comparison of two campaigns as Markdown.
pub fn write_comparison(comparisons: &[Comparison], names: (&str, &str)) -> String {
    comparison(comparisons, names)
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Message> {
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = made.and_then(|()| std::fs::write(path, bytes));
    written.map_err(|error| words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error)))
}
