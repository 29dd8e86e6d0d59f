//! Taquin: the public sets, each solved by a method of the table and compared with its optima.

use std::time::Duration;

use ingenio_catalog::{Request, parse_method};
use ingenio_core::{Budget, Face, Silent, Size};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Goal, Level, Tile};

use crate::command::{Command, argument, budget, read_file, timed};
use crate::taquin_anytime::range;

pub const COMMANDS: &[Command] = &[
    Command {
        name: "korf100",
        usage: "KORF100 [METHOD]",
        about: "Korf's 100 15-puzzles: nodes, CPU seconds, proved optima",
        run: korf100,
    },
    Command {
        name: "korf100-slides",
        usage: "KORF100 [METHOD]",
        about: "the same boards in slides: nodes, CPU seconds, the mean of the proved optima",
        run: korf100_slides,
    },
    Command {
        name: "korf50",
        usage: "KORF50 [METHOD [IDS]]",
        about: "Korf's 24-puzzles (by default 38, 40, 25, 44): nodes, CPU seconds, proved optima",
        run: korf50,
    },
    Command {
        name: "korf50-pass",
        usage: "KORF50 SECONDS [METHOD [FROM-TO]]",
        about: "one pass over Korf's 24-puzzles, so many CPU seconds and 1 GB each: proved or not, bound, nodes",
        run: korf50_pass,
    },
];

/// A board of a file of numbers: its id, its optimum, its tiles after some other columns.
pub struct Known {
    pub id: usize,
    pub optimal: u64,
    pub level: Level,
}

/// Reads lines `id optimal (columns to skip) tiles`.
pub fn read_set(path: &str, skip: usize, side: usize, goal: Goal) -> Result<Vec<Known>, String> {
    let text = read_file(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| known(line, skip, side, goal).ok_or_else(|| format!("{path}: cannot read: {line}")))
        .collect()
}

fn known(line: &str, skip: usize, side: usize, goal: Goal) -> Option<Known> {
    let mut words = line.split_whitespace();
    let id = words.next()?.parse().ok()?;
    let optimal = words.next()?.parse().ok()?;
    let tiles: Vec<Tile> = words.skip(skip).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let level = (tiles.len() == side * side).then(|| Level::new(Size::new(side, side), tiles, goal))?;
    Some(Known { id, optimal, level })
}

/// Once with a single node, so that the tables are there: then CPU seconds are search alone. Tells what that took.
fn warm_up(request: &Request, board: &Known) -> Result<f64, String> {
    let level = Face::<Taquin>::level(board.level.clone());
    let budget = Budget { nodes: Some(1), time: None, cpu_time: None, ..request.budget.clone() };
    let warm = Request { budget, ..request.clone() };
    let (seconds, warmed) = timed(|| warm.run(&level, &mut Silent));
    warmed.map(|_| seconds).map_err(|message| message.english())
}

/// Solves the boards one by one and prints a line for each, and the sums. Published optima are in moves.
fn prove(boards: &[Known], method: &str, metric: &str, each: bool) -> Result<(), String> {
    let level = Face::<Taquin>::level(boards[0].level.clone());
    parse_method(level.puzzle(), method).map_err(|message| message.english())?;
    let request = Request {
        method: method.into(),
        metric: metric.into(),
        optimal: true,
        budget: budget(),
        ..Request::default()
    };
    let setup = warm_up(&request, &boards[0])?;
    let (mut nodes, mut seconds, mut most, mut bytes, mut sum) = (0, 0.0, 0.0f64, 0, 0);
    for board in boards {
        let level = Face::<Taquin>::level(board.level.clone());
        let report = request.run(&level, &mut Silent).map_err(|message| message.english())?;
        let length = report.solution().and_then(|solution| solution.measures().get(metric));
        let length = length.filter(|length| metric != "moves" || *length == board.optimal);
        let Some(length) = length.filter(|_| report.is_optimal()) else {
            return Err(format!("board {}: {:?} instead of {}", board.id, report.outcome, board.optimal));
        };
        let search = report.effort.cpu_seconds.unwrap_or(0.0);
        let found = report.nodes();
        if each {
            println!(
                "board {:>3}  {length:>3} {metric}  {:>13} nodes  {search:>8.3} s  {:>6.1} million nodes/s",
                board.id,
                found,
                found as f64 / search / 1e6
            );
        }
        sum += length;
        nodes += found;
        seconds += search;
        most = most.max(search);
        bytes = bytes.max(report.effort.peak_bytes.unwrap_or(0));
    }
    println!(
        "{method}: {} boards proved optimal, mean {:.2} {metric}, {nodes} nodes, {seconds:.3} s search \
         ({most:.3} s at most), {:.1} million nodes/s, set-up {setup:.3} s, {:.1} MB",
        boards.len(),
        sum as f64 / boards.len() as f64,
        nodes as f64 / seconds / 1e6,
        bytes as f64 / 1e6
    );
    Ok(())
}

fn korf100(arguments: &[String]) -> Result<(), String> {
    let boards = read_set(argument(arguments, 0, "the file of Korf's 100 boards")?, 0, 4, Goal::First)?;
    prove(&boards, arguments.get(1).map_or("idastar-pdb", String::as_str), "moves", false)
}

fn korf100_slides(arguments: &[String]) -> Result<(), String> {
    let boards = read_set(argument(arguments, 0, "the file of Korf's 100 boards")?, 0, 4, Goal::First)?;
    prove(&boards, arguments.get(1).map_or("idastar-pdb", String::as_str), "slides", false)
}

fn korf50(arguments: &[String]) -> Result<(), String> {
    let mut boards = read_set(argument(arguments, 0, "the file of Korf's 50 boards")?, 1, 5, Goal::First)?;
    let method = arguments.get(1).map_or("idastar-pdb-large", String::as_str);
    let wanted: Vec<usize> = arguments
        .get(2)
        .map_or("38,40,25,44", String::as_str)
        .split(',')
        .filter_map(|id| id.parse().ok())
        .collect();
    boards.retain(|board| wanted.contains(&board.id));
    boards.sort_by_key(|board| wanted.iter().position(|id| *id == board.id));
    prove(&boards, method, "moves", true)
}

const PASS_MEMORY: u64 = 1_000_000_000;

/// Every board gets its time, whatever becomes of it; a wrong optimum ends the pass.
fn korf50_pass(arguments: &[String]) -> Result<(), String> {
    let mut boards = read_set(argument(arguments, 0, "the file of Korf's 50 boards")?, 1, 5, Goal::First)?;
    let seconds: u64 = argument(arguments, 1, "SECONDS")?.parse().map_err(|_| "SECONDS is a whole number")?;
    let method = arguments.get(2).map_or("idastar-pdb-large", String::as_str);
    if let Some(ids) = arguments.get(3) {
        let ids = range(ids)?;
        boards.retain(|board| ids.contains(&board.id));
    }
    let limits =
        Budget { cpu_time: Some(Duration::from_secs(seconds)), memory: Some(PASS_MEMORY), ..budget() };
    let request = Request { method: method.into(), optimal: true, budget: limits, ..Request::default() };
    let setup = warm_up(&request, boards.first().ok_or("no board in this range")?)?;
    println!("set-up {setup:.2} s, not counted below\n");
    let mut proved = 0;
    println!("| board | optimum | proved | bound | nodes | CPU s |\n|---|---|---|---|---|---|");
    for board in &boards {
        let level = Face::<Taquin>::level(board.level.clone());
        let answer = request.run(&level, &mut Silent).map_err(|message| message.english())?;
        let length = answer.measure("moves").filter(|_| answer.is_optimal());
        if length.is_some_and(|length| length != board.optimal) || answer.bound > Some(board.optimal) {
            return Err(format!("board {}: {:?} instead of {}", board.id, answer.outcome, board.optimal));
        }
        proved += usize::from(length.is_some());
        println!(
            "| {} | {} | {} | {} | {} | {:.1} |",
            board.id,
            board.optimal,
            if length.is_some() { "yes" } else { "" },
            answer.bound.unwrap_or(0),
            answer.nodes(),
            answer.effort.cpu_seconds.unwrap_or(0.0)
        );
    }
    println!("{method}: {proved} of {} proved within {seconds} CPU s each", boards.len());
    Ok(())
}
