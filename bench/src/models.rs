//! Models: ENGINE-FORMULATION methods on level sets, beside what search says of the same levels.

use std::path::Path;
use std::time::Duration;

use ingenio_catalog::{Request, find, identify};
use ingenio_core::{Answer, Budget, Entry, LevelRef, Options, Outcome, Silent, Source};

use crate::command::{Command, argument, budget, read_file};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "models",
        usage: "METHOD SECONDS PATH... [KEY=VALUE...]",
        about: "a model method on every level: outcome, figure, CPU seconds; compared with search",
        run: |arguments| all(arguments, usize::MAX),
    },
    Command {
        name: "models-easiest",
        usage: "COUNT METHOD SECONDS PATH... [KEY=VALUE...]",
        about: "the same on the levels that take fewest moves",
        run: |arguments| {
            let count = argument(arguments, 0, "how many levels")?;
            all(&arguments[1..], count.parse().map_err(|_| "not a number of levels")?)
        },
    },
];

/// A level with what search says of it.
struct Known {
    name: String,
    level: LevelRef,
    best: Option<u64>,
    solvable: bool,
}

fn all(arguments: &[String], count: usize) -> Result<(), String> {
    let method = argument(arguments, 0, "a method")?;
    let seconds: f64 = argument(arguments, 1, "seconds")?.parse().map_err(|_| "not a number of seconds")?;
    let (settings, paths): (Vec<&String>, Vec<&String>) =
        arguments[2..].iter().partition(|argument| argument.contains('='));
    let mut levels = Vec::new();
    for path in paths {
        read(path, &settings, &mut levels)?;
    }
    levels.sort_by_key(|known: &Known| if count == usize::MAX { None } else { known.best });
    levels.truncate(count);
    let (mut total, mut worst, mut proved, mut agree) = (0.0, 0.0f64, 0, 0);
    for known in &levels {
        let optimal = optimises(&known.level, method);
        let report = solve(&known.level, method, optimal, Some(Duration::from_secs_f64(seconds)))?;
        let (said, same) = said(&report, known);
        let seconds = report.effort.cpu_seconds.unwrap_or(0.0);
        total += seconds;
        worst = worst.max(seconds);
        proved += u32::from(matches!(report.outcome, Outcome::Solved { .. } | Outcome::Unsolvable { .. }));
        agree += u32::from(same);
        let cuts = report.effort.counters.get("cuts").copied().unwrap_or(0);
        let nodes = report.nodes();
        println!("{:<28} {said:<34} {nodes:>9} nodes {cuts:>3} cuts {:>8.3} s", known.name, seconds);
    }
    let count = levels.len();
    println!(
        "{method}: {proved} of {count} answered, {agree} as search says; {total:.3} s in total, {worst:.3} s at most"
    );
    Ok(())
}

/// Reads a file or every file of a folder, and asks search.
fn read(path: &str, settings: &[&String], levels: &mut Vec<Known>) -> Result<(), String> {
    if Path::new(path).is_dir() {
        let entries = std::fs::read_dir(path).map_err(|error| format!("{path}: {error}"))?;
        let mut files: Vec<String> =
            entries.filter_map(Result::ok).map(|entry| entry.path().display().to_string()).collect();
        files.sort();
        return files.iter().try_for_each(|file| read(file, settings, levels));
    }
    let source = Source::new(&read_file(path)?);
    let puzzle = identify(&source, Some(path)).or_else(|fault| find("flow").map_err(|_| fault));
    let puzzle = puzzle.map_err(|fault| format!("{path}: {}", fault.english()))?;
    let mut options = Options::defaults(puzzle.info().settings);
    for pair in settings {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        options.set(puzzle.info().settings, name, value).map_err(|message| message.english())?;
    }
    let stem = Path::new(path).file_stem().map_or(String::new(), |stem| stem.display().to_string());
    for (number, reading) in (1..).zip(puzzle.read(&source, &options)) {
        let Entry { level, .. } = reading.map_err(|fault| format!("{path}: {}", fault.english()))?;
        let report = solve(&level, "auto", true, None)?;
        let solvable = matches!(report.outcome, Outcome::Solved { .. });
        levels.push(Known { name: format!("{stem}:{number}"), best: figure(&report), level, solvable });
    }
    Ok(())
}

fn solve(level: &LevelRef, method: &str, optimal: bool, time: Option<Duration>) -> Result<Answer, String> {
    let request = Request {
        method: method.into(),
        optimal,
        budget: Budget { time, memory: Some(8 << 30), ..budget() },
        ..Request::default()
    };
    request.run(level, &mut Silent).map_err(|message| message.english())
}

/// Does the method prove its solutions the best?
fn optimises(level: &LevelRef, method: &str) -> bool {
    let name = method.split(':').next().unwrap_or(method);
    level.puzzle().methods().iter().any(|known| known.name == name && known.guarantee.optimises())
}

/// The figure of the first metric.
fn figure(answer: &Answer) -> Option<u64> {
    answer.length()
}

/// The answer in words, and whether search agrees with it.
fn said(report: &Answer, known: &Known) -> (String, bool) {
    let figure = figure(report);
    let shown = figure
        .map_or(String::new(), |figure| format!(" {figure} {}", report.metric.as_deref().unwrap_or("")));
    match &report.outcome {
        Outcome::Solved { optimal, .. } => {
            let proved = if *optimal { ", proved" } else { "" };
            let by_default = known.level.puzzle().info().metrics.first().map(|metric| metric.name)
                == report.metric.as_deref();
            let same = if *optimal && by_default { figure == known.best } else { known.solvable };
            (format!("solved{shown}{proved}"), same)
        }
        Outcome::Unsolvable { .. } => ("unsolvable, proved".into(), !known.solvable),
        Outcome::Unknown { limit, .. } => {
            let bound = report.bound.map_or(String::new(), |bound| format!(", bound {bound}"));
            (format!("{}{shown}{bound}", limit.word()), false)
        }
        other => (format!("{}: {:?}", other.word(), other.fault()), false),
    }
}
