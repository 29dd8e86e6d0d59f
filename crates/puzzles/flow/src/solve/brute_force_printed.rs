//! `brute-force-printed`: the Flow paper's algorithms 1 to 4 to the letter. All combinations of segments
//! (i, j, k, l, colour) of growing size; a combination is accepted when each segment is straight, its two
//! ends are cells that nothing has painted yet, and in the end every cell is painted. Whether the cells
//! between the ends are free, and whether anything is connected, is never asked.
//!
//! End points are painted from the start, so an accepted segment never touches one: what this test
//! accepts joins nothing. The run therefore ends without a solution, and a remark shows the combination.
//! `brute-force` is the repaired edition.

use std::sync::Arc;

use ingenio_core::{
    Guarantee, InHand, Limit, Method, Progress, Run, Settled, Sight, Step, Task, Verdict, step_by_step,
};

use super::{Flow, ROW, brute_force, quest};
use crate::level::{Level, Node};
use crate::words;

pub const METHOD: Method<Flow> = Method {
    name: "brute-force-printed",
    about: "the Flow paper's brute force with its test as printed, which asks for painted cells and not for connected ones; shows what that accepts, which is no solution",
    guarantee: Guarantee::Incomplete,
    fits: brute_force::METHOD.fits,
    start,
    ..ROW
};

struct Segment {
    ends: [Node; 2],
    colour: u16,
}

struct Printed {
    level: Arc<Level>,
    segments: Vec<Segment>,
    painted: Vec<bool>,
    /// Numbers of segments, ascending.
    chosen: Vec<usize>,
    next: usize,
    size: usize,
    nodes: u64,
    accepted: Option<String>,
    end: Option<Verdict>,
}

fn start(level: &Arc<Level>, task: &Task) -> Box<dyn Run> {
    let run = Printed::new(level);
    if run.bytes() > task.memory {
        return Box::new(Settled(Verdict::Stopped { limit: Limit::Memory }));
    }
    Box::new(run)
}

impl Printed {
    fn new(level: &Arc<Level>) -> Self {
        let board = level.board();
        let empty: Vec<Node> = board.nodes().filter(|node| level.colour_at(*node).is_none()).collect();
        let straight = |one: Node, other: Node| {
            let (one, other) = (board.place(one), board.place(other));
            one.row == other.row || one.column == other.column
        };
        let mut segments = Vec::new();
        for (from, to) in empty.iter().flat_map(|from| empty.iter().map(move |to| (*from, *to))) {
            if straight(from, to) {
                let colours = 0..level.colours() as u16;
                segments.extend(colours.map(|colour| Segment { ends: [from, to], colour }));
            }
        }
        Printed {
            level: level.clone(),
            segments,
            painted: board.nodes().map(|node| level.colour_at(node).is_some()).collect(),
            chosen: Vec::new(),
            next: 0,
            size: 1,
            nodes: 0,
            accepted: None,
            end: None,
        }
    }

    fn bytes(&self) -> u64 {
        (self.segments.len() * size_of::<Segment>() + self.painted.len()) as u64
    }

    /// Paints both ends, if nothing is painted there.
    fn add(&mut self, number: usize) -> bool {
        let [from, to] = self.segments[number].ends.map(usize::from);
        let fits = !self.painted[from] && !self.painted[to];
        if fits {
            (self.painted[from], self.painted[to]) = (true, true);
            self.chosen.push(number);
        }
        fits
    }

    fn remove_last(&mut self) -> Option<usize> {
        let number = self.chosen.pop()?;
        let [from, to] = self.segments[number].ends.map(usize::from);
        (self.painted[from], self.painted[to]) = (false, false);
        Some(number)
    }

    fn step(&mut self) {
        self.nodes += 1;
        if self.painted.iter().all(|painted| *painted) {
            self.accepted = Some(self.combination());
            self.end = Some(Verdict::Stopped { limit: Limit::Method });
        } else if self.next < self.segments.len() && self.chosen.len() < self.size {
            self.next += 1;
            self.add(self.next - 1);
        } else {
            match self.remove_last() {
                Some(last) => self.next = last + 1,
                None => self.larger(),
            }
        }
    }

    /// The next size of combinations; there is none beyond one cell for each segment.
    fn larger(&mut self) {
        (self.size, self.next) = (self.size + 1, 0);
        if self.size > self.painted.len() {
            self.end = Some(Verdict::Stopped { limit: Limit::Method });
        }
    }

    /// `A,0,1,1,1 A,0,2,1,2`: colour, then rows and columns of the ends.
    fn combination(&self) -> String {
        let segment = |number: &usize| {
            let Segment { ends, colour } = &self.segments[*number];
            let [from, to] = ends.map(|node| self.level.board().place(node));
            let name = self.level.name(usize::from(*colour));
            format!("{name},{},{},{},{}", from.row, from.column, to.row, to.column)
        };
        self.chosen.iter().map(segment).collect::<Vec<_>>().join(" ")
    }
}

impl Run for Printed {
    fn advance(&mut self, expansions: u64) -> Step {
        step_by_step(self, expansions, |run| run.end.clone(), Self::step)
    }

    fn progress(&self) -> Progress {
        let memory = self.bytes();
        Progress { nodes: self.nodes, generated: self.nodes, memory, peak: memory, ..Progress::default() }
    }

    fn found(&self) -> InHand {
        let said = |combination| words::PRINTED_ACCEPTS.with("segments", combination);
        InHand { remarks: self.accepted.iter().map(said).collect(), ..InHand::default() }
    }

    /// The combination in hand; a segment is a line from end to end, whatever lies between.
    fn sight(&self) -> Option<Sight> {
        let part = |number: &usize| {
            let Segment { ends, colour } = &self.segments[*number];
            (usize::from(*colour), ends.to_vec())
        };
        Some(quest::in_parts(&self.level, &self.chosen.iter().map(part).collect::<Vec<_>>()))
    }
}
