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

/// Languages have one form, or four: who says so in the head of the file has every sentence with as many.
#[test]
fn a_new_language_begins_with_the_forms_of_its_head() {
    let folder = tempfile::tempdir().unwrap();
    let text = new_file(folder.path());
    let (head, _) = text.split_once("\"core.").expect("a first sentence");
    let head = head.split_inclusive("[sentences]\n").next().unwrap_or_default();
    let rules = "plural = [\"i = 1 and v = 0\"]";
    assert!(head.contains(rules), "{head}");
    for (many, english) in [
        ("plural = []", "{count} {count|moves}"),
        (
            "plural = [\"i % 100 = 1\", \"i % 100 = 2\", \"i % 100 = 3..4\"]",
            "{count} {count|move|moves|moves|moves}",
        ),
    ] {
        let head = head.replace(rules, many);
        std::fs::write(folder.path().join("xx.toml"), &head).unwrap();
        let file = folder.path().join("xx.toml");
        let sentences = told(&ingenio(&["languages", &file.to_string_lossy(), "--missing"]));
        assert!(sentences.contains(&format!("\"figure.moves\" = \"{english}\"")), "{many}");
        assert_eq!(check(folder.path(), &(head + &sentences)), (Some(0), String::new()), "{many}");
    }
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
    assert!(status == Some(11) && fault.contains("has 3 forms in place of 2"), "{fault}");
    let (_, fault) = with("\"figure.moves\" = \"moves: {count}\"");
    assert!(fault.contains("figure.moves: no word follows count"), "{fault}");
    let (_, fault) = with("\"figure.moves\" = \"moves: {count}{count||}\"");
    assert!(!fault.contains("no word follows"), "{fault}");
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

/// What clap writes by itself is said anew: headings and notes of manual pages, and what shells tell of options.
#[test]
fn manual_pages_and_completions_are_in_the_language_of_their_reader() {
    let pseudo = |rest: &[&str]| told(&ingenio(&[&["--language", "en-XA"], rest].concat()));
    for command in ["solve", "worker", "lab", "man"] {
        let page = pseudo(&["man", command]);
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert!(headings.len() > 4, "{page}");
        for heading in headings {
            assert!(heading.trim_matches('"').starts_with('['), "{command}: {heading}");
        }
        assert!(!page.contains("May also be") && !page.contains("Possible values"), "{command}: {page}");
    }
    for shell in ["zsh", "fish"] {
        let script = pseudo(&["completions", shell]);
        assert!(script.contains("[Sólvé") && !script.contains("Print version"), "{shell}");
    }
    let polish = told(&ingenio(&["--language", "pl", "man", "solve"]));
    assert!(polish.contains(".SH \"NAZWA\"") && !polish.contains("SYNOPSIS"), "{polish}");
}

/// What asks first: the wish on the command line, then the environment in the order that systems have.
#[test]
fn the_environment_is_asked_in_its_order() {
    let help = |asked: &[(&str, &str)], wish: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingenio"));
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
        let asked = asked.iter().copied();
        told(&command.envs(asked).args(wish).arg("--help").output().expect("the program runs"))
    };
    let (spanish, polish) = ("es_ES.UTF-8", "pl_PL.UTF-8");
    for asked in [
        vec![("LANG", spanish)],
        vec![("LC_MESSAGES", spanish), ("LANG", polish)],
        vec![("LC_ALL", spanish), ("LC_MESSAGES", polish), ("LANG", polish)],
        vec![("LC_ALL", ""), ("LANG", spanish)],
    ] {
        assert!(help(&asked, &[]).contains("Uso:"), "{asked:?}");
    }
    assert!(help(&[("LC_ALL", spanish)], &["--language", "en"]).contains("Usage:"));
    assert!(help(&[("LC_ALL", "C"), ("LANG", spanish)], &[]).contains("Usage:"), "C is English");
    assert!(help(&[], &[]).contains("Usage:"));
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
