//! `bidirectional`: from the start and from all solved arrangements at once. The goal of this puzzle
//! is a set: the method fits boards where the set is small enough to be listed.

use std::sync::Arc;

use ingenio_core::{Message, Method, Run, Task};
use ingenio_search::Bidirectional;

use super::bits::Scale;
use super::board::Board;
use super::space::Positions;
use super::{OnScale, Start, on_scale, start};
use crate::Unblock;
use crate::level::Level;
use crate::words;

/// Steps of the listing of solved arrangements that are accepted. Chosen by hand.
const MOST_STEPS: usize = 100_000;

pub const METHOD: Method<Unblock> = Method {
    name: "bidirectional",
    about: "breadth first from the start and from all solved arrangements until they meet",
    metrics: super::MOVES_OR_STEPS,
    needs: "a board with few solved arrangements",
    fits,
    start: |level, task| start(&BothEnds, level, task),
    ..super::ROW
};

fn fits(level: &Level) -> Result<(), Message> {
    struct Count<'a>(&'a Level);
    impl OnScale for Count<'_> {
        type Result = bool;
        fn run<S: Scale>(self) -> bool {
            Board::<S>::new(self.0).solved_positions(MOST_STEPS, |_| {})
        }
    }
    if on_scale(level, Count(level)) { Ok(()) } else { Err(words::TOO_MANY_GOALS.say()) }
}

struct BothEnds;

impl Start for BothEnds {
    fn start<S: Scale, const UNIT: bool>(&self, level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
        Positions::<S, UNIT>::new(level).run(|positions| Bidirectional::new(positions, task.memory))
    }
}
