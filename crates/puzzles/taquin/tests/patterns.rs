//! Pattern databases: against other exact methods, on every shape and goal, and against themselves.

use std::sync::Arc;

use ingenio_core::{Rng, Size, Step, Task, Verdict};
use ingenio_taquin::level::{Goal, Level, Tile};
use ingenio_taquin::referee::referee;
use ingenio_taquin::solve::METHODS;

/// A board some random steps from its goal, so that every exact method answers soon.
fn shuffled(rng: &mut Rng, size: Size, goal: &[Tile], steps: usize) -> Level {
    let mut tiles = goal.to_vec();
    let mut blank = tiles.iter().position(|tile| *tile == 0).unwrap();
    for _ in 0..steps {
        let ways: Vec<usize> =
            ingenio_core::Dir::ALL.into_iter().filter_map(|dir| size.step(blank, dir)).collect();
        let next = ways[rng.below(ways.len())];
        tiles.swap(blank, next);
        blank = next;
    }
    Level::with_goal(size, tiles, goal.to_vec(), 1)
}

/// The proved least number of moves.
fn least(level: &Level, method: &str) -> u64 {
    let method = METHODS.iter().find(|known| known.name == method).unwrap();
    let task = Task { metric: "moves", optimal: true, ..Task::default() };
    let mut run = (method.start)(&Arc::new(level.clone()), &task);
    loop {
        match run.advance(100_000) {
            Step::Running => {}
            Step::Done(Verdict::Solved { solution, optimal: true }) => {
                return referee(level, &solution).unwrap().1.get("moves").unwrap();
            }
            Step::Done(other) => panic!("{}: {other:?}", method.name),
        }
    }
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

/// Published optima of Korf's boards (1985), the easiest ones.
#[test]
fn boards_of_korf_have_their_published_lengths() {
    let boards: [([Tile; 16], u64); 4] = [
        ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
        ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
        ([13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6], 55),
        ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
    ];
    for (tiles, moves) in boards {
        let level = Level::new(Size::new(4, 4), tiles.to_vec(), Goal::First);
        assert_eq!(least(&level, "idastar-pdb-small"), moves);
    }
}
