//! The doctor on planted defects: what is wrong is named, and every change it proposes does mend.

use std::path::Path;
use std::time::Duration;

use ingenio_catalog::{PUZZLES, Request, count};
use ingenio_core::{AnyPuzzle, Budget, LevelRef, Options, Outcome, Silent, Source};
use ingenio_workshop::{Diagnosis, Kind, Repair, examine, rescue};

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
    is_said_as_people_speak(&diagnosis);
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
        Kind::Unsolvable | Kind::Invalid => is_worth_playing(repair),
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

/// A change that gives the level away mends nothing.
fn is_worth_playing(repair: &Repair) {
    let mut play = repair.level.play();
    assert!(!play.won(), "solved as it stands: {}", repair.what.english());
    if repair.level.puzzle().info().metrics.is_empty() {
        return;
    }
    for action in play.moves() {
        let won = play.apply(&action).is_ok() && play.won();
        assert!(!won, "{action} solves it: {}\n{}", repair.what.english(), repair.level.canonical());
        play.undo();
    }
}

/// No cells that are counted from 0, no moves in notation.
fn is_said_as_people_speak(diagnosis: &Diagnosis) {
    let complaints = diagnosis.complaints.iter().map(|complaint| &complaint.what);
    for said in complaints.chain(diagnosis.repairs.iter().map(|repair| &repair.what)) {
        let said = said.english();
        let pairs = said.as_bytes().windows(3);
        let notation = pairs
            .into_iter()
            .any(|three| three[0].is_ascii_digit() && three[1] == b',' && three[2].is_ascii_digit());
        assert!(!notation && !said.contains(['@', '/']) && !said.contains("row 0"), "{said}");
    }
}

/// The levels that a broken text is mended to, with what is said of them.
fn mended(puzzle: &str, text: &str) -> Vec<(String, String)> {
    let puzzle = *PUZZLES.iter().find(|known| known.info().name == puzzle).unwrap();
    let (source, settings) = (Source::new(text), Options::defaults(puzzle.info().settings));
    let [Err(fault)] = &puzzle.read(&source, &settings)[..] else { panic!("no fault in\n{text}") };
    let diagnosis = rescue(puzzle.rescued(&source, fault, &settings), &budget());
    diagnosis.repairs.iter().for_each(is_worth_playing);
    // Lines of a text are told as they are written there.
    if !text.contains("fixed") {
        is_said_as_people_speak(&diagnosis);
    }
    diagnosis.repairs.iter().map(|repair| (repair.what.english(), repair.level.canonical())).collect()
}

#[test]
fn the_commonest_slips_are_mended() {
    let slips = [
        (
            "sokoban",
            "#######\n#.   .#\n# $$  #\n#  $@ #\n#     #\n#######\n",
            "leave out the box at row 3, column 3",
        ),
        (
            "sokoban",
            "#######\n#.   .#\n# $  .#\n#  $@ #\n#     #\n#######\n",
            "leave out the goal at row 2, column 2",
        ),
        (
            "sokoban",
            "#######\n#.@ @.#\n# $ $ #\n#     #\n#######\n",
            "leave out the player at row 2, column 3",
        ),
        ("sokoban", "######\n#.  .#\n#    #\n# $$ #\n#    #\n######\n", "put the player at row 2, column 3"),
        (
            "sokoban",
            "######\n#.  .#\n#    #\n# $$ \n#  @ #\n######\n",
            "close the outer wall at row 4, column 6",
        ),
        (
            "sokoban",
            "## ####\n#.   .#\n# $$   \n#  @  #\n#     #\n#######\n",
            "close the outer wall at row 1, column 3 and close the outer wall at row 3, column 7",
        ),
        (
            "sokoban",
            "#########\n#. @#   #\n#.$ # $ #\n#   #   #\n#########\n",
            "remove the wall at row 2, column 5",
        ),
        (
            "sokoban",
            "##########\n#.   @#  #\n# $$  # .#\n#     #  #\n##########\n",
            "remove the wall at row 3, column 7",
        ),
        ("flow", "D....\nEB..C\n..A..\n...A.\nEBD..\n", "put the second end point of C at row"),
        ("flow", "A..B\n.A..\n....\nA..B\n", "leave out the end point of A at row"),
        ("flow", "D..C.\nEB..C\n..A.\n...A.\nEBD..\n", "fill row 3 up with empty cells"),
        (
            "unblock",
            "6x6:\nooooCo\nooooCo\nBBooCo\noooooo\nooDDoo\noooooo\n",
            "call piece B A: it becomes the target",
        ),
        ("unblock", "6x6:\nooooCo\nooooCo\nAAooCo\noooooo\nooDooo\noooooo\n", "let piece D cover row"),
        (
            "unblock",
            "6x6:\nooooCo\nooooCo\nAAooCo\noooooo\nBBooBB\noooooo\n",
            "call the piece B at row 5, column 5",
        ),
        ("taquin", "1 8 3/4 2 _/7 6 6\n", "write 5 instead of 6 at row 3, column"),
        ("taquin", "8 1 3/4 2 9/7 6 5\n", "write _ instead of 9 at row 2, column 3"),
        (
            "tetravex",
            "2x2\n5 3 3 5\n1 4 2 3\n3 1 3 4\n2 4 5 1\nfixed 2,0 1\nquestion: complete\n",
            "leave out the line",
        ),
    ];
    for (puzzle, text, wanted) in slips {
        let found = mended(puzzle, text);
        assert!(found.iter().any(|(what, _)| what.starts_with(wanted)), "{wanted}: {found:#?}\n{text}");
    }
}

/// The blocks lock each other: each of them alone would be in nobody's way.
#[test]
fn blame_says_what_it_means() {
    let say = |puzzle: &str, text: &str| {
        let level = ingenio_catalog::read_level(puzzle, text).unwrap();
        let (_, diagnosis) = diagnose(&level);
        let complaints = diagnosis.complaints.iter().map(|complaint| complaint.what.english());
        complaints.collect::<Vec<_>>().join("; ")
    };
    let said = say("unblock", "4x4:ooBoAABoooBooooo");
    assert!(said.contains("without piece B the level can be solved"), "{said}");
    // Two pairs that cross each other: nothing helps but both.
    let said = say("flow", "AB..CD\nB....C\n......\nA....D\n");
    assert!(!said.contains("because of"), "{said}");
    let said = say("flow", "..BCB\nA.C..\n.....\n.D.DA\n.....\n");
    assert!(said.contains("all colours can be joined, but not so that every cell is filled"), "{said}");
    let said = say("flow", "A....B\n......\nB....A\n");
    assert!(said.contains("colour A and colour B are in each other's way"), "{said}");
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
