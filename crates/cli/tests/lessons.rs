//! What the lessons show is what their experiments give, and `ingenio exercise` judges. `make tables` writes
//! the tables and the lists of exercises anew.

mod claims;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, Output};

use ingenio_core::metric::{counted, named};
use ingenio_core::{CampaignRun, Ending, Language, Limit, Message};
use ingenio_lab::{Study, known_again, words as lab};
use ingenio_lessons::words as said;
use ingenio_lessons::{LESSONS, Lesson};
use tempfile::TempDir;
use written::{expect_part, root};

const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// With so many levels and fewer, each has a column of its own.
const FEW_LEVELS: usize = 6;

fn ingenio(arguments: &[&str]) -> Output {
    Command::new(INGENIO).args(arguments).current_dir(root()).output().unwrap()
}

/// The lesson's experiment, as a reader makes it.
fn experiment(lesson: &Lesson) -> Vec<CampaignRun> {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("runs");
    let campaign = format!("docs/lessons/{}.campaign.toml", lesson.name);
    let done = ingenio(&["lab", "run", &campaign, "-o", out.to_str().unwrap()]);
    let study = Study::read(&out);
    study.unwrap_or_else(|message| panic!("{message:?}\n{}", String::from_utf8_lossy(&done.stderr))).records
}

/// Every language that has a text of the lesson, with the file of it.
fn texts(lesson: &Lesson) -> Vec<(Language, PathBuf)> {
    ingenio_languages::install();
    let file = |language: Language| match language.code() {
        "en" => root().join(format!("docs/lessons/{}.md", lesson.name)),
        code => root().join(format!("docs/lessons/{code}/{}.md", lesson.name)),
    };
    let texts = Language::all().into_iter().map(|language| (language, file(language)));
    texts.filter(|(_, file)| file.exists()).collect()
}

#[test]
fn the_tables_of_the_lessons_are_what_their_experiments_give() {
    for lesson in &LESSONS {
        let runs = experiment(lesson);
        let levels: BTreeSet<_> = runs.iter().map(|run| (&run.set, run.index)).collect();
        let seeds: BTreeSet<_> = runs.iter().map(|run| run.answer.seed).collect();
        let by_level = levels.len() <= FEW_LEVELS && seeds.len() == 1;
        let table = || if by_level { table_by_level(lesson, &runs) } else { table_of_sums(lesson, &runs) };
        let remark = runs.iter().flat_map(|run| &run.answer.remarks).next();
        for (language, document) in texts(lesson) {
            expect_part(&document, "experiment", &language.during(table));
            if lesson.text.contains("<!-- remark: generated -->") {
                let remark = known_again(remark.expect("a run says something"));
                expect_part(&document, "remark", &format!("> {}\n", language.say(remark)));
            }
        }
        claims::check(lesson, &runs);
    }
}

/// Names in the order of the campaign.
fn names(runs: &[CampaignRun]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for run in runs {
        if !names.contains(&run.name.as_str()) {
            names.push(&run.name);
        }
    }
    names
}

/// What a run brought: its length and its nodes. Nodes of engines are theirs and change with their versions.
fn told(run: &CampaignRun) -> String {
    let engine = ["sat-", "milp-", "cp-"].iter().any(|engine| run.answer.chosen.starts_with(engine));
    let nodes = run.answer.effort.nodes.filter(|_| !engine).map(|nodes| said::NODES.with("count", nodes));
    let length = length(run).map(|(length, metric)| counted(metric, length));
    if is_solved(run) {
        length.into_iter().chain(nodes).map(|figure| figure.written()).collect::<Vec<_>>().join(", ")
    } else {
        let limit = run.answer.outcome.limit().map(|limit| match limit {
            Limit::Method => said::LIMIT_METHOD.say(),
            other => other.said().say(),
        });
        let limit = limit.map_or(String::new(), |limit| format!(" ({})", limit.written()));
        format!("{}{limit}", run.answer.outcome.kind().said().say().written())
    }
}

/// A best in hand when a limit was hit is no answer.
fn is_solved(run: &CampaignRun) -> bool {
    run.answer.outcome.kind() == Ending::Solved
}

/// In the metric that the campaign compares, where the puzzle counts one.
fn length(run: &CampaignRun) -> Option<(u64, &str)> {
    Some((run.answer.length()?, run.answer.first_metric()))
}

fn table_by_level(lesson: &Lesson, runs: &[CampaignRun]) -> String {
    let mut cells: BTreeMap<(&str, u64), BTreeMap<&str, String>> = BTreeMap::new();
    let mut order: Vec<(&str, u64)> = Vec::new();
    for run in runs {
        let level = (run.set.as_str(), run.index as u64);
        if !order.contains(&level) {
            order.push(level);
        }
        cells.entry(level).or_default().insert(&run.name, told(run));
    }
    let one_each = order.iter().map(|(set, _)| set).collect::<BTreeSet<_>>().len() == order.len();
    let heading =
        |(set, index): &(&str, u64)| if one_each { (*set).to_owned() } else { format!("{set} {index}") };
    let headings: Vec<String> = order.iter().map(heading).collect();
    let method = lab::HEAD_METHOD.say().written();
    let mut table = format!("| {method} | {} |\n|---|{}\n", headings.join(" | "), "---|".repeat(order.len()));
    for name in names(runs) {
        let row: Vec<&str> =
            order.iter().map(|level| cells[level].get(name).map_or("-", String::as_str)).collect();
        table += &format!("| {} | {} |\n", code(lesson, name, runs), row.join(" | "));
    }
    table
}

/// Solved of all; nodes and lengths over the levels that every method solves which solves at least half.
fn table_of_sums(lesson: &Lesson, runs: &[CampaignRun]) -> String {
    let of = |name: &str| runs.iter().filter(move |run| run.name == name).collect::<Vec<_>>();
    let solved = |name: &str| -> BTreeSet<(String, u64, u64)> {
        let solved = of(name).into_iter().filter(|run| is_solved(run));
        solved.map(|run| (run.set.clone(), run.index as u64, run.answer.seed)).collect()
    };
    let able: Vec<&str> =
        names(runs).into_iter().filter(|name| 2 * solved(name).len() >= of(name).len()).collect();
    let common = able.iter().map(|name| solved(name)).reduce(|one, other| &one & &other).unwrap_or_default();
    let metric = runs.iter().find_map(length).map_or(lab::HEAD_LENGTH.say(), |(_, metric)| named(metric));
    let of_common = |what: Message| said::COMMON.with("what", what).with("count", common.len());
    let heads =
        [lab::HEAD_METHOD.say(), lab::HEAD_SOLVED.say(), of_common(lab::HEAD_NODES.say()), of_common(metric)];
    let heads = heads.map(|head| head.written()).join(" | ");
    let mut table = format!("| {heads} |\n|---|---|---|---|\n");
    for name in names(runs) {
        let shared = of(name)
            .into_iter()
            .filter(|run| common.contains(&(run.set.clone(), run.index as u64, run.answer.seed)));
        let sums = shared.fold((0, 0), |(nodes, lengths), run| {
            (
                nodes + run.answer.effort.nodes.unwrap_or(0),
                lengths + length(run).map_or(0, |(length, _)| length),
            )
        });
        let sums = if able.contains(&name) { format!("{} | {}", sums.0, sums.1) } else { "- | -".into() };
        let solved = lab::CELL_OF.with("solved", solved(name).len()).with("runs", of(name).len()).written();
        table += &format!("| {} | {solved} | {sums} |\n", code(lesson, name, runs));
    }
    table
}

/// A method goes by its own name as code, or by the name that the campaign gives it.
fn code(lesson: &Lesson, name: &str, runs: &[CampaignRun]) -> String {
    let own = runs.iter().any(|run| run.name == name && run.spec == name);
    let given = lesson.said_methods().into_iter().find(|(known, _)| known == name);
    match given {
        Some((_, said)) if !own => said.written(),
        _ => format!("`{name}`"),
    }
}

#[test]
fn the_exercises_stand_in_the_lessons() {
    for lesson in &LESSONS {
        for (language, document) in texts(lesson) {
            let item = |(number, exercise): (usize, ingenio_lessons::Exercise)| {
                format!("{number}. {}\n", language.say(exercise.said_ask()).replace('\n', "\n   "))
            };
            let list: String = (1..).zip(lesson.exercises()).map(item).collect();
            expect_part(&document, "exercises", &list.replace("\n   \n", "\n\n"));
        }
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn exercises_are_listed_asked_and_judged() {
    let list = ingenio(&["exercise"]);
    assert!(list.status.success() && LESSONS.iter().all(|lesson| said(&list).contains(lesson.title())));
    let sheet = ingenio(&["exercise", "taquin"]);
    assert!(said(&sheet).contains("5. Solve") && said(&sheet).contains("(yes or no)"), "{}", said(&sheet));
    let hint = ingenio(&["exercise", "taquin", "1", "--hint"]);
    assert!(said(&hint).contains("blank does not count"));

    let right = ingenio(&["exercise", "taquin", "1", "2"]);
    assert!(right.status.success() && said(&right).starts_with("Right. Tiles 1 and 2"), "{}", said(&right));
    let wrong = ingenio(&["exercise", "unblock", "3", "-10"]);
    assert_eq!(wrong.status.code(), Some(11));
    assert!(said(&wrong).starts_with("Not yet. That is what leaving is worth"), "{}", said(&wrong));
    let other = said(&ingenio(&["exercise", "unblock", "1", "141"]));
    assert_eq!(
        other,
        "Not yet. It is not 141: that is too small.\nStuck: ingenio exercise unblock 1 --hint.\n"
    );
    let hinted = said(&ingenio(&["exercise", "unblock", "1", "141", "--hint"]));
    assert!(hinted.contains("7 - T") && !hinted.contains("Stuck"), "{hinted}");
    let json = ingenio(&["exercise", "unblock", "3", "0", "--json"]);
    assert!(said(&json).starts_with("{\"right\":true,\"why\":"), "{}", said(&json));
}

#[test]
fn a_question_says_how_to_answer_it() {
    let number = said(&ingenio(&["exercise", "unblock", "1"]));
    assert!(number.ends_with("Answer with: ingenio exercise unblock 1 ANSWER. Stuck: --hint.\n"), "{number}");
    let level = said(&ingenio(&["exercise", "flow", "5"]));
    assert!(level.ends_with("Answer with: ingenio exercise flow 5 --file FILE. Stuck: --hint.\n"), "{level}");
}

#[test]
fn a_level_is_handed_in_as_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("my.txt");
    std::fs::write(&file, "AB\nBA\n").unwrap();
    let right = ingenio(&["exercise", "flow", "5", "--file", file.to_str().unwrap()]);
    assert!(right.status.success(), "{}", said(&right));
    std::fs::write(&file, "AA\nBB\n").unwrap();
    let wrong = ingenio(&["exercise", "flow", "5", "--file", file.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(11));
    assert!(said(&wrong).contains("should be unsolvable"), "{}", said(&wrong));
}

#[test]
fn a_notebook_is_written_whose_cells_ask_this_program() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("flow.ipynb");
    let written = ingenio(&["exercise", "flow", "--notebook", file.to_str().unwrap()]);
    assert!(written.status.success() && said(&written).contains("flow.ipynb"), "{}", said(&written));
    let notebook = std::fs::read_to_string(&file).unwrap();
    let printed = ingenio(&["exercise", "flow", "--notebook", "-"]);
    assert_eq!(String::from_utf8_lossy(&printed.stdout), notebook, "the same on standard output");
    let notebook: serde_json::Value = serde_json::from_str(&notebook).unwrap();
    assert_eq!(notebook["nbformat"], 4);
    // What the cells call: the answer by standard input.
    let mut child = Command::new(INGENIO)
        .args(["exercise", "flow", "5", "--file", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"\nAB\nBA\n").unwrap();
    let judged = child.wait_with_output().unwrap();
    assert!(judged.status.success(), "{}", said(&judged));
    let nowhere = ingenio(&["exercise", "flow", "--notebook", "no-such-folder/flow.ipynb"]);
    assert_eq!(nowhere.status.code(), Some(3), "{}", said(&nowhere));
    assert_eq!(ingenio(&["exercise", "--notebook", "x.ipynb"]).status.code(), Some(2), "of which lesson?");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (arguments, code, words) in [
        (vec!["exercise", "chess"], 2, "possible values"),
        (vec!["exercise", "flow", "6"], 2, "exercises 1 to 5"),
        (vec!["exercise", "flow", "5", "--file", "no-such-file"], 3, "no-such-file"),
    ] {
        let refused = ingenio(&arguments);
        assert_eq!(refused.status.code(), Some(code), "{}", said(&refused));
        assert!(said(&refused).contains(words), "{}", said(&refused));
    }
}

/// A translation has the headings of the English text, as many and in the same order.
#[test]
fn translations_have_the_headings_of_the_english_text() {
    let orders = |text: &str| -> Vec<usize> {
        // What stands between fences is code.
        let prose = text.split("```").step_by(2).flat_map(str::lines).filter(|line| line.starts_with('#'));
        prose.map(|line| line.chars().take_while(|letter| *letter == '#').count()).collect()
    };
    for lesson in &LESSONS {
        for (language, file) in texts(lesson) {
            let text = std::fs::read_to_string(file).unwrap();
            assert_eq!(orders(&text), orders(lesson.text), "{} in {}", lesson.name, language.code());
        }
    }
}
