//! A class is judged: programs that are missing, handed in again, curious or kept waiting; levels that their
//! authors do not see.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use ingenio_core::{CampaignRun, Ending};
use ingenio_lab::{Sandbox, Study, pairs, physical_cores, read_results};
use tempfile::TempDir;

const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// A teacher's folder: a campaign, and a folder for each entrant.
struct Class {
    home: TempDir,
}

const HEAD: &str = "title = 'A class'\nbudget = { time = 20, memory = 512 }\n";

/// Two boards that everybody sees and one that nobody does.
const LEVELS: &str = "[[levels]]\nset = 'public'\ntext = '''\n1 2 3/4 5 6/7 _ 8\n1 2 3/4 5 6/_ 7 8\n'''\n\
    [[levels]]\nset = 'secret'\nhidden = true\npoints = 3\ntext = '1 2 3/_ 5 6/4 7 8'\n";

impl Class {
    fn new() -> Self {
        Class { home: TempDir::new().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// An entrant's folder with a script in it, and the row of the campaign.
    fn entrant(&self, name: &str, script: &str) -> String {
        self.put(&format!("{name}/solve.sh"), script);
        format!(
            "[[programs]]\nname = '{name}'\nfolder = '{name}'\ncommand = ['sh', 'solve.sh', '{{level}}']\n"
        )
    }

    fn lab(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(INGENIO);
        command.arg("lab").args(arguments).current_dir(self.home.path());
        command.env("XDG_DATA_HOME", self.path("data")).env_remove("INGENIO_DATABASE");
        command.output().unwrap()
    }

    fn judge(&self, flags: &[&str]) -> (Output, Study) {
        let judged = self.lab(&[&["judge", "class.toml", "-o", "out"], flags].concat());
        let study = Study::read(&self.path("out"));
        let told = || String::from_utf8_lossy(&judged.stderr).into_owned();
        let study = study.unwrap_or_else(|message| panic!("{message:?}\n{}", told()));
        (judged, study)
    }
}

/// Boxes where they are to be had; who has none says so and runs without.
fn flags() -> Vec<&'static str> {
    Sandbox::find().err().map(|_| "--allow-programs").into_iter().collect()
}

/// The way from each of the three boards.
const RIGHT: &str =
    "case $(tr -d '\\n ' < $1) in 1234567_8) echo R;; 123456_78) echo RR;; *) echo DRR;; esac";

fn endings(study: &Study, name: &str) -> Vec<Ending> {
    study.of(name).map(|run| run.answer.outcome.kind()).collect()
}

#[test]
fn a_missing_program_fails_alone_and_is_told_before_the_first_run() {
    let class = Class::new();
    let right = class.entrant("right", RIGHT);
    let gone = "[[programs]]\nname = 'gone'\ncommand = ['./not-handed-in']\n";
    let unknown = "[[programs]]\nname = 'unknown'\ncommand = ['no-such-program', '{level}']\n";
    class.put("garbled/program", "\u{7f}ELF is not what this is");
    let garbled = "[[programs]]\nname = 'garbled'\ncommand = ['garbled/program']\n";
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(class.path("garbled/program"), executable).unwrap();
    class.put("class.toml", &[HEAD, LEVELS, gone, &right, unknown, garbled].concat());
    let (judged, study) = class.judge(&flags());
    let told = String::from_utf8_lossy(&judged.stderr).into_owned();
    assert_eq!(judged.status.code(), Some(0), "{told}");
    let first = told.find("./not-handed-in").expect("it is told");
    assert!(first < told.find("12 runs").unwrap(), "before anything runs: {told}");
    assert!(told.contains("'no-such-program'"), "{told}");
    assert_eq!(endings(&study, "gone"), [Ending::Failed; 3]);
    assert_eq!(endings(&study, "unknown"), [Ending::Failed; 3]);
    assert!(endings(&study, "garbled").iter().all(|end| matches!(end, Ending::Failed | Ending::Crashed)));
    assert_eq!(endings(&study, "right"), [Ending::Solved; 3]);
    let ranking = String::from_utf8_lossy(&judged.stdout).into_owned();
    assert!(ranking.contains("| 1 | right | 5 |"), "two levels of one point and one of three: {ranking}");
}

#[test]
fn the_report_begins_with_the_ranking_and_authors_do_not_see_hidden_levels() {
    let class = Class::new();
    let (right, lost) =
        (class.entrant("right", RIGHT), class.entrant("lost one", "echo no idea >&2; exit 1"));
    class.put("class.toml", &[HEAD, LEVELS, &right, &lost].concat());
    class.judge(&flags());
    let read = |name: &str| std::fs::read_to_string(class.path(name)).unwrap();
    let report = read("out/report.html");
    let headings: Vec<&str> =
        report.split("<h2>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    assert_eq!(headings[..3], ["Ranking", "Summary", "Unexplained errors"]);
    assert_eq!(report.matches("<td class=\"text\">crashed</td>").count(), 1, "one line for three failures");
    assert!(report.contains("secret 1"), "whoever judges sees all");
    let page = read("out/judged/right.html");
    assert!(page.contains("Place 1 of 2, with 5 of 5 points: 3 of 3 runs solved."), "{page}");
    assert!(page.contains("public 1") && page.contains("public 2"), "{page}");
    assert!(page.contains("Hidden levels") && !page.contains("secret"), "{page}");
    assert!(read("out/judged/lost-one.html").contains("no idea"));
}

fn lines(class: &Class) -> usize {
    std::fs::read_to_string(class.path("out/results.jsonl")).unwrap().lines().count()
}

#[test]
fn who_hands_in_again_is_run_again_and_nobody_else() {
    let class = Class::new();
    let rows = ["ann", "bob"].map(|name| class.entrant(name, RIGHT)).concat();
    let cas = "[[programs]]\nname = 'cas'\nfolder = 'cas'\ncommand = ['./solve', '{level}']\n";
    class.put("class.toml", &[HEAD, LEVELS, &rows, cas].concat());
    class.judge(&flags());
    assert_eq!(lines(&class), 9, "what is missing has its lines too");
    class.judge(&flags());
    assert_eq!(lines(&class), 9, "nothing has changed");
    class.put("bob/solve.sh", "echo L");
    let (judged, study) = class.judge(&flags());
    assert_eq!((lines(&class), judged.status.code()), (12, Some(11)));
    assert_eq!(endings(&study, "bob"), [Ending::Wrong; 3], "the later answer counts");
    assert_eq!(endings(&study, "ann"), [Ending::Solved; 3]);
    class.put("cas/solve", &format!("#!/bin/sh\n{RIGHT}\n"));
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(class.path("cas/solve"), executable).unwrap();
    let (_, study) = class.judge(&flags());
    assert_eq!((lines(&class), endings(&study, "cas")), (15, vec![Ending::Solved; 3]), "it has come at last");
}

/// From the campaign file to the line of results: what programs see is their own.
#[test]
fn programs_of_others_run_in_a_box() {
    let class = Class::new();
    let Ok(sandbox) = Sandbox::find() else { return };
    let right = class.entrant("right", RIGHT);
    let thief =
        class.entrant("thief", "cat ../right/solve.sh ../class.toml ../out/* >&2; . ../right/solve.sh");
    let vandal = class
        .entrant("vandal", "echo L > ../right/solve.sh; echo x > solve.sh; rm -rf ..; echo none; exit 3");
    class.put("class.toml", &[HEAD, LEVELS, &thief, &vandal, &right].concat());
    let (_, study) = class.judge(&[]);
    assert_eq!(endings(&study, "right"), [Ending::Solved; 3], "nobody touches its files");
    assert!(endings(&study, "thief").iter().all(|end| *end != Ending::Solved), "it finds nothing to steal");
    assert!(class.path("vandal/solve.sh").exists() && class.path("class.toml").exists());
    let runs: Vec<CampaignRun> = read_results(&class.path("out")).unwrap();
    assert!(runs.iter().all(|run| run.process.conditions.sandbox == sandbox.word()));
}

/// Where the system lends no namespaces there is no box, and no program of others.
#[test]
fn where_there_is_no_box_programs_need_leave() {
    let class = Class::new();
    let row = "[[programs]]\nname = 'one'\ncommand = ['/bin/echo', 'R']\n";
    class.put("class.toml", &[HEAD, LEVELS, row].concat());
    let judge = |flags: &[&str]| {
        let mut command = Command::new("bwrap");
        command.args(["--dev-bind", "/", "/", "--unshare-user", "--disable-userns", "--", INGENIO]);
        command.args(["lab", "judge", "class.toml", "-o", "out", "--no-store"]).args(flags);
        command.current_dir(class.home.path()).output()
    };
    // Who cannot be kept from namespaces because there are none, or no bubblewrap, is that case already.
    let refused = match judge(&[]) {
        Ok(refused) if Sandbox::find() == Ok(Sandbox::Bubblewrap) => refused,
        _ => return,
    };
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("--allow-programs") && told.contains("bubblewrap"), "{told}");
    assert!(!class.path("out/results.jsonl").exists(), "nothing was run");
    judge(&["--allow-programs"]).unwrap();
    assert_eq!(lines(&class), 3);
}

/// Loops that keep a core busy, until dropped.
struct Busy(Vec<Child>);

impl Busy {
    fn on(core: usize, loops: usize) -> Self {
        let spin = || {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string(), "sh", "-c", "while :; do :; done"]);
            command.spawn().expect("a busy loop")
        };
        Busy((0..loops).map(|_| spin()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs pinned to a core that others keep busy: a method of ours and a program that works are said to have
/// starved and are charged what they had; a program that sleeps has had its time.
#[test]
fn a_starved_run_is_told_and_not_charged() {
    let class = Class::new();
    let core = physical_cores()[0];
    let program = |name: &str, script: &str| {
        format!("[[programs]]\nname = '{name}'\nhand = 'stdin'\ncommand = ['sh', '-c', '{script}']\n")
    };
    let head = "title = 'A busy machine'\nbudget = { time = 1.5, memory = 512 }\n\
        [[levels]]\ntext = '15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 _'\n[[methods]]\nmethod = 'idastar-manhattan'\n";
    let programs = program("works", "while :; do :; done") + &program("sleeps", "sleep 100");
    class.put("class.toml", &(head.to_owned() + &programs));
    let _busy = Busy::on(core, 4);
    let run = Command::new("taskset")
        .args(["-c", &core.to_string(), INGENIO, "lab", "run", "class.toml", "-o", "out", "--no-store"])
        .arg("--allow-programs")
        .current_dir(class.home.path())
        .output()
        .unwrap();
    let study = Study::read(&class.path("out"))
        .unwrap_or_else(|message| panic!("{message:?}\n{}", String::from_utf8_lossy(&run.stderr)));
    let starved = |name: &str| study.of(name).next().unwrap().process.conditions.starved;
    let charged = |name: &str| study.charged(study.of(name).next().unwrap());
    // Of a program of others only the kernel knows whether it waited or slept.
    let told = Path::new("/proc/self/schedstat").exists();
    for name in ["idastar-manhattan", "works"].into_iter().take(1 + usize::from(told)) {
        assert!(starved(name), "{name}: {}", study.of(name).next().unwrap().line());
        assert!(charged(name) < 1.5 * 0.75, "{name} is charged {} s", charged(name));
    }
    assert!(!starved("sleeps") && charged("sleeps") >= 1.5, "{}", charged("sleeps"));
    let report = std::fs::read_to_string(class.path("out/report.md")).unwrap();
    assert!(report.contains(&format!("| starved | {} |", 1 + usize::from(told))), "{report}");
}

/// The same method under two names, in earnest: nobody may call it a difference. By chance one comparison in
/// twenty does; three in a row are none by chance.
#[test]
fn a_method_is_not_faster_than_itself() {
    let alarms = (0..3).take_while(|_| cries_out()).count();
    assert!(alarms < 3, "three times in a row");
}

fn cries_out() -> bool {
    let class = Class::new();
    let levels = "[[levels]]\npack = 'taquin-1-three'\nrange = [1, 16]\n";
    let methods = ["first", "second"].map(|name| format!("[[methods]]\nname = '{name}'\nmethod = 'bfs'\n"));
    class.put("class.toml", &[HEAD, levels, &methods.concat()].concat());
    class.lab(&["run", "class.toml", "-o", "out", "--no-store"]);
    let study = Study::read(&class.path("out")).unwrap();
    let [pair] = &pairs(&study, &["first", "second"])[..] else { panic!("one pair") };
    assert_eq!((pair.pairs, pair.only_first, pair.only_second), (16, 0, 0));
    assert_eq!(pair.nodes.map(|(first, second)| first == second), Some(true), "it is the same");
    let report = std::fs::read_to_string(class.path("out/report.md")).unwrap();
    let alarm = pair.time_corrected < 0.05;
    assert_eq!(report.contains("| no significant difference |"), !alarm, "{report}");
    alarm
}

#[test]
fn results_stay_out_of_the_database_unless_asked() {
    let class = Class::new();
    class.put("class.toml", &[HEAD, LEVELS, "[[methods]]\nmethod = 'bfs'\n"].concat());
    let database = Path::new("kept.sqlite");
    let run = |flags: &[&str]| {
        class.lab(&[&["run", "class.toml", "-o", "out", "--database", "kept.sqlite"], flags].concat())
    };
    run(&[]);
    assert!(!class.home.path().join(database).exists());
    run(&["--store"]);
    assert!(class.home.path().join(database).exists());
}
