//! Taquin: how short solutions become with time. Time is CPU time of this thread, so that a busy
//! machine changes nothing.

use std::ops::RangeInclusive;
use std::time::Duration;

use ingenio_catalog::{SystemClock, parse_method};
use ingenio_core::{Budget, Criterion, Dir, Face, InMemory, Rng, Silent, Size, TablesRef, Task, solve};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Goal, Level, Tile, standard_goal};
use ingenio_taquin::metric::{MOVES, SLIDES};

use crate::command::{Command, argument, budget};
use crate::taquin_sets::read_set;

pub const COMMANDS: &[Command] = &[
    Command {
        name: "near24",
        usage: "DEEPCUBEA24 SECONDS [METHOD [BOARDS]]",
        about: "24-puzzles with known optima: mean length with 1, 3, 10, ... CPU seconds each",
        run: near24,
    },
    Command {
        name: "near",
        usage: "SIDE SECONDS [METHOD [BOARDS [METRIC]]]",
        about: "random boards of seeds 1, 2, ...: mean length / mean Manhattan distance",
        run: near,
    },
    Command {
        name: "near-walks",
        usage: "SIDE SHORT LONG [METHOD [FROM-TO]]",
        about: "boards after random walks of 10,000 steps, seeds FROM to TO (1-50): mean length with few and many CPU seconds",
        run: near_walks,
    },
    Command {
        name: "near-cold",
        usage: "WIDTHxHEIGHT SECONDS [METHOD [BOARDS]]",
        about: "random boards of seeds 1, 2, ... where no table is kept: lengths when building counts",
        run: near_cold,
    },
    Command {
        name: "near-nodes",
        usage: "SIDE NODES [METHOD [BOARDS]]",
        about: "random boards with so many nodes, then always three times as many, four budgets: is more ever worse?",
        run: near_nodes,
    },
];

const MARKS: [u64; 4] = [1, 3, 10, 30];
const MEMORY: u64 = 4 << 30;

/// The length of the best solution within a budget.
fn length(level: &Level, method: &str, metric: Criterion, budget: &Budget) -> Result<u64, String> {
    let face = Face::<Taquin>::level(level.clone());
    let (method, options) = parse_method(face.puzzle(), method).map_err(|message| message.english())?;
    let task = Task { options, metric, ..Task::default() };
    let method = method.unwrap_or_else(|| face.auto(&task));
    let solved = solve(face.as_ref(), &method, &task, budget, &SystemClock::start(), &mut Silent);
    let outcome = solved.map_err(|message| message.english())?.outcome;
    let length = outcome.solution().and_then(|best| metric.figure(best.measures()));
    length.ok_or_else(|| "no solution".into())
}

/// Lengths with each budget up to some seconds. Each is a run of its own: how a run divides its time
/// depends on how much it has.
fn lengths(level: &Level, method: &str, metric: Criterion, seconds: u64) -> Result<Vec<u64>, String> {
    let within = |mark: &u64| {
        let cpu_time = Some(Duration::from_secs(*mark));
        length(level, method, metric, &Budget { cpu_time, memory: Some(MEMORY), ..budget() })
    };
    MARKS.iter().filter(|mark| **mark <= seconds).map(within).collect()
}

/// Once with a few nodes, so that the tables are there: else the first board would pay for them.
fn warm_up(level: &Level, method: &str, metric: Criterion) -> Result<(), String> {
    let warm = Budget { nodes: Some(1000), memory: Some(MEMORY), ..budget() };
    length(level, method, metric, &warm).map(|_| ())
}

fn table(levels: &[Level], method: &str, metric: Criterion, seconds: u64) -> Result<Vec<f64>, String> {
    warm_up(&levels[0], method, metric)?;
    let mut sums = Vec::new();
    for (number, level) in levels.iter().enumerate() {
        let found = lengths(level, method, metric, seconds)?;
        eprintln!("board {}: {found:?}", number + 1);
        sums.resize(found.len(), 0.0);
        sums.iter_mut().zip(&found).for_each(|(sum, length)| *sum += *length as f64);
    }
    Ok(sums.into_iter().map(|sum| sum / levels.len() as f64).collect())
}

fn seconds_of(arguments: &[String]) -> Result<u64, String> {
    argument(arguments, 1, "SECONDS")?.parse().map_err(|_| "SECONDS is a whole number".into())
}

fn boards_of(arguments: &[String], default: usize) -> usize {
    arguments.get(3).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn near24(arguments: &[String]) -> Result<(), String> {
    let boards = read_set(argument(arguments, 0, "the file of boards")?, 3, 5, Goal::Last)?;
    let boards = &boards[..boards_of(arguments, boards.len()).min(boards.len())];
    let method = arguments.get(2).map_or("anytime-large", String::as_str);
    let optimum = boards.iter().map(|board| board.optimal as f64).sum::<f64>() / boards.len() as f64;
    let levels: Vec<Level> = boards.iter().map(|board| board.level.clone()).collect();
    let means = table(&levels, method, MOVES, seconds_of(arguments)?)?;
    println!("{method}, {} boards, mean optimum {optimum:.2}", boards.len());
    for (mark, mean) in MARKS.iter().zip(means) {
        println!("{mark:>4} s  mean length {mean:.2}");
    }
    Ok(())
}

fn near(arguments: &[String]) -> Result<(), String> {
    let side: usize = argument(arguments, 0, "SIDE")?.parse().map_err(|_| "SIDE is a number")?;
    let method = arguments.get(2).map_or("anytime-large", String::as_str);
    let levels: Vec<Level> = (1..=boards_of(arguments, 50) as u64).map(|seed| random(side, seed)).collect();
    let manhattan = levels.iter().map(|level| manhattan(level) as f64).sum::<f64>() / levels.len() as f64;
    let metric = if arguments.get(4).is_some_and(|metric| metric == "slides") { SLIDES } else { MOVES };
    let means = table(&levels, method, metric, seconds_of(arguments)?)?;
    println!(
        "{method}, {metric}, {} random {side}x{side} boards, mean Manhattan distance {manhattan:.2}",
        levels.len()
    );
    for (mark, mean) in MARKS.iter().zip(means) {
        println!("{mark:>4} s  mean length {mean:.2}  ratio {:.3}", mean / manhattan);
    }
    Ok(())
}

const WALK: usize = 10_000;

/// The goal after a walk that never turns back at once.
fn walked(side: usize, seed: u64) -> Level {
    let (size, mut rng) = (Size::new(side, side), Rng::new(seed));
    let mut tiles = standard_goal(size, Goal::Last).expect("a square has a goal");
    let (mut blank, mut last) = (size.cells() - 1, None);
    for _ in 0..WALK {
        let ways: Vec<(Dir, usize)> = Dir::ALL
            .into_iter()
            .filter(|dir| last != Some(dir.opposite()))
            .filter_map(|dir| Some((dir, size.step(blank, dir)?)))
            .collect();
        let (dir, next) = ways[rng.below(ways.len())];
        tiles.swap(blank, next);
        (blank, last) = (next, Some(dir));
    }
    Level::new(size, tiles, Goal::Last)
}

fn near_walks(arguments: &[String]) -> Result<(), String> {
    let number = |at: usize, what: &str| -> Result<u64, String> {
        argument(arguments, at, what)?.parse().map_err(|_| format!("{what} is a number"))
    };
    let (side, seconds) = (number(0, "SIDE")? as usize, [number(1, "SHORT")?, number(2, "LONG")?]);
    let method = arguments.get(3).map_or("anytime-large", String::as_str);
    let seeds = range(arguments.get(4).map_or("1-50", String::as_str))?;
    let boards = seeds.clone().count();
    warm_up(&walked(side, *seeds.start() as u64), method, MOVES)?;
    let mut sums = [0; 2];
    for seed in seeds {
        let seed = seed as u64;
        let level = walked(side, seed);
        let mut found = [0; 2];
        for (found, seconds) in found.iter_mut().zip(seconds) {
            let cpu_time = Some(Duration::from_secs(seconds));
            let limits = Budget { cpu_time, memory: Some(MEMORY), ..budget() };
            *found = length(&level, method, MOVES, &limits)?;
        }
        println!("board {seed:>3}: Manhattan {:>4}, {found:?}", manhattan(&level));
        sums.iter_mut().zip(found).for_each(|(sum, length)| *sum += length);
    }
    let mean = |sum: u64| sum as f64 / boards as f64;
    println!(
        "{method}, {boards} walks on {side}x{side}: mean {:.2} after {} s, {:.2} after {} s, {:+.2} %",
        mean(sums[0]),
        seconds[0],
        mean(sums[1]),
        seconds[1],
        100.0 * (mean(sums[0]) / mean(sums[1]) - 1.0)
    );
    Ok(())
}

/// `1-50`: the boards that a part of a long measurement takes.
pub fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("'{text}' is not a number"));
    let (from, to) = text.split_once('-').ok_or_else(|| format!("'{text}' is no range such as 1-50"))?;
    let range = number(from)?..=number(to)?;
    if range.is_empty() { Err(format!("nothing lies in {text}")) } else { Ok(range) }
}

/// Every run has an empty store of its own, so that tables are built within its time.
fn near_cold(arguments: &[String]) -> Result<(), String> {
    let size = argument(arguments, 0, "WIDTHxHEIGHT")?;
    let (width, height) = size.split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (2..=100).contains(side));
    let size = side(width).zip(side(height)).map(|(width, height)| Size::new(width, height));
    let (size, seconds) = (size.ok_or("sides are numbers from 2 to 100")?, seconds_of(arguments)?);
    let method = arguments.get(2).map_or("anytime", String::as_str);
    let boards = boards_of(arguments, 4) as u64;
    let (mut sum, mut manhattans) = (0, 0);
    for seed in 1..=boards {
        let level = random_of(size, seed);
        let tables = TablesRef::new(InMemory::new(512 << 20));
        let cpu_time = Some(Duration::from_secs(seconds));
        let limits = Budget { cpu_time, memory: Some(MEMORY), tables, ..Budget::default() };
        let found = length(&level, method, MOVES, &limits)?;
        println!("board {seed:>3}: Manhattan {:>4}, {found}", manhattan(&level));
        (sum, manhattans) = (sum + found, manhattans + manhattan(&level));
    }
    let mean = sum as f64 / boards as f64;
    println!(
        "{method}, {boards} random {size} boards, {seconds} CPU s with nothing kept: mean {mean:.2}, ratio {:.3}",
        sum as f64 / manhattans as f64
    );
    Ok(())
}

/// Nodes make every run the same, so that what is seen here can be seen again.
fn near_nodes(arguments: &[String]) -> Result<(), String> {
    let side: usize = argument(arguments, 0, "SIDE")?.parse().map_err(|_| "SIDE is a number")?;
    let nodes: u64 = argument(arguments, 1, "NODES")?.parse().map_err(|_| "NODES is a number")?;
    let method = arguments.get(2).map_or("anytime", String::as_str);
    let boards = boards_of(arguments, 4) as u64;
    let mut worse = 0;
    for seed in 1..=boards {
        let level = random(side, seed);
        let within = |times: u64| {
            let limits = Budget { nodes: Some(nodes * times), memory: Some(MEMORY), ..budget() };
            length(&level, method, MOVES, &limits)
        };
        let found = [1, 3, 9, 27].into_iter().map(within).collect::<Result<Vec<_>, _>>()?;
        worse += found.windows(2).filter(|pair| pair[1] > pair[0]).count();
        println!("seed {seed}: Manhattan {}, {found:?}", manhattan(&level));
    }
    println!("{method}, {side}x{side} from {nodes} nodes: {worse} of {} steps made it worse", 3 * boards);
    Ok(())
}

/// A uniformly random solvable board.
pub fn random(side: usize, seed: u64) -> Level {
    random_of(Size::new(side, side), seed)
}

fn random_of(size: Size, seed: u64) -> Level {
    let mut rng = Rng::new(seed);
    let mut tiles: Vec<Tile> = (0..size.cells() as Tile).collect();
    rng.shuffle(&mut tiles);
    let level = Level::new(size, tiles, Goal::Last);
    if level.is_solvable() { level } else { level.with_two_tiles_swapped() }
}

fn manhattan(level: &Level) -> u64 {
    let face = Face::<Taquin>::level(level.clone());
    face.estimate("manhattan", &TablesRef::default()).flatten().unwrap_or(0)
}
