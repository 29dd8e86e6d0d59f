//! Reports as Markdown.

use crate::chart::Chart;
use crate::compare::Comparison;
use crate::humans::HumanPlay;
use crate::judge::Rank;
use crate::report::tables::{self, Table, seconds, tables};
use crate::study::Study;
use crate::words;
use ingenio_core::Template;

pub fn markdown(study: &Study, charts: &[Chart], plays: &[HumanPlay]) -> String {
    markdown_of(study, charts, &tables(study, plays))
}

/// The same with tables that were made before.
pub fn markdown_of(study: &Study, charts: &[Chart], tables: &[Table]) -> String {
    let mut text = format!("# {}\n\n{}\n\n{}.\n", study.title, study.about, study.circumstances);
    study.warnings.iter().for_each(|warning| text += &format!("\n> {warning}\n"));
    for table in tables {
        text += &format!("\n## {}\n\n{}\n\n{}", table.title, table.about, grid(table));
    }
    if !study.findings.is_empty() {
        text += &format!("\n## {}\n\n", words::FINDINGS_TITLE.say().written());
        study.findings.iter().for_each(|finding| text += &format!("- {finding}\n"));
    }
    text += &format!("\n## {}\n\n", words::CHARTS_TITLE.say().written());
    for chart in charts {
        text += &format!("![{}](charts/{}.svg)\n\n", chart.title, chart.id);
    }
    text
}

fn grid(table: &Table) -> String {
    let line = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | "))
    };
    let mut text = line(&table.head) + &format!("|{}\n", " --- |".repeat(table.head.len()));
    table.rows.iter().for_each(|row| text += &line(row));
    text
}

fn escape(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}

/// Places of all programs.
pub fn ranking(study: &Study, ranks: &[Rank]) -> String {
    let table = tables::ranking(study, ranks);
    format!("# {}\n\n{}.\n\n{}\n\n{}", study.title, study.circumstances, table.about, grid(&table))
}

/// What changed from one campaign to another.
pub fn comparison(comparisons: &[Comparison], (first, second): (&str, &str)) -> String {
    let mut text = format!("# {first} / {second}\n");
    for comparison in comparisons {
        text += &format!("\n## {}\n\n{}\n\n", comparison.method, comparison.statement().written());
        let head = ["", first, second].map(str::to_owned).to_vec();
        let sums = |name: Template, figures: Option<(u64, u64)>| {
            let shown = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
            let (before, after) = figures.unzip();
            vec![name.say().written(), shown(before), shown(after)]
        };
        let rows = vec![
            sums(words::ONLY_SOLVED, Some((comparison.only_first, comparison.only_second))),
            sums(words::HEAD_NODES, comparison.nodes),
            sums(words::HEAD_LENGTH, comparison.length),
        ];
        let changed =
            comparison.largest.iter().map(|(level, a, b)| vec![level.clone(), seconds(*a), seconds(*b)]);
        let rows = rows.into_iter().chain(changed).collect();
        text += &grid(&Table { head, rows, ..Table::bare(&[]) });
    }
    text
}
