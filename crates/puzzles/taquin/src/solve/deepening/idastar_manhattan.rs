//! `idastar-manhattan`: Korf's 1985 program for the 15-puzzle.

use ingenio_core::{Dir, Guarantee, Method};
use ingenio_search::{Claims, IdaStar, PathRun, Walk};

use super::manhattan::ManhattanWalk;
use super::paths::MOST_CELLS;
use crate::Taquin;
use crate::words;

pub const METHOD: Method<Taquin> = Method {
    name: "idastar-manhattan",
    about: "iterative deepening A* with Manhattan distance; needs no memory",
    guarantee: Guarantee::Optimal,
    fits: |level| crate::solve::at_most(level, "idastar-manhattan", MOST_CELLS),
    start: |level, _| crate::solve::unless_odd(level, || Box::new(run(ManhattanWalk::new(level)))),
    ..crate::solve::ROW
};

/// IDA* over a walk of the blank.
pub fn run<W>(walk: W) -> PathRun<IdaStar<W>>
where
    W: Walk<Action = Dir> + Send,
    W::Undo: Send,
    W::Actions: Send,
{
    let claims = Claims { optimal: true, exhausted: Some(words::EXHAUSTED.say()) };
    PathRun::new(IdaStar::new(walk), claims, |moves| moves.iter().map(Dir::to_string).collect())
}
