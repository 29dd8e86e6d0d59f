//! `brute-force`, as the Flow paper proposes it: all segments (colour, i, j, k, l), all combinations of
//! growing size. It needs n = (rows x columns)^2 x colours segments and 2^n combinations, of which
//! the counters tell how many it has seen. A combination whose beginning is wrong already is
//! counted as seen with all its continuations; nothing else is clever here.
//!
//! The test of the paper paints only the two end cells of each segment and never asks whether they
//! are connected. On the board
//!
//! ```text
//! A..A
//! B..B
//! ```
//!
//! it accepts `A,0,1,1,1 A,0,2,1,2`: every cell is painted, no pipe joins anything. Ours checks that
//! the segments form one pipe per colour and cover the board.
//!
//! Ends with a proof: a solution of c colours on m cells has at most m - c links, so larger
//! combinations overlap.

use ingenio_core::{Guarantee, Method};

use super::quest::{self, Event, Search};
use super::{Flow, ROW};
use crate::level::{Level, Node, Rules};
use crate::words;

pub const METHOD: Method<Flow> = Method {
    name: "brute-force",
    about: "tries all combinations of straight segments, few before many; for very small boards and for teaching",
    guarantee: Guarantee::Complete,
    fits: |level| match level.board().len() {
        0..=MOST_CELLS => Ok(()),
        cells => {
            let message = words::TOO_MANY_CELLS.with("method", "brute-force").with("most", MOST_CELLS);
            Err(message.with("cells", cells))
        }
    },
    start: |level, task| quest::start(level, task, BruteForce::bytes(level), || BruteForce::new(level)),
    ..ROW
};

/// Beyond this the list of segments alone is too long to be of any use.
const MOST_CELLS: usize = 100;

/// A straight piece of pipe, at least two cells.
struct Segment {
    colour: u16,
    cells: Vec<Node>,
    edges: Vec<u16>,
}

struct BruteForce {
    level: Level,
    segments: Vec<Segment>,
    /// The combination at hand: numbers of segments, ascending.
    chosen: Vec<usize>,
    next: usize,
    size: usize,
    links: Vec<bool>,
    degree: Vec<u8>,
    owner: Vec<Option<u16>>,
    nodes: u64,
    /// Combinations of the sizes that are done.
    seen: u128,
    tried: u64,
}

impl BruteForce {
    fn bytes(level: &Level) -> u64 {
        let (mut count, mut cells) = (0, 0);
        for_each_run(level, |_, run, _| {
            count += 1;
            cells += run.len();
        });
        (count * size_of::<Segment>() + cells * 2 * size_of::<Node>() + level.board().len() * 32) as u64
    }

    fn new(level: &Level) -> Self {
        BruteForce {
            level: level.clone(),
            segments: segments(level),
            chosen: Vec::new(),
            next: 0,
            size: 1,
            links: vec![false; level.board().edges().len()],
            degree: vec![0; level.board().len()],
            owner: (0..level.board().len())
                .map(|node| level.colour_at(node as Node).map(|colour| colour as u16))
                .collect(),
            nodes: 0,
            seen: 1,
            tried: 0,
        }
    }

    /// Cells and colours of the paper's count of segments.
    fn n(&self) -> u64 {
        let cells = self.level.board().size().cells() as u64;
        cells * cells * self.level.colours() as u64
    }

    fn most(&self) -> usize {
        self.level.board().len() - self.level.colours()
    }

    /// Adds a segment to the combination, if it overlaps with nothing in it.
    fn add(&mut self, number: usize) -> bool {
        let segment = &self.segments[number];
        let inner = |at: usize| u8::from(at > 0 && at + 1 < segment.cells.len()) + 1;
        let fits = segment.edges.iter().all(|edge| !self.links[usize::from(*edge)])
            && segment.cells.iter().enumerate().all(|(at, node)| {
                let most = if self.level.colour_at(*node).is_some() { 1 } else { 2 };
                let owner = self.owner[usize::from(*node)];
                owner.is_none_or(|owner| owner == segment.colour)
                    && self.degree[usize::from(*node)] + inner(at) <= most
            });
        if fits {
            for (at, node) in segment.cells.iter().enumerate() {
                self.owner[usize::from(*node)] = Some(segment.colour);
                self.degree[usize::from(*node)] += inner(at);
            }
            segment.edges.iter().for_each(|edge| self.links[usize::from(*edge)] = true);
            self.chosen.push(number);
        }
        fits
    }

    fn remove_last(&mut self) -> Option<usize> {
        let number = self.chosen.pop()?;
        let segment = &self.segments[number];
        for (at, node) in segment.cells.iter().enumerate() {
            self.degree[usize::from(*node)] -= u8::from(at > 0 && at + 1 < segment.cells.len()) + 1;
            if self.degree[usize::from(*node)] == 0 && self.level.colour_at(*node).is_none() {
                self.owner[usize::from(*node)] = None;
            }
        }
        segment.edges.iter().for_each(|edge| self.links[usize::from(*edge)] = false);
        Some(number)
    }

    /// The pipes of the combination, if it is a solution.
    fn solution(&self) -> Option<Vec<Vec<Node>>> {
        let pipes: Option<Vec<Vec<Node>>> =
            (0..self.level.colours()).map(|colour| self.pipe(colour)).collect();
        let pipes = pipes?;
        let covered: usize = pipes.iter().map(Vec::len).sum();
        let painted = self.degree.iter().filter(|degree| **degree > 0).count();
        let whole = covered == painted && (covered == self.degree.len() || !self.level.rules().fills());
        let given = self.level.given_links().all(|[one, other]| {
            self.level.board().link(one, other).is_some_and(|link| self.links[usize::from(link.edge)])
        });
        (whole && given && self.touch_is_allowed(&pipes)).then_some(pipes)
    }

    /// Follows the links from the first end point to the second.
    fn pipe(&self, colour: usize) -> Option<Vec<Node>> {
        let [from, to] = self.level.ends()[colour];
        let mut pipe = vec![from];
        while pipe[pipe.len() - 1] != to {
            let head = pipe[pipe.len() - 1];
            let on = |link: &&crate::level::Link| {
                self.links[usize::from(link.edge)]
                    && pipe.len().checked_sub(2).is_none_or(|at| pipe[at] != link.to)
            };
            pipe.push(self.level.board().links(head).iter().find(on)?.to);
        }
        Some(pipe)
    }

    fn touch_is_allowed(&self, pipes: &[Vec<Node>]) -> bool {
        let beside = |one: Node, other: Node| self.level.board().link(one, other).is_some();
        let touches = |pipe: &Vec<Node>| {
            (2..pipe.len()).any(|at| pipe[..at - 1].iter().any(|node| beside(*node, pipe[at])))
        };
        self.level.rules() != Rules::NoTouch || !pipes.iter().any(touches)
    }

    fn next_size(&mut self) -> Event {
        self.seen = self.seen.saturating_add(choose(u128::from(self.n()), self.size as u128));
        self.tried = 0;
        self.size += 1;
        self.next = 0;
        if self.size > self.most() { Event::Exhausted } else { Event::Node }
    }

    /// The seen share of all 2^n combinations is one in two to the power of this.
    fn share(&self) -> u64 {
        let seen = self.seen.saturating_add(u128::from(self.tried));
        self.n().saturating_sub(u64::from(seen.max(1).ilog2()))
    }
}

impl Search for BruteForce {
    fn step(&mut self) -> Event {
        self.nodes += 1;
        if self.next == self.segments.len() {
            return match self.remove_last() {
                Some(last) => {
                    self.next = last + 1;
                    Event::Node
                }
                None => self.next_size(),
            };
        }
        let number = self.next;
        self.next += 1;
        if self.add(number) && self.chosen.len() == self.size {
            self.tried += 1;
            if let Some(pipes) = self.solution() {
                return Event::Solution(pipes);
            }
            self.remove_last();
        }
        Event::Node
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn memory(&self) -> u64 {
        BruteForce::bytes(&self.level)
    }

    /// The combination, with the segment that was tried last.
    fn parts(&self) -> Option<Vec<(usize, Vec<Node>)>> {
        let tried =
            self.next.checked_sub(1).filter(|last| self.chosen.last().is_none_or(|chosen| chosen < last));
        let all = self.chosen.iter().copied().chain(tried);
        let part = |number: usize| {
            let Segment { colour, cells, .. } = &self.segments[number];
            (usize::from(*colour), cells.clone())
        };
        Some(all.map(part).collect())
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let seen = self.seen.saturating_add(u128::from(self.tried));
        let seen = u64::try_from(seen).unwrap_or(u64::MAX);
        vec![
            ("n", self.n()),
            ("segments-per-combination", self.size as u64),
            ("seen", seen),
            ("seen-one-in-2-to-the", self.share()),
        ]
    }
}

/// All segments between two cells in one line that pass no end point of another colour.
fn segments(level: &Level) -> Vec<Segment> {
    let mut count = 0;
    for_each_run(level, |_, _, _| count += 1);
    let mut segments = Vec::with_capacity(count);
    for_each_run(level, |colour, cells, edges| {
        segments.push(Segment { colour: colour as u16, cells: cells.to_vec(), edges: edges.to_vec() });
    });
    segments
}

fn for_each_run(level: &Level, mut visit: impl FnMut(usize, &[Node], &[u16])) {
    let board = level.board();
    let open = |node: Node, colour: usize| level.colour_at(node).is_none_or(|own| own == colour);
    for colour in 0..level.colours() {
        for from in board.nodes().filter(|node| open(*node, colour)) {
            for way in board.links(from).iter().map(|link| link.way) {
                let (mut cells, mut edges) = (vec![from], Vec::new());
                while let Some(next) = board.links(cells[cells.len() - 1]).iter().find(|next| next.way == way)
                {
                    if !open(next.to, colour) || cells.contains(&next.to) {
                        break;
                    }
                    cells.push(next.to);
                    edges.push(next.edge);
                    visit(colour, &cells, &edges);
                }
            }
        }
    }
}

fn choose(n: u128, k: u128) -> u128 {
    let mut product: u128 = 1;
    for at in 0..k {
        let Some(next) = product.checked_mul(n - at) else { return u128::MAX };
        product = next / (at + 1);
    }
    product
}
