//! Sokoban: result tables on collections of levels, the paper's methods beside its categories, and how
//! often each deadlock test fires.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use ingenio_catalog::SystemClock;
use ingenio_core::rooms::Texts as _;
use ingenio_core::{
    Answer, Budget, Face, LevelRef, Message, MethodInfo, Options, Silent, Source, Task, find_method,
    find_metric, solve,
};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::Level;

use crate::command::{Command, argument, read_file, timed};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "sokoban",
        usage: "FILE METHOD[:OPTIONS] [SECONDS] [METRIC] [THREADS] [BEST.csv] [levels=3-9] [memory=8G] [wall=yes] [each=no]",
        about: "one method on a collection: figures of each level, solved, CPU seconds, deadlock tests that fired; wall=yes: seconds on the wall",
        run: collection,
    },
    Command {
        name: "sokoban-paper",
        usage: "FILE [SECONDS] [LEVELS]",
        about: "the Sokoban paper's methods by number of boxes: solved, steps, nodes, CPU seconds",
        run: paper,
    },
    Command {
        name: "sokoban-ablation",
        usage: "FILE [SECONDS] [LEVELS]",
        about: "astar-chosen with each of the Sokoban paper's restrictions switched off in turn",
        run: ablation,
    },
];

/// A level with its number in the file.
pub struct Numbered {
    pub number: usize,
    pub boxes: usize,
    pub level: LevelRef,
    /// The same with its type.
    pub typed: Level,
}

pub fn read(path: &str) -> Result<Vec<Numbered>, String> {
    let source = Source::new(&read_file(path)?);
    let readings = Sokoban::read(&source, &Options::default());
    let entry = |(index, reading): (usize, ingenio_core::Reading<_>)| {
        let entry: ingenio_core::Entry<Level> =
            reading.map_err(|fault| format!("{path}: {}", fault.english()))?;
        let (boxes, typed) = (entry.level.boxes().len(), entry.level.clone());
        Ok(Numbered { number: index + 1, boxes, level: Face::<Sokoban>::level(entry.level), typed })
    };
    readings.into_iter().enumerate().map(entry).collect()
}

pub fn number(arguments: &[String], at: usize, default: f64) -> Result<f64, String> {
    arguments.get(at).map_or(Ok(default), |text| text.parse().map_err(|_| format!("{text} is no number")))
}

/// What may be said by name after the other arguments: `levels=3-9`, `memory=8G`, `wall=yes`, `each=no`.
pub struct Named {
    pub levels: RangeInclusive<usize>,
    pub memory: u64,
    /// Is the limit of time on the wall, and so is what is told?
    pub wall: bool,
    /// Are the figures of each level printed?
    each: bool,
}

/// Takes these off a list of arguments.
pub fn named(arguments: &[String]) -> Result<(Vec<String>, Named), String> {
    let mut named = Named { levels: 1..=usize::MAX, memory: MEMORY, wall: false, each: true };
    let mut others = Vec::new();
    for argument in arguments {
        let wrong = || format!("{argument} is not understood");
        let flag = |text| match text {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong()),
        };
        match argument.split_once('=') {
            Some(("levels", text)) => named.levels = span(text).ok_or_else(wrong)?,
            Some(("memory", text)) => named.memory = bytes(text).ok_or_else(wrong)?,
            Some(("wall", text)) => named.wall = flag(text)?,
            Some(("each", text)) => named.each = flag(text)?,
            _ => others.push(argument.clone()),
        }
    }
    Ok((others, named))
}

/// `7`, `3-9` or `3-`.
fn span(text: &str) -> Option<RangeInclusive<usize>> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let to = if to.is_empty() { usize::MAX } else { to.parse().ok()? };
    Some(from.parse().ok()?..=to)
}

/// A number of bytes, with K, M or G behind it for powers of 1024.
fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (
            digits,
            if text.ends_with('K') {
                10
            } else if text.ends_with('M') {
                20
            } else {
                30
            },
        ),
        None => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_shl(shift)
}

/// What a method may use where nothing else is said.
const MEMORY: u64 = 4 << 30;

/// One method on one level under a limit of CPU seconds for each thread; those it took, and the result.
/// Nothing if the method refuses the level.
pub fn attempt(level: &LevelRef, method: &MethodInfo, task: &Task, seconds: f64) -> Option<(f64, Answer)> {
    let cpu_time = Some(Duration::from_secs_f64(seconds) * task.threads.max(1) as u32);
    let budget = Budget { cpu_time, memory: Some(task.memory), ..Budget::default() };
    let clock = SystemClock::for_threads(task.threads);
    let (took, solved) = timed(|| solve(level.as_ref(), method, task, &budget, &clock, &mut Silent));
    Some((took, solved.ok()?))
}

/// The same by the clock on the wall.
fn attempt_on_the_wall(
    level: &LevelRef,
    method: &MethodInfo,
    task: &Task,
    seconds: f64,
) -> Option<(f64, Answer)> {
    let time = Some(Duration::from_secs_f64(seconds));
    let budget = Budget { time, memory: Some(task.memory), ..Budget::default() };
    let (begun, clock) = (Instant::now(), SystemClock::for_threads(task.threads));
    let solved = solve(level.as_ref(), method, task, &budget, &clock, &mut Silent);
    Some((begun.elapsed().as_secs_f64(), solved.ok()?))
}

/// A method by name and its task, with options and metric as text.
pub fn task_for(
    method: &str,
    options: &str,
    metric: &str,
    threads: usize,
) -> Result<(MethodInfo, Task), String> {
    let puzzle = Face::<Sokoban>::new();
    let task = || -> Result<(MethodInfo, Task), Message> {
        let (method, metric) = (find_method(&puzzle, method)?, find_metric(&puzzle, metric)?);
        let options = Options::parse(method.options, options)?;
        Ok((method, Task { metric, threads, options, memory: MEMORY, ..Task::default() }))
    };
    task().map_err(|message| message.english())
}

fn collection(arguments: &[String]) -> Result<(), String> {
    let (arguments, limits) = named(arguments)?;
    let mut levels = read(argument(&arguments, 0, "the file of levels")?)?;
    levels.retain(|numbered| limits.levels.contains(&numbered.number));
    let wanted = argument(&arguments, 1, "the method")?;
    let (method, options) = wanted.split_once(':').unwrap_or((wanted, ""));
    let seconds = number(&arguments, 2, 10.0)?;
    let metric = arguments.get(3).map_or("", String::as_str);
    let (method, task) = task_for(method, options, metric, number(&arguments, 4, 1.0)? as usize)?;
    let task = Task { memory: limits.memory, ..task };
    let best = arguments.get(5).map_or(Ok(BTreeMap::new()), |path| read_best(path))?;
    let attempt = if limits.wall { attempt_on_the_wall } else { attempt };
    let mut table = Table { each: limits.each, on_the_wall: limits.wall, ..Table::default() };
    for numbered in &levels {
        table.add(numbered, attempt(&numbered.level, &method, &task, seconds), &best);
    }
    table.print(wanted, levels.len());
    Ok(())
}

/// Best known pushes by number of level: the third column, or the second of two.
fn read_best(path: &str) -> Result<BTreeMap<usize, u64>, String> {
    let text = read_file(path)?;
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    // Titles may hold commas, so the column is counted from the end.
    let columns: Vec<&str> = head.rsplit(',').collect();
    let column = columns.iter().position(|name| name.contains("push_best") || name.contains("best_known"));
    let column = column.ok_or_else(|| format!("{path}: no column of best pushes"))?;
    let pair = |line: &str| -> Option<(usize, u64)> {
        Some((line.split(',').next()?.parse().ok()?, line.rsplit(',').nth(column)?.parse().ok()?))
    };
    Ok(lines.filter_map(pair).collect())
}

/// What comes out of a collection.
#[derive(Default)]
pub struct Table {
    pub solved: usize,
    proved: usize,
    pub seconds: f64,
    worst: f64,
    pub pushes: u64,
    moves: u64,
    pub nodes: u64,
    /// Are the figures of each level printed, and are its seconds on the wall?
    each: bool,
    on_the_wall: bool,
    /// Pushes of levels with a best known figure, and these figures.
    compared: (u64, u64),
    fired: Vec<(String, u64)>,
    missed: Vec<usize>,
}

impl Table {
    pub fn add(&mut self, numbered: &Numbered, result: Option<(f64, Answer)>, best: &BTreeMap<usize, u64>) {
        let Some((took, solved)) = result else {
            self.missed.push(numbered.number);
            return;
        };
        if self.each {
            println!("{}", row(numbered, took, &solved, best.get(&numbered.number)));
        }
        self.seconds += took;
        self.worst = self.worst.max(took);
        self.nodes += solved.nodes();
        for (name, count) in &solved.effort.counters {
            match self.fired.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += count,
                None => self.fired.push((name.clone(), *count)),
            }
        }
        let ingenio_core::Outcome::Solved { solution, optimal } = &solved.outcome else {
            self.missed.push(numbered.number);
            return;
        };
        self.solved += 1;
        self.proved += usize::from(*optimal);
        let figure = |name| solution.measures().get(name).unwrap_or(0);
        self.pushes += figure("pushes");
        self.moves += figure("moves");
        if let Some(best) = best.get(&numbered.number) {
            self.compared.0 += figure("pushes");
            self.compared.1 += best;
            if *optimal && figure("pushes") != *best {
                println!("level {}: {} pushes, best known {best}", numbered.number, figure("pushes"));
            }
        }
    }

    fn print(&self, method: &str, levels: usize) {
        println!(
            "{method}: {} of {levels} solved, {} proved optimal, {:.2} {}, worst {:.2} s, {} nodes",
            self.solved,
            self.proved,
            self.seconds,
            if self.on_the_wall { "s on the wall" } else { "CPU s" },
            self.worst,
            self.nodes
        );
        println!("pushes {}, moves {}", self.pushes, self.moves);
        if self.compared.1 > 0 {
            println!("pushes where a best is known {} against {}", self.compared.0, self.compared.1);
        }
        let fired: Vec<String> = self.fired.iter().map(|(name, count)| format!("{name} {count}")).collect();
        println!("counted: {}", fired.join(", "));
        if !self.missed.is_empty() {
            println!("not solved: {:?}", self.missed);
        }
    }
}

/// The figures of one level.
fn row(numbered: &Numbered, took: f64, answer: &Answer, best: Option<&u64>) -> String {
    let figure = |name| answer.measure(name).map_or_else(|| "-".into(), |figure| figure.to_string());
    let best = best.map_or_else(String::new, |best| format!(" (best known {best})"));
    let proved = if answer.is_optimal() { ", proved" } else { "" };
    let peak = answer.effort.peak_bytes.unwrap_or(0) >> 20;
    format!(
        "level {:>3}, {:>2} boxes: {}{proved}, {} pushes{best}, {} moves, {took:.2} s, {} nodes, {peak} MiB",
        numbered.number,
        numbered.boxes,
        answer.outcome.word(),
        figure("pushes"),
        figure("moves"),
        answer.nodes(),
    )
}

const PAPER_METHODS: [&str; 6] = [
    "astar-chosen",
    "astar-admissible",
    "astar-greedy",
    "astar-distance",
    "idastar-admissible",
    "idastar-plain",
];

/// Solved, steps, nodes, seconds.
type PaperRow = (usize, u64, u64, f64);

/// What the Sokoban paper reports of its own 150 levels (its tables 3, 5, 7, 9 and 11, added up by boxes): solved,
/// steps, nodes and seconds of the levels it solved. Its levels are other ones, its limit was two
/// hours: only categories compare.
const PAPER_FIGURES: [(&str, [PaperRow; 6]); 5] = [
    (
        "astar-chosen",
        [
            (35, 1671, 44_115, 57.1),
            (34, 2944, 370_675, 6147.4),
            (32, 3487, 308_665, 2253.8),
            (23, 3479, 821_887, 14_607.2),
            (19, 2655, 783_941, 21_137.3),
            (7, 867, 236_327, 4363.5),
        ],
    ),
    (
        "astar-admissible",
        [
            (35, 1618, 167_489, 854.0),
            (26, 1812, 419_942, 10_098.3),
            (31, 3172, 853_151, 15_396.1),
            (20, 2304, 1_100_714, 31_095.0),
            (8, 530, 236_793, 3312.6),
            (4, 209, 238_746, 5902.2),
        ],
    ),
    (
        "astar-greedy",
        [
            (35, 3186, 40_930, 47.6),
            (34, 8814, 395_160, 6542.0),
            (32, 5809, 304_086, 2132.6),
            (23, 5123, 939_244, 21_262.2),
            (16, 3638, 566_047, 14_542.2),
            (6, 882, 276_779, 6393.5),
        ],
    ),
    (
        "astar-distance",
        [
            (35, 1946, 35_976, 58.0),
            (34, 3622, 172_152, 1744.9),
            (32, 4175, 231_724, 1156.2),
            (23, 4136, 801_256, 17_381.4),
            (16, 2403, 362_389, 7882.4),
            (7, 1121, 360_288, 10_153.9),
        ],
    ),
    (
        "idastar-admissible",
        [
            (35, 4166, 91_832, 17_160.4),
            (22, 2295, 41_462, 3458.0),
            (19, 3369, 82_367, 23_234.3),
            (5, 510, 15_295, 1470.9),
            (5, 218, 42_179, 2302.0),
            (1, 69, 7257, 2100.5),
        ],
    ),
];

/// How many of the Sokoban paper's levels have 2, 3, ... 7 boxes.
const PAPER_PROFILE: [usize; 6] = [35, 34, 32, 23, 19, 7];

/// The paper's own row for a method and a number of boxes.
fn paper_row(method: &str, boxes: usize) -> Option<String> {
    let (_, rows) = PAPER_FIGURES.iter().find(|(name, _)| *name == method)?;
    let at = boxes.checked_sub(2)?;
    let (solved, steps, nodes, seconds) = rows.get(at)?;
    let solved = format!("{solved}/{}", PAPER_PROFILE[at]);
    Some(format!("{solved:>12}{steps:>9}{nodes:>12}{seconds:>11.1}"))
}

fn few(arguments: &[String], at: usize) -> Result<usize, String> {
    Ok(number(arguments, at, 1e9)? as usize)
}

fn paper(arguments: &[String]) -> Result<(), String> {
    let levels = read(argument(arguments, 0, "the file of levels")?)?;
    let seconds = number(arguments, 1, 10.0)?;
    let most = few(arguments, 2)?;
    println!("{:>66}  | the Sokoban paper, on levels of its own", "");
    let figures = |solved, seconds| {
        format!("{:>solved$}{:>9}{:>12}{:>seconds$}", "solved", "steps", "nodes", "seconds")
    };
    println!("{:<20}{:>6}{}  |{}", "method", "boxes", figures(10, 9), figures(12, 11));
    for method in PAPER_METHODS {
        by_boxes(method, "", &levels[..levels.len().min(most)], seconds)?;
    }
    Ok(())
}

/// One row per number of boxes.
fn by_boxes(method: &str, options: &str, levels: &[Numbered], seconds: f64) -> Result<(), String> {
    let (known, task) = task_for(method, options, "", 1)?;
    let mut rows: BTreeMap<usize, (usize, Table)> = BTreeMap::new();
    for numbered in levels {
        let (count, table) = rows.entry(numbered.boxes).or_default();
        *count += 1;
        table.add(numbered, attempt(&numbered.level, &known, &task, seconds), &BTreeMap::new());
    }
    for (boxes, (count, table)) in rows {
        let solved = format!("{}/{count}", table.solved);
        let (moves, nodes, seconds) = (table.moves, table.nodes, table.seconds);
        let paper = paper_row(method, boxes).unwrap_or_default();
        println!("{method:<20}{boxes:>6}{solved:>10}{moves:>9}{nodes:>12}{seconds:>9.2}  |{paper}");
    }
    Ok(())
}

const ABLATIONS: [&str; 8] = [
    "",
    "corners=no",
    "blocks=no",
    "walls=no",
    "paths=no",
    "specials=no",
    "corners=no,blocks=no,walls=no,paths=no,specials=no",
    "literal=yes",
];

fn ablation(arguments: &[String]) -> Result<(), String> {
    let levels = read(argument(arguments, 0, "the file of levels")?)?;
    let seconds = number(arguments, 1, 10.0)?;
    let most = few(arguments, 2)?;
    for options in ABLATIONS {
        let (method, task) = task_for("astar-chosen", options, "", 1)?;
        let mut table = Table::default();
        for numbered in &levels[..levels.len().min(most)] {
            table.add(numbered, attempt(&numbered.level, &method, &task, seconds), &BTreeMap::new());
        }
        table.print(&format!("astar-chosen:{options}"), levels.len().min(most));
    }
    Ok(())
}
