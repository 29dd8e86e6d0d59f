//! Taquin: what each repair of the Taquin paper's search buys, on the paper's own boards; and how soon a player
//! has a hint, and a board of any size a solution.

use std::time::Duration;

use ingenio_catalog::Request;
use ingenio_core::{AnyPuzzle, Budget, Face, LevelRef, Options, Rng, Silent, Source};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::Goal;

use crate::command::{Command, argument, budget, timed};
use crate::taquin_anytime::random;
use crate::taquin_sets::read_set;

pub const COMMANDS: &[Command] = &[
    Command {
        name: "taquin-lesson",
        usage: "",
        about: "the Taquin paper's search and its repairs on its boards: nodes, list look-ups, CPU seconds",
        run: lesson,
    },
    Command {
        name: "taquin-hints",
        usage: "KORF100 [METHOD]",
        about: "distance and best move from positions on the way of 15-puzzles: CPU milliseconds",
        run: hints,
    },
    Command {
        name: "taquin-sizes",
        usage: "[SECONDS]",
        about: "random boards of 10x10, 20x20 and 30x30: layers, then anytime",
        run: sizes,
    },
];

/// The boards of the Taquin paper that survive, with the lengths it reports.
const BOARDS: [(&str, u64); 6] = [
    ("0 1 2/_ 4 5/3 6 7", 3),
    ("4 1 _/0 6 2/7 3 5", 12),
    ("3 7 0/6 4 1/_ 5 2", 14),
    ("1 5 6/0 _ 7/4 2 3", 18),
    ("1 3 _/2 6 0/5 4 7", 22),
    ("5 1 7/3 6 0/_ 2 4", 24),
];

const STAGES: [&str; 5] =
    ["astar-printed", "astar-scan", "astar-euclidean", "astar-manhattan", "idastar-linear-conflict"];

fn read(text: &str) -> Result<LevelRef, String> {
    let puzzle = Face::<Taquin>::new();
    let mut readings = puzzle.read(&Source::new(text), &Options::defaults(puzzle.info().settings));
    readings.remove(0).map(|entry| entry.level).map_err(|fault| fault.english())
}

fn lesson(_: &[String]) -> Result<(), String> {
    println!("| moves | method | nodes | list look-ups | CPU s |\n|---|---|---|---|---|");
    for (board, moves) in BOARDS {
        let level = read(board)?;
        for method in STAGES {
            let request =
                Request { method: method.into(), optimal: true, budget: budget(), ..Request::default() };
            let (seconds, report) = timed(|| request.run(&level, &mut Silent));
            let report = report.map_err(|message| message.english())?;
            let length = report.solution().and_then(|solution| solution.measures().get("moves"));
            if length != Some(moves) {
                return Err(format!("{method} on {board}: {length:?} instead of {moves}"));
            }
            let lookups = report.effort.counters.get("look-ups");
            let lookups = lookups.map_or_else(|| "-".into(), ToString::to_string);
            println!("| {moves} | `{method}` | {} | {lookups} | {seconds:.3} |", report.nodes());
        }
    }
    Ok(())
}

/// A player asks anywhere: after some of the moves of the best solution, and after some random ones.
fn hints(arguments: &[String]) -> Result<(), String> {
    let boards = read_set(argument(arguments, 0, "the file of Korf's 100 boards")?, 0, 4, Goal::First)?;
    let method = arguments.get(1).map_or("idastar-pdb-small", String::as_str);
    let request = Request { method: method.into(), optimal: true, budget: budget(), ..Request::default() };
    let mut rng = Rng::new(1);
    let mut times = Vec::new();
    for board in &boards {
        let mut play = Face::<Taquin>::level(board.level.clone()).play();
        for step in 0..60 {
            if step % 20 == 0 {
                let here = play.level_here().ok_or("a position is a level")?;
                let (seconds, report) = timed(|| request.run(&here, &mut Silent));
                if !report.map_err(|message| message.english())?.is_optimal() {
                    return Err(format!("board {}: not proved", board.id));
                }
                times.push(seconds * 1000.0);
            }
            let moves = play.moves();
            play.apply(&moves[rng.below(moves.len())]).map_err(|fault| fault.english())?;
        }
    }
    // The first one built the tables.
    let first = times.remove(0);
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[times.len() * share / 100];
    println!(
        "{method}: {} positions, {first:.1} ms the first (tables), then median {:.1} ms, 90 % within {:.1} ms, at most {:.1} ms",
        times.len(),
        at(50),
        at(90),
        times[times.len() - 1]
    );
    Ok(())
}

fn sizes(arguments: &[String]) -> Result<(), String> {
    let seconds: u64 =
        arguments.first().map_or(Ok(10), |text| text.parse()).map_err(|_| "SECONDS is a number")?;
    for side in [10, 20, 30] {
        let level = Face::<Taquin>::level(random(side, 1));
        for (method, time) in
            [("layers", seconds), ("anytime:width=100000000", 1), ("anytime:width=100000000", seconds)]
        {
            let budget = Budget { time: Some(Duration::from_secs(time)), ..budget() };
            let request = Request { method: method.into(), budget, ..Request::default() };
            let (took, report) = timed(|| request.run(&level, &mut Silent));
            let report = report.map_err(|message| message.english())?;
            let moves = report.solution().and_then(|solution| solution.measures().get("moves"));
            println!("{side}x{side}  {method:<24} {took:>7.3} s  {} moves", moves.ok_or("no solution")?);
        }
    }
    Ok(())
}
