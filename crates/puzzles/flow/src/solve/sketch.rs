//! A drawing as the prunings see it: which cells are free, where the open pipes end. What is wrong
//! with it is found in time proportional to the board; each finding is sound:
//!
//! - a free cell needs two neighbours that a pipe may still use, an open end needs one;
//! - the ends of an open colour border on a common free region, or on each other;
//! - a free region borders on both ends of some open colour, or it stays empty;
//! - if filling a gap of w cells cuts more than w colours, they cannot all pass it.
//!
//! `tests/truth.rs` compares the first three with the full enumeration, and `best-first`, which
//! prunes by all four, with every other method.

use crate::level::{Level, Node};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Free,
    /// An end of the open colour of this number: a pipe may still go on here.
    Open(usize),
    Closed,
}

/// Why a drawing cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// All pipes are complete, this cell is free.
    LeftOver(Node),
    DeadEnd(Node),
    EndEnclosed(usize, Node),
    ColourStranded(usize, [Node; 2]),
    RegionStranded(Node),
}

#[derive(Clone, Debug)]
pub struct Sketch<'a> {
    level: &'a Level,
    uses: Vec<Use>,
    /// The two ends of every colour that is not complete.
    open: Vec<(usize, [Node; 2])>,
}

impl<'a> Sketch<'a> {
    /// Of pipes: per colour the cells from one end point on.
    pub fn of_pipes(level: &'a Level, pipes: &[Vec<Node>]) -> Self {
        let taken = pipes.iter().flatten().copied();
        let heads = |colour: usize| match pipes[colour][..] {
            [first, .., last] => [last, level.other_end(colour, first)],
            _ => level.ends()[colour],
        };
        Sketch::new(level, taken, heads)
    }

    /// Of the cells that pipes take, and the two cells between which each colour is still open (the
    /// same cell twice where it is complete). End points are always taken.
    pub fn new(
        level: &'a Level,
        taken: impl Iterator<Item = Node>,
        heads: impl Fn(usize) -> [Node; 2],
    ) -> Self {
        let mut uses = vec![Use::Free; level.board().len()];
        for node in taken.chain(level.ends().iter().flatten().copied()) {
            uses[usize::from(node)] = Use::Closed;
        }
        let open: Vec<_> = (0..level.colours()).map(|colour| (colour, heads(colour))).collect();
        let open: Vec<_> = open.into_iter().filter(|(_, ends)| ends[0] != ends[1]).collect();
        for (colour, ends) in &open {
            for end in ends {
                uses[usize::from(*end)] = Use::Open(*colour);
            }
        }
        Sketch { level, uses, open }
    }

    pub fn flaw(&self) -> Option<Flaw> {
        self.level.board().nodes().find_map(|node| self.dead_end(node)).or_else(|| self.stranded())
    }

    fn at(&self, node: Node) -> Use {
        self.uses[usize::from(node)]
    }

    fn dead_end(&self, node: Node) -> Option<Flaw> {
        let by = self.at(node);
        let fits = |other: Use| match (other, by) {
            (Use::Closed, _) => false,
            (Use::Open(one), Use::Open(other)) => one == other,
            _ => true,
        };
        let exits = || self.level.board().links(node).iter().filter(|link| fits(self.at(link.to))).count();
        match by {
            Use::Free if !self.level.rules().fills() => None,
            Use::Free if self.open.is_empty() => Some(Flaw::LeftOver(node)),
            Use::Free if exits() < 2 => Some(Flaw::DeadEnd(node)),
            Use::Open(colour) if exits() == 0 => Some(Flaw::EndEnclosed(colour, node)),
            _ => None,
        }
    }

    fn stranded(&self) -> Option<Flaw> {
        let (regions, count) = self.regions();
        let mut served = vec![false; count];
        for (colour, ends) in &self.open {
            let common = self.common(&regions, *ends);
            if common.is_empty() && self.level.board().link(ends[0], ends[1]).is_none() {
                return Some(Flaw::ColourStranded(*colour, *ends));
            }
            for region in common {
                served[region] = true;
            }
        }
        let alone = |node: &Node| regions[usize::from(*node)].is_some_and(|region| !served[region]);
        let node = self.level.board().nodes().find(alone).filter(|_| self.level.rules().fills())?;
        Some(Flaw::RegionStranded(node))
    }

    /// The regions that both cells border on.
    fn common(&self, regions: &[Option<usize>], ends: [Node; 2]) -> Vec<usize> {
        let border =
            |end: Node| self.level.board().links(end).iter().filter_map(|link| regions[usize::from(link.to)]);
        border(ends[0]).filter(|region| border(ends[1]).any(|other| other == *region)).collect()
    }

    /// Numbers the connected regions of free cells.
    fn regions(&self) -> (Vec<Option<usize>>, usize) {
        let mut regions = vec![None; self.uses.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in self.level.board().nodes() {
            if self.at(start) != Use::Free || regions[usize::from(start)].is_some() {
                continue;
            }
            regions[usize::from(start)] = Some(count);
            stack.push(start);
            while let Some(node) = stack.pop() {
                for link in self.level.board().links(node) {
                    if self.at(link.to) == Use::Free && regions[usize::from(link.to)].is_none() {
                        regions[usize::from(link.to)] = Some(count);
                        stack.push(link.to);
                    }
                }
            }
            count += 1;
        }
        (regions, count)
    }

    /// Does a narrow gap that begins beside this cell have to let more colours pass than it is wide?
    pub fn has_bottleneck(&self, beside: Node) -> bool {
        let gaps = self.level.board().links(beside).iter().map(|link| self.gap(beside, link.way));
        gaps.filter(|gap| (1..=3).contains(&gap.len())).any(|gap| self.cut_by(&gap) > gap.len())
    }

    /// The free cells straight on from a cell, if something taken ends them within three.
    fn gap(&self, from: Node, way: char) -> Vec<Node> {
        let mut gap = Vec::new();
        let mut at = from;
        while let Some(next) = self.level.board().follow(at, way).filter(|next| self.at(*next) == Use::Free) {
            if gap.len() > 3 {
                break;
            }
            gap.push(next);
            at = next;
        }
        gap
    }

    /// How many open colours have no way left if these cells are filled.
    fn cut_by(&self, cells: &[Node]) -> usize {
        let mut filled = self.clone();
        for node in cells {
            filled.uses[usize::from(*node)] = Use::Closed;
        }
        let (regions, _) = filled.regions();
        let cut = |ends: [Node; 2]| {
            filled.common(&regions, ends).is_empty() && self.level.board().link(ends[0], ends[1]).is_none()
        };
        self.open.iter().filter(|(_, ends)| cut(*ends)).count()
    }
}
