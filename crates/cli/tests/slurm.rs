//! Campaigns on a cluster as their users meet them: on a real Slurm of three nodes on this machine, and, for what
//! no Slurm does on demand, with tasks that are started by hand and a queue that says what it is told to say.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use ingenio_core::{CampaignRun, Ending};
use ingenio_lab::{State, Submission, numbers, overview, read_results};
use tempfile::TempDir;

#[path = "../../lab/tests/cluster/mod.rs"]
#[allow(dead_code, reason = "shared with the figures of the lab")]
mod cluster;
mod waiting;

use cluster::Cluster;
use cluster::disturb::disturb;
use waiting::wait_until;

const INGENIO: &str = env!("CARGO_BIN_EXE_ingenio");

/// So many runs of a program that naps and answers; every seventh answer is wrong.
fn campaign(runs: usize, nap: &str) -> String {
    let script = format!("sleep {nap}; [ $(({{seed}} % 7)) = 0 ] && echo L || echo R");
    format!(
        "title = 'shared'\nseeds = '1..{runs}'\nbudget = {{ time = 60, memory = 256 }}\n\
         [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n\
         [[programs]]\nname = 'short'\ncommand = ['sh', '-c', '{script}']\n"
    )
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a campaign `c.toml`, and a queue to ask.
struct Site<'a> {
    home: TempDir,
    cluster: Option<&'a Cluster>,
}

impl<'a> Site<'a> {
    fn new(cluster: Option<&'a Cluster>, campaign: &str) -> Self {
        let home = TempDir::new().unwrap();
        fs::write(home.path().join("c.toml"), campaign).unwrap();
        let site = Site { home, cluster };
        if cluster.is_none() {
            site.command_says("scontrol", "echo 'MaxArraySize = 1001'");
            site.command_says("sbatch", "echo 17");
            site.command_says("squeue", "");
            site.command_says("scancel", "");
        }
        site
    }

    /// A command of a Slurm that is none.
    fn command_says(&self, name: &str, script: &str) {
        let file = self.home.path().join("bin").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        // Whoever is just being started has the old file open.
        fs::write(file.with_extension("new"), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(file.with_extension("new"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::rename(file.with_extension("new"), file).unwrap();
    }

    fn out(&self) -> PathBuf {
        self.home.path().join("c")
    }

    fn command(&self) -> Command {
        let mut command = self.cluster.map_or_else(|| Command::new(INGENIO), |one| one.command(INGENIO));
        if self.cluster.is_none() {
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{path}", self.home.path().join("bin").display()));
        }
        command.env("XDG_DATA_HOME", self.home.path()).env_remove("INGENIO_DATABASE");
        command.current_dir(self.home.path());
        command
    }

    fn lab(&self, arguments: &[&str]) -> Output {
        let mut command = self.command();
        command.arg("lab").args(arguments).args(["--allow-programs", "--no-store"]).output().unwrap()
    }

    /// With options of sbatch, which come last.
    fn submit(&self, arguments: &[&str], sbatch: &[&str]) -> Output {
        let mut command = self.command();
        command.args(["lab", "run", "c.toml", "--on", "slurm", "--allow-programs", "--no-store"]);
        command.args(arguments).arg("--").args(sbatch).output().unwrap()
    }

    fn task(&self, submission: u32, task: usize) -> Command {
        let mut command = self.command();
        command.args([
            "lab",
            "task",
            &format!("c/shares/{submission}"),
            &task.to_string(),
            "--allow-programs",
        ]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn results(&self) -> Vec<CampaignRun> {
        read_results(&self.out()).unwrap_or_default()
    }

    /// All lines of all journals.
    fn lines(&self) -> usize {
        let inside = |folder: PathBuf| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).collect::<Vec<_>>()
        };
        let tasks = inside(self.out().join("shares")).into_iter().flat_map(inside);
        let files = tasks.flat_map(inside).chain([self.out().join("results.jsonl")]);
        let journals = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        journals.map(|path| read_results(&path).unwrap_or_default().len()).sum()
    }

    fn list(&self) -> String {
        text(&self.lab(&["list", "."]).stdout)
    }
}

fn verdicts(runs: &[CampaignRun]) -> BTreeMap<u64, Ending> {
    runs.iter().map(|run| (run.answer.seed, run.answer.outcome.kind())).collect()
}

/// As every seventh is wrong.
fn expected(runs: u64) -> BTreeMap<u64, Ending> {
    (1..=runs).map(|seed| (seed, if seed % 7 == 0 { Ending::Wrong } else { Ending::Solved })).collect()
}

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
    tasks_that_are_preempted_go_on(&cluster);
}

/// For things that Slurm looks at once in a minute.
fn wait_long(what: &str, holds: impl Fn() -> bool) {
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

fn tasks_that_are_preempted_go_on(cluster: &Cluster) {
    let site = Site::new(Some(cluster), &campaign(40, "0.6"));
    assert!(site.submit(&["--tasks", "3"], &[]).status.success());
    wait_until("some runs are done", || site.results().len() >= 3);
    let urgent = cluster.ask("sbatch", &["-p", "urgent", "-N", "3", "-o", "/dev/null", "--wrap", "sleep 4"]);
    assert!(urgent.status.success(), "{}", text(&urgent.stderr));
    let begun = || {
        let inside =
            |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        let files = inside(site.out().join("shares/1")).flat_map(|task| inside(task).collect::<Vec<_>>());
        files.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")).count()
    };
    let hurry = || {
        for line in cluster.queue("%F_%K %T %r").iter().filter(|line| line.contains("PENDING BeginTime")) {
            let job = line.split(' ').next().unwrap_or_default();
            cluster.ask("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
        }
    };
    wait_long("all that lost their nodes are started again", || {
        hurry();
        begun() >= 6
    });
    wait_long("the queue is empty", || {
        hurry();
        cluster.queue("%K").is_empty()
    });
    assert_eq!(verdicts(&site.results()), expected(40), "they went on by themselves, without a resume");
    assert_eq!(site.lines(), 40, "each once");
    assert_eq!(numbers(&site.out()).unwrap(), [1]);
}

#[test]
fn a_site_that_takes_few_tasks_is_asked_for_few() {
    let site = Site::new(None, &campaign(30, "0"));
    site.command_says("scontrol", "echo 'MaxArraySize = 9'");
    // No more than three tasks of one user.
    site.command_says(
        "sbatch",
        "case \"$*\" in *--array=0-[012]' '*) echo 4711;; *) echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2; exit 1;; esac",
    );
    let asked = site.submit(&["--tasks", "20"], &[]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    let said = text(&asked.stderr);
    assert!(said.contains("does not take 9 tasks") && said.contains("does not take 4 tasks"), "{said}");
    let submission = Submission::all(&site.out()).unwrap().remove(0);
    assert_eq!((submission.tasks, submission.job.as_deref()), (2, Some("4711")));
    // A refusal that has nothing to do with numbers is told, and leaves nothing behind.
    let other = Site::new(None, &campaign(30, "0"));
    other.command_says("sbatch", "echo 'sbatch: error: invalid partition specified: nope' >&2; exit 1");
    let refused = other.submit(&["--partition", "nope"], &[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("invalid partition specified"), "{}", text(&refused.stderr));
    assert!(numbers(&other.out()).unwrap().is_empty());
}

/// A controller that is busy takes the job and its answer is lost: its tasks are at work already.
#[test]
fn a_job_whose_answer_was_lost_keeps_what_its_tasks_write() {
    let lost = "echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1";
    let site = Site::new(None, &campaign(10, "0"));
    // It is taken, and its first task is done before sbatch gives up.
    let task = format!("'{INGENIO}' lab task c/shares/1 0 --allow-programs >/dev/null 2>&1");
    site.command_says("sbatch", &format!("{task}; {lost}"));
    site.command_says("squeue", "case \"$*\" in *%F*) echo 4711;; *) echo '1|RUNNING|None';; esac");
    let asked = site.submit(&["--tasks", "2"], &[]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    let submission = Submission::all(&site.out()).unwrap().remove(0);
    assert_eq!((submission.job.as_deref(), site.results().len()), (Some("4711"), 5));
    // Nor can the queue be asked.
    let other = Site::new(None, &campaign(10, "0"));
    other.command_says("sbatch", &format!("{task}; {lost}"));
    other.command_says("squeue", "echo 'slurm_load_jobs error: Socket timed out' >&2; exit 1");
    let unsure = other.submit(&["--tasks", "2"], &[]);
    assert_eq!(unsure.status.code(), Some(1));
    assert!(text(&unsure.stderr).contains("does not say whether"), "{}", text(&unsure.stderr));
    assert_eq!((numbers(&other.out()).unwrap(), other.results().len()), (vec![1], 5));
    // What it did counts, and nothing is made again.
    other.command_says("squeue", "");
    other.command_says("sbatch", "echo 12");
    assert!(other.lab(&["resume", "c"]).status.success());
    assert_eq!(numbers(&other.out()).unwrap(), [1, 2]);
    assert!(other.task(2, 0).output().unwrap().status.success());
    assert_eq!(verdicts(&other.results()), expected(10));
    assert_eq!(other.lines(), 10, "each once");
}

/// Whoever has the runs keeps them: nothing is handed out twice.
#[test]
fn tasks_and_workers_do_not_make_the_same_runs() {
    let site = Site::new(None, &campaign(12, "0"));
    assert!(site.submit(&["--tasks", "2"], &[]).status.success());
    site.command_says("squeue", "echo '1|PENDING|Priority'");
    let nowhere = "postgres://ann@127.0.0.1:1/none";
    for action in [["run", "c.toml"], ["resume", "c"]] {
        let refused = site.lab(&[action[0], action[1], "--on", nowhere]);
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("at work on Slurm"), "{}", text(&refused.stderr));
    }
    // Not in the queue any more: its share is taken from whoever may still be at work on it.
    site.command_says("squeue", "");
    let away = site.lab(&["resume", "c", "--on", nowhere]);
    assert_eq!(away.status.code(), Some(1), "nobody answers there: {}", text(&away.stderr));
    let late = site.task(1, 1).output().unwrap();
    assert!(text(&late.stderr).contains("was given up"), "{}", text(&late.stderr));
    // And the other way round.
    fs::write(site.out().join("queue.json"), format!("{{\"address\":\"{nowhere}\",\"name\":\"n\"}}"))
        .unwrap();
    for arguments in [&["resume", "c", "--on", "slurm"][..], &["run", "c.toml", "--on", "slurm"]] {
        let refused = site.lab(arguments);
        assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
        assert!(text(&refused.stderr).contains("wait for workers"), "{}", text(&refused.stderr));
    }
    assert_eq!(numbers(&site.out()).unwrap(), [1]);
}

#[test]
fn what_cannot_be_asked_of_slurm_is_said() {
    let site = Site::new(None, &campaign(3, "0"));
    let ours = site.submit(&[], &["--array=0-3"]);
    assert!(
        ours.status.code() == Some(2) && text(&ours.stderr).contains("--array"),
        "{}",
        text(&ours.stderr)
    );
    let here = site.lab(&["run", "c.toml", "--partition", "main"]);
    assert!(
        here.status.code() == Some(2) && text(&here.stderr).contains("--on slurm"),
        "{}",
        text(&here.stderr)
    );
    fs::remove_file(site.home.path().join("bin/squeue")).unwrap();
    let mut without = site.command();
    without.env("PATH", site.home.path().join("nothing")).args(["lab", "run", "c.toml", "--on", "slurm"]);
    let said = text(&without.output().unwrap().stderr);
    assert!(said.contains("scontrol cannot be started"), "{said}");
}

#[test]
fn tasks_started_by_hand_make_the_campaign_together() {
    let site = Site::new(None, &campaign(20, "0"));
    assert!(site.submit(&["--tasks", "4"], &[]).status.success());
    for task in 0..4 {
        // Another home, and tables that are not there.
        let mut command = site.task(1, task);
        let ended =
            command.env("HOME", "/nowhere").env("INGENIO_TABLES", "/nowhere/tables").output().unwrap();
        assert!(ended.status.success(), "{}", text(&ended.stderr));
        assert!(
            text(&ended.stderr).contains("/nowhere/tables is not on this node"),
            "{}",
            text(&ended.stderr)
        );
        let seen = overview(&site.out()).unwrap();
        assert_eq!((seen.tally.done, seen.total), (5 * (task + 1), Some(20)));
    }
    assert_eq!(verdicts(&site.results()), expected(20));
    // Started again, a task finds nothing to do.
    let again = site.task(1, 2).output().unwrap();
    assert!(again.status.success() && text(&again.stderr).contains("5 runs of this share are done"));
    assert_eq!(site.lines(), 20);
    let report = site.lab(&["resume", "c"]);
    assert_eq!(report.status.code(), Some(11), "{}", text(&report.stderr));
    assert_eq!(numbers(&site.out()).unwrap(), [1], "nothing was left to submit");
}

#[test]
fn a_full_disk_loses_nothing_and_is_said() {
    let site = Site::new(None, &campaign(12, "0"));
    assert!(site.submit(&["--tasks", "1"], &[]).status.success());
    // No file may grow beyond some kilobytes: a line will not fit at its end, as on a full disk.
    let script =
        format!("trap '' XFSZ; ulimit -f 12; exec '{INGENIO}' lab task c/shares/1 0 --allow-programs");
    let mut command = Command::new("sh");
    let full = command.args(["-c", &script]).current_dir(site.home.path()).output().unwrap();
    assert_eq!(full.status.code(), Some(1), "{}", text(&full.stderr));
    assert!(text(&full.stderr).contains("cannot be written"), "{}", text(&full.stderr));
    let kept = site.results().len();
    assert!(kept > 0 && kept < 12, "{kept}");
    assert!(site.task(1, 0).output().unwrap().status.success());
    assert_eq!((verdicts(&site.results()), site.lines()), (expected(12), 12));
}

fn begin(mut command: Command) -> Child {
    command.spawn().unwrap()
}

#[test]
fn two_attempts_at_one_share_do_not_count_twice() {
    let site = Site::new(None, &campaign(10, "0.3"));
    assert!(site.submit(&["--tasks", "1"], &[]).status.success());
    let first = begin(site.task(1, 0));
    wait_until("the first is at work", || !site.results().is_empty());
    let second = begin(site.task(1, 0));
    let (first, second) = (first.wait_with_output().unwrap(), second.wait_with_output().unwrap());
    assert_eq!(first.status.code(), Some(1));
    assert!(text(&first.stderr).contains("another attempt has taken over"), "{}", text(&first.stderr));
    assert!(second.status.success(), "{}", text(&second.stderr));
    assert_eq!((verdicts(&site.results()), site.lines()), (expected(10), 10));
}

#[test]
fn a_task_that_nobody_can_reach_ends_when_its_runs_are_handed_out_anew() {
    let site = Site::new(None, &campaign(10, "0.3"));
    assert!(site.submit(&["--tasks", "1"], &[]).status.success());
    let unreachable = begin(site.task(1, 0));
    wait_until("it is at work", || !site.results().is_empty());
    // The queue knows nothing of it.
    let resumed = site.lab(&["resume", "c"]);
    assert!(resumed.status.success() && numbers(&site.out()).unwrap() == [1, 2], "{}", text(&resumed.stderr));
    let ended = unreachable.wait_with_output().unwrap();
    assert!(text(&ended.stderr).contains("another attempt has taken over"), "{}", text(&ended.stderr));
    let late = site.task(1, 0).output().unwrap();
    assert!(late.status.success() && text(&late.stderr).contains("was given up"), "{}", text(&late.stderr));
    assert!(site.task(2, 0).output().unwrap().status.success());
    assert_eq!((verdicts(&site.results()), site.lines()), (expected(10), 10));
    assert_eq!(overview(&site.out()).unwrap().state, State::Finished);
}
