//! What `auto` chooses, and that whoever has a budget gets a solution.

mod common;

use std::sync::Arc;
use std::time::Duration;

use ingenio_core::rooms::Methods as _;
use ingenio_core::{Rng, Size, Step, Task, Verdict};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::Level;
use ingenio_taquin::metric::{MOVES, SLIDES};
use ingenio_taquin::referee::referee;
use ingenio_taquin::solve::METHODS;

fn random(width: usize, height: usize) -> Arc<Level> {
    Arc::new(common::random(&mut Rng::new(3), Size::new(width, height)))
}

fn chosen(level: &Level, task: &Task) -> &'static str {
    Taquin::auto(level, task)
}

const BY_MOVES: fn() -> Task = || Task { metric: MOVES, ..Task::default() };
const BY_SLIDES: fn() -> Task = || Task { metric: SLIDES, ..Task::default() };

#[test]
fn small_boards_are_proved_and_large_ones_improved() {
    for task in [BY_MOVES, BY_SLIDES] {
        assert_eq!(chosen(&random(3, 3), &task()), "table");
        for (width, height) in [(3, 4), (3, 5), (4, 4), (8, 2)] {
            assert_eq!(chosen(&random(width, height), &task()), "idastar-pdb-small", "{width}x{height}");
        }
        for (width, height) in [(5, 5), (7, 7), (10, 10), (30, 30)] {
            assert_eq!(chosen(&random(width, height), &task()), "anytime", "{width}x{height}");
        }
        let proof = Task { optimal: true, ..task() };
        assert_eq!(chosen(&random(5, 5), &proof), "idastar-pdb-small");
    }
}

#[test]
fn whoever_is_in_a_hurry_gets_something_at_once() {
    for (task, time, nodes) in [(BY_MOVES, 400, 3_000_000), (BY_SLIDES, 7000, 30_000_000)] {
        for (width, height) in [(3, 4), (3, 5), (4, 4)] {
            let level = random(width, height);
            for hurried in [
                Task { time: Some(Duration::from_millis(50)), ..task() },
                Task { nodes: Some(1000), ..task() },
            ] {
                assert_eq!(chosen(&level, &hurried), "anytime", "{width}x{height} {hurried:?}");
            }
            // Whether there is time depends on the tables that other tests have made by now.
            for patient in [
                Task { time: Some(Duration::from_millis(time + 5000)), ..task() },
                Task { nodes: Some(nodes), ..task() },
            ] {
                assert_eq!(chosen(&level, &patient), "idastar-pdb-small", "{width}x{height} {patient:?}");
            }
        }
    }
}

#[test]
fn where_a_table_has_no_room_another_method_solves() {
    for task in [BY_MOVES, BY_SLIDES] {
        let task = Task { memory: 100_000, ..task() };
        let level = random(3, 3);
        let name = chosen(&level, &task);
        assert_ne!(name, "table");
        let method = METHODS.iter().find(|method| method.name == name).unwrap();
        let mut run = (method.start)(&level, &task);
        let verdict = loop {
            assert!(run.progress().memory <= task.memory, "{name}");
            if let Step::Done(verdict) = run.advance(1000) {
                break verdict;
            }
        };
        assert!(matches!(verdict, Verdict::Solved { optimal: true, .. }), "{name}: {verdict:?}");
    }
}

/// Proofs that nobody waits for: what is handed over is a solution, and its length is told.
#[test]
fn exact_methods_have_a_solution_in_hand() {
    for (metric, width, height) in [(MOVES, 5, 5), (SLIDES, 5, 5), (MOVES, 9, 9), (SLIDES, 9, 9)] {
        let level = random(width, height);
        let task = Task { metric, optimal: true, memory: 100 << 20, ..Task::default() };
        let name = chosen(&level, &task);
        let method = METHODS.iter().find(|method| method.name == name).unwrap();
        let mut run = (method.start)(&level, &task);
        for _ in 0..40 {
            assert!(matches!(run.advance(50), Step::Running), "{name}");
        }
        let measures = referee(&level, &run.found().best.expect("it was built first")).unwrap().1;
        assert_eq!(run.progress().best, metric.figure(&measures), "{name} {metric}");
    }
}
