//! A campaign over workers of a database that are killed -9 at random until it is done, and what came of it beside one
//! that nobody disturbed. Who collects the results is killed too, once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use ingenio_core::{CampaignRun, Rng};

use crate::command::Command;
use crate::postgres::{Worker, ingenio, new_database};
use crate::web::number;
use crate::web_client::Trouble;

pub const COMMANDS: &[Command] = &[Command {
    name: "worker-kills",
    usage: "[RUNS] [KILLS] [SEED]",
    about: "four workers of a PostgreSQL killed -9 at random: is every run there once, and as it should be?",
    run,
}];

const WORKERS: usize = 4;
/// After so long what a dead worker had is another's.
const LEASE: &str = "2s";
/// Levels of the campaign; each is run with so many random numbers that there are as many runs as asked for.
const LEVELS: &str =
    "1 2 3/4 5 6/7 _ 8\n8 1 3/4 _ 2/7 6 5\n1 2 3/_ 4 6/7 5 8\n5 1 3/2 _ 6/4 7 8\n1 2 3/4 8 5/7 6 _\n";

fn run(arguments: &[String]) -> Result<(), Trouble> {
    let (runs, kills) = (number(arguments, 0, 5000)?, number(arguments, 1, 30)?);
    let outcome = disturb(runs, kills, number(arguments, 2, 1)?)?;
    println!("runs   kills   collector killed   lost   double   different   wall s");
    println!(
        "{:4}   {:5}   {:16}   {:4}   {:6}   {:9}   {:6.1}",
        outcome.runs,
        outcome.kills,
        outcome.collector_kills,
        outcome.lost,
        outcome.double,
        outcome.different,
        outcome.seconds
    );
    let wrong = outcome.lost + outcome.double + outcome.different;
    if wrong > 0 || outcome.kills < kills {
        Err(format!("{wrong} runs are not as they should be"))
    } else {
        Ok(())
    }
}

#[derive(Debug, Default)]
struct Outcome {
    runs: usize,
    kills: usize,
    collector_kills: usize,
    lost: usize,
    double: usize,
    different: usize,
    seconds: f64,
}

struct Trial {
    home: tempfile::TempDir,
    program: PathBuf,
    database: String,
}

impl Trial {
    fn lab(&self, arguments: &[&str]) -> Result<Child, Trouble> {
        let mut command = Process::new(&self.program);
        command.arg("lab").args(arguments).arg("--no-store").current_dir(self.home.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())
    }

    /// Lines of a campaign.
    fn lines(&self, name: &str) -> Vec<CampaignRun> {
        let text = std::fs::read_to_string(self.home.path().join(name).join("results.jsonl"));
        text.unwrap_or_default().lines().filter_map(|line| CampaignRun::read(line).ok()).collect()
    }

    fn workers(&self) -> Result<Vec<Worker>, Trouble> {
        (0..WORKERS).map(|_| self.worker()).collect()
    }

    fn worker(&self) -> Result<Worker, Trouble> {
        Worker::start(&self.database, &["--lease", LEASE])
    }
}

fn campaign(file: &Path, runs: usize) -> Result<(), Trouble> {
    let seeds = runs.div_ceil(LEVELS.lines().count());
    let text = format!(
        "title = 'disturbed'\nseeds = '1..{seeds}'\nbudget = {{ time = 60, memory = 512 }}\n\
         [[levels]]\npuzzle = 'taquin'\ntext = '''\n{LEVELS}'''\n[[methods]]\nmethod = 'astar-manhattan'\n"
    );
    std::fs::write(file, text).map_err(|error| error.to_string())
}

fn disturb(runs: usize, kills: usize, seed: u64) -> Result<Outcome, Trouble> {
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    let trial = Trial { home, program: ingenio()?, database: new_database() };
    for name in ["calm.toml", "killed.toml"] {
        campaign(&trial.home.path().join(name), runs)?;
    }
    trial.lab(&["run", "calm.toml", "--jobs", "2"])?.wait().map_err(|error| error.to_string())?;
    let total = trial.lines("calm").len();
    let mut outcome = Outcome { runs: total, ..Outcome::default() };
    let begun = std::time::Instant::now();
    let (mut rng, mut workers) = (Rng::new(seed), trial.workers()?);
    let mut collector = trial.lab(&["run", "killed.toml", "--on", &trial.database])?;
    loop {
        std::thread::sleep(Duration::from_millis(5 + rng.below(60) as u64));
        if let Some(status) = collector.try_wait().map_err(|error| error.to_string())? {
            if outcome.kills < kills {
                return Err(format!("it ended too soon: {status}"));
            }
            break;
        }
        let done = trial.lines("killed").len();
        // Spread over all of it, at moments that nobody chose.
        if outcome.kills < kills && done * (kills + 1) > outcome.kills * total {
            let at = rng.below(WORKERS);
            std::mem::replace(&mut workers[at], trial.worker()?).kill();
            outcome.kills += 1;
        }
        if outcome.collector_kills == 0 && done * 2 > total && done < total {
            let _ = collector.kill();
            let _ = collector.wait();
            outcome.collector_kills += 1;
            collector = trial.lab(&["resume", "killed", "--on", &trial.database])?;
        }
    }
    outcome.seconds = begun.elapsed().as_secs_f64();
    judge(&mut outcome, &trial.lines("calm"), &trial.lines("killed"));
    Ok(outcome)
}

fn judge(outcome: &mut Outcome, calm: &[CampaignRun], killed: &[CampaignRun]) {
    let told = |lines: &[CampaignRun]| -> BTreeMap<String, String> {
        let what = |run: &CampaignRun| format!("{:?} {:?}", run.answer.outcome.kind(), run.answer.outcome);
        lines.iter().map(|run| (run.run.clone(), what(run))).collect()
    };
    let (expected, found) = (told(calm), told(killed));
    outcome.lost = expected.keys().filter(|run| !found.contains_key(*run)).count();
    outcome.double = killed.len() - found.len();
    outcome.different =
        expected.iter().filter(|(run, what)| found.get(*run).is_some_and(|now| now != *what)).count();
}
