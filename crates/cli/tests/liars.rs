//! Programs that lie to the lab: what they claim is held against everything known, and counts for nothing.

use std::path::Path;
use std::process::Command;

use ingenio_core::{Ending, Outcome};
use ingenio_lab::{Sandbox, Study, rank};
use tempfile::TempDir;

const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// Prints what our own program says of a level, with its words changed.
fn program(name: &str, script: &str) -> String {
    let script = script.replace("INGENIO", INGENIO);
    format!(
        "[[programs]]\nname = '{name}'\nanswer = 'json'\nreads = ['{INGENIO}']\n\
         command = ['sh', '-c', '''{script}''', 'sh', '{{level}}']\n"
    )
}

fn judge(campaign: &str) -> (TempDir, Study) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("class.toml");
    std::fs::write(&file, campaign).unwrap();
    let out = folder.path().join("class");
    let done = Command::new(INGENIO)
        .args(["lab", "judge", "--no-store"])
        // Liars lie in a sandbox where there is one.
        .args(Sandbox::find().err().map(|_| "--allow-programs"))
        .arg("-o")
        .args([out.as_os_str(), file.as_os_str()])
        .output()
        .unwrap();
    let study = Study::read(&out);
    (folder, study.unwrap_or_else(|message| panic!("{message:?}\n{}", String::from_utf8_lossy(&done.stderr))))
}

fn endings(study: &Study, name: &str) -> Vec<Ending> {
    study.of(name).map(|run| run.answer.outcome.kind()).collect()
}

/// The three programs that were believed once: one word for all levels, a boast, and a proof without a pack.
#[test]
fn whoever_lies_is_void_and_comes_last() {
    let programs = [
        program("resigned", "echo unsolvable"),
        program(
            "boaster",
            "INGENIO solve $1 --method greedy --json | sed s/.optimal.:false/\\\"optimal\\\":true/",
        ),
        program("honest", "INGENIO solve $1 --optimal --json"),
    ];
    let levels =
        "[[levels]]\npack = 'taquin-1-three'\nrange = [20, 22]\n[[levels]]\ntext = '8 6 7/2 5 4/3 _ 1'\n";
    let text = format!(
        "title = 'A class'\noptimal = true\nbudget = {{ time = 20, memory = 512 }}\n{levels}{}",
        programs.concat()
    );
    let (folder, study) = judge(&text);
    assert_eq!(endings(&study, "resigned"), [Ending::Wrong; 4], "solutions refute it");
    assert_eq!(endings(&study, "boaster"), [Ending::Wrong; 4], "the pack's proved best, and our own proof");
    assert_eq!(endings(&study, "honest"), [Ending::Solved; 4], "what it claims is so");
    assert!(study.of("honest").all(|run| run.answer.is_optimal()));
    let ranks = rank(&study);
    assert_eq!((ranks[0].place, ranks[0].summary.method.as_str()), (1, "honest"));
    assert!(ranks[1..].iter().all(|rank| rank.summary.is_void()));
    let known = std::fs::read_to_string(folder.path().join("class").join(ingenio_lab::FACTS)).unwrap();
    assert!(known.contains("taquin-1-three"), "{known}");
}

/// Unreadable is failed, and nobody else suffers for it; what is right and unproved is an answer where any was asked for.
#[test]
fn only_a_wrong_answer_voids() {
    let programs = [
        program("garbled", "echo '{\"solution\":'"),
        program("modest", "INGENIO solve $1 --method layers --json"),
        program("true", "INGENIO solve $1 --optimal --json"),
        program("silent", "true"),
    ];
    let text = format!(
        "title = 'A class'\nbudget = {{ time = 20, memory = 512 }}\n[[levels]]\ntext = '2 1 3/4 5 6/7 8 _'\n[[levels]]\ntext = '8 6 7/2 5 4/3 _ 1'\n{}",
        programs.concat()
    );
    let (_folder, study) = judge(&text);
    assert_eq!(endings(&study, "garbled"), [Ending::Failed; 2]);
    assert_eq!(endings(&study, "silent"), [Ending::Failed; 2]);
    // The first has no solution: our own proof says so too.
    assert_eq!(endings(&study, "true"), [Ending::Unsolvable, Ending::Solved]);
    assert_eq!(endings(&study, "modest"), [Ending::Unsolvable, Ending::Solved]);
    assert!(study.summaries().iter().all(|summary| !summary.is_void()));
    let first = study.of("true").next().unwrap();
    assert!(
        matches!(&first.answer.outcome, Outcome::Unsolvable { reason } if reason.english().contains("proof"))
    );
}

#[test]
fn a_campaign_needs_no_database() {
    let (folder, _) = judge(&format!(
        "title = 't'\nbudget = {{ time = 5, memory = 512 }}\n[[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\n{}",
        program("honest", "INGENIO solve $1 --json")
    ));
    assert!(Path::exists(&folder.path().join("class/report.html")));
}
