//! `best-first`: extends pipes at their heads, the board with the fewest free cells first (Zucker's
//! flow solver). In every board only one colour may move, the one with the fewest ways, so no board
//! is reached twice. Boards with a flaw of the [`Sketch`] (dead end, stranded colour or region,
//! bottleneck) are dropped; a forced step costs nothing, so chains of them are followed at once.
//!
//! Complete: whichever colour moves, its next cell in a solution is among the children.

use std::sync::Arc;

use ingenio_core::{Guarantee, Method, Run, Settled, Task, Verdict};
use ingenio_search::{AStar, BestFirst, Claims, Graph, PathRun, Revisit};

use super::quick;
use super::sketch::Sketch;
use super::{Flow, ROW};
use crate::level::stroke::solution_text;
use crate::level::{Level, NO_COLOUR, Node, Rules};
use crate::words;

pub const METHOD: Method<Flow> = Method {
    name: "best-first",
    about: "extends pipes at their heads and drops boards with dead ends, stranded parts or bottlenecks",
    guarantee: Guarantee::Complete,
    start,
    ..ROW
};

fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    if let Some(reason) = quick::look(level, level.drawn()) {
        return Box::new(Settled(Verdict::Unsolvable { reason: reason.message }));
    }
    let claims = Claims { optimal: false, exhausted: Some(words::EXHAUSTED.say()) };
    // The engine checks its tables; the few children of one expansion come on top.
    let memory = task.memory.saturating_sub(1 << 12);
    let engine = BestFirst::new(Heads(level.clone()), AStar, Revisit::Never, memory);
    let level = level.clone();
    Box::new(PathRun::new(engine, claims, move |steps| solution_text(&level, &pipes(&level, steps))))
}

/// The pipes that a list of steps draws.
fn pipes(level: &Level, steps: &[(u16, Node)]) -> Vec<Vec<Node>> {
    let begin =
        |(pipe, ends): (&Vec<Node>, &[Node; 2])| if pipe.is_empty() { vec![ends[0]] } else { pipe.clone() };
    let mut pipes: Vec<Vec<Node>> = level.drawn().iter().zip(level.ends()).map(begin).collect();
    for (colour, to) in steps {
        pipes[usize::from(*colour)].push(*to);
    }
    pipes
}

/// Who lies where, and the head of every pipe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    owners: Box<[u16]>,
    heads: Box<[Node]>,
}

struct Heads(Arc<Level>);

impl Heads {
    fn goal(&self, colour: usize) -> Node {
        let first = self.0.drawn()[colour].first().copied().unwrap_or(self.0.ends()[colour][0]);
        self.0.other_end(colour, first)
    }

    fn ways<'a>(&'a self, state: &'a State, colour: usize) -> impl Iterator<Item = Node> + 'a {
        let goal = self.goal(colour);
        let links = self.0.board().links(state.heads[colour]).iter().map(|link| link.to);
        links.filter(move |to| {
            let open = *to == goal || state.owners[usize::from(*to)] == NO_COLOUR;
            open && !self.would_touch(state, colour, *to)
        })
    }

    /// Is the cell beside a cell of its own pipe other than the head, where that is forbidden? The
    /// goal counts as one, except for the last step itself.
    fn would_touch(&self, state: &State, colour: usize, to: Node) -> bool {
        let (goal, head) = (self.goal(colour), state.heads[colour]);
        let own =
            |node: Node| node != head && node != goal && state.owners[usize::from(node)] == colour as u16;
        let beside = |node: Node, wanted: &dyn Fn(Node) -> bool| {
            self.0.board().links(node).iter().any(|link| wanted(link.to))
        };
        self.0.rules() == Rules::NoTouch
            && (beside(to, &own) || (to != goal && beside(head, &|node| node == goal)))
    }

    fn is_complete(&self, state: &State, colour: usize) -> bool {
        state.heads[colour] == self.goal(colour)
    }

    /// The colour that moves: the one with the fewest ways.
    fn active(&self, state: &State) -> Option<usize> {
        let open = (0..self.0.colours()).filter(|colour| !self.is_complete(state, *colour));
        open.min_by_key(|colour| self.ways(state, *colour).count())
    }

    fn is_sound(&self, state: &State, moved: Node) -> bool {
        let owned =
            (0..state.owners.len()).filter(|node| state.owners[*node] != NO_COLOUR).map(|node| node as Node);
        let sketch = Sketch::new(&self.0, owned, |colour| [state.heads[colour], self.goal(colour)]);
        sketch.flaw().is_none() && !sketch.has_bottleneck(moved)
    }
}

impl Graph for Heads {
    type State = State;
    type Action = (u16, Node);

    fn start(&self) -> State {
        let mut owners = vec![NO_COLOUR; self.0.board().len()];
        let begun = pipes(&self.0, &[]);
        for (colour, (pipe, ends)) in begun.iter().zip(self.0.ends()).enumerate() {
            for node in pipe.iter().chain(ends) {
                owners[usize::from(*node)] = colour as u16;
            }
        }
        let heads = begun.iter().map(|pipe| pipe[pipe.len() - 1]).collect();
        State { owners: owners.into(), heads }
    }

    fn is_goal(&self, state: &State) -> bool {
        let complete = (0..self.0.colours()).all(|colour| self.is_complete(state, colour));
        complete && (!self.0.rules().fills() || !state.owners.contains(&NO_COLOUR))
    }

    fn expand(&self, state: &State, mut visit: impl FnMut((u16, Node), State, u32)) {
        let Some(colour) = self.active(state) else { return };
        let forced = self.ways(state, colour).count() == 1;
        for to in self.ways(state, colour) {
            let mut next = state.clone();
            next.owners[usize::from(to)] = colour as u16;
            next.heads[colour] = to;
            if self.is_sound(&next, to) {
                let cost = u32::from(!forced && to != self.goal(colour));
                visit((colour as u16, to), next, cost);
            }
        }
    }

    fn estimate(&self, state: &State) -> Option<u32> {
        Some(state.owners.iter().filter(|owner| **owner == NO_COLOUR).count() as u32)
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(&*state.owners) + size_of_val(&*state.heads) + 32
    }
}
