//! What several tests need: boards, and the proved answer of a method.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::sync::Arc;

use ingenio_core::{Criterion, Dir, Rng, Size, Step, Task, Verdict};
use ingenio_taquin::level::{Level, Tile};
use ingenio_taquin::referee::referee;
use ingenio_taquin::solve::METHODS;

/// A uniformly random solvable board with a random goal.
pub fn random(rng: &mut Rng, size: Size) -> Level {
    let mut goal: Vec<Tile> = (0..size.cells() as Tile).collect();
    let mut tiles = goal.clone();
    rng.shuffle(&mut goal);
    rng.shuffle(&mut tiles);
    let level = Level::with_goal(size, tiles, goal, 1);
    if level.is_solvable() { level } else { level.with_two_tiles_swapped() }
}

/// A board some random steps from its goal, so that every exact method answers soon.
pub fn shuffled(rng: &mut Rng, size: Size, goal: &[Tile], steps: usize) -> Level {
    let mut tiles = goal.to_vec();
    let mut blank = tiles.iter().position(|tile| *tile == 0).unwrap();
    for _ in 0..steps {
        let ways: Vec<usize> = Dir::ALL.into_iter().filter_map(|dir| size.step(blank, dir)).collect();
        let next = ways[rng.below(ways.len())];
        tiles.swap(blank, next);
        blank = next;
    }
    Level::with_goal(size, tiles, goal.to_vec(), 1)
}

/// The proved least number in a metric.
pub fn least(level: &Level, method: &str, metric: Criterion, threads: usize) -> u64 {
    let method = METHODS.iter().find(|known| known.name == method).unwrap();
    let task = Task { metric, optimal: true, threads, ..ingenio_conformance::tools::task() };
    let mut run = (method.start)(&Arc::new(level.clone()), &task);
    loop {
        match run.advance(100_000) {
            Step::Running => {}
            Step::Done(Verdict::Solved { solution, optimal: true }) => {
                return metric.figure(&referee(level, &solution).unwrap().1).unwrap();
            }
            Step::Done(other) => panic!("{}: {other:?}", method.name),
        }
    }
}
