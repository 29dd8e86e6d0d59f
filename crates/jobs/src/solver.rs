//! `ingenio solve` as a limited child: the one place that writes its command line and reads what it
//! prints. The child keeps its limits by itself and hands over its best; the fence around it is for a
//! child that does not.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use ingenio_core::{Budget, Claim, Ending, LevelRef, Limit, Message, Outcome, ToldPulse, Unrefereed};
use serde::Deserialize;

use crate::job::{Finished, Job};
use crate::limits::Limits;
use crate::settle::Heard;
use crate::words;

/// A method of ours about to be run on a level by a child of this program.
#[derive(Clone, Debug)]
pub struct Solver<'a> {
    /// The `ingenio` program.
    pub program: &'a Path,
    pub level: &'a LevelRef,
    /// `auto`, or `NAME`, or `NAME:key=value,...`.
    pub method: &'a str,
    /// Empty for the method's own.
    pub metric: &'a str,
    pub optimal: bool,
    pub seed: u64,
    pub threads: u32,
    /// The memory is that of the whole process.
    pub budget: Budget,
    /// How long beyond its time the child may take to hand over its best, before it is stopped.
    pub patience: Duration,
    /// Is anybody told how it goes?
    pub watched: bool,
    /// Only on these cores; on any where there are none.
    pub cores: &'a [usize],
}

/// Standard output of one run: an answer and its progress.
const OUTPUT: u64 = 16 << 20;

/// How long a child that was asked to end may take.
const GRACE: Duration = Duration::from_millis(20);

/// What the program needs before any method allocates: its code, its tables of puzzles, its stacks.
const OWN_BYTES: u64 = 48 << 20;

impl Solver<'_> {
    /// Runs the child to its end; tells how it goes and gives what it said last.
    pub fn run(&self, tell: &mut dyn FnMut(&ToldPulse)) -> Result<(Heard, Finished), Message> {
        let mut last = String::new();
        let job = Job::new(self.command())
            .limits(self.limits())
            .input(self.level.canonical() + "\n")
            .cores(self.cores);
        let finished = job.cancel(self.budget.cancel.clone()).run(&mut |line| match progress(line) {
            Some(event) => tell(&event),
            None => line.clone_into(&mut last),
        })?;
        let heard = if last.is_empty() { Heard::Nothing } else { read_answer(&last) };
        Ok((heard, finished))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.program);
        let puzzle = self.level.puzzle().info().name;
        command.args(["solve", "-", "--json", "--puzzle", puzzle, "--method", self.method]);
        command.args(["--seed", &self.seed.to_string(), "--threads", &self.threads.to_string()]);
        let budget = &self.budget;
        let flags = [("--optimal", self.optimal), ("--progress-json", self.watched)];
        command.args(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| flag));
        let values = [
            ("--metric", (!self.metric.is_empty()).then(|| self.metric.to_owned())),
            ("--time", budget.time.map(|time| format!("{}s", time.as_secs_f64()))),
            ("--cpu-time", budget.cpu_time.map(|time| format!("{}s", time.as_secs_f64()))),
            ("--nodes", budget.nodes.map(|nodes| nodes.to_string())),
            ("--memory", budget.memory.map(|memory| for_the_method(memory).to_string())),
        ];
        for (option, value) in values {
            command.args(value.iter().flat_map(|value| [option, value]));
        }
        command
    }

    fn limits(&self) -> Limits {
        let Budget { time, cpu_time, memory, .. } = self.budget;
        Limits {
            wall: wall_fence(time, cpu_time).map(|time| time + self.patience),
            cpu: cpu_time.or(time.map(|time| time * self.threads)).map(|time| time + self.patience),
            memory,
            processes: None,
            output: OUTPUT,
            grace: GRACE,
        }
    }
}

/// The longest a job may take on the wall. Where processor time alone is limited, a job that sleeps must
/// end all the same: ten times its processor time and half a minute.
pub fn wall_fence(time: Option<Duration>, cpu_time: Option<Duration>) -> Option<Duration> {
    time.or(cpu_time.map(|cpu| cpu * 10 + Duration::from_secs(30)))
}

/// Methods count what they allocate; the program itself needs room too.
fn for_the_method(memory: u64) -> u64 {
    memory.saturating_sub(OWN_BYTES).max(memory / 2).max(1)
}

/// `{"progress":{...}}`, told from answers by its only key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgressLine {
    progress: ToldPulse,
}

fn progress(line: &str) -> Option<ToldPulse> {
    let line: ProgressLine = serde_json::from_str(line).ok()?;
    Some(line.progress)
}

/// What is needed of an answer whose other fields are not what they should be.
#[derive(Deserialize)]
struct Sketch {
    outcome: Option<Ending>,
    solution: Option<String>,
    #[serde(default)]
    optimal: bool,
}

fn sketch(line: &str) -> Option<Claim> {
    let Sketch { outcome, solution, optimal } = serde_json::from_str(line).ok()?;
    let solution = solution.map(|text| Unrefereed { text, ..Unrefereed::default() });
    let outcome = match (outcome, solution) {
        (None | Some(Ending::Solved), Some(solution)) => Outcome::Solved { solution, optimal },
        (Some(Ending::Unsolvable), _) => Outcome::Unsolvable { reason: Message::empty() },
        (Some(Ending::Unknown), best) => Outcome::Unknown { limit: Limit::Method, best },
        _ => return None,
    };
    Some(Claim::bare(outcome))
}

/// Reads an object as `solve --json` prints it; only `solution` or `outcome` is needed.
pub fn read_answer(line: &str) -> Heard {
    match serde_json::from_str::<Claim>(line).or_else(|error| sketch(line).ok_or(error)) {
        Ok(claim) => Heard::Claim(Box::new(claim)),
        Err(error) => {
            let shown: String = line.chars().take(200).collect();
            Heard::Garbage(words::NOT_OURS.with("line", format_args!("{shown} ({error})")))
        }
    }
}
