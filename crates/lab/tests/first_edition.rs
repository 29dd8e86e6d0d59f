//! A campaign that version 0.1.0 ran: its results are read, shown, and gone on with.

use std::path::{Path, PathBuf};

use ingenio_core::{Ending, Outcome};
use ingenio_lab::{Book as _, CAMPAIGN, Campaign, Journal, Plan, RESULTS, Study, read_results, report};
use tempfile::TempDir;

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/first_edition")
}

#[test]
fn every_line_is_read() {
    let runs = read_results(&fixture().join(RESULTS)).unwrap();
    assert_eq!(runs.len(), 20);
    let of = |name: &str| -> Vec<Ending> {
        runs.iter().filter(|run| run.name == name).map(|run| run.answer.outcome.kind()).collect()
    };
    assert_eq!(of("ours"), [Ending::Solved, Ending::Unsolvable, Ending::Solved]);
    assert_eq!(of("depth"), [Ending::Unsolvable, Ending::Unknown]);
    assert_eq!(of("liar"), [Ending::Unverified; 3]);
    assert_eq!(of("wrong"), [Ending::Wrong; 3]);
    assert_eq!(of("mute"), [Ending::Failed; 3]);
    assert_eq!(of("broken"), [Ending::Crashed; 3]);
    assert!(runs.iter().all(|run| run.process.cpu_seconds > 0.0 && run.limits.time == Some(2.0)));
}

/// That version gave the liar place 1 for one word; held against what the others show it is wrong.
#[test]
fn a_liar_of_then_is_found_out_now() {
    let study = Study::read(&fixture()).unwrap();
    let liar: Vec<Ending> = study.of("liar").map(|run| run.answer.outcome.kind()).collect();
    assert_eq!(liar, [Ending::Wrong, Ending::Unsolvable, Ending::Wrong]);
    let supported = study.of("liar").nth(1).unwrap();
    assert!(
        matches!(&supported.answer.outcome, Outcome::Unsolvable { reason } if reason.english().contains("ours"))
    );
    assert!(report::markdown(&study, &[], &[]).contains("The edition before"));
}

#[test]
fn nothing_of_it_is_run_again() {
    let folder = TempDir::new().unwrap();
    for file in [CAMPAIGN, RESULTS] {
        std::fs::copy(fixture().join(file), folder.path().join(file)).unwrap();
    }
    let plan = Plan::new(Campaign::read(&folder.path().join(CAMPAIGN)).unwrap()).unwrap();
    let (journal, earlier) = Journal::open(folder.path()).unwrap();
    assert_eq!(earlier.runs.len(), 20);
    assert!(
        plan.runs.iter().all(|run| journal.is_done(&run.id, plan.fingerprint(run))),
        "the ids are the same"
    );
}

#[test]
fn a_line_of_a_newer_version_is_told_and_kept() {
    let folder = TempDir::new().unwrap();
    let line = r#"{"schema":99,"run":"x"}"#;
    std::fs::write(folder.path().join(RESULTS), format!("{line}\n")).unwrap();
    let refusal = Journal::open(folder.path()).unwrap_err().english();
    assert!(refusal.contains("newer version"), "{refusal}");
    assert_eq!(std::fs::read_to_string(folder.path().join(RESULTS)).unwrap(), format!("{line}\n"));
}
