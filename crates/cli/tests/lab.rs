//! The lab as its users meet it: campaigns of our own methods in real child processes.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use ingenio_core::{CampaignRun, LevelRef, Options, Source};
use ingenio_lab::read_results;
use ingenio_play::{Mode, Session};
use ingenio_store::{KeptRun, LocalStore, PlayId};
use tempfile::TempDir;

#[path = "../../lab/tests/kills/mod.rs"]
mod kills;

/// Its data folder is one that holds nothing, unless a database is named.
fn ingenio(arguments: &[&str]) -> Output {
    let home = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
    command.args(arguments).env("XDG_DATA_HOME", home.path()).env_remove("INGENIO_DATABASE");
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const CAMPAIGN: &str = "\
title = 'small boards'
budget = { time = 20, memory = 512 }
optimal = true
[[levels]]
pack = 'taquin-1-three'
range = [1, 3]
[[methods]]
method = 'bfs'
[[methods]]
name = 'table-free'
method = 'idastar-manhattan'
";

fn campaign(folder: &TempDir, text: &str) -> (String, String) {
    let file = folder.path().join("c.toml");
    std::fs::write(&file, text).unwrap();
    (file.to_string_lossy().into_owned(), folder.path().join("out").to_string_lossy().into_owned())
}

fn results(out: &str) -> Vec<CampaignRun> {
    read_results(Path::new(out)).unwrap_or_default()
}

/// Everything in a store, line by line.
fn exported(store: &LocalStore) -> Vec<String> {
    let mut lines = Vec::new();
    store.export(|line| lines.push(line)).unwrap();
    lines
}

#[test]
fn a_campaign_runs_reports_and_compares() {
    let folder = TempDir::new().unwrap();
    let (file, out) = campaign(&folder, CAMPAIGN);
    let listed = ingenio(&["lab", "run", &file, "-o", &out, "--dry-run"]);
    assert_eq!(text(&listed.stdout).lines().count(), 6, "{}", text(&listed.stderr));
    assert!(results(&out).is_empty(), "nothing was run");
    let run = ingenio(&["lab", "run", &file, "-o", &out, "--jobs", "2"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let found = results(&out);
    assert_eq!(found.len(), 6);
    for result in &found {
        assert!(result.answer.is_optimal(), "{}", result.line());
        assert!(result.answer.nodes() > 0 && result.process.cpu_seconds > 0.0 && !result.machine.is_empty());
    }
    let again = ingenio(&["lab", "resume", &out]);
    assert_eq!((again.status.code(), results(&out).len()), (Some(0), 6), "nothing is run twice");
    for made in ["report.html", "report.md", "results.csv", "charts/cactus.svg", "charts/cactus.png"] {
        assert!(Path::new(&out).join(made).exists(), "{made}");
    }
    let compared = ingenio(&["lab", "compare", &out, &out]);
    assert!(
        text(&compared.stdout).contains("no significant difference in time"),
        "{}",
        text(&compared.stdout)
    );
}

#[test]
fn a_runner_that_is_killed_loses_nothing_and_repeats_nothing() {
    let ingenio = Path::new(env!("CARGO_BIN_EXE_ingenio"));
    let outcome = kills::disturb(ingenio, 150, Duration::from_millis(400), 3);
    assert!(outcome.is_good() && outcome.results == 150, "{outcome:?}");
    assert!(outcome.killed > 0, "nobody was killed: {outcome:?}");
}

#[test]
fn results_are_in_the_store_once_and_may_be_brought_there_later() {
    let folder = TempDir::new().unwrap();
    let (file, out) = campaign(&folder, CAMPAIGN);
    let database = folder.path().join("kept.sqlite");
    let kept = database.to_str().unwrap();
    let alone = ingenio(&["lab", "run", &file, "-o", &out, "--database", kept]);
    assert!(alone.status.success() && !database.exists(), "nobody asked: {}", text(&alone.stderr));
    for added in [6, 0] {
        let brought = ingenio(&["lab", "import", &out, "--database", kept]);
        let said = text(&brought.stderr);
        assert!(brought.status.success() && said.contains(&format!("{added} runs are new")), "{said}");
    }
    ingenio(&["lab", "resume", &out, "--store", "--database", kept]);
    let store = LocalStore::open_file(&database).unwrap();
    let exported = exported(&store);
    let of_kind =
        |kind: &str| exported.iter().filter(|line| line.contains(&format!(r#""kind":"{kind}""#))).count();
    assert_eq!(
        (of_kind("campaign-run"), of_kind("record")),
        (6, 6),
        "each once; the best of three levels in two metrics"
    );
    let first = exported.iter().find(|line| line.contains(r#""kind":"campaign-run""#)).unwrap();
    let first: KeptRun = serde_json::from_str(first).unwrap();
    let measured = results(&out).into_iter().find(|result| result.run == first.run.run).unwrap();
    assert_eq!(first.run, measured, "nothing is rounded or left out");
}

/// Plays these moves, one every two seconds; the clock starts with the first.
fn play(store: &LocalStore, name: &str, level: &LevelRef, moves: &[&str]) -> (PlayId, Session) {
    let player = store.player(name).unwrap();
    let id = store.begin(player, level, Mode::Challenge).unwrap();
    let mut session = Session::new(level.clone());
    for (number, action) in (1..).zip(moves) {
        session.apply(action, Duration::from_secs(2 * number)).unwrap();
    }
    store.save(id, &session, None).unwrap();
    (id, session)
}

#[test]
fn people_stand_beside_machines_if_nobody_helped_them() {
    let folder = TempDir::new().unwrap();
    let boards = "1 2 3/4 5 6/_ 7 8\n1 2 3/_ 5 6/4 7 8";
    let text_of = format!(
        "title = 'people'\npeople = true\nbudget = {{ time = 20 }}\n[[levels]]\nset = 'board'\ntext = \"\"\"\n{boards}\n\"\"\"\n\
         [[methods]]\nmethod = 'bfs'\n\
         [[beside]]\nsource = 's'\nwhat = 'w'\nsaid = '55'\nmethod = 'people'\nfigure = 'moves'\nlevel = 'board 1'\n\
         [[beside]]\nsource = 's'\nwhat = 'w'\nsaid = '55'\nmethod = 'people'\nfigure = 'time'\nlevel = 'board 2'\n"
    );
    let (file, out) = campaign(&folder, &text_of);
    let database = folder.path().join("plays.sqlite");
    let store = LocalStore::open_file(&database).unwrap();
    let puzzle = ingenio_catalog::find("taquin").unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    let level = puzzle.read(&Source::new("1 2 3/4 5 6/_ 7 8"), &settings).remove(0).unwrap().level;
    let (_, won) = play(&store, "ann", &level, &["R", "R"]);
    assert!(won.won());
    play(&store, "bob", &level, &["R", "L", "R", "R"]);
    // Not won, helped, and shown the way: none of these counts.
    play(&store, "cas", &level, &["R"]);
    let (helped, _) = play(&store, "dan", &level, &["R", "R"]);
    store.hint_taken(helped, Duration::from_secs(1), 1).unwrap();
    let shown = exported(&store).join("\n").replace("\"helped\":null", "\"helped\":7");
    drop(store);
    let run = ingenio(&["lab", "run", &file, "-o", &out, "--database", database.to_str().unwrap()]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    let report = || std::fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    assert!(report().contains("| board 1 | 2 | 4.00 | 2 | 2 in "), "{}", report());
    assert!(report().contains("| board 2 | 0 | no plays yet | - | 3 in "), "{}", report());
    assert!(report().contains("| 55 | 3 (median, plays: 2) |"), "{}", report());
    assert!(report().contains("| 55 | no plays yet |"), "{}", report());
    assert!(Path::new(&out).join("charts/people-time.svg").exists());
    let plays = folder.path().join("shown.jsonl");
    std::fs::write(&plays, shown).unwrap();
    ingenio(&["lab", "report", &out, "--plays", plays.to_str().unwrap()]);
    assert!(report().contains("| board 1 | 0 | no plays yet |"), "{}", report());
}

#[test]
fn campaigns_are_listed_with_how_they_stand() {
    let folder = TempDir::new().unwrap();
    let (file, out) = campaign(&folder, CAMPAIGN);
    ingenio(&["lab", "run", &file, "-o", &out, "--no-store"]);
    let listed = ingenio(&["lab", "list", folder.path().to_str().unwrap()]);
    assert_eq!(text(&listed.stdout), "out: finished, 6 of 6 runs, 6 solved, 0 wrong\n");
    let listed = ingenio(&["lab", "list", folder.path().to_str().unwrap(), "--json"]);
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!((&listed[0]["state"], &listed[0]["total"]), (&"finished".into(), &6.into()));
}

#[test]
fn wrong_answers_are_loud_and_judges_put_them_last() {
    let folder = TempDir::new().unwrap();
    let text = "title = 'judged'\nbudget = { time = 20 }\n[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n\
        [[programs]]\nname = 'wrong'\ncommand = ['echo', 'L']\n\
        [[programs]]\nname = 'right'\ncommand = ['echo', 'R']\n";
    let (file, out) = campaign(&folder, text);
    let judged = ingenio(&["lab", "judge", &file, "-o", &out, "--allow-programs"]);
    assert_eq!(judged.status.code(), Some(11), "a refused answer is told by the status");
    assert!(String::from_utf8_lossy(&judged.stderr).contains("WRONG: wrong on "));
    let ranking = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(ranking.find("| 1 | right").unwrap() < ranking.find("| 2 | wrong").unwrap(), "{ranking}");
    assert!(Path::new(&out).join("judged/wrong.html").exists());
}

#[test]
fn a_bad_campaign_is_refused_with_its_place() {
    let folder = TempDir::new().unwrap();
    let (file, out) = campaign(&folder, "title = 'x'\nnonsense = 3\n");
    let refused = ingenio(&["lab", "run", &file, "-o", &out]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(text(&refused.stderr).contains("line 2"), "{}", text(&refused.stderr));
}

#[test]
fn the_papers_campaigns_can_be_planned() {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/papers");
    let mut count = 0;
    for entry in std::fs::read_dir(papers).unwrap().flatten() {
        let file = entry.path().to_string_lossy().into_owned();
        let planned = ingenio(&["lab", "run", &file, "--dry-run", "-o", "/nonexistent"]);
        assert_eq!(planned.status.code(), Some(0), "{file}: {}", text(&planned.stderr));
        count += 1;
    }
    assert!(count >= 6, "{count}");
}
