//! Pattern databases: against other exact methods, on every shape and goal, and against themselves.

mod common;
mod known;

use ingenio_core::rooms::Rules as _;
use ingenio_core::{Rng, Size};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Level, Tile};
use ingenio_taquin::solve::HEURISTICS;

use common::shuffled;
use ingenio_conformance::tools::TABLES;
use ingenio_taquin::metric::MOVES;

/// The proved least number of moves.
fn least(level: &Level, method: &str) -> u64 {
    common::least(level, method, MOVES, 1)
}

#[test]
fn random_boards_with_random_goals_agree_with_linear_conflict() {
    let mut rng = Rng::new(2026);
    let shapes = [(3, 5, 5, 10), (4, 5, 5, 10), (2, 7, 2, 5), (6, 6, 1, 5), (4, 3, 2, 10)];
    for (width, height, goals, boards) in shapes {
        let size = Size::new(width, height);
        for _ in 0..goals {
            let mut goal: Vec<Tile> = (0..size.cells() as Tile).collect();
            rng.shuffle(&mut goal);
            for _ in 0..boards {
                let level = shuffled(&mut rng, size, &goal, 50);
                let expected = least(&level, "idastar-linear-conflict");
                assert_eq!(least(&level, "idastar-pdb-small"), expected, "{level:?}");
                assert_eq!(least(&level.mirrored(), "idastar-pdb-small"), expected, "mirrored {level:?}");
            }
        }
    }
}

#[test]
fn boards_of_korf_have_their_published_lengths() {
    for (level, truth) in known::korf() {
        assert_eq!(least(&level, "idastar-pdb-small"), truth.figure("moves"), "{level:?}");
        let threads = common::least(&level, "idastar-pdb-small", MOVES, 3);
        assert_eq!(threads, truth.figure("moves"), "with three threads {level:?}");
    }
}

#[test]
fn long_searches_have_their_published_lengths() {
    for (level, truth) in known::long_korf() {
        assert_eq!(least(&level, "idastar-pdb-small"), truth.figure("moves"), "{level:?}");
    }
}

/// Boards near the goal and at it, where there is nothing to share out.
#[test]
fn threads_do_not_change_the_answer_to_easy_boards() {
    let mut rng = Rng::new(77);
    let size = Size::new(4, 4);
    let goal: Vec<Tile> = (0..16).collect();
    for steps in (0..40).chain([100, 200]) {
        let level = shuffled(&mut rng, size, &goal, steps);
        assert_eq!(common::least(&level, "idastar-pdb-small", MOVES, 2), least(&level, "idastar-pdb-small"));
    }
}

/// Along a random walk every estimate changes by one at most, and never exceeds the way back.
#[test]
fn estimates_are_consistent_along_random_walks() {
    for (seed, (width, height)) in [(4, 4), (3, 5), (5, 5), (6, 2)].into_iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let size = Size::new(width, height);
        let mut goal: Vec<Tile> = (0..size.cells() as Tile).collect();
        rng.shuffle(&mut goal);
        let level = Level::with_goal(size, goal.clone(), goal, 1);
        let mut position = Taquin::start(&level);
        let mut before = vec![0; HEURISTICS.len()];
        for step in 1..=150 {
            let moves = Taquin::moves(&level, &position);
            Taquin::apply(&level, &mut position, &moves[rng.below(moves.len())]).unwrap();
            for (heuristic, before) in HEURISTICS.iter().zip(&mut before) {
                let now = (heuristic.estimate)(&level, &position, &TABLES).unwrap();
                assert!(
                    now <= step && now.abs_diff(*before) <= steepest(heuristic.name),
                    "{}: {before} {now}",
                    heuristic.name
                );
                *before = now;
            }
        }
    }
}

/// Linear conflict falls with one tile and rises with another by two.
fn steepest(heuristic: &str) -> u64 {
    if heuristic == "linear-conflict" { 3 } else { 1 }
}
