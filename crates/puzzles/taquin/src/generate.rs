//! Generators: `random` draws evenly from all solvable positions of any shape, `distance` makes
//! positions of a wanted optimal length.

mod distance;
mod radius;
mod random;
mod table;

use std::sync::Arc;

use ingenio_core::{
    Cancel, Generator, OptionSpec, Options, Rating, Rng, Run, Size, Step, TablesRef, Task, Verdict, rooms,
};

use crate::Taquin;
use crate::level::{Goal, Level, Tile};
use crate::solve::METHODS;

impl rooms::Makers for Taquin {
    fn generators() -> &'static [Generator<Self>] {
        GENERATORS
    }

    fn rate(level: &Arc<Level>, task: &Task) -> Option<Box<dyn Run<Option<Rating>>>> {
        Some(crate::rate::rate(level, task))
    }

    fn kin(level: &Level) -> Vec<String> {
        vec![crate::kin::key(level)]
    }
}

pub const GENERATORS: &[Generator<Taquin>] = &[random::GENERATOR, distance::GENERATOR];

const GOAL: OptionSpec = OptionSpec::choice(
    "goal",
    "where the blank belongs: after the last tile or before the first",
    &["last", "first"],
);

fn size_of(wishes: &Options) -> Size {
    Size::new(wishes.integer("width") as usize, wishes.integer("height") as usize)
}

fn goal_of(wishes: &Options) -> Goal {
    if wishes.choice("goal") == "first" { Goal::First } else { Goal::Last }
}

/// One of all solvable positions, each as likely as any other: a shuffled board, and two of its tiles
/// swapped if its parity is wrong, which pairs every unsolvable position with one solvable one.
fn random_position(rng: &mut Rng, size: Size, goal: Goal) -> Level {
    let mut tiles: Vec<Tile> = (0..size.cells() as Tile).collect();
    rng.shuffle(&mut tiles);
    let level = Level::new(size, tiles, goal);
    if level.is_solvable() { level } else { level.with_two_tiles_swapped() }
}

/// Nodes between two looks at the flag.
const SLICE: u64 = 20_000;

/// Solves with a method of the table; nothing if it takes more than so many nodes or is cancelled.
fn solve(
    method: &str,
    level: &Arc<Level>,
    nodes: u64,
    cancel: &Cancel,
    tables: &TablesRef,
) -> Option<String> {
    let row = METHODS.iter().find(|row| row.name == method).expect("a method of the table");
    let (options, tables) = (Options::defaults(row.options), tables.clone());
    let task = Task { options, tables, ..Task::default() };
    let mut run: Box<dyn Run> = (row.start)(level, &task);
    while run.progress().nodes < nodes && !cancel.is_cancelled() {
        match run.advance(SLICE) {
            Step::Running => {}
            Step::Done(Verdict::Solved { solution, .. }) => return Some(solution),
            Step::Done(_) => return None,
        }
    }
    None
}
