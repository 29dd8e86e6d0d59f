//! Pattern databases: against other exact methods, on every shape and goal, and against themselves.

mod common;

use ingenio_core::{Puzzle, Rng, Size};
use ingenio_taquin::Taquin;
use ingenio_taquin::level::{Goal, Level, Tile};
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

/// Published optima of a dozen of Korf's boards (1985).
#[test]
fn boards_of_korf_have_their_published_lengths() {
    let boards: [([Tile; 16], u64); 12] = [
        ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
        ([3, 6, 5, 2, 10, 0, 15, 14, 1, 4, 13, 12, 9, 8, 11, 7], 46),
        ([1, 3, 2, 5, 10, 9, 15, 6, 8, 14, 13, 11, 12, 4, 7, 0], 42),
        ([7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10], 46),
        ([13, 14, 6, 12, 4, 5, 1, 0, 9, 3, 10, 2, 15, 11, 8, 7], 52),
        ([12, 8, 15, 13, 1, 0, 5, 4, 6, 3, 2, 11, 9, 7, 14, 10], 50),
        ([4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10], 42),
        ([8, 11, 4, 6, 7, 3, 10, 9, 2, 12, 15, 13, 0, 1, 5, 14], 49),
        ([13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11], 41),
        ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42),
        ([5, 4, 7, 1, 11, 12, 14, 15, 10, 13, 8, 6, 2, 0, 9, 3], 50),
        ([9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3], 44),
    ];
    for (tiles, moves) in boards {
        let level = Level::new(Size::new(4, 4), tiles.to_vec(), Goal::First);
        assert_eq!(least(&level, "idastar-pdb-small"), moves);
        assert_eq!(common::least(&level, "idastar-pdb-small", MOVES, 3), moves, "with three threads");
    }
}

/// Boards of such long iterations that the search puts its beginnings in order.
#[test]
fn long_searches_have_their_published_lengths() {
    let boards: [([Tile; 16], u64); 3] = [
        ([15, 14, 0, 4, 11, 1, 6, 13, 7, 5, 8, 9, 3, 2, 10, 12], 66),
        ([11, 14, 13, 1, 2, 3, 12, 4, 15, 7, 9, 5, 10, 6, 8, 0], 66),
        ([15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4], 65),
    ];
    for (tiles, moves) in boards {
        let level = Level::new(Size::new(4, 4), tiles.to_vec(), Goal::First);
        assert_eq!(least(&level, "idastar-pdb-small"), moves);
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
