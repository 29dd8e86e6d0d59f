//! Other solutions that differ from a known one in a small part of the board only. All links
//! outside the part are given, so the search inside is over at once; a board without uniqueness
//! nearly always shows it in some part of five by five cells. Finding nothing proves nothing.

use super::{FREE, Frame, ON, Weave};
use crate::level::{Level, Node};

/// Nodes that one part may cost. Chosen by hand.
const MOST_NODES: u64 = 400;

/// A search for other ways to fill parts of a board.
#[derive(Clone, Debug)]
pub struct Elsewise {
    weave: Weave,
    /// Is a link on in the known solution?
    known: Vec<bool>,
    /// Where the trail stands before anything is fixed.
    base: usize,
}

impl Elsewise {
    /// Of a level and the pipes of one of its solutions.
    pub fn new(level: &Level, pipes: &[Vec<Node>]) -> Self {
        let board = level.board();
        let mut known = vec![false; board.edges().len()];
        for pair in pipes.iter().flat_map(|pipe| pipe.windows(2)) {
            let link = board.link(pair[0], pair[1]).expect("a pipe goes from neighbour to neighbour");
            known[usize::from(link.edge)] = true;
        }
        let weave = Weave::new(level, level.rules());
        let base = weave.trail.len();
        Elsewise { weave, known, base }
    }

    /// The cells in which another solution differs that is the known one outside a part of the board.
    pub fn inside(&mut self, part: impl Fn(Node) -> bool) -> Option<Vec<Node>> {
        let found = self.fix_outside(part) && self.search();
        let differ = found.then(|| self.differing());
        self.weave.undo_to(self.base);
        differ
    }

    fn fix_outside(&mut self, part: impl Fn(Node) -> bool) -> bool {
        for edge in 0..self.known.len() as u16 {
            let [one, other] = self.weave.edges[usize::from(edge)];
            let given = self.known[usize::from(edge)] && !(part(one) && part(other));
            if given && self.weave.links[usize::from(edge)] == FREE && !self.weave.set_on(edge) {
                return false;
            }
        }
        self.weave.propagate()
    }

    fn set(&mut self, edge: u16, on: bool) -> bool {
        self.weave.nodes += 1;
        (if on { self.weave.set_on(edge) } else { self.weave.set_off(edge) }) && self.weave.propagate()
    }

    /// Goes through the ways to fill the part, the known one first, until another one is found.
    fn search(&mut self) -> bool {
        let until = self.weave.nodes + MOST_NODES;
        let mut frames: Vec<Frame> = Vec::new();
        while self.weave.nodes < until {
            let mut open = if let Some(edge) = self.weave.choose() {
                frames.push(Frame { edge, trail: self.weave.trail.len() as u32 });
                self.set(edge, self.known[usize::from(edge)])
            } else if self.is_known() {
                false
            } else {
                return true;
            };
            while !open {
                let Some(Frame { edge, trail }) = frames.pop() else { return false };
                self.weave.undo_to(trail as usize);
                open = self.set(edge, !self.known[usize::from(edge)]);
            }
        }
        false
    }

    fn differs(&self, edge: usize) -> bool {
        (self.weave.links[edge] == ON) != self.known[edge]
    }

    fn is_known(&self) -> bool {
        !(0..self.known.len()).any(|edge| self.differs(edge))
    }

    fn differing(&self) -> Vec<Node> {
        let edges = (0..self.known.len()).filter(|edge| self.differs(*edge));
        let mut cells: Vec<Node> = edges.flat_map(|edge| self.weave.edges[edge]).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
