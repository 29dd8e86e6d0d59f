//! One method on one level, as a user asks for it by name.

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::face::method_unknown;
use ingenio_core::words::table;
use ingenio_core::{Answer, AnyPuzzle, Budget, LevelRef, Message, Observer, Options, Task, solve};

use crate::clock::SystemClock;

/// What is asked: which method with which options, by which metric, within which limits.
#[derive(Clone, Debug)]
pub struct Request {
    /// `auto`, or `NAME`, or `NAME:key=value,...`.
    pub method: String,
    /// A metric or several with commas; empty for the default.
    pub metric: String,
    pub optimal: bool,
    pub budget: Budget,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            method: "auto".into(),
            metric: String::new(),
            optimal: false,
            budget: Budget::default(),
            seed: 0,
            threads: 1,
        }
    }
}

impl Request {
    /// Runs the method; refuses what cannot be asked.
    pub fn run(&self, level: &LevelRef, observer: &mut dyn Observer) -> Result<Answer, Message> {
        let puzzle = level.puzzle();
        let (name, options) = parse_method(puzzle, &self.method)?;
        let metric = known_metric(puzzle, &self.metric)?;
        let (optimal, seed, threads) = (self.optimal, self.seed, self.threads);
        let task = Task { metric, optimal, seed, threads, options, ..Task::default() }.within(&self.budget);
        let chosen = if name == "auto" { level.auto(&task) } else { name };
        let mut answer = self.timed(level, chosen, &task, observer)?;
        name.clone_into(&mut answer.method);
        Ok(answer)
    }

    fn timed(
        &self,
        level: &LevelRef,
        method: &str,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Message> {
        let (thread, process) = (ThreadTime::now(), ProcessTime::now());
        let mut answer = solve(level.as_ref(), method, task, &self.budget, &SystemClock::start(), observer)?;
        // With one thread the other threads of the process are other people's levels.
        let cpu = if task.threads == 1 {
            thread.elapsed().as_secs_f64() + answer.effort.cpu_seconds.unwrap_or(0.0)
        } else {
            process.elapsed().as_secs_f64()
        };
        answer.effort.cpu_seconds = Some(cpu);
        Ok(answer)
    }
}

/// Splits `NAME:key=value,...` and checks both parts against the table of the puzzle.
pub fn parse_method(puzzle: &dyn AnyPuzzle, text: &str) -> Result<(&'static str, Options), Message> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    if name == "auto" {
        return Ok(("auto", Options::parse(&[], options)?));
    }
    let methods = puzzle.methods();
    let method = methods.iter().find(|method| method.name == name);
    let known = methods.iter().map(|method| method.name);
    let method = method.ok_or_else(|| method_unknown(puzzle.info().name, name, known))?;
    Ok((method.name, Options::parse(method.options, options)?))
}

/// The metric or combination of that name, as some method of the puzzle knows it.
fn known_metric(puzzle: &dyn AnyPuzzle, asked: &str) -> Result<&'static str, Message> {
    if asked.is_empty() {
        return Ok("");
    }
    let singles = puzzle.info().metrics.iter().map(|metric| metric.name);
    let combined = puzzle.methods().into_iter().flat_map(|method| method.metrics.iter().copied());
    let known: Vec<&'static str> = singles.chain(combined).collect();
    known.iter().find(|name| **name == asked).copied().ok_or_else(|| {
        let first = |(at, name): &(usize, &&'static str)| !known[..*at].contains(name);
        let names: Vec<&str> = known.iter().enumerate().filter(first).map(|(_, name)| *name).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        table::METRIC_UNKNOWN.with("puzzle", puzzle.info().name).with("metric", asked).with("known", names)
    })
}
