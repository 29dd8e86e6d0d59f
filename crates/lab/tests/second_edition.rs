//! A campaign as the version before hashes of programs, points, plans and traces wrote it: its results are
//! read, shown, and gone on with.

use std::path::{Path, PathBuf};

use ingenio_core::Ending;
use ingenio_lab::{Book as _, CAMPAIGN, Campaign, Journal, Plan, RESULTS, Study, read_all};
use tempfile::TempDir;

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_edition")
}

#[test]
fn every_line_is_read_and_written_again_as_it_was() {
    let read = read_all(&fixture()).unwrap();
    assert_eq!((read.runs.len(), read.odd.len()), (16, 0));
    let text = std::fs::read_to_string(fixture().join(RESULTS)).unwrap();
    // A complaint keeps its words and loses its kind.
    for (run, line) in read.runs.iter().zip(text.lines()).filter(|(_, line)| !line.contains("\"error\"")) {
        assert_eq!(run.line(), line, "what is new is not written where there is nothing new");
    }
    assert!(read.runs.iter().all(|run| (run.points - 1.0).abs() < 1e-12 && !run.hidden));
}

#[test]
fn nothing_of_it_is_run_again_though_a_program_has_files() {
    let folder = TempDir::new().unwrap();
    for file in [CAMPAIGN, RESULTS, "near.sh"] {
        std::fs::copy(fixture().join(file), folder.path().join(file)).unwrap();
    }
    let plan = Plan::new(Campaign::read(&folder.path().join(CAMPAIGN)).unwrap()).unwrap();
    let (journal, earlier) = Journal::open(folder.path()).unwrap();
    let hashes: Vec<&str> = plan.runs.iter().map(|run| plan.fingerprint(run)).collect();
    assert!(hashes.iter().any(|hash| !hash.is_empty()), "the program in a file has a hash now");
    assert!(plan.runs.iter().all(|run| journal.is_done(&run.id, plan.fingerprint(run))));
    assert!(plan.strangers(&earlier.runs).is_empty());
}

#[test]
fn it_is_shown_with_all_that_is_new() {
    let study = Study::read(&fixture()).unwrap();
    let all = |name: &str, wanted| study.of(name).all(|run| run.answer.outcome.kind() == wanted);
    assert!(all("ours", Ending::Solved) && all("liar", Ending::Wrong));
    let page = ingenio_lab::report::markdown(&study, &[], &[]);
    assert!(page.contains("| 1 | ours | 4 |"), "{page}");
}
