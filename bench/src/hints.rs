//! Hints on the shipped packs: how long the third rung takes, how often it knows a reason, and how many
//! lost positions are called lost at once.
//!
//! A position is what a person comes to: some way along the solution, then a few moves at random.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ingenio_coach::{Hint, Rung, hint};
use ingenio_core::{AnyPlay, Budget, LevelRef, Rng, Silent};
use ingenio_workshop::{shipped, shipped_solutions};

use crate::command::{Command, budget};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "hints",
        usage: "[POSITIONS] [PUZZLE]",
        about: "the third rung of the hint ladder on positions of the shipped packs: time, answers, reasons",
        run,
    },
    Command {
        name: "hints-followed",
        usage: "[LEVELS] [PUZZLE]",
        about: "the same along plays of the shipped packs that do what each hint says, from start to end",
        run: follow,
    },
];

/// What the terminal allows for a hint.
const BUDGET: Duration = Duration::from_millis(900);
/// Moves at random after the way along the solution, at most.
const ASTRAY: usize = 6;

#[derive(Default)]
struct Figures {
    seconds: Vec<f64>,
    answered: usize,
    lost: usize,
    reasons: BTreeMap<String, usize>,
    slowest: (f64, String),
}

fn run(arguments: &[String]) -> Result<(), String> {
    let positions: usize =
        arguments.first().map_or(Ok(200), |text| text.parse()).map_err(|_| "POSITIONS is a number")?;
    let only = arguments.get(1).map(String::as_str);
    for puzzle in ingenio_catalog::PUZZLES {
        let name = puzzle.info().name;
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let levels = levels(name);
        let mut figures = Figures::default();
        for number in 0..positions {
            let mut rng = Rng::stream(10, number as u64);
            let (level, solution) = &levels[number * levels.len() / positions];
            let play = somewhere(level, solution, &mut rng);
            figures.take(level, play.as_ref());
        }
        figures.print(name);
    }
    Ok(())
}

fn follow(arguments: &[String]) -> Result<(), String> {
    let wanted: usize =
        arguments.first().map_or(Ok(50), |text| text.parse()).map_err(|_| "LEVELS is a number")?;
    let only = arguments.get(1).map(String::as_str);
    for puzzle in ingenio_catalog::PUZZLES {
        let info = puzzle.info();
        if only.is_some_and(|only| only != info.name) {
            continue;
        }
        let levels = levels(info.name);
        let mut figures = Figures::default();
        let mut ended = 0;
        for number in 0..wanted {
            let (level, _) = &levels[number * levels.len() / wanted];
            let mut play = level.play();
            while let Some(action) = figures.take(level, play.as_ref()).into_iter().next() {
                play.apply(&action).map_err(|fault| format!("{action}: {}", fault.english()))?;
            }
            ended += usize::from(play.won());
        }
        figures.print(info.name);
        println!("  ended: {ended} of {wanted} plays");
    }
    Ok(())
}

/// The levels of a puzzle's packs with their solutions.
fn levels(puzzle: &str) -> Vec<(LevelRef, String)> {
    let mut levels = Vec::new();
    for (name, pack) in shipped().into_iter().filter(|(_, pack)| pack.puzzle == puzzle) {
        let solutions = shipped_solutions(name).unwrap_or_default();
        let read = pack.readings().unwrap_or_default().into_iter().filter_map(Result::ok);
        levels.extend(read.map(|entry| {
            let solution = solutions.of(&entry.level).unwrap_or_default().to_owned();
            (entry.level, solution)
        }));
    }
    levels
}

/// A position that is not won: along the solution, then astray.
fn somewhere(level: &LevelRef, solution: &str, rng: &mut Rng) -> Box<dyn AnyPlay> {
    let mut play = level.play();
    let moves = level.solution_moves(solution).unwrap_or_default();
    let along = if moves.is_empty() { 0 } else { rng.below(moves.len()) };
    for action in &moves[..along] {
        play.apply(action).expect("solutions of packs are refereed");
    }
    for _ in 0..rng.below(ASTRAY + 1) {
        let legal = play.moves();
        let Some(action) = rng.choose(&legal) else { break };
        play.apply(action).expect("a legal move is allowed");
        if play.finished() {
            play.undo();
        }
    }
    play
}

impl Figures {
    /// Asks for a hint; gives the moves it shows.
    fn take(&mut self, level: &LevelRef, play: &dyn AnyPlay) -> Vec<String> {
        let budget = Budget { time: Some(BUDGET), ..budget() };
        let begun = Instant::now();
        let Hint { moves, lost, solved, reason, .. } = hint(level, play, Rung::Move, &budget, &mut Silent);
        let seconds = begun.elapsed().as_secs_f64();
        self.seconds.push(seconds);
        self.answered += usize::from(!moves.is_empty() || lost || solved);
        self.lost += usize::from(lost);
        if !moves.is_empty() {
            *self
                .reasons
                .entry(reason.map_or_else(|| "none".into(), |reason| reason.id().to_owned()))
                .or_default() += 1;
        }
        if seconds > self.slowest.0 {
            self.slowest = (seconds, format!("{} {}", level.id(), play.history()));
        }
        moves
    }

    fn print(&mut self, puzzle: &str) {
        self.seconds.sort_unstable_by(f64::total_cmp);
        let count = self.seconds.len();
        let part = |share: f64| self.seconds[((count - 1) as f64 * share) as usize];
        let within = self.seconds.iter().filter(|seconds| **seconds <= 1.0).count();
        println!(
            "{puzzle}: {count} positions, {} answered, {} lost; median {:.3} s, 90 % {:.3} s, 99 % {:.3} s, \
             longest {:.3} s; within 1 s {:.1} %",
            self.answered,
            self.lost,
            part(0.5),
            part(0.9),
            part(0.99),
            self.slowest.0,
            100.0 * within as f64 / count as f64
        );
        println!("  reasons: {:?}", self.reasons);
        println!("  slowest: {}", self.slowest.1);
    }
}
