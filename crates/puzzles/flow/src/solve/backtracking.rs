//! `backtracking`: draws one pipe after another, cell by cell, and takes back the last cell where it
//! can go no further. No pruning but the rules themselves: what the cleverer methods are measured
//! against.

use ingenio_core::{Guarantee, Method};

use super::quest::{self, Event, Search};
use super::{Flow, ROW};
use crate::level::{Level, Node, Rules};

pub const METHOD: Method<Flow> = Method {
    name: "backtracking",
    about: "draws pipe after pipe, cell by cell, and takes back what does not fit",
    guarantee: Guarantee::Complete,
    start: |level, task| quest::start(level, task, Backtracking::bytes(level), || Backtracking::new(level)),
    ..ROW
};

/// The colour that is drawn, and which neighbour of its head is tried next.
struct Frame {
    colour: usize,
    next: usize,
}

struct Backtracking {
    level: Level,
    pipes: Vec<Vec<Node>>,
    taken: Vec<bool>,
    covered: usize,
    frames: Vec<Frame>,
    nodes: u64,
    generated: u64,
    /// Were all pipes complete from the start?
    complete: bool,
}

impl Backtracking {
    fn bytes(level: &Level) -> u64 {
        let per_cell = size_of::<Frame>() * 2 + size_of::<Node>() * 2 + 1;
        (level.board().len() * per_cell + level.colours() * (size_of::<Vec<Node>>() + 64)) as u64
    }

    fn new(level: &Level) -> Self {
        let begin = |(pipe, ends): (&Vec<Node>, &[Node; 2])| {
            if pipe.is_empty() { vec![ends[0]] } else { pipe.clone() }
        };
        let pipes: Vec<Vec<Node>> = level.drawn().iter().zip(level.ends()).map(begin).collect();
        let mut taken = vec![false; level.board().len()];
        for node in pipes.iter().flatten().chain(level.ends().iter().flatten()) {
            taken[usize::from(*node)] = true;
        }
        let covered = pipes.iter().map(Vec::len).sum();
        let mut search = Backtracking {
            level: level.clone(),
            pipes,
            taken,
            covered,
            frames: Vec::with_capacity(level.board().len() + 1),
            nodes: 0,
            generated: 0,
            complete: false,
        };
        search.complete = !search.open_next(0);
        search
    }

    /// Turns to the next colour that is not complete; false if there is none.
    fn open_next(&mut self, from: usize) -> bool {
        let open = |colour: &usize| self.pipes[*colour].last() != Some(&self.goal(*colour));
        match (from..self.level.colours()).find(open) {
            Some(colour) => self.frames.push(Frame { colour, next: 0 }),
            None => return false,
        }
        true
    }

    fn goal(&self, colour: usize) -> Node {
        self.level.other_end(colour, self.pipes[colour][0])
    }

    fn may_go(&self, colour: usize, to: Node) -> bool {
        let goal = self.goal(colour);
        if to != goal && self.taken[usize::from(to)] {
            return false;
        }
        let (head, earlier) = self.pipes[colour].split_last().expect("a pipe has its first end");
        let beside = |node: Node| self.level.board().link(node, to).is_some();
        let passes_goal = to != goal && self.level.board().link(*head, goal).is_some();
        self.level.rules() != Rules::NoTouch || !(passes_goal || earlier.iter().any(|node| beside(*node)))
    }

    fn go(&mut self, colour: usize, to: Node) -> Event {
        self.generated += 1;
        self.pipes[colour].push(to);
        self.taken[usize::from(to)] = true;
        self.covered += 1;
        let full = self.covered == self.taken.len() || !self.level.rules().fills();
        if to != self.goal(colour) {
            self.frames.push(Frame { colour, next: 0 });
        } else if !self.open_next(colour + 1) {
            if full {
                return Event::Solution(self.pipes.clone());
            }
            self.take_back(colour);
        }
        Event::Node
    }

    fn take_back(&mut self, colour: usize) {
        let node = self.pipes[colour].pop().expect("what was drawn can be taken back");
        self.taken[usize::from(node)] = self.level.colour_at(node).is_some();
        self.covered -= 1;
    }
}

impl Search for Backtracking {
    fn step(&mut self) -> Event {
        if self.complete {
            return Event::Solution(self.pipes.clone());
        }
        self.nodes += 1;
        let Some(frame) = self.frames.last_mut() else { return Event::Exhausted };
        let (colour, next) = (frame.colour, frame.next);
        frame.next += 1;
        let head = *self.pipes[colour].last().expect("a pipe has its first end");
        if let Some(to) = self.level.board().links(head).get(next).map(|link| link.to) {
            return if self.may_go(colour, to) { self.go(colour, to) } else { Event::Node };
        }
        self.frames.pop();
        if let Some(before) = self.frames.last().map(|frame| frame.colour) {
            self.take_back(before);
        }
        Event::Node
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn generated(&self) -> u64 {
        self.generated
    }

    fn memory(&self) -> u64 {
        Backtracking::bytes(&self.level)
    }

    fn drawing(&self) -> Option<Vec<Vec<Node>>> {
        Some(self.pipes.clone())
    }
}
