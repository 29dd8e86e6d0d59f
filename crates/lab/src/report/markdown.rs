//! Reports as Markdown.

use crate::chart::Chart;
use crate::compare::Comparison;
use crate::humans::HumanPlay;
use crate::judge::Rank;
use crate::report::tables::{SUMMARY_HEADS, Table, seconds, summary_row, tables, why};
use crate::study::Study;
use crate::words;

pub fn markdown(study: &Study, charts: &[Chart], plays: &[HumanPlay]) -> String {
    let mut text = format!("# {}\n\n{}\n\n{}.\n", study.title, study.about, study.circumstances);
    for table in tables(study, plays) {
        text += &format!("\n## {}\n\n{}\n\n{}", table.title, table.about, grid(&table));
    }
    if !study.findings.is_empty() {
        text += &format!("\n## {}\n\n", words::FINDINGS_TITLE.say());
        study.findings.iter().for_each(|finding| text += &format!("- {finding}\n"));
    }
    text += &format!("\n## {}\n\n", words::CHARTS_TITLE.say());
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
    const COLUMNS: [usize; 7] = [0, 1, 2, 5, 6, 8, 13];
    let mut head = vec![words::HEAD_PLACE];
    head.extend(COLUMNS.map(|at| SUMMARY_HEADS[at]));
    let mut table = Table::bare(&head);
    table.rows = ranks
        .iter()
        .map(|rank| {
            let row = summary_row(&rank.summary);
            std::iter::once(rank.place.to_string()).chain(COLUMNS.map(|at| row[at].clone())).collect()
        })
        .collect();
    format!(
        "# {}\n\n{}.\n\n{}\n\n{}",
        study.title,
        study.circumstances,
        words::RANKING_ABOUT.say(),
        grid(&table)
    )
}

/// What one program did on every level.
pub fn judgement(study: &Study, rank: &Rank, of: usize) -> String {
    let method = &rank.summary.method;
    let mut table = Table::bare(&[
        words::HEAD_LEVEL,
        words::HEAD_OUTCOME,
        words::HEAD_LENGTH,
        words::HEAD_SECONDS,
        words::HEAD_PEAK,
        words::HEAD_ERROR,
    ]);
    table.rows = study
        .of(method)
        .map(|record| {
            let why = why(record);
            vec![
                record.title.clone(),
                record.answer.outcome.word().to_owned(),
                study.length(record).map_or("-".into(), |length| length.to_string()),
                seconds(study.charged(record)),
                format!("{:.0}", record.process.peak_bytes as f64 / 1_048_576.0),
                why,
            ]
        })
        .collect();
    let place = words::PLACE.with("place", rank.place).with("of", of).with("solved", rank.summary.solved);
    format!(
        "# {method}\n\n{}\n\n{}.\n\n{}",
        place.with("runs", rank.summary.runs),
        study.circumstances,
        grid(&table)
    )
}

/// What changed from one campaign to another.
pub fn comparison(comparisons: &[Comparison], (first, second): (&str, &str)) -> String {
    let mut text = format!("# {first} / {second}\n");
    for comparison in comparisons {
        text += &format!("\n## {}\n\n{}\n\n", comparison.method, comparison.statement());
        let head = ["", first, second].map(str::to_owned).to_vec();
        let rows = vec![
            vec![
                words::ONLY_SOLVED.say().to_string(),
                comparison.only_first.to_string(),
                comparison.only_second.to_string(),
            ],
            vec![
                words::HEAD_NODES.say().to_string(),
                comparison.nodes.0.to_string(),
                comparison.nodes.1.to_string(),
            ],
            vec![
                words::HEAD_LENGTH.say().to_string(),
                comparison.length.0.to_string(),
                comparison.length.1.to_string(),
            ],
        ];
        let changed =
            comparison.largest.iter().map(|(level, a, b)| vec![level.clone(), seconds(*a), seconds(*b)]);
        let rows = rows.into_iter().chain(changed).collect();
        text += &grid(&Table { title: String::new(), about: String::new(), head, rows });
    }
    text
}
