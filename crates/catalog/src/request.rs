//! One method on one level, as a user asks for it by name.

use ingenio_core::{
    Answer, AnyPuzzle, Budget, LevelRef, Message, MethodInfo, Observer, Options, Stage, Task, find_method,
    find_metric, solve,
};

use crate::clock::SystemClock;
use crate::words;

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
        let (method, task) = self.task(level)?;
        let chosen = method.unwrap_or_else(|| level.auto(&task));
        let clock = SystemClock::for_threads(self.threads);
        let mut answer = solve(level.as_ref(), &chosen, &task, &self.budget, &clock, observer)?;
        method.map_or("auto", |method| method.name).clone_into(&mut answer.method);
        Ok(answer)
    }

    /// Puts the method on a stage, to be watched; refuses what cannot be asked, and what cannot be stepped.
    pub fn stage(&self, level: &LevelRef) -> Result<Stage, Message> {
        let (method, task) = self.task(level)?;
        let chosen = method.unwrap_or_else(|| level.auto(&task));
        if !chosen.steppable {
            return Err(words::NOT_STEPPABLE.with("method", chosen.name));
        }
        Stage::begin(level, &chosen, &task, &self.budget, &SystemClock::for_threads(self.threads))
    }

    /// The row of the method, or nothing for `auto`, and what it is to do.
    fn task(&self, level: &LevelRef) -> Result<(Option<MethodInfo>, Task), Message> {
        let puzzle = level.puzzle();
        let (method, options) = parse_method(puzzle, &self.method)?;
        let metric = find_metric(puzzle, &self.metric)?;
        let (optimal, seed, threads) = (self.optimal, self.seed, self.threads);
        let task = Task { metric, optimal, seed, threads, options, ..Task::default() }
            .within(&self.budget, &SystemClock::for_threads(threads));
        Ok((method, task))
    }
}

/// Splits `NAME:key=value,...` and checks both parts against the table of the puzzle. There is no row for
/// `auto`: which method it is depends on the level.
pub fn parse_method(puzzle: &dyn AnyPuzzle, text: &str) -> Result<(Option<MethodInfo>, Options), Message> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let method = if name == "auto" { None } else { Some(find_method(puzzle, name)?) };
    let known = method.map_or(&[][..], |method| method.options);
    Ok((method, Options::parse(known, options)?))
}
