//! Tetravex: full boards, proved maxima, the ablation of the propagators, and the anytime methods
//! side by side.

use std::time::Duration;

use ingenio_catalog::{SystemClock, parse_method};
use ingenio_core::rooms::Texts as _;
use ingenio_core::{Budget, Dir, Face, LevelRef, Options, Rng, Silent, Size, Source, Task, solve};
use ingenio_tetravex::Tetravex;
use ingenio_tetravex::level::{Level, Place, Question, Tile};
use ingenio_tetravex::solve::PLACED;

use crate::command::{Command, argument, read_file};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "tetravex",
        usage: "METHOD SECONDS FILE...",
        about: "a method on each board: outcome, tiles placed, bound, CPU seconds, nodes",
        run: boards,
    },
    Command {
        name: "tetravex-seeds",
        usage: "METHOD SECONDS SEEDS FILE|cut:SIDE:COLOURS:SEED...",
        about: "a method on each board with seeds from 1: how often proved, median and PAR-2 of CPU seconds",
        run: seeds,
    },
    Command {
        name: "tetravex-cut",
        usage: "METHOD SIDE COLOURS BOARDS",
        about: "a method on boards cut at random: median and worst CPU seconds",
        run: cut_boards,
    },
    Command {
        name: "tetravex-ablation",
        usage: "FILE...",
        about: "mac with each propagator and each idea of its search left out",
        run: ablation,
    },
    Command {
        name: "tetravex-anytime",
        usage: "SECONDS FILE|cut:SIDE:COLOURS:SEED...",
        about: "tiles placed by the local searches, by wildcards and by auto in a given time",
        run: anytime,
    },
];

/// A board from a file, or cut at random as `cut:SIDE:COLOURS:SEED` says.
fn level_of(path: &str) -> Result<LevelRef, String> {
    if let Some(wish) = path.strip_prefix("cut:") {
        let numbers: Vec<usize> = wish.split(':').filter_map(|number| number.parse().ok()).collect();
        let [side, colours, seed] = numbers[..] else { return Err(format!("{path}: SIDE:COLOURS:SEED")) };
        return Ok(cut(side, colours, seed as u64));
    }
    let source = Source::new(&read_file(path)?);
    let mut readings = Tetravex::read(&source, &Options::default());
    let reading =
        if readings.is_empty() { return Err(format!("{path}: no level")) } else { readings.remove(0) };
    reading
        .map(|entry| Face::<Tetravex>::level(entry.level))
        .map_err(|fault| format!("{path}: {}", fault.english()))
}

/// What a run gave.
struct Row {
    word: &'static str,
    optimal: bool,
    placed: u64,
    bound: u64,
    seconds: f64,
    nodes: u64,
}

fn run(level: &LevelRef, method: &str, seconds: f64, seed: u64) -> Result<Row, String> {
    let (method, options) = parse_method(level.puzzle(), method).map_err(|message| message.english())?;
    // Processor time, so that a busy machine does not shorten it.
    let budget = Budget { cpu_time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() };
    let mut task = Task { metric: PLACED, optimal: true, seed, options, ..Task::default() };
    let method = method.unwrap_or_else(|| {
        let chosen = level.auto(&task.clone().within(&budget, &SystemClock::start()));
        task.options = Options::defaults(chosen.options);
        chosen
    });
    let clock = SystemClock::start();
    let solved = solve(level.as_ref(), &method, &task, &budget, &clock, &mut Silent);
    let answer = solved.map_err(|message| message.english())?;
    if let Some(fault) = answer.outcome.fault() {
        return Err(fault.english());
    }
    Ok(Row {
        word: answer.outcome.word(),
        optimal: answer.is_optimal(),
        placed: answer.measure("placed").unwrap_or(0),
        bound: answer.bound.unwrap_or(0),
        seconds: answer.effort.cpu_seconds.unwrap_or(0.0),
        nodes: answer.nodes(),
    })
}

fn boards(arguments: &[String]) -> Result<(), String> {
    let method = argument(arguments, 0, "a method")?;
    let seconds = number(argument(arguments, 1, "the time limit in seconds")?)?;
    for path in &arguments[2..] {
        let row = run(&level_of(path)?, method, seconds, 0)?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let proved = if row.optimal { "proved" } else { "" };
        println!(
            "{name:<28}{:<9}placed {:>4}  bound {:>4}  {:>9.3} s  {:>10} nodes  {proved}",
            row.word, row.placed, row.bound, row.seconds, row.nodes
        );
    }
    Ok(())
}

/// Heavy tails are honest only over seeds: a run that ends without a proof counts as twice its time.
fn seeds(arguments: &[String]) -> Result<(), String> {
    let method = argument(arguments, 0, "a method")?;
    let limit = number(argument(arguments, 1, "the time limit in seconds")?)?;
    let count = number(argument(arguments, 2, "the number of seeds")?)? as u64;
    let mut all = Vec::new();
    for path in &arguments[3..] {
        let level = level_of(path)?;
        let rows =
            (1..=count).map(|seed| run(&level, method, limit, seed)).collect::<Result<Vec<_>, String>>()?;
        let seconds: Vec<f64> =
            rows.iter().map(|row| if row.optimal { row.seconds } else { 2.0 * limit }).collect();
        print_seeds(path.rsplit('/').next().unwrap_or(path), seconds.clone(), limit);
        all.extend(seconds);
    }
    print_seeds("all", all, limit);
    Ok(())
}

fn print_seeds(name: &str, mut seconds: Vec<f64>, limit: f64) {
    seconds.sort_by(f64::total_cmp);
    let (count, proved) = (seconds.len(), seconds.iter().filter(|seconds| **seconds < 2.0 * limit).count());
    let (median, par2) = (seconds[count / 2], seconds.iter().sum::<f64>() / count as f64);
    println!("{name:<28}proved {proved:>3} of {count:<3}  median {median:>8.2} s  PAR-2 {par2:>8.2} s");
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number"))
}

/// Tiles that fill a board, with colours drawn evenly, shuffled.
fn cut(side: usize, colours: usize, seed: u64) -> LevelRef {
    let (mut rng, size) = (Rng::new(seed), Size::new(side, side));
    let mut tiles: Vec<Tile> = Vec::new();
    for cell in 0..size.cells() {
        let mut sides: [u32; 4] = std::array::from_fn(|_| rng.below(colours) as u32);
        if let Some(above) = size.step(cell, Dir::Up) {
            sides[0] = tiles[above].side(Dir::Down);
        }
        if let Some(left) = size.step(cell, Dir::Left) {
            sides[3] = tiles[left].side(Dir::Right);
        }
        tiles.push(Tile(sides));
    }
    rng.shuffle(&mut tiles);
    let level = Level::new(size, tiles, vec![Place::Open; size.cells()], Question::Maximise);
    Face::<Tetravex>::level(level.expect("a cut board is a level"))
}

fn cut_boards(arguments: &[String]) -> Result<(), String> {
    let method = argument(arguments, 0, "a method")?;
    let at = |place, what| Ok::<_, String>(number(argument(arguments, place, what)?)? as usize);
    let (side, colours) = (at(1, "the side")?, at(2, "the colours")?);
    let count = at(3, "the number of boards")?;
    let mut seconds = Vec::new();
    let mut nodes = Vec::new();
    for seed in 0..count as u64 {
        let row = run(&cut(side, colours, seed), method, 60.0, 0)?;
        if !row.optimal {
            println!("board {seed}: {} within 60 s, placed {}", row.word, row.placed);
        }
        seconds.push(row.seconds);
        nodes.push(row.nodes);
    }
    seconds.sort_by(f64::total_cmp);
    nodes.sort_unstable();
    println!(
        "{method}, {count} boards {side}x{side} with {colours} colours: median {:.3} s, worst {:.3} s, median {} nodes",
        seconds[count / 2],
        seconds[count - 1],
        nodes[count / 2]
    );
    Ok(())
}

fn ablation(arguments: &[String]) -> Result<(), String> {
    let levels = arguments.iter().map(|path| level_of(path)).collect::<Result<Vec<_>, _>>()?;
    let variants =
        ["mac", "mac:balance=no", "mac:homes=no", "mac:weights=no", "mac:restarts=no", "mac:counts=yes"];
    println!("{:<18}CPU seconds per board, three seeds each, at most 60 s", "");
    for variant in variants {
        print!("{variant:<18}");
        for level in &levels {
            let rows =
                (0..3).map(|seed| run(level, variant, 60.0, seed)).collect::<Result<Vec<_>, String>>()?;
            let seconds = rows.iter().map(|row| row.seconds).sum::<f64>() / 3.0;
            let nodes = rows.iter().map(|row| row.nodes).sum::<u64>() / 3;
            print!("  {seconds:>8.3} s {nodes:>9} nodes");
        }
        println!();
    }
    Ok(())
}

fn anytime(arguments: &[String]) -> Result<(), String> {
    let seconds = number(argument(arguments, 0, "the time in seconds")?)?;
    let methods = [
        "lns:patience=0",
        "tabu:patience=0",
        "annealing:patience=0",
        "tabu-swap:rounds=0",
        "wildcards",
        "auto",
    ];
    for method in methods {
        let rows = arguments[1..]
            .iter()
            .map(|path| run(&level_of(path)?, method, seconds, 0))
            .collect::<Result<Vec<_>, String>>()?;
        let placed: Vec<String> = rows.iter().map(|row| row.placed.to_string()).collect();
        let mean = rows.iter().map(|row| row.placed as f64).sum::<f64>() / rows.len().max(1) as f64;
        println!("{method:<24}mean placed {mean:>6.2}   {}", placed.join(" "));
    }
    Ok(())
}
