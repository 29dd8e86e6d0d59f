//! The lab as its users meet it: campaigns of our own methods in real child processes.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn ingenio(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ingenio")).args(arguments).output().expect("the program starts")
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

fn results(out: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(Path::new(out).join("results.jsonl")).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
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
        assert_eq!((&result["outcome"], &result["optimal"]), (&"solved".into(), &true.into()), "{result}");
        assert!(result["nodes"].as_u64() > Some(0) && result["cpu_seconds"].as_f64() > Some(0.0));
        assert!(result["machine"].as_str().is_some_and(|machine| !machine.is_empty()));
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
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("begun");
    let script = format!("echo >> {}; echo R", log.display());
    let text = format!(
        "title = 'kill'\nrepeats = 60\nbudget = {{ time = 20 }}\n[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n\
         [[programs]]\nname = 'sh'\ncommand = ['sh', '-c', '{script}']\n"
    );
    let (file, out) = campaign(&folder, &text);
    let mut killed = 0;
    // Killed whenever some more results are there, until nothing is left to do.
    for more in [1, 2, 3, 5, 8, 13] {
        let before = results(&out).len();
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.args(["lab", "run", &file, "-o", &out, "--jobs", "2"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while results(&out).len() < before + more && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
    }
    let done = ingenio(&["lab", "run", &file, "-o", &out, "--jobs", "2"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let found = results(&out);
    let ids: std::collections::HashSet<_> = found.iter().map(|result| result["run"].to_string()).collect();
    assert_eq!((found.len(), ids.len()), (60, 60), "each once");
    let begun = std::fs::read_to_string(&log).unwrap().lines().count();
    assert!(begun <= 60 + 4 * killed, "only what was under way or in hand is begun again: {begun}");
}

#[test]
fn wrong_answers_are_loud_and_judges_put_them_last() {
    let folder = TempDir::new().unwrap();
    let text = "title = 'judged'\nbudget = { time = 20 }\n[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n\
        [[programs]]\nname = 'wrong'\ncommand = ['echo', 'L']\n\
        [[programs]]\nname = 'right'\ncommand = ['echo', 'R']\n";
    let (file, out) = campaign(&folder, text);
    let judged = ingenio(&["lab", "judge", &file, "-o", &out]);
    assert_eq!(judged.status.code(), Some(11), "a refused answer is told by the status");
    assert!(String::from_utf8_lossy(&judged.stderr).contains("WRONG: wrong on "));
    let ranking = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(ranking.find("| 1 | right").unwrap() < ranking.find("| 2 | wrong").unwrap(), "{ranking}");
    assert!(Path::new(&out).join("judged/wrong.md").exists());
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
fn the_seeds_campaigns_can_be_planned() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/seeds");
    let mut count = 0;
    for entry in std::fs::read_dir(seeds).unwrap().flatten() {
        let file = entry.path().to_string_lossy().into_owned();
        let planned = ingenio(&["lab", "run", &file, "--dry-run", "-o", "/nonexistent"]);
        assert_eq!(planned.status.code(), Some(0), "{file}: {}", text(&planned.stderr));
        count += 1;
    }
    assert!(count >= 6, "{count}");
}
