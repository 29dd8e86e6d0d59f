//! The doctor on planted defects: what is wrong is named, and every change it proposes does mend.

use std::path::Path;
use std::time::Duration;

use ingenio_catalog::{PUZZLES, Request, count};
use ingenio_core::{AnyPuzzle, Budget, LevelRef, Options, Outcome, Silent, Source};
use ingenio_workshop::{Diagnosis, Kind, Repair, examine};

/// One planted defect: its kind, what was done, and the text.
struct Defect {
    kind: String,
    what: String,
    text: String,
}

fn defects(puzzle: &dyn AnyPuzzle) -> Vec<Defect> {
    let file = format!("../puzzles/{}/tests/defects.txt", puzzle.info().name);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // Walls of Sokoban look like headings, except at the beginning of a line.
    let text = format!("\n{text}");
    let parts = text.split("\n## ").skip(1);
    parts
        .map(|part| {
            let (head, text) = part.split_once('\n').expect("a level below its heading");
            let (kind, what) = head.split_once(": ").expect("a kind and what is wrong");
            Defect { kind: kind.into(), what: what.into(), text: text.into() }
        })
        .collect()
}

fn budget() -> Budget {
    Budget { time: Some(Duration::from_secs(20)), ..Budget::default() }
}

/// What the doctor says of a level.
fn diagnose(level: &LevelRef) -> (Outcome, Diagnosis) {
    let report =
        Request { optimal: true, budget: budget(), ..Request::default() }.run(level, &mut Silent).unwrap();
    let solvable = !matches!(report.outcome, Outcome::Unsolvable { .. });
    let counted = solvable.then(|| count(level, 2, &budget(), &mut Silent)).flatten();
    let diagnosis = examine(level, &report, counted.as_ref(), &budget());
    (report.outcome, diagnosis)
}

fn is_named(puzzle: &dyn AnyPuzzle, defect: &Defect) -> bool {
    let settings = Options::defaults(puzzle.info().settings);
    let readings = puzzle.read(&Source::new(&defect.text), &settings);
    let level = match readings.into_iter().next() {
        Some(Ok(entry)) => entry.level,
        Some(Err(_)) | None => return defect.kind == "invalid",
    };
    let (outcome, diagnosis) = diagnose(&level);
    for repair in &diagnosis.repairs {
        prove(&level, &outcome, repair);
    }
    let complains = |kind: Kind| diagnosis.complaints.iter().any(|complaint| complaint.kind == kind);
    match defect.kind.as_str() {
        "unsolvable" => matches!(outcome, Outcome::Unsolvable { .. }) && !diagnosis.repairs.is_empty(),
        "ambiguous" => complains(Kind::Ambiguous) && !diagnosis.repairs.is_empty(),
        "superfluous" => complains(Kind::Superfluous),
        _ => false,
    }
}

/// A proposed change is proved anew, by other means than those that found it where there are any.
fn prove(level: &LevelRef, outcome: &Outcome, repair: &Repair) {
    assert_ne!(repair.level.id(), level.id(), "nothing changes: {}", repair.what.english());
    assert!(repair.level.verify(repair.solution.text()).is_ok(), "{:?}", repair.what);
    match repair.kind {
        Kind::Unsolvable => {}
        Kind::Ambiguous => {
            let tally =
                count(&repair.level, 1000, &budget(), &mut Silent).expect("it was counted before").tally;
            assert!(tally.found == 1 && tally.complete, "{}: {tally:?}", repair.what.english());
        }
        Kind::Superfluous => {
            let metric = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
            let best =
                |outcome: &Outcome| outcome.solution().and_then(|solution| solution.measures().get(metric));
            let after =
                Request { optimal: true, ..Request::default() }.run(&repair.level, &mut Silent).unwrap();
            assert_eq!(best(&after.outcome), best(outcome), "{}", repair.what.english());
        }
    }
}

fn planted_defects_are_named(name: &str) {
    let puzzle = *PUZZLES.iter().find(|puzzle| puzzle.info().name == name).unwrap();
    let defects = defects(puzzle);
    assert!(defects.len() >= 20, "only {} defects", defects.len());
    let missed: Vec<String> = defects
        .iter()
        .filter(|defect| !is_named(puzzle, defect))
        .map(|defect| format!("{}: {}\n{}", defect.kind, defect.what, defect.text))
        .collect();
    assert!(missed.len() * 10 <= defects.len(), "missed:\n{}", missed.join("\n"));
}

#[test]
fn of_unblock() {
    planted_defects_are_named("unblock");
}

#[test]
fn of_flow() {
    planted_defects_are_named("flow");
}

#[test]
fn of_sokoban() {
    planted_defects_are_named("sokoban");
}

#[test]
fn of_taquin() {
    planted_defects_are_named("taquin");
}

#[test]
fn of_tetravex() {
    planted_defects_are_named("tetravex");
}
