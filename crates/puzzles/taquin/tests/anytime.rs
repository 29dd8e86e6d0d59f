//! The anytime method under a budget: its last beam ends in time and takes most of it, and with nodes
//! as the limit every run is the same.

mod common;

use std::sync::Arc;

use ingenio_conformance::tools::task;
use ingenio_core::{Criterion, Options, Rng, Run, Size, Step, Task};
use ingenio_taquin::level::{Goal, Level, Tile};
use ingenio_taquin::metric::{MOVES, SLIDES};
use ingenio_taquin::referee::referee;
use ingenio_taquin::solve::METHODS;

fn random(side: usize, seed: u64) -> Arc<Level> {
    let mut tiles: Vec<Tile> = (0..(side * side) as Tile).collect();
    Rng::new(seed).shuffle(&mut tiles);
    let level = Level::new(Size::new(side, side), tiles, Goal::Last);
    Arc::new(if level.is_solvable() { level } else { level.with_two_tiles_swapped() })
}

fn start(level: &Arc<Level>, nodes: Option<u64>) -> Box<dyn Run> {
    start_in(MOVES, level, nodes)
}

fn start_in(metric: Criterion, level: &Arc<Level>, nodes: Option<u64>) -> Box<dyn Run> {
    let method = METHODS.iter().find(|method| method.name == "anytime").unwrap();
    let options = Options::parse(method.options, "width=1000000").unwrap();
    (method.start)(level, &Task { metric, options, nodes, ..task() })
}

fn counter(run: &dyn Run, name: &str) -> u64 {
    run.counters().into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// A clock that goes with the nodes: the run hears of nothing else.
fn drive(run: &mut dyn Run, nodes: u64) -> usize {
    while run.progress().nodes < nodes {
        run.set_time_spent(run.progress().nodes as f64 / nodes as f64);
        if let Step::Done(_) = run.advance(500) {
            break;
        }
    }
    run.found().best.expect("there is always a solution in hand").len()
}

#[test]
fn the_last_beam_ends_in_time_and_has_most_of_it() {
    for seed in 1..=4 {
        let level = random(5, seed);
        let mut run = start(&level, None);
        let nodes = 2_000_000;
        drive(run.as_mut(), nodes);
        let length = run.found().best.unwrap().len() as u64;
        let (beams, width) = (counter(run.as_ref(), "beams"), counter(run.as_ref(), "width"));
        // Two beams learn what a board costs, the third is the last.
        assert_eq!(beams, 3, "seed {seed}");
        assert!(width * length > nodes / 2, "seed {seed}: {width} boards in {length} layers");
        referee(&level, &run.found().best.unwrap()).expect("it is a solution");
    }
}

#[test]
fn more_time_gives_shorter_solutions() {
    let mean = |nodes: u64| -> usize {
        (1..=6).map(|seed| drive(start(&random(5, seed), None).as_mut(), nodes)).sum()
    };
    let lengths = [200_000, 1_000_000, 5_000_000].map(mean);
    assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2], "{lengths:?}");
}

#[test]
fn with_nodes_as_the_limit_every_run_is_the_same() {
    let level = random(5, 9);
    let run_in_slices_of = |slice: u64| {
        let mut run = start(&level, Some(600_000));
        while run.progress().nodes < 600_000 {
            // What it hears of the time must not matter.
            run.set_time_spent((slice % 10) as f64 / 10.0);
            let left = 600_000 - run.progress().nodes;
            if let Step::Done(_) = run.advance(slice.min(left)) {
                break;
            }
        }
        (run.found().best, run.progress().nodes, run.counters())
    };
    let whole = run_in_slices_of(1_000_000);
    assert_eq!(run_in_slices_of(777), whole);
    assert_eq!(run_in_slices_of(5), whole);
}

/// The slides of the best after some nodes.
fn slides(level: &Arc<Level>, nodes: u64) -> u64 {
    let mut run = start_in(SLIDES, level, None);
    drive(run.as_mut(), nodes);
    let slides =
        referee(level, &run.found().best.unwrap()).expect("it is a solution").1.get("slides").unwrap();
    assert_eq!(run.progress().best, Some(slides), "what it says is what it has");
    slides
}

#[test]
fn in_slides_15_puzzles_come_close_to_their_optimum() {
    let mut excess = 0;
    for seed in 1..=6 {
        let level = random(4, seed);
        let optimum = common::least(&level, "idastar-pdb-small", SLIDES, 1);
        let found = slides(&level, 200_000);
        assert!(found >= optimum, "seed {seed}: {found} slides, proved {optimum}");
        excess += found - optimum;
    }
    assert!(excess <= 6, "{excess} slides more than needed in six boards");
}

#[test]
fn in_slides_more_time_gives_fewer_of_them() {
    for side in [6, 7] {
        let mean = |nodes: u64| -> u64 { (1..=4).map(|seed| slides(&random(side, seed), nodes)).sum() };
        let lengths = [30_000, 200_000, 1_000_000].map(mean);
        assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2], "{side}: {lengths:?}");
    }
}

/// Beams go without tables where there are none.
#[test]
fn boards_too_large_for_tables_become_shorter_by_beams() {
    for (side, seed) in [(8, 1), (8, 2), (10, 3)] {
        let level = random(side, seed);
        let mut run = start(&level, Some(1_500_000));
        let first = drive(run.as_mut(), 2000);
        let length = drive(run.as_mut(), 1_500_000);
        referee(&level, &run.found().best.unwrap()).expect("it is a solution");
        let least = run.progress().bound.unwrap() as usize;
        assert!(length >= least, "{side}x{side}: {length} moves, at least {least}");
        // How much shorter is a matter of time, and so of `bench near`.
        assert!(length < first, "{side}x{side}: {first} moves at first, then {length}");
    }
}

/// A last beam that took all and found nothing lost what windows would have found: boards of 10x10 became longer
/// with three times the nodes.
#[test]
fn boards_too_large_for_tables_gain_by_more_time() {
    let sum = |nodes: u64| -> usize {
        let found = |seed: u64| drive(start(&random(10, seed), Some(nodes)).as_mut(), nodes);
        (1..=4).map(found).sum()
    };
    let lengths = [50_000, 150_000, 450_000, 1_350_000].map(sum);
    assert!(lengths.windows(2).all(|pair| pair[1] < pair[0]), "{lengths:?}");
}

#[test]
fn in_slides_boards_too_large_for_tables_become_shorter_too() {
    let level = random(9, 1);
    assert!(slides(&level, 400_000) < slides(&level, 1000));
}
