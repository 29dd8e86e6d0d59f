//! Taquin: how short solutions become with time. Time is CPU time of this thread, so that a busy
//! machine changes nothing.

use std::time::Duration;

use cpu_time::ThreadTime;
use ingenio_catalog::parse_method;
use ingenio_core::{Budget, Clock, Event, Face, Observer, Rng, Size, Solved, Task, solve};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Goal, Level, Tile};

use crate::command::{Command, argument};
use crate::taquin_sets::read_set;

pub const COMMANDS: &[Command] = &[
    Command {
        name: "near24",
        usage: "DEEPCUBEA24 SECONDS [METHOD [BOARDS]]",
        about: "24-puzzles with known optima: mean length after 1, 3, 10, ... CPU seconds",
        run: near24,
    },
    Command {
        name: "near",
        usage: "SIDE SECONDS [METHOD [BOARDS]]",
        about: "random boards of seeds 1, 2, ...: mean length / mean Manhattan distance",
        run: near,
    },
];

const MARKS: [u64; 4] = [1, 3, 10, 30];

struct CpuClock(ThreadTime);

impl Clock for CpuClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The best length at each mark.
#[derive(Default)]
struct Marks([Option<u64>; MARKS.len()]);

impl Observer for Marks {
    fn observe(&mut self, event: Event<'_>) {
        for (at, mark) in MARKS.iter().enumerate() {
            if event.elapsed <= Duration::from_secs(*mark) {
                self.0[at] = event.progress.best;
            }
        }
    }
}

fn improve(level: &Level, method: &str, budget: &Budget) -> Result<(Solved, Marks), String> {
    let face = Face::<Taquin>::level(level.clone());
    let (name, options) = parse_method(face.puzzle(), method).map_err(|message| message.to_string())?;
    let task = Task { options, ..Task::default() };
    let mut marks = Marks::default();
    let solved = solve(face.as_ref(), name, &task, budget, &CpuClock(ThreadTime::now()), &mut marks);
    Ok((solved.map_err(|message| message.to_string())?, marks))
}

/// Lengths of the best solution at the marks and at the end.
fn lengths(level: &Level, method: &str, seconds: u64) -> Result<Vec<u64>, String> {
    let budget =
        Budget { time: Some(Duration::from_secs(seconds)), memory: Some(4 << 30), ..Budget::default() };
    let (solved, marks) = improve(level, method, &budget)?;
    let last =
        solved.outcome.solution().and_then(|best| best.measures().get("moves")).ok_or("no solution")?;
    let at = |at: usize| marks.0[at].filter(|_| MARKS[at] < seconds).unwrap_or(last);
    Ok((0..MARKS.len()).filter(|mark| MARKS[*mark] <= seconds).map(at).collect())
}

fn table(levels: &[Level], method: &str, seconds: u64) -> Result<Vec<f64>, String> {
    // Once with a few nodes, so that the tables are there.
    improve(&levels[0], method, &Budget { nodes: Some(1000), memory: Some(4 << 30), ..Budget::default() })?;
    let mut sums = Vec::new();
    for (number, level) in levels.iter().enumerate() {
        let found = lengths(level, method, seconds)?;
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
    let method = arguments.get(2).map_or("anytime-large:width=100000000", String::as_str);
    let optimum = boards.iter().map(|board| board.optimal as f64).sum::<f64>() / boards.len() as f64;
    let levels: Vec<Level> = boards.iter().map(|board| board.level.clone()).collect();
    let means = table(&levels, method, seconds_of(arguments)?)?;
    println!("{method}, {} boards, mean optimum {optimum:.2}", boards.len());
    for (mark, mean) in MARKS.iter().zip(means) {
        println!("{mark:>4} s  mean length {mean:.2}");
    }
    Ok(())
}

fn near(arguments: &[String]) -> Result<(), String> {
    let side: usize = argument(arguments, 0, "SIDE")?.parse().map_err(|_| "SIDE is a number")?;
    let method = arguments.get(2).map_or("anytime-large:width=100000000", String::as_str);
    let levels: Vec<Level> = (1..=boards_of(arguments, 50) as u64).map(|seed| random(side, seed)).collect();
    let manhattan = levels.iter().map(|level| manhattan(level) as f64).sum::<f64>() / levels.len() as f64;
    let means = table(&levels, method, seconds_of(arguments)?)?;
    println!(
        "{method}, {} random {side}x{side} boards, mean Manhattan distance {manhattan:.2}",
        levels.len()
    );
    for (mark, mean) in MARKS.iter().zip(means) {
        println!("{mark:>4} s  mean length {mean:.2}  ratio {:.3}", mean / manhattan);
    }
    Ok(())
}

/// A uniformly random solvable board.
pub fn random(side: usize, seed: u64) -> Level {
    let mut rng = Rng::new(seed);
    let mut tiles: Vec<Tile> = (0..(side * side) as Tile).collect();
    rng.shuffle(&mut tiles);
    let level = Level::new(Size::new(side, side), tiles, Goal::Last);
    if level.is_solvable() { level } else { level.with_two_tiles_swapped() }
}

fn manhattan(level: &Level) -> u64 {
    let face = Face::<Taquin>::level(level.clone());
    face.estimate("manhattan").flatten().unwrap_or(0)
}
