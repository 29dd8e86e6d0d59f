//! One method on one level, as a user asks for it by name.

use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use ingenio_core::face::method_unknown;
use ingenio_core::words::table;
use ingenio_core::{AnyPuzzle, Budget, LevelRef, Message, Observer, Options, Solved, Task, solve};

use crate::clock::SystemClock;
use crate::report::Report;

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
    /// Runs the method and reports; refuses what cannot be asked.
    pub fn run(&self, level: &LevelRef, observer: &mut dyn Observer) -> Result<Report, Message> {
        let puzzle = level.puzzle();
        let (name, options) = parse_method(puzzle, &self.method)?;
        let metric = known_metric(puzzle, &self.metric)?;
        let (optimal, seed, threads) = (self.optimal, self.seed, self.threads);
        let task = Task { metric, optimal, seed, threads, options, ..Task::default() }
            .within(&self.budget, &SystemClock::start());
        let chosen = if name == "auto" { level.auto(&task) } else { name };
        let (cpu_seconds, solved) = self.timed(level, chosen, &task, observer);
        let metric = used_metric(puzzle, chosen, metric);
        Ok(Report {
            level: level.clone(),
            method: name,
            chosen,
            metric,
            solved: solved?,
            cpu_seconds,
            seed,
            threads,
        })
    }

    fn timed(
        &self,
        level: &LevelRef,
        method: &str,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> (f64, Result<Solved, Message>) {
        let (thread, process) = (ThreadTime::now(), ProcessTime::now());
        let solved = solve(level.as_ref(), method, task, &self.budget, &SystemClock::start(), observer);
        // With one thread the other threads of the process are other people's levels.
        let cpu = if task.threads == 1 { thread.elapsed() } else { process.elapsed() };
        let elsewhere = match &solved {
            Ok(solved) if task.threads == 1 => solved.drive.cpu_elsewhere,
            _ => Duration::ZERO,
        };
        ((cpu + elsewhere).as_secs_f64(), solved)
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

/// What the method really searched by.
fn used_metric(puzzle: &dyn AnyPuzzle, method: &str, asked: &'static str) -> &'static str {
    let methods = puzzle.methods();
    let metrics = methods.iter().find(|known| known.name == method).map_or(&[][..], |known| known.metrics);
    if metrics.contains(&asked) { asked } else { metrics.first().copied().unwrap_or("") }
}
