//! Learned weights against none, in the same searches on the same pushes: levels solved over expansions, expansions and CPU
//! seconds.

use ingenio_catalog::SystemClock;
use ingenio_core::rooms::Texts as _;
use ingenio_core::{
    Budget, Face, LevelRef, MethodInfo, Options, Outcome, Silent, Source, Task, find_method, solve,
};
use ingenio_sokoban::Sokoban;
use ingenio_workshop::Pack;

use crate::command::{Command, argument, read_file, timed};

pub const COMMANDS: &[Command] = &[Command {
    name: "learning",
    usage: "FILE [NODES] [METHOD[:OPTIONS]...]",
    about: "Sokoban's learned methods beside the same without weights: the curve of solved levels, nodes, CPU seconds",
    run: learning,
}];

/// Each with weights and without.
const PAIRS: [[&str; 2]; 7] = [
    ["greedy", "greedy:h=assignment"],
    ["weighted:weight=300", "weighted:weight=300,h=assignment"],
    ["weighted:weight=100", "weighted:weight=100,h=assignment"],
    ["beam:width=50", "beam:width=50,h=assignment"],
    ["focal:within=150", "focal:within=150,h=assignment"],
    ["levin", "levin:policy=even"],
    ["phs", "phs:policy=even"],
];

/// Expansions at which solved levels are counted.
const AT: [u64; 9] = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000];

/// One method on one level.
#[derive(Clone, Copy)]
struct Tried {
    solved: bool,
    nodes: u64,
    seconds: f64,
    pushes: u64,
}

fn learning(arguments: &[String]) -> Result<(), String> {
    let levels = read(argument(arguments, 0, "the file of levels")?)?;
    let nodes = arguments
        .get(1)
        .map_or(Ok(20_000), |text| text.parse().map_err(|_| format!("{text} is no number")))?;
    let heads: String = AT.iter().filter(|at| **at <= nodes).map(|at| format!("{at:>7}")).collect();
    println!("{} levels, at most {nodes} nodes each; solved within so many expansions", levels.len());
    println!("{:<34}{heads}{:>9}{:>10}{:>9}{:>8}", "", "nodes", "CPU s", "us/node", "pushes");
    let named = arguments.get(2..).unwrap_or_default();
    for method in named {
        row(method, &run(method, &levels, nodes)?, nodes);
    }
    if !named.is_empty() {
        return Ok(());
    }
    row("policy", &run("policy", &levels, nodes)?, nodes);
    for pair in PAIRS {
        let [with, without] = pair.map(|method| run(method, &levels, nodes));
        let (with, without) = (with?, without?);
        row(pair[0], &with, nodes);
        row(pair[1], &without, nodes);
        compare(&with, &without);
    }
    Ok(())
}

fn read(path: &str) -> Result<Vec<LevelRef>, String> {
    let text = read_file(path)?;
    if path.ends_with(".toml") {
        let pack = Pack::parse(&text).map_err(|fault| format!("{path}: {}", fault.english()))?;
        let readings = pack.readings().map_err(|message| message.english())?;
        return readings
            .into_iter()
            .map(|reading| Ok(reading.map_err(|fault| fault.english())?.level))
            .collect();
    }
    let readings = Sokoban::read(&Source::new(&text), &Options::default());
    let level = |reading: ingenio_core::Reading<_>| {
        let entry: ingenio_core::Entry<ingenio_sokoban::level::Level> =
            reading.map_err(|fault| format!("{path}: {}", fault.english()))?;
        Ok(Face::<Sokoban>::level(entry.level))
    };
    readings.into_iter().map(level).collect()
}

fn run(named: &str, levels: &[LevelRef], nodes: u64) -> Result<Vec<Tried>, String> {
    let (name, options) = named.split_once(':').unwrap_or((named, ""));
    let puzzle = Face::<Sokoban>::new();
    let method = find_method(&puzzle, name).map_err(|message| message.english())?;
    let options = Options::parse(method.options, options).map_err(|message| message.english())?;
    let task = Task { metric: method.metric(), options, memory: 4 << 30, ..Task::default() };
    levels.iter().map(|level| attempt(level, &method, &task, nodes)).collect()
}

fn attempt(level: &LevelRef, method: &MethodInfo, task: &Task, nodes: u64) -> Result<Tried, String> {
    let budget = Budget { nodes: Some(nodes), memory: Some(task.memory), ..Budget::default() };
    let clock = SystemClock::for_threads(1);
    let (seconds, answer) = timed(|| solve(level.as_ref(), method, task, &budget, &clock, &mut Silent));
    let answer = answer.map_err(|message| message.english())?;
    let pushes = match &answer.outcome {
        Outcome::Solved { solution, .. } => solution.measures().get("pushes"),
        _ => None,
    };
    let (solved, pushes) = (pushes.is_some(), pushes.unwrap_or(0));
    Ok(Tried { solved, nodes: answer.nodes(), seconds, pushes })
}

fn row(method: &str, tried: &[Tried], nodes: u64) {
    let within = |at: u64| tried.iter().filter(|tried| tried.solved && tried.nodes <= at).count();
    let counts: String =
        AT.iter().filter(|at| **at <= nodes).map(|at| format!("{:>7}", within(*at))).collect();
    let all: u64 = tried.iter().map(|tried| tried.nodes).sum();
    let seconds: f64 = tried.iter().map(|tried| tried.seconds).sum();
    let pushes: u64 = tried.iter().map(|tried| tried.pushes).sum();
    let each = seconds * 1e6 / all.max(1) as f64;
    println!("{method:<34}{counts}{all:>9}{seconds:>10.2}{each:>9.1}{pushes:>8}");
}

/// What both solve, side by side.
fn compare(with: &[Tried], without: &[Tried]) {
    let both = with.iter().zip(without).filter(|(one, other)| one.solved && other.solved);
    let (mut count, mut sums) = (0, [(0, 0.0); 2]);
    for (one, other) in both {
        count += 1;
        for (sum, tried) in sums.iter_mut().zip([one, other]) {
            *sum = (sum.0 + tried.nodes, sum.1 + tried.seconds);
        }
    }
    let [with, without] = sums;
    let fewer = without.0 as f64 / (with.0.max(1)) as f64;
    let quicker = without.1 / with.1.max(1e-9);
    println!("    on {count} that both solve: {fewer:.1} times fewer nodes, {quicker:.2} times as quick");
}
