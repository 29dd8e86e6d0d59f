//! Flow: solving and proving public boards, exact counts, large boards and boards of every shape from the
//! sampler, whole processes beside each other.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use ingenio_core::rooms::{Methods as _, Referee as _, Texts as _};
use ingenio_core::{Options, Rng, Run, Size, Source, Step, Tally, Task, Verdict};
use ingenio_flow::Flow;
use ingenio_flow::generate::build::{self, Feature};
use ingenio_flow::level::{Board, Level, Rules};
use ingenio_flow::sample::{Wish, cover, level_of};
use ingenio_flow::solve::METHODS;

use crate::command::{Command, argument, read_file, spent_by_children, timed};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "flow-solve",
        usage: "PATH [METHOD] [RULES]",
        about: "CPU seconds to solve every board of a file or folder",
        run: solve_all,
    },
    Command {
        name: "flow-unique",
        usage: "PATH [RULES]",
        about: "CPU seconds to prove every board of a file or folder unique or not, in 512 MB",
        run: prove_all,
    },
    Command {
        name: "flow-process",
        usage: "PATH PROGRAM...",
        about: "CPU seconds of whole processes that solve a file, one beside the other (Linux)",
        run: processes,
    },
    Command {
        name: "flow-shapes",
        usage: "SIDE [BOARDS]",
        about: "boards of every shape from the sampler: solved, and proved unique or not",
        run: shapes,
    },
    Command {
        name: "flow-count",
        usage: "PATH",
        about: "the exact number of solutions of every board, self-touch allowed, in 2 GB",
        run: count_all,
    },
    Command {
        name: "flow-large",
        usage: "SIDE COLOURS [BOARDS] [calm|wild]",
        about: "links on square boards from the path-cover sampler, without or with self-touch",
        run: large,
    },
];

struct Named {
    name: String,
    level: Arc<Level>,
}

/// The boards of a file, or of all files of a folder, under the rules that an argument names.
fn boards(arguments: &[String], rules_at: usize) -> Result<Vec<Named>, String> {
    let path = argument(arguments, 0, "a file or folder of boards")?;
    let rules = arguments.get(rules_at).map_or(Some(Rules::Touch), |word| Rules::parse(word));
    let rules = rules.ok_or("rules are touch, no-touch or partial")?;
    let mut files = vec![path.to_owned()];
    if Path::new(path).is_dir() {
        let entries = std::fs::read_dir(path).map_err(|error| format!("{path}: {error}"))?;
        files = entries.filter_map(Result::ok).map(|entry| entry.path().display().to_string()).collect();
        files.sort();
    }
    let mut boards = Vec::new();
    for file in files {
        let stem = Path::new(&file).file_stem().map_or(String::new(), |stem| stem.display().to_string());
        let readings = Flow::read(&Source::new(&read_file(&file)?), &Options::default());
        for (at, reading) in readings.into_iter().enumerate() {
            let level = reading.map_err(|fault| format!("{file}: {}", fault.english()))?.level;
            boards
                .push(Named { name: format!("{stem} {}", at + 1), level: Arc::new(level.with_rules(rules)) });
        }
    }
    Ok(boards)
}

fn finish(run: &mut dyn Run) -> Verdict {
    loop {
        if let Step::Done(verdict) = run.advance(1 << 12) {
            return verdict;
        }
    }
}

fn solve_all(arguments: &[String]) -> Result<(), String> {
    let boards = boards(arguments, 2)?;
    let name = arguments.get(1).map_or("links", String::as_str);
    let method = METHODS.iter().find(|method| method.name == name).ok_or("no such method")?;
    let (mut solved, mut unsolvable, mut nodes, mut total) = (0, 0, 0, 0.0);
    let mut worst = (0.0, "");
    for board in &boards {
        let (seconds, (verdict, used)) = timed(|| {
            let mut run = (method.start)(&board.level, &Task { memory: 2 << 30, ..Task::default() });
            (finish(run.as_mut()), run.progress().nodes)
        });
        match verdict {
            Verdict::Solved { solution, .. } => {
                Flow::referee(&board.level, &solution)
                    .map_err(|refusal| format!("{}: {}", board.name, refusal.english()))?;
                solved += 1;
            }
            Verdict::Unsolvable { reason } => {
                println!("{}: unsolvable in {seconds:.6} s: {}", board.name, reason.english());
                unsolvable += 1;
            }
            other => println!("{}: {other:?}", board.name),
        }
        (nodes, total) = (nodes + used, total + seconds);
        if seconds > worst.0 {
            worst = (seconds, &board.name);
        }
    }
    println!(
        "{name}: {solved} of {} solved, {unsolvable} unsolvable, {nodes} nodes, {total:.4} s",
        boards.len()
    );
    println!("worst: {} in {:.6} s", worst.1, worst.0);
    Ok(())
}

/// What was counted, with the CPU seconds, the nodes and the memory that it took.
fn count(level: &Arc<Level>, limit: u128, memory: u64, nodes: u64) -> (f64, Tally, u64, u64) {
    let (seconds, run) = timed(|| {
        let mut run = Flow::count(level, limit, &Task { memory, ..Task::default() })?;
        while run.progress().nodes < nodes && matches!(run.advance(1 << 12), Step::Running) {}
        Some(run)
    });
    let run = run.expect("Flow counts");
    let progress = run.progress();
    (seconds, run.found(), progress.nodes, progress.peak)
}

/// A board that takes more is told as not decided.
const MOST_NODES: u64 = 60_000_000;

fn prove_all(arguments: &[String]) -> Result<(), String> {
    let boards = boards(arguments, 1)?;
    let (mut unique, mut most) = (0, 0);
    let mut times = Vec::new();
    for board in &boards {
        let (seconds, tally, nodes, peak) = count(&board.level, 2, 512_000_000, MOST_NODES);
        let is_unique = tally.found == 1 && tally.complete;
        (unique, most) = (unique + usize::from(is_unique), peak.max(most));
        times.push(seconds);
        if seconds > 1.0 || !is_unique {
            let decided = if is_unique {
                "unique"
            } else if tally.found > 1 {
                "several"
            } else {
                "not decided"
            };
            println!("{:<28}{decided}, {seconds:.3} s, {nodes} nodes, {} MB", board.name, peak / 1_000_000);
        }
        for example in &tally.examples {
            Flow::referee(&board.level, example)
                .map_err(|refusal| format!("{}: {}", board.name, refusal.english()))?;
        }
    }
    times.sort_by(f64::total_cmp);
    let slow = times.iter().filter(|seconds| **seconds > 1.0).count();
    println!(
        "{unique} of {} proved unique in {:.2} s; median {:.3} s, {slow} above 1 s, most {:.2} s and {} MB",
        boards.len(),
        times.iter().sum::<f64>(),
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.last().copied().unwrap_or(0.0),
        most / 1_000_000
    );
    Ok(())
}

/// Rounds of a comparison of processes.
const ROUNDS: usize = 5;

fn processes(arguments: &[String]) -> Result<(), String> {
    let path = argument(arguments, 0, "a file of boards")?;
    argument(arguments, 1, "a program")?;
    let mut sums = vec![0.0; arguments.len() - 1];
    for _ in 0..ROUNDS {
        for (sum, program) in sums.iter_mut().zip(&arguments[1..]) {
            let before = spent_by_children()?;
            let mut command = std::process::Command::new(program);
            command.args(["solve", path, "--puzzle", "flow", "--json", "--memory", "512M"]);
            let status = command.stdout(Stdio::null()).status();
            status.map_err(|error| format!("{program}: {error}"))?;
            *sum += spent_by_children()? - before;
        }
    }
    for (sum, program) in sums.iter().zip(&arguments[1..]) {
        println!("{:.3} s, {:.2} of the first: {program}", sum / ROUNDS as f64, sum / sums[0]);
    }
    Ok(())
}

fn shapes(arguments: &[String]) -> Result<(), String> {
    let side: usize = argument(arguments, 0, "the side")?.parse().map_err(|_| "SIDE is a number")?;
    let wanted = arguments.get(1).map_or(Ok(40), |text| text.parse()).map_err(|_| "BOARDS is a number")?;
    let links = METHODS.iter().find(|method| method.name == "links").ok_or("no such method")?;
    for (name, feature) in Feature::ALL {
        let (mut solved, mut unique, mut nodes) = (0, 0, 0);
        let (mut solving, mut proving) = (0.0, 0.0);
        for number in 0..wanted {
            let level = Arc::new(shaped(side, feature, number)?);
            let (seconds, run) = timed(|| {
                let mut run = (links.start)(&level, &Task::default());
                (run.advance(1_000_000), run.progress().nodes)
            });
            if let Step::Done(Verdict::Solved { solution, .. }) = run.0 {
                Flow::referee(&level, &solution).map_err(|refusal| refusal.english())?;
                solved += 1;
            }
            (solving, nodes) = (solving + seconds, nodes + run.1);
            let (seconds, tally, ..) = count(&level, 2, 512_000_000, MOST_NODES / 30);
            proving += seconds;
            unique += usize::from(tally.found == 1 && tally.complete);
        }
        println!(
            "{name:<8}{solved} of {wanted} solved in {solving:.3} s, {nodes} nodes; {unique} unique, {proving:.3} s"
        );
    }
    Ok(())
}

/// A board of a shape with a cover of about as many pipes as it is wide.
fn shaped(side: usize, feature: Feature, number: u64) -> Result<Level, String> {
    for turn in 0..1_000 {
        let mut rng = Rng::stream(number, turn);
        let board = Board::of(build::shape(&mut rng, Size::new(side, side), feature));
        let board = board.map_err(|message| message.english())?;
        let wish = Wish { paths: side, steps: 300, calm: true };
        if let Some(cover) = cover(&mut rng, &board, wish) {
            return Ok(level_of(&board, &cover, Rules::Touch));
        }
    }
    Err(format!("no board of side {side} was drawn"))
}

fn count_all(arguments: &[String]) -> Result<(), String> {
    for board in &boards(arguments, usize::MAX)? {
        let (seconds, tally, states, peak) = count(&board.level, u128::MAX, 2_000_000_000, u64::MAX);
        let all = if tally.complete { "" } else { " at least" };
        println!(
            "{:<24}{all}{:>24}  {seconds:>8.3} s  {:>6.1} million states  {:>5} MB",
            board.name,
            tally.found,
            states as f64 / 1e6,
            peak / 1_000_000
        );
    }
    Ok(())
}

fn large(arguments: &[String]) -> Result<(), String> {
    let number = |at: usize, what: &str| -> Result<usize, String> {
        argument(arguments, at, what)?.parse().map_err(|_| format!("{what} is a number"))
    };
    let (side, paths) = (number(0, "the side")?, number(1, "the number of colours")?);
    let wanted = arguments.get(2).map_or(Ok(21), |text| text.parse()).map_err(|_| "BOARDS is a number")?;
    let calm = arguments.get(3).is_none_or(|word| word != "wild");
    let board = Board::grid(Size::new(side, side), |_| false).map_err(|message| message.english())?;
    let (mut times, mut unsolved, mut tried) = (Vec::new(), 0, 0);
    while times.len() < wanted && tried < 20 * wanted as u64 {
        let wish = Wish { paths, steps: if calm { 20_000 } else { 300 }, calm };
        let cover = cover(&mut Rng::stream(side as u64, tried), &board, wish);
        tried += 1;
        let Some(cover) = cover else { continue };
        let level = Arc::new(level_of(&board, &cover, Rules::Touch));
        let method = METHODS.iter().find(|method| method.name == "links").ok_or("no such method")?;
        let mut run = (method.start)(&level, &Task::default());
        let (seconds, step) = timed(|| run.advance(1_000_000));
        if let Step::Done(Verdict::Solved { solution, .. }) = step {
            Flow::referee(&level, &solution).map_err(|refusal| refusal.english())?;
        } else {
            unsolved += 1;
        }
        times.push(seconds);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0) * 1e3;
    println!(
        "{side}x{side}, {paths} colours: {} boards ({tried} walks), {unsolved} not solved; ms: least {:.2}, median {:.2}, nine in ten {:.2}, most {:.2}",
        times.len(),
        at(0.0),
        at(0.5),
        at(0.9),
        times.last().copied().unwrap_or(0.0) * 1e3
    );
    Ok(())
}
