//! How far a play has come, at a glance: its figure, and a distance to go that costs microseconds. It is for those who
//! look on while others play: an estimate that is never too large, not the truth, which may take minutes.

use ingenio_core::{AnyPlay, LevelRef, Sense, TablesRef};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// In the puzzle's first metric; where it has none, how much of the board is filled, in percent.
    pub figure: u64,
    /// At least so much is left, in the same unit; nothing where the position is known to be lost, or nobody can tell.
    pub to_go: Option<u64>,
}

/// Where a play stands.
pub fn standing(level: &LevelRef, play: &dyn AnyPlay) -> Standing {
    let measures = play.measures();
    let first = level.puzzle().info().metrics.first();
    let figure = match first {
        Some(metric) => measures.get(metric.name),
        None => measures.get("fill"),
    };
    let left = match first {
        None => measures.get("fill").map(|fill| 100 - fill.min(100)),
        Some(metric) if metric.sense == Sense::Most => measures.get("unused"),
        Some(metric) => estimate(level, play, metric.name),
    };
    // What is not won has something to go, whatever an estimate says.
    let to_go = if play.won() { Some(0) } else { left.map(|left| left.max(1)) };
    Standing { figure: figure.unwrap_or(play.length() as u64), to_go }
}

/// By the first heuristic of the table that is admissible in the metric: tables begin with the cheap ones.
fn estimate(level: &LevelRef, play: &dyn AnyPlay, metric: &str) -> Option<u64> {
    let known = level.puzzle().heuristics();
    let fits = |(_, criterion, admissible): &&(&str, ingenio_core::Criterion, bool)| {
        *admissible && criterion.metrics().first().is_some_and(|first| first.name == metric)
    };
    let (name, ..) = known.iter().find(fits)?;
    play.level_here()?.estimate(name, &TablesRef::default()).flatten()
}

#[cfg(test)]
mod tests {
    use ingenio_catalog::{Request, read_level};
    use ingenio_core::{Answer, Silent};

    use super::*;

    #[test]
    fn every_puzzle_is_nearer_to_its_end_after_its_solution_than_before() {
        let levels = [
            ("sokoban", "#######\n#@ $ .#\n#######"),
            ("taquin", "1 2 3\n4 5 6\n_ 7 8"),
            ("unblock", "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM"),
            ("flow", "AB\n..\nAB"),
            ("tetravex", "2x1\n1 2 3 4\n5 6 7 2"),
        ];
        for (puzzle, text) in levels {
            let level = read_level(puzzle, text).expect(puzzle);
            let answer = Request::default().run(&level, &mut Silent).expect(puzzle);
            let solution = Answer::solution(&answer).expect(puzzle).text().to_owned();
            let mut play = level.play();
            let begins = standing(&level, play.as_ref());
            assert!(begins.to_go.is_some_and(|to_go| to_go > 0), "{puzzle}: {begins:?}");
            for action in level.solution_moves(&solution).expect(puzzle) {
                play.apply(&action).expect(puzzle);
            }
            let ends = standing(&level, play.as_ref());
            assert_eq!(ends.to_go, Some(0), "{puzzle}");
            assert!(ends.figure > begins.figure, "{puzzle}");
        }
    }

    #[test]
    fn what_is_lost_has_no_distance() {
        let level = read_level("sokoban", "######\n#    #\n#@$ .#\n######").expect("a level");
        let mut play = level.play();
        play.apply("R").expect("a push");
        assert_eq!(standing(&level, play.as_ref()).to_go, Some(1));
        let corner = read_level("sokoban", "#####\n#$ .#\n# @ #\n#####").expect("a level");
        assert_eq!(standing(&corner, corner.play().as_ref()).to_go, None);
    }
}
