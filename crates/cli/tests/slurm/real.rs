//! On a real Slurm.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ingenio_lab::{State, Submission, numbers, overview};
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::cluster::disturb::disturb;
use crate::site::{INGENIO, Site, campaign, expected, text, verdicts};
use crate::waiting::wait_until;

/// One cluster for all that needs one, step by step: it has three nodes.
#[test]
fn on_a_real_slurm() {
    let Some(cluster) = Cluster::start() else { return };
    a_campaign_is_submitted_run_and_reported(&cluster);
    tasks_are_seen_stopped_requeued_and_cancelled(&cluster);
    let (runs, kills, patience) = match std::env::var("INGENIO_SLURM_KILLS") {
        Ok(large) => {
            let (runs, kills) = large.split_once(',').expect("RUNS,KILLS");
            (runs.parse().unwrap(), kills.parse().unwrap(), Duration::from_secs(8))
        }
        Err(_) => (60, 3, Duration::from_secs(2)),
    };
    let killed = disturb(&cluster, Path::new(INGENIO), (runs, kills, 0.1), patience, 5);
    eprintln!("{killed:?}");
    assert!(killed.is_good() && killed.killed() == kills, "{killed:?}");
}

fn a_campaign_is_submitted_run_and_reported(cluster: &Cluster) {
    let site = Site::new(Some(cluster), &campaign(21, "0.01"));
    let shown = site.submit(&["--tasks", "4", "--time", "5", "--dry-run"], &["--comment=mine"]);
    let script = text(&shown.stdout);
    assert!(
        script.contains("#SBATCH --array=0-3\n") && script.contains("#SBATCH --comment=mine\n"),
        "{script}"
    );
    assert!(!site.out().exists(), "nothing was submitted");
    // As printed, kept and edited.
    fs::write(site.home.path().join("mine.sh"), script.replace("\nexec", "\necho edited >&2\nexec")).unwrap();
    let run = site.submit(&["--tasks", "4", "--script", "mine.sh", "--wait"], &["--partition=main"]);
    assert_eq!(run.status.code(), Some(11), "wrong answers are told: {}", text(&run.stderr));
    assert_eq!(verdicts(&site.results()), expected(21));
    assert_eq!(site.lines(), 21, "each once");
    for task in 0..4 {
        let said = fs::read_to_string(site.out().join(format!("shares/1/{task}/output.txt"))).unwrap();
        assert!(said.starts_with("edited"), "{said}");
    }
    assert!(site.out().join("report.html").exists());
    assert_eq!(site.list(), "c: finished, 21 of 21 runs, 18 solved, 3 wrong\n");
}

fn tasks_are_seen_stopped_requeued_and_cancelled(cluster: &Cluster) {
    let site = Site::new(Some(cluster), &campaign(40, "0.6"));
    let asked = site.submit(&["--tasks", "5"], &[]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    wait_until("some runs are done and more are under way", || site.results().len() >= 4);
    let listed = site.list();
    assert!(listed.starts_with("c: running, ") && listed.contains("3 tasks at work, 2 waiting"), "{listed}");
    assert_eq!(overview(&site.out()).unwrap().state, State::Running, "seen without asking the queue");
    let again = site.lab(&["resume", "c"]);
    assert!(text(&again.stderr).contains("with 5 tasks of earlier submissions"), "{}", text(&again.stderr));
    assert_eq!(numbers(&site.out()).unwrap(), [1], "nothing is submitted twice");
    let here = site.lab(&["resume", "c", "--on", "here"]);
    assert_eq!(here.status.code(), Some(2), "{}", text(&here.stderr));

    // Put back into the queue, as when somebody else needs the node: the same task again.
    let running = cluster.queue("%F_%K %T").into_iter().find(|line| line.ends_with("RUNNING")).unwrap();
    let job = running.split(' ').next().unwrap();
    let task = site.out().join("shares/1").join(job.split('_').next_back().unwrap());
    cluster.ask("scontrol", &["requeue", job]);
    wait_until("it is started again", || {
        cluster.ask("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
        let files = fs::read_dir(&task).unwrap().flatten();
        files.filter(|file| file.path().extension().is_some_and(|ending| ending == "jsonl")).count() == 2
    });
    // Told early that their time is over: they begin nothing new, and what is under way may end.
    let name = Submission::all(&site.out()).unwrap().remove(0).name;
    cluster.ask("scancel", &["--batch", "--signal=TERM", &format!("--name={name}")]);
    wait_until("a task says that it was stopped", || {
        (0..5).any(|task| {
            let said = fs::read_to_string(site.out().join(format!("shares/1/{task}/output.txt")));
            said.unwrap_or_default().contains("of this share are left")
        })
    });
    let cancelled = site.lab(&["cancel", "c"]);
    assert!(text(&cancelled.stderr).contains("cancelled"), "{}", text(&cancelled.stderr));
    wait_until("the queue is empty", || cluster.queue("%K").is_empty());
    let before = site.results().len();
    assert!((4..40).contains(&before), "{before}");
    // What is missing, and nothing else.
    let rest = site.lab(&["resume", "c", "--tasks", "3", "--wait"]);
    assert_eq!(rest.status.code(), Some(11), "{}", text(&rest.stderr));
    assert!(text(&rest.stderr).contains(&format!("{before} are done, {} are left", 40 - before)));
    assert_eq!(verdicts(&site.results()), expected(40));
    assert_eq!(site.lines(), 40, "each once");
}

/// What Slurm itself does to tasks: it ends them with their time, and takes their nodes for what is more urgent. It looks
/// at times once in a minute or so, so this is for `make test-full`.
#[test]
fn time_and_preemption_on_a_real_slurm() {
    if std::env::var_os("INGENIO_SLURM_LONG").is_none() {
        eprintln!("Time limits of Slurm take minutes: they are tried where INGENIO_SLURM_LONG is set.");
        return;
    }
    let Some(cluster) = Cluster::start() else { return };
    tasks_whose_time_is_over_lose_nothing(&cluster);
    tasks_that_are_preempted_lose_nothing(&cluster);
}

/// For things that Slurm looks at once in a minute.
fn wait_long(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    panic!("it never happens that {what}");
}

fn tasks_whose_time_is_over_lose_nothing(cluster: &Cluster) {
    let home = TempDir::new().unwrap();
    // The third run hangs the first time: longer than its task may.
    let seen = home.path().join("seen").display().to_string();
    let hang = format!("[ {{seed}} = 3 ] && [ ! -e {seen} ] && touch {seen} && sleep 500; echo R");
    let text_of = campaign(6, "0").replace("time = 60", "time = 600");
    let script = text_of.find("'sleep").map(|at| text_of[..at].to_owned()).unwrap();
    let site = Site::new(Some(cluster), &format!("{script}'{hang}']\n"));
    let asked = site.submit(&["--tasks", "1", "--time", "1"], &[]);
    assert!(text(&asked.stderr).contains("never finished"), "the time is too short: {}", text(&asked.stderr));
    wait_long("the task is ended with its time", || cluster.queue("%K").is_empty());
    assert_eq!((site.results().len(), site.lines()), (2, 2), "what was done before counts");
    let rest = site.lab(&["resume", "c", "--time", "5", "--wait"]);
    assert!(rest.status.success(), "{}", text(&rest.stderr));
    assert_eq!((site.results().len(), site.lines()), (6, 6), "each once");
}

fn tasks_that_are_preempted_lose_nothing(cluster: &Cluster) {
    let site = Site::new(Some(cluster), &campaign(40, "0.6"));
    assert!(site.submit(&["--tasks", "3"], &[]).status.success());
    wait_until("some runs are done", || site.results().len() >= 3);
    let urgent = cluster.ask("sbatch", &["-p", "urgent", "-N", "3", "-o", "/dev/null", "--wrap", "sleep 4"]);
    assert!(urgent.status.success(), "{}", text(&urgent.stderr));
    // Told that their nodes are needed, they let what is under way end, and end.
    wait_long("the queue is empty", || {
        for line in cluster.queue("%F_%K %T %r").iter().filter(|line| line.contains("PENDING BeginTime")) {
            let job = line.split(' ').next().unwrap_or_default();
            cluster.ask("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
        }
        cluster.queue("%K").is_empty()
    });
    let done = site.results().len();
    assert_eq!(site.lines(), done, "each once");
    let rest = site.lab(&["resume", "c", "--wait"]);
    assert_eq!(rest.status.code(), Some(11), "{}", text(&rest.stderr));
    assert!(text(&rest.stderr).contains(&format!("{done} are done")), "{}", text(&rest.stderr));
    assert_eq!(verdicts(&site.results()), expected(40));
    assert_eq!(site.lines(), 40, "each once");
}
