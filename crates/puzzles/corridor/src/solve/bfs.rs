//! Breadth first: all cells in the order of their distance.

use std::sync::Arc;

use ingenio_core::{Dir, Guarantee, Method, Run, Task};
use ingenio_search::{BreadthFirst, Claims, Graph, PathRun};

use crate::level::Level;
use crate::{Corridor, MOVES, words};

pub const METHOD: Method<Corridor> = Method {
    name: "bfs",
    about: "breadth first: all cells in the order of their distance",
    guarantee: Guarantee::Optimal,
    metrics: &[MOVES],
    options: &[],
    needs: "",
    steppable: true,
    fits: |_| Ok(()),
    start,
};

/// A level as a graph: states are places of the walker.
struct Walks(Arc<Level>);

impl Graph for Walks {
    type State = usize;
    type Action = Dir;

    fn start(&self) -> usize {
        self.0.start
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.0.goal
    }

    fn expand(&self, state: &usize, mut visit: impl FnMut(Dir, usize, u32)) {
        for dir in Dir::ALL {
            if let Some(next) = self.0.beyond(*state, dir) {
                visit(dir, next, 1);
            }
        }
    }
}

pub fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let claims = Claims { optimal: true, exhausted: Some(words::CLOSED.say()) };
    let write = |moves: &[Dir]| moves.iter().map(Dir::to_string).collect();
    Box::new(PathRun::new(BreadthFirst::new(Walks(level.clone()), task.memory), claims, write))
}
