//! Searches by slides: against breadth-first search and tables, on every shape and goal.

mod common;

use ingenio_core::{Rng, Size};
use ingenio_taquin::level::{Goal, Level, Tile};

use common::{random, shuffled};
use ingenio_taquin::metric::SLIDES;

fn least(level: &Level, method: &str) -> u64 {
    common::least(level, method, SLIDES, 1)
}

/// Every position of small boards is as far as the one that knows nothing says.
#[test]
fn small_boards_agree_with_breadth_first_search() {
    let mut rng = Rng::new(12);
    for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4)] {
        for _ in 0..12 {
            let level = random(&mut rng, Size::new(width, height));
            let expected = least(&level, "bfs");
            for method in ["idastar-walking-distance", "idastar-pdb-small", "idastar-pdb-large"] {
                assert_eq!(least(&level, method), expected, "{method} {level:?}");
            }
        }
    }
}

#[test]
fn boards_of_ten_cells_agree_with_their_tables() {
    let mut rng = Rng::new(13);
    for (width, height) in [(5, 2), (2, 5)] {
        for _ in 0..10 {
            let level = random(&mut rng, Size::new(width, height));
            assert_eq!(least(&level, "idastar-pdb-small"), least(&level, "table"), "{level:?}");
        }
    }
}

#[test]
fn random_goals_agree_with_two_breadth_first_searches_that_meet() {
    let mut rng = Rng::new(14);
    for (width, height, goals) in [(3, 5, 4), (4, 5, 3), (5, 4, 1), (4, 4, 2), (7, 2, 2)] {
        let size = Size::new(width, height);
        for _ in 0..goals {
            let mut goal: Vec<Tile> = (0..size.cells() as Tile).collect();
            rng.shuffle(&mut goal);
            for _ in 0..10 {
                let level = shuffled(&mut rng, size, &goal, 22);
                let expected = least(&level, "bidirectional");
                assert_eq!(least(&level, "idastar-pdb-small"), expected, "{level:?}");
                assert_eq!(least(&level.mirrored(), "idastar-pdb-small"), expected, "mirrored {level:?}");
            }
        }
    }
}

/// Both ends of the goal, every mirror image: the same lengths.
#[test]
fn random_15_puzzles_are_as_far_as_their_mirror_images() {
    let mut rng = Rng::new(15);
    for goal in [Goal::Last, Goal::First] {
        for _ in 0..5 {
            let mut tiles: Vec<Tile> = (0..16).collect();
            rng.shuffle(&mut tiles);
            let level = Level::new(Size::new(4, 4), tiles, goal);
            let level = if level.is_solvable() { level } else { level.with_two_tiles_swapped() };
            let slides = least(&level, "idastar-pdb-small");
            assert_eq!(slides, least(&level.mirrored(), "idastar-pdb-small"));
            assert!(slides <= 43, "no 15-puzzle takes more than 43 slides");
        }
    }
}
