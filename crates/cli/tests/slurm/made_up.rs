//! With tasks that are started by hand, and commands of a Slurm that say what they are told to say.

use std::fs;
use std::process::{Child, Command};

use ingenio_lab::{State, Submission, numbers, overview};

use crate::site::{INGENIO, Site, campaign, expected, text, verdicts};
use crate::waiting::wait_until;

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
