//! The tables of other languages: what comes with the program is whole, and whoever makes a new one is told what
//! is missing, wrong or stale.

use std::path::Path;
use std::process::{Command, Output};

fn ingenio(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
    command.args(arguments).output().expect("the program runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of a new language in which every sentence is still English.
fn new_file(folder: &Path) -> String {
    let text = told(&ingenio(&["languages", "xx", "--missing"]));
    let text = text.replace("code = \"CODE\"", "code = \"xx\"");
    std::fs::write(folder.join("xx.toml"), &text).expect("a folder to write to");
    text
}

fn check(folder: &Path, text: &str) -> (Option<i32>, String) {
    let file = folder.join("xx.toml");
    std::fs::write(&file, text).expect("a folder to write to");
    let output = ingenio(&["languages", &file.to_string_lossy()]);
    (output.status.code(), told(&output) + &String::from_utf8_lossy(&output.stderr))
}

/// Every sentence is there, with the holes and the forms that it needs: a reader never meets English.
#[test]
fn the_languages_of_the_program_are_whole() {
    let list = told(&ingenio(&["languages"]));
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(codes[0] == "en" && codes.contains(&"es") && codes.contains(&"pl"), "{codes:?}");
    for code in &codes[1..] {
        let output = ingenio(&["languages", code]);
        assert_eq!((output.status.code(), told(&output).as_str()), (Some(0), ""), "{code}");
    }
}

#[test]
fn a_new_language_begins_with_every_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let text = new_file(folder.path());
    assert!(text.lines().filter(|line| line.starts_with('"')).count() > 2000, "all tables of all crates");
    for id in [
        "core.yes",
        "figure.moves",
        "web.cell",
        "help.solve.method",
        "taquin.method.bfs",
        "lesson.flow.1.ask",
        "lab.runs-shown",
    ] {
        assert!(text.contains(&format!("\n\"{id}\" = ")), "{id}");
    }
    assert_eq!(check(folder.path(), &text), (Some(0), String::new()));
}

#[test]
fn what_is_wrong_with_a_table_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = new_file(folder.path());
    let line = text.lines().find(|line| line.starts_with("\"figure.moves\"")).expect("a sentence");
    let with = |other: &str| check(folder.path(), &text.replace(line, other));
    let (status, fault) = with("");
    assert_eq!((status, fault.as_str()), (Some(11), "figure.moves: missing\n"));
    let (_, fault) = with("\"figure.moves\" = \"{number} moves\" # 000000");
    assert!(
        fault.contains("figure.moves: has the holes") && fault.contains("figure.moves: stale"),
        "{fault}"
    );
    let (status, fault) = with("\"figure.moves\" = \"{count|a|b|c} {count}\"");
    assert!(status == Some(3) && fault.contains("has 3 forms in place of 2"), "{fault}");
    let (_, fault) = with(&format!("{line}\n\"figure.nothing\" = \"nothing\""));
    assert!(fault.contains("figure.nothing: no such sentence") && fault.contains("no mark"), "{fault}");
}

#[test]
fn marks_are_put_where_there_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let text = new_file(folder.path());
    let bare: String = text
        .lines()
        .map(|line| {
            if line.starts_with('"') { line.rsplit_once(" # ").map_or(line, |(kept, _)| kept) } else { line }
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let file = folder.path().join("xx.toml");
    std::fs::write(&file, bare).unwrap();
    assert_eq!(told(&ingenio(&["languages", &file.to_string_lossy(), "--mark"])), text);
}

/// Plural forms, the decimal sign and groups of digits are the reader's, whether they say so or their system does.
#[test]
fn the_command_line_speaks_as_it_is_asked() {
    let solve = |language: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.env("LC_ALL", language).env_remove("LANG");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.txt");
        std::fs::write(&file, "1 2 3/4 5 6/_ 7 8\n").unwrap();
        let output = command.arg("solve").arg(&file).output().expect("the program runs");
        assert!(output.status.success());
        told(&output)
    };
    assert!(solve("C").contains("2 moves"), "{}", solve("C"));
    let (spanish, polish) = (solve("es_MX.UTF-8"), solve("pl_PL.UTF-8"));
    assert!(spanish.contains("2 movimientos") && !spanish.contains(" moves"), "{spanish}");
    assert!(polish.contains("2 ruchy") && !polish.contains(" moves"), "{polish}");
    let help = told(&ingenio(&["--language", "es", "solve", "--help"]));
    assert!(help.contains("Uso:") && !help.contains("Usage:"), "{help}");
}
