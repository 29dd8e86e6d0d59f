//! Taquin: raw speed of the engines.

use ingenio_core::{Size, Step, Task};
use ingenio_search::{Engine, IdaStar};
use ingenio_taquin::level::{Goal, Level, Tile, standard_goal};
use ingenio_taquin::metric::{MOVES, SLIDES};
use ingenio_taquin::solve::{METHODS, ManhattanWalk, depth_counts};

use crate::by_hand;
use crate::command::{Command, argument, read_file, timed};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "idastar",
        usage: "KORF100",
        about: "IDA* with Manhattan distance: the engine against a loop written by hand",
        run: idastar,
    },
    Command {
        name: "astar",
        usage: "KORF100 [GIB]",
        about: "A* with Manhattan distance: expansions per second up to a memory limit",
        run: astar,
    },
    Command {
        name: "depths",
        usage: "DEPTH_COUNTS [CELLS]",
        about: "full distance tables of boards of up to 12 cells: histograms as published, CPU seconds",
        run: depths,
    },
];

/// A 15-puzzle of the file `id optimal t0 .. t15`, goal with the blank first.
struct Korf {
    id: usize,
    optimal: u32,
    level: Level,
}

fn read_korf(path: &str) -> Result<Vec<Korf>, String> {
    let text = read_file(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| korf_of(line).ok_or_else(|| format!("{path}: not a 15-puzzle: {line}"))).collect()
}

fn korf_of(line: &str) -> Option<Korf> {
    let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [id, optimal, tiles @ ..] = &numbers[..] else { return None };
    let tiles: Vec<Tile> = tiles.iter().map(|tile| *tile as Tile).collect();
    let level = (tiles.len() == 16).then(|| Level::new(Size::new(4, 4), tiles, Goal::First))?;
    Some(Korf { id: *id as usize, optimal: *optimal, level })
}

/// Easy boards of the set: enough nodes to measure, few enough to wait for.
const EASY: [usize; 6] = [12, 42, 55, 79, 16, 13];

fn idastar(arguments: &[String]) -> Result<(), String> {
    let boards = read_korf(argument(arguments, 0, "the file of Korf's 100 boards")?)?;
    let (mut engine_nodes, mut engine_seconds, mut hand_nodes, mut hand_seconds) = (0, 0.0, 0, 0.0);
    for korf in boards.iter().filter(|korf| EASY.contains(&korf.id)) {
        let (seconds, (cost, nodes)) = timed(|| by_engine(&korf.level));
        let (hand, (hand_cost, counted)) = timed(|| by_hand::idastar(&korf.level));
        if cost != korf.optimal || hand_cost != korf.optimal {
            return Err(format!("board {}: {cost} and {hand_cost} instead of {}", korf.id, korf.optimal));
        }
        println!(
            "board {:>3}  {cost} moves  {nodes:>10} nodes  engine {seconds:.3} s  by hand {hand:.3} s",
            korf.id
        );
        engine_nodes += nodes;
        engine_seconds += seconds;
        hand_nodes += counted;
        hand_seconds += hand;
    }
    let (engine, hand) = (engine_nodes as f64 / engine_seconds / 1e6, hand_nodes as f64 / hand_seconds / 1e6);
    println!(
        "engine {engine:.1} million nodes/s, by hand {hand:.1} million nodes/s, ratio {:.2}",
        engine / hand
    );
    Ok(())
}

/// The length of the solution and the expanded nodes.
fn by_engine(level: &Level) -> (u32, u64) {
    let mut engine = IdaStar::new(ManhattanWalk::new(level));
    // In slices, as the driver does it.
    while engine.advance(1 << 16) == ingenio_search::Found::Running {}
    (engine.path().len() as u32, engine.counts().expanded)
}

fn astar(arguments: &[String]) -> Result<(), String> {
    let boards = read_korf(argument(arguments, 0, "the file of Korf's 100 boards")?)?;
    let gib: u64 = arguments.get(1).map_or(Ok(8), |text| text.parse()).map_err(|_| "GIB is a number")?;
    let hardest = boards.iter().find(|korf| korf.id == 60).ok_or("board 60 is missing")?;
    let method = METHODS.iter().find(|method| method.name == "astar-manhattan").ok_or("no such method")?;
    let task = Task { metric: MOVES, memory: gib << 30, ..Task::default() };
    let mut run = (method.start)(&hardest.level.clone().into(), &task);
    let mut total = 0.0;
    let mut mark = 5_000_000;
    loop {
        let before = run.progress().nodes;
        let (seconds, step) = timed(|| run.advance(1_000_000));
        total += seconds;
        let progress = run.progress();
        let ended = matches!(step, Step::Done(_));
        if progress.nodes >= mark || ended {
            mark *= 2;
            println!(
                "{:>6.1} million expansions  {:>6.2} GiB  {:.2} million/s over all, {:.2} in the last slice",
                progress.nodes as f64 / 1e6,
                progress.memory as f64 / (1u64 << 30) as f64,
                progress.nodes as f64 / total / 1e6,
                (progress.nodes - before) as f64 / seconds / 1e6
            );
        }
        if let Step::Done(verdict) = step {
            println!("ended: {verdict:?}");
            return Ok(());
        }
    }
}

/// A line `WxH stm|mtm positions radius counts...` against the table that we build.
fn depths(arguments: &[String]) -> Result<(), String> {
    let path = argument(arguments, 0, "the file of depth counts")?;
    let most: usize =
        arguments.get(1).map_or(Ok(12), |text| text.parse()).map_err(|_| "CELLS is a number")?;
    for line in read_file(path)?.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [shape, metric, positions, radius, counts @ ..] = &words[..] else { continue };
        let (width, height) = shape.split_once('x').ok_or("a size is WxH")?;
        let side = |text: &str| text.parse::<usize>().map_err(|_| format!("not a size: {shape}"));
        let size = Size::new(side(width)?, side(height)?);
        if size.cells() > most {
            continue;
        }
        let metric = if *metric == "stm" { MOVES } else { SLIDES };
        let solved = Level::new(size, standard_goal(size, Goal::Last).ok_or("no goal")?, Goal::Last);
        let (seconds, found) = timed(|| depth_counts(&solved, metric));
        if !found.iter().map(ToString::to_string).eq(counts.iter().map(ToString::to_string)) {
            return Err(format!("{shape} {metric}: {found:?}"));
        }
        println!(
            "{shape:<5} {metric:<7} {positions:>10} positions, radius {radius:>2}: as published, {seconds:>7.3} s"
        );
    }
    Ok(())
}
