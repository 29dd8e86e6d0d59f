//! A campaign whose runner is killed -9 again and again, at random moments, until it is done; and what came
//! of it. The small edition is a test of the program, the large one a figure of `lab_figures`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ingenio_core::{CampaignRun, Ending, Rng};
use ingenio_lab::{RESULTS, read_results};

/// What came of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub runs: usize,
    pub killed: usize,
    pub results: usize,
    /// Runs without a result.
    pub lost: usize,
    /// Results that are there twice.
    pub twice: usize,
    /// Children begun for a run whose result was on the disk before.
    pub again: usize,
    /// Children begun in all: more than runs, for what was under way when the runner died is begun anew.
    pub begun: usize,
    /// Runs whose outcome is another than in a campaign that nobody disturbed.
    pub different: usize,
    /// Processes of the campaign that were still there at the end.
    pub left_running: usize,
}

impl Outcome {
    pub fn is_good(&self) -> bool {
        self.lost + self.twice + self.again + self.different + self.left_running == 0
    }
}

/// Every seed is a run. Its child leaves its seed in a file and answers; every seventh answer is wrong.
fn campaign(runs: usize, log: &Path) -> String {
    let script = format!("echo {{seed}} >> {}; [ $(({{seed}} % 7)) = 0 ] && echo L || echo R", log.display());
    let seeds: Vec<String> = (1..=runs).map(|seed| seed.to_string()).collect();
    format!(
        "title = 'killed'\nseeds = [{}]\nbudget = {{ time = 20, memory = 256 }}\n\
         [[levels]]\ntext = '1 2 3/4 5 6/7 _ 8'\npuzzle = 'taquin'\n\
         [[programs]]\nname = 'short'\ncommand = ['sh', '-c', '{script}']\n",
        seeds.join(", ")
    )
}

/// One campaign in a folder of its own.
struct Trial<'a> {
    ingenio: &'a Path,
    folder: &'a Path,
    name: &'static str,
}

impl Trial<'_> {
    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}{ending}", self.name))
    }

    fn start(&self) -> Child {
        let mut command = Command::new(self.ingenio);
        command.args(["lab", "run"]).arg(self.file(".toml")).arg("-o").arg(self.file("")).args([
            "--jobs",
            "2",
            "--allow-programs",
            "--store",
        ]);
        command.arg("--database").arg(self.file(".sqlite")).env("LAB_KILLS", mark(self.folder));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    fn results(&self) -> Vec<CampaignRun> {
        read_results(&self.file("")).unwrap_or_default()
    }

    /// Seeds of the children that were begun, in order.
    fn begun(&self) -> Vec<u64> {
        let text = std::fs::read_to_string(self.file(".begun")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }
}

fn mark(folder: &Path) -> String {
    folder.display().to_string()
}

/// Kills the runner whenever a random time below `patience` has passed.
pub fn disturb(ingenio: &Path, runs: usize, patience: Duration, seed: u64) -> Outcome {
    let home = tempfile::tempdir().expect("a folder");
    let trial = |name| Trial { ingenio, folder: home.path(), name };
    let (calm, killed) = (trial("calm"), trial("killed"));
    for trial in [&calm, &killed] {
        std::fs::write(trial.file(".toml"), campaign(runs, &trial.file(".begun"))).expect("a file");
    }
    calm.start().wait().expect("it can be waited for");
    let mut outcome = Outcome { runs, ..Outcome::default() };
    let mut rng = Rng::new(seed);
    loop {
        let (finished, begun) = (seeds(&killed.results()), killed.begun().len());
        // When all is there, the runner is left to write its report in peace.
        let moment = if finished.len() < runs { patience.mul_f64(rng.unit()) } else { Duration::MAX };
        let ended = ends_within(&mut killed.start(), moment);
        outcome.again += killed.begun()[begun..].iter().filter(|seed| finished.contains(seed)).count();
        if ended {
            break;
        }
        outcome.killed += 1;
    }
    outcome.begun = killed.begun().len();
    outcome.left_running = still_running(&mark(home.path()));
    compare(&mut outcome, &calm.results(), &killed.results());
    let lines = std::fs::read_to_string(killed.file("").join(RESULTS)).unwrap_or_default();
    outcome.twice = lines.lines().count() - outcome.results;
    outcome
}

/// Waits, and kills it if it has not ended.
fn ends_within(child: &mut Child, moment: Duration) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < moment {
        if child.try_wait().expect("it can be waited for").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    let ended = child.try_wait().expect("it can be waited for").is_some();
    let _ = child.kill();
    child.wait().expect("it can be waited for");
    ended
}

fn seeds(records: &[CampaignRun]) -> BTreeSet<u64> {
    records.iter().map(|record| record.answer.seed).collect()
}

fn compare(outcome: &mut Outcome, calm: &[CampaignRun], killed: &[CampaignRun]) {
    let verdicts = |records: &[CampaignRun]| -> BTreeMap<u64, Ending> {
        records.iter().map(|record| (record.answer.seed, record.answer.outcome.kind())).collect()
    };
    let (expected, found) = (verdicts(calm), verdicts(killed));
    outcome.results = killed.len();
    outcome.lost = outcome.runs - found.len();
    outcome.different = expected.iter().filter(|(seed, verdict)| found.get(seed) != Some(verdict)).count();
}

/// Processes that carry the mark of the campaign. What a killed runner leaves ends with it or, at the
/// latest, when the next one starts.
fn still_running(mark: &str) -> usize {
    let wanted = format!("LAB_KILLS={mark}");
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let environments = entries.filter_map(|entry| std::fs::read(entry.path().join("environ")).ok());
    let marked =
        |environment: &Vec<u8>| environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes());
    environments.filter(marked).count()
}
