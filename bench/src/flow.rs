//! Flow: solving and proving public boards, exact counts, large boards from the sampler.

use std::path::Path;
use std::sync::Arc;

use ingenio_core::{Options, Puzzle, Rng, Run, Size, Source, Step, Tally, Task, Verdict};
use ingenio_flow::Flow;
use ingenio_flow::level::{Board, Level, Rules};
use ingenio_flow::sample::{Wish, cover, level_of};
use ingenio_flow::solve::METHODS;

use crate::command::{Command, argument, read_file, timed};

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
        about: "CPU seconds to prove every board of a file or folder unique or not",
        run: prove_all,
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

fn count(level: &Arc<Level>, limit: u128) -> (f64, Tally, u64, u64) {
    let (seconds, run) = timed(|| {
        let mut run = Flow::count(level, limit, &Task { memory: 2_000_000_000, ..Task::default() })?;
        finish(run.as_mut());
        Some(run)
    });
    let run = run.expect("Flow counts");
    let progress = run.progress();
    (seconds, run.tally().unwrap_or_default(), progress.nodes, progress.peak)
}

fn prove_all(arguments: &[String]) -> Result<(), String> {
    let boards = boards(arguments, 1)?;
    let (mut unique, mut total, mut nodes) = (0, 0.0, 0);
    let mut worst = (0.0, "");
    for board in &boards {
        let (seconds, tally, used, _) = count(&board.level, 2);
        (total, nodes) = (total + seconds, nodes + used);
        if seconds > worst.0 {
            worst = (seconds, &board.name);
        }
        if tally.found == 1 && tally.complete {
            unique += 1;
        } else {
            println!("{}: found {}, complete: {}, {seconds:.3} s", board.name, tally.found, tally.complete);
        }
        for example in &tally.examples {
            Flow::referee(&board.level, example)
                .map_err(|refusal| format!("{}: {}", board.name, refusal.english()))?;
        }
    }
    println!("{unique} of {} proved unique, {nodes} nodes, {total:.4} s", boards.len());
    println!("worst: {} in {:.6} s", worst.1, worst.0);
    Ok(())
}

fn count_all(arguments: &[String]) -> Result<(), String> {
    for board in &boards(arguments, usize::MAX)? {
        let (seconds, tally, states, peak) = count(&board.level, u128::MAX);
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
        if !matches!(step, Step::Done(Verdict::Solved { .. })) {
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
