//! A campaign on a real Slurm whose tasks, steps and nodes are killed -9 at random, until it is done; and what
//! came of it beside a campaign that nobody disturbed. The small edition is a test, the large one a figure.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use ingenio_core::{CampaignRun, Ending, Rng};
use ingenio_lab::read_results;

use super::{Cluster, NODES, kill, processes};

/// What came of it.
#[derive(Debug, Default)]
pub struct Disturbed {
    pub runs: usize,
    /// Tasks, steps with their tasks left to themselves, and whole nodes that were killed.
    pub tasks_killed: usize,
    pub steps_killed: usize,
    pub nodes_killed: usize,
    pub submissions: usize,
    pub journals: usize,
    /// Runs without a result.
    pub lost: usize,
    /// Lines of runs that have another line.
    pub double: usize,
    /// Children begun for a run whose result was there before.
    pub again: usize,
    /// Children begun in all.
    pub begun: usize,
    /// Outcomes other than in a campaign that nobody disturbed.
    pub different: usize,
}

impl Disturbed {
    pub fn is_good(&self) -> bool {
        self.lost + self.double + self.again + self.different == 0
    }

    pub fn killed(&self) -> usize {
        self.tasks_killed + self.steps_killed + self.nodes_killed
    }
}

/// Every seed is a run. Its child leaves its seed and the time in a file and answers; every seventh is wrong.
fn campaign(runs: usize, log: &Path, nap: f64) -> String {
    let script = format!(
        "echo {{seed}} $(date +%s%3N) >> {}; sleep {nap}; [ $(({{seed}} % 7)) = 0 ] && echo L || echo R",
        log.display()
    );
    format!(
        "title = 'disturbed'\nseeds = '1..{runs}'\nbudget = {{ time = 20, memory = 256 }}\n\
         [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n\
         [[programs]]\nname = 'short'\ncommand = ['sh', '-c', '{script}']\n"
    )
}

struct Trial<'a> {
    cluster: &'a Cluster,
    ingenio: &'a Path,
    home: &'a Path,
}

impl Trial<'_> {
    fn file(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }

    fn lab(&self, arguments: &[&str]) -> Output {
        let mut command = self.cluster.command(self.ingenio);
        command.arg("lab").args(arguments).args(["--no-store", "--allow-programs"]);
        command.current_dir(self.home).output().expect("the program starts")
    }

    fn results(&self, name: &str) -> Vec<CampaignRun> {
        read_results(&self.file(name)).unwrap_or_default()
    }

    /// Kills something at random, if anything of this campaign is at work.
    fn kill_something(&self, rng: &mut Rng, outcome: &mut Disturbed) {
        let mark = self.file("killed").display().to_string();
        let tasks = processes(&["lab", "task", &mark]);
        if tasks.is_empty() {
            return;
        }
        let (task, step) = tasks[(rng.unit() * tasks.len() as f64) as usize];
        let node = NODES[(rng.unit() * 3.0) as usize];
        match (rng.unit() * 4.0) as usize {
            0 | 1 => {
                kill(task);
                outcome.tasks_killed += 1;
            }
            2 if step > 1 => {
                kill(step);
                outcome.steps_killed += 1;
            }
            _ => {
                self.cluster.kill_node(node);
                outcome.nodes_killed += 1;
            }
        }
    }

    /// Tasks that Slurm has put back into the queue wait for minutes: here they need not.
    fn hurry(&self) {
        for line in self.cluster.queue("%F_%K %T %r") {
            if line.contains("PENDING BeginTime") {
                let job = line.split(' ').next().unwrap_or_default();
                self.cluster.ask("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
            }
        }
    }
}

/// Kills so many times, at most `patience` apart, and resumes until all is done.
pub fn disturb(
    cluster: &Cluster,
    ingenio: &Path,
    (runs, kills, nap): (usize, usize, f64),
    patience: Duration,
    seed: u64,
) -> Disturbed {
    let home = tempfile::tempdir().expect("a folder");
    let trial = Trial { cluster, ingenio, home: home.path() };
    let (calm, killed) = (trial.file("calm.begun"), trial.file("killed.begun"));
    std::fs::write(trial.file("calm.toml"), campaign(runs, &calm, 0.0)).expect("a file");
    std::fs::write(trial.file("killed.toml"), campaign(runs, &killed, nap)).expect("a file");
    trial.lab(&["run", "calm.toml", "--jobs", "2"]);
    let mut outcome = Disturbed { runs, ..Disturbed::default() };
    let mut rng = Rng::new(seed);
    let said = trial.lab(&["run", "killed.toml", "--on", "slurm", "--tasks", "6"]);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    loop {
        std::thread::sleep(patience.mul_f64(rng.unit()));
        for node in NODES {
            cluster.revive_node(node);
        }
        let queued = cluster.queue("%K").len();
        if queued == 0 && trial.results("killed").len() == runs {
            break;
        }
        trial.hurry();
        if queued < 3 {
            trial.lab(&["resume", "killed"]);
        }
        if outcome.killed() < kills {
            trial.kill_something(&mut rng, &mut outcome);
        }
    }
    trial.lab(&["resume", "killed"]);
    judge(&trial, &mut outcome);
    outcome
}

fn judge(trial: &Trial<'_>, outcome: &mut Disturbed) {
    let verdicts = |name: &str| -> BTreeMap<u64, Ending> {
        trial.results(name).iter().map(|run| (run.answer.seed, run.answer.outcome.kind())).collect()
    };
    let (calm, killed) = (verdicts("calm"), verdicts("killed"));
    outcome.lost = outcome.runs - killed.len();
    outcome.different = calm.iter().filter(|(seed, verdict)| killed.get(seed) != Some(verdict)).count();
    let journals = journals(&trial.file("killed"));
    outcome.journals = journals.len();
    outcome.submissions = std::fs::read_dir(trial.file("killed/shares")).expect("shares").count();
    let lines: Vec<CampaignRun> =
        journals.iter().flat_map(|path| read_results(path).unwrap_or_default()).collect();
    outcome.double = lines.len() - killed.len().min(lines.len());
    let begun = std::fs::read_to_string(trial.file("killed.begun")).unwrap_or_default();
    let begun: Vec<(u64, u64)> = begun.lines().filter_map(two_numbers).collect();
    outcome.begun = begun.len();
    outcome.again = lines.iter().map(|run| begun_after(run, &begun)).sum();
}

/// Children of a run that were begun when it had ended. The one that gave the result is the first after its
/// beginning: on a busy machine it may start later than its clock says.
fn begun_after(run: &CampaignRun, begun: &[(u64, u64)]) -> usize {
    let of_run = begun.iter().filter(|(seed, _)| *seed == run.answer.seed).map(|(_, at)| *at);
    let mut since: Vec<u64> = of_run.filter(|at| *at >= run.begun).collect();
    since.sort_unstable();
    let own = since.first().copied().unwrap_or(0);
    let end = own.max(run.begun + (run.process.wall_seconds * 1000.0) as u64);
    since.iter().skip(1).filter(|at| **at > end).count()
}

fn two_numbers(line: &str) -> Option<(u64, u64)> {
    let (first, second) = line.split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

/// Every journal of every attempt.
fn journals(campaign: &Path) -> Vec<PathBuf> {
    let inside = |folder: PathBuf| {
        std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect::<Vec<_>>()
    };
    let tasks = inside(campaign.join("shares")).into_iter().flat_map(inside);
    let files = tasks.flat_map(inside);
    files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect()
}
