//! What is said to Slurm, by its own commands: sbatch, squeue, scancel, scontrol. Jobs are found by their name,
//! which is in the submission before the job is in the queue: a submitter that dies in between loses nothing.
//! Accounting (sacct) is not needed; what became of a task stands in what the task wrote.

use std::path::Path;
use std::process::Command;

use ingenio_core::{Foreign, Message};

use crate::submission::{Submission, TaskName};
use crate::words;

/// A task that the queue knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedTask {
    pub task: TaskName,
    /// It waits to be started.
    pub waiting: bool,
    /// Why it waits, in Slurm's words.
    pub reason: String,
}

/// What the site allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteLimits {
    pub array: usize,
    pub jobs: usize,
}

/// Where a site does not tell.
const USUAL: SiteLimits = SiteLimits { array: 1001, jobs: 10_000 };

/// Is there a Slurm that can be asked? Without its commands nothing of ours is in its queue, as far as anyone
/// here can know.
pub fn is_here() -> bool {
    Command::new("squeue").arg("--version").output().is_ok()
}

pub fn site_limits() -> Result<SiteLimits, Message> {
    Ok(read_limits(&ask("scontrol", &["show".into(), "config".into()])?))
}

fn read_limits(config: &str) -> SiteLimits {
    let number = |name: &str| {
        let mut lines = config.lines().filter_map(|line| line.split_once('='));
        let (_, value) = lines.find(|(key, _)| key.trim() == name)?;
        value.trim().parse().ok()
    };
    SiteLimits {
        array: number("MaxArraySize").unwrap_or(USUAL.array),
        jobs: number("MaxJobCount").unwrap_or(USUAL.jobs),
    }
}

/// Hands a script over and gives the number of the job.
pub fn submit(script: &Path, options: &[String], shares: &Path) -> Result<String, Message> {
    let mut arguments = vec!["--parsable".to_owned()];
    arguments.extend(options.iter().cloned());
    arguments.extend([script.display().to_string(), shares.display().to_string()]);
    let answer = ask("sbatch", &arguments)?;
    // On a federation the name of the cluster follows.
    Ok(answer.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Is it a refusal that fewer tasks may get around?
pub fn is_too_many(refusal: &Message) -> bool {
    let text = refusal.english();
    let marks = ["MaxSubmit", "submit limit", "array specification", "MaxArraySize", "temporarily unable"];
    refusal.id() == words::SLURM_REFUSES.id && marks.iter().any(|mark| text.contains(mark))
}

/// Was the answer lost on the way, so that the job may have been taken all the same?
pub fn is_lost_contact(refusal: &Message) -> bool {
    let text = refusal.english().to_lowercase();
    let marks =
        ["timed out", "timeout", "unable to contact", "connection", "communication", "zero bytes", "socket"];
    marks.iter().any(|mark| text.contains(mark))
}

/// The number of a submission's job, where the queue knows it.
pub fn job(submission: &Submission) -> Option<String> {
    let name = format!("--name={}", submission.name);
    let answer = ask("squeue", &["--noheader".into(), "--format=%F".into(), name]).ok()?;
    answer.lines().next().map(|line| line.trim().to_owned()).filter(|job| !job.is_empty())
}

/// The tasks of a submission that wait or are at work.
pub fn queued(submission: &Submission) -> Result<Vec<QueuedTask>, Message> {
    let arguments = ["--noheader", "--array", "--format=%K|%T|%r"].map(str::to_owned);
    let name = format!("--name={}", submission.name);
    let answer = ask("squeue", &[&arguments[..], &[name]].concat())?;
    Ok(answer.lines().filter_map(|line| read_task(line, submission.number)).collect())
}

/// The same of all submissions of a campaign.
pub fn all_queued(campaign: &Path) -> Result<Vec<QueuedTask>, Message> {
    let mut all = Vec::new();
    for submission in Submission::all(campaign)? {
        all.extend(queued(&submission)?);
    }
    Ok(all)
}

fn read_task(line: &str, submission: u32) -> Option<QueuedTask> {
    let mut fields = line.trim().splitn(3, '|');
    let task = fields.next()?.parse().ok()?;
    let waiting = fields.next()? == "PENDING";
    let reason = fields.next().unwrap_or_default().to_owned();
    Some(QueuedTask { task: TaskName { submission, task }, waiting, reason })
}

/// Ends a submission: tasks are asked first, so that they break off what is under way by themselves.
pub fn cancel(submission: &Submission) -> Result<(), Message> {
    let name = format!("--name={}", submission.name);
    // Nobody may be at work.
    let _ = ask("scancel", &["--quiet".into(), "--batch".into(), "--signal=TERM".into(), name.clone()]);
    ask("scancel", &["--quiet".into(), name]).map(drop)
}

fn ask(command: &str, arguments: &[String]) -> Result<String, Message> {
    let missing = |error| words::NO_SLURM.with("command", command).with("error", Foreign(error));
    let answer = Command::new(command).args(arguments).output().map_err(missing)?;
    if answer.status.success() {
        return Ok(String::from_utf8_lossy(&answer.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&answer.stderr);
    let complaint = complaint.trim().replace('\n', "; ");
    Err(words::SLURM_REFUSES.with("command", command).with("error", Message::quoted(complaint)))
}

/// Options that ingenio sets itself, long and short: its tasks are found by them.
const OURS: [(&str, char); 6] = [
    ("--array", 'a'),
    ("--job-name", 'J'),
    ("--output", 'o'),
    ("--chdir", 'D'),
    ("--parsable", '\0'),
    ("--wrap", '\0'),
];

/// Sends jobs elsewhere.
const CLUSTERS: (&str, char) = ("--clusters", 'M');

/// Short options of sbatch that take no value: another may follow in the same word.
const FLAGS: &str = "hHIkKOQsuvVW";

/// Is it this option, in any way that sbatch takes it: `--array=1-3`, `--arr=1-3`, `-a1-3`, `-Ha1-3`?
fn means(option: &str, (long, short): (&str, char)) -> bool {
    if option.starts_with("--") {
        let key = option.split('=').next().unwrap_or_default();
        return key.len() > 2 && long.starts_with(key);
    }
    let letters = option.strip_prefix('-').unwrap_or_default();
    let keys = letters.split_inclusive(|letter| !FLAGS.contains(letter)).next().unwrap_or_default();
    keys.contains(short)
}

/// Checks options of the user: each one word, none of ours.
pub fn check_options(options: &[String]) -> Result<(), Message> {
    for option in options {
        if let Some((long, _)) = OURS.into_iter().find(|ours| means(option, *ours)) {
            return Err(words::OUR_OPTION.with("option", long));
        }
        if means(option, CLUSTERS) {
            return Err(words::OTHER_CLUSTER.with("option", CLUSTERS.0));
        }
        if !option.starts_with('-') || option == "--" || option.contains(['\n', '\r']) {
            return Err(words::NO_OPTION.with("text", option));
        }
    }
    Ok(())
}

/// A time as sbatch takes it, in seconds: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
/// days-hours:minutes, days-hours:minutes:seconds.
pub fn seconds(text: &str) -> Option<u64> {
    let numbers =
        |text: &str| text.split(':').map(|part| part.parse::<u64>().ok()).collect::<Option<Vec<_>>>();
    if let Some((days, rest)) = text.split_once('-') {
        let rest = numbers(rest)?;
        let weights = [3600, 60, 1];
        let within: u64 = rest.iter().zip(weights).map(|(number, weight)| number * weight).sum();
        return (rest.len() <= 3)
            .then_some(())
            .and_then(|()| days.parse::<u64>().ok()?.checked_mul(86_400)?.checked_add(within));
    }
    match numbers(text)?[..] {
        [minutes] => minutes.checked_mul(60),
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(seconds),
        [hours, minutes, seconds] => hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_sbatch_reads_them() {
        for (text, wanted) in [
            ("90", Some(5400)),
            ("1:30", Some(90)),
            ("2:00:05", Some(7205)),
            ("1-12", Some(129_600)),
            ("1-0:30", Some(88_200)),
            ("0-0:0:7", Some(7)),
            ("UNLIMITED", None),
            ("", None),
            ("1:2:3:4", None),
            ("1-1:1:1:1", None),
        ] {
            assert_eq!(seconds(text), wanted, "{text}");
        }
    }

    #[test]
    fn options_of_ours_and_what_is_none_are_refused() {
        let check = |text: &str| check_options(&[text.to_owned()]).map_err(|error| error.id().to_owned());
        let ours = [
            "--array=1-3",
            "-J",
            "-a1-3",
            "-Jx",
            "-D/tmp",
            "-Ha1-3",
            "--arr=1",
            "--out=x",
            "--job=x",
            "--wra=x",
        ];
        for option in ours {
            assert_eq!(check(option), Err(words::OUR_OPTION.id.to_owned()), "{option}");
        }
        for option in ["-Mother", "--clusters=other", "--clus=other", "-HM"] {
            assert_eq!(check(option), Err(words::OTHER_CLUSTER.id.to_owned()), "{option}");
        }
        for option in ["-pMain", "-Aann", "-t10", "-Ca", "-H", "--account=ann", "--open-mode=append", "-NaJ"]
        {
            assert_eq!(check(option), Ok(()), "{option}");
        }
        assert_eq!(check("long"), Err(words::NO_OPTION.id.to_owned()));
        assert_eq!(check("--comment=a\nrm -rf /"), Err(words::NO_OPTION.id.to_owned()));
        assert_eq!(check("--partition=long"), Ok(()));
        assert_eq!(check("--exclusive"), Ok(()));
    }

    #[test]
    fn the_site_and_the_queue_are_read() {
        let config =
            "Configuration data as of\nMaxArraySize            = 50\nMaxJobCount             = 200\n";
        assert_eq!(read_limits(config), SiteLimits { array: 50, jobs: 200 });
        assert_eq!(read_limits("nonsense"), USUAL);
        let waiting = read_task("17|PENDING|Nodes required, DOWN", 2).unwrap();
        assert_eq!((waiting.task, waiting.waiting), (TaskName { submission: 2, task: 17 }, true));
        assert!(!read_task("3|RUNNING|None", 2).unwrap().waiting);
        assert_eq!(read_task("N/A|RUNNING|None", 2), None);
    }

    #[test]
    fn an_answer_that_was_lost_is_no_refusal() {
        let said = |error: &str| {
            is_lost_contact(
                &words::SLURM_REFUSES.with("command", "sbatch").with("error", Message::quoted(error)),
            )
        };
        assert!(said("Batch job submission failed: Socket timed out on send/recv operation"));
        assert!(said("Batch job submission failed: Unable to contact slurm controller (connect failure)"));
        assert!(said("Batch job submission failed: Zero Bytes were transmitted or received"));
        assert!(!said("invalid partition specified: long"));
        assert!(!said("Requested time limit is invalid (missing or exceeds some limit)"));
    }

    #[test]
    fn only_refusals_of_numbers_are_tried_again_with_fewer() {
        let refusal = |error: &str| {
            words::SLURM_REFUSES.with("command", "sbatch").with("error", Message::quoted(error))
        };
        assert!(is_too_many(&refusal("AssocMaxSubmitJobLimit; Job violates accounting/QOS policy")));
        assert!(is_too_many(&refusal("Invalid job array specification")));
        assert!(!is_too_many(&refusal("invalid partition specified: long")));
        assert!(!is_too_many(&refusal("Requested time limit is invalid (missing or exceeds some limit)")));
    }
}
