//! `docs/papers.md` says what follows from results and nothing else. The page is a text
//! (`docs/papers/text.md`) with places for figures; the figures are in `docs/papers/figures.toml`, and
//! only `make papers` writes them: from the campaigns in `target/papers`, and from experiments that are
//! made here. The tests fail where the page, the text and the figures do not fit, where a number stands in
//! the text by itself, and where a figure that costs little comes out otherwise.

mod beside;
mod boards;
mod experiments;
mod figures;
mod illustrations;
mod page;
mod printed;
mod ring;

use std::path::{Path, PathBuf};

use figures::Figures;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const TEXT: &str = "docs/papers/text.md";
const FIGURES: &str = "docs/papers/figures.toml";
const PAGE: &str = "docs/papers.md";
const RING: &str = "docs/pictures/unblock-ring.png";

/// With `UPDATE` set everything is made anew, campaigns that were not run keep their figures; with
/// `UPDATE=results` experiments that take minutes keep theirs too; with `UPDATE=text` the page alone is made, after
/// a change of its text that asks for no new figure.
#[test]
fn the_page_is_what_the_results_say() {
    let text = read(TEXT);
    let update = std::env::var("UPDATE").ok();
    let known = Figures::parse(&std::fs::read_to_string(root().join(FIGURES)).unwrap_or_default());
    if update.as_deref() == Some("text") {
        std::fs::write(root().join(PAGE), page::fill(&text, &known)).unwrap();
    } else if update.is_some() {
        let mut made = experiments::cheap();
        if update.as_deref() != Some("results") {
            made.extend(experiments::dear());
        }
        let figures = figures::measure(&page::places(&text), &known, made, &root().join("target/papers"));
        std::fs::write(root().join(FIGURES), figures.text()).unwrap();
        std::fs::write(root().join(PAGE), page::fill(&text, &figures)).unwrap();
    }
    let figures = Figures::parse(&read(FIGURES));
    assert_eq!(figures.names(), page::places(&text), "figures and places: call `make papers`");
    assert!(read(PAGE) == page::fill(&text, &figures), "{PAGE} is out of date: call `make papers`");
}

#[test]
fn the_picture_of_the_ring_is_the_one_that_is_drawn() {
    let picture = ring::draw();
    assert!(picture.starts_with(b"\x89PNG"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(root().join(RING), &picture).unwrap();
    }
    assert!(
        std::fs::read(root().join(RING)).unwrap() == picture,
        "{RING} is out of date: call `make papers`"
    );
}

#[test]
fn no_number_stands_in_the_text_by_itself() {
    let bare = page::bare_numbers(&read(TEXT));
    assert!(bare.is_empty(), "a figure of ours is {{{{name}}}}, one of a paper {{p name}}: {bare:#?}");
    for campaign in std::fs::read_dir(root().join("bench/papers")).unwrap().flatten() {
        let campaign = ingenio_lab::Campaign::read(&campaign.path()).unwrap();
        let bare: Vec<String> =
            campaign.findings.iter().flat_map(|finding| page::bare_numbers(finding)).collect();
        assert!(bare.is_empty(), "what follows in '{}' has numbers of its own: {bare:?}", campaign.title);
    }
    let found =
        page::bare_numbers("On 7 boards {{a: b}} of {p c}, table 5.2, took 30 steps, and twenty-two once.");
    assert_eq!(found, ["7", "30", "twenty-two"], "the test of the test");
}

#[test]
fn what_a_paper_says_on_the_page_is_in_its_data() {
    let known = printed::said();
    let unknown: Vec<String> =
        page::said(&read(TEXT)).into_iter().filter(|name| !known.contains_key(name)).collect();
    assert!(unknown.is_empty(), "not in docs/papers: {unknown:?}");
    let functions = printed::TOTALS.map(|total| total.function);
    let text = read(TEXT);
    let misplaced = page::misplaced(&text, &functions);
    assert!(misplaced.is_empty(), "figures of other functions: {misplaced:?}");
    let exchanged = "| Test | {p Voraz: levels} | IDA* with A* | {p IDA*: levels} |";
    assert_eq!(page::misplaced(exchanged, &functions), ["Voraz: levels"], "the test of the test");
}

/// Each chart of the Sokoban paper's results is a picture here, as it is written beside a campaign.
#[test]
fn every_chart_of_the_sokoban_paper_is_drawn() {
    let folder = tempfile::TempDir::new().unwrap();
    illustrations::write_made_up_results(folder.path());
    let study = ingenio_lab::Study::read(folder.path()).unwrap();
    let files = ingenio_lab::report::ChartFiles::Each(Some(ingenio_pixels::png));
    ingenio_lab::report::write(&study, &[], folder.path(), files).unwrap();
    let all = illustrations::all();
    assert_eq!((all.len(), all[0].number, all[41].number), (42, 17, 58));
    for illustration in &all {
        let picture = folder.path().join("charts").join(format!("{}.png", illustration.chart));
        let bytes = std::fs::read(&picture).unwrap_or_default();
        assert!(bytes.starts_with(b"\x89PNG"), "illustration {}: {}", illustration.number, picture.display());
    }
    let names: std::collections::BTreeSet<&String> =
        all.iter().map(|illustration| &illustration.chart).collect();
    assert_eq!(names.len(), all.len(), "a picture each");
    let rows = illustrations::table(&study);
    assert_eq!(rows.lines().count(), 2 + all.len(), "a row each");
}

#[test]
fn figures_that_cost_little_come_out_again() {
    let figures = Figures::parse(&read(FIGURES));
    for (name, value) in experiments::cheap() {
        if let Some(known) = figures.get(&name) {
            assert_eq!(known, value, "{name}: call `make papers`");
        }
    }
}

/// What the campaigns set beside ours is what the data say that the papers say.
#[test]
fn what_campaigns_say_of_papers_is_in_their_data() {
    beside::check();
}

/// The figures that were copied from the papers' pages add up to the totals that they print.
#[test]
fn the_papers_own_tables_are_copied_right() {
    printed::check();
}
