//! Free tests: reasons why a drawing cannot be completed that are seen without any search, in
//! time proportional to the board. Sound, not complete.
//!
//! - parity: on a board that can be coloured like a chessboard a pipe alternates between the two
//!   colours, so the end points fix how many cells of each are covered;
//! - dead ends: a free cell needs two neighbours that a pipe may still use, an end point one;
//! - regions: the ends of an open colour must border on a common free region (or on each other),
//!   and a free region must border on both ends of some open colour.
//!
//! `tests/truth.rs` compares every refusal with the full enumeration.

use ingenio_core::Message;

use crate::level::{Level, Node};
use crate::words;

/// Why a drawing cannot be completed, and the cell where it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub message: Message,
    pub cell: Option<Node>,
}

/// Looks for a reason. `pipes` is a drawing: per colour the cells from one end point on.
pub fn look(level: &Level, pipes: &[Vec<Node>]) -> Option<Reason> {
    let sketch = Sketch::new(level, pipes);
    sketch.dead_end().or_else(|| sketch.regions()).or_else(|| parity(level))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Free,
    /// An end of the open colour of this number: a pipe may still go on here.
    Open(usize),
    Closed,
}

struct Sketch<'a> {
    level: &'a Level,
    uses: Vec<Use>,
    /// The two ends of every colour that is not complete.
    open: Vec<(usize, [Node; 2])>,
}

impl<'a> Sketch<'a> {
    fn new(level: &'a Level, pipes: &[Vec<Node>]) -> Self {
        let mut uses = vec![Use::Free; level.board().len()];
        let mut open = Vec::with_capacity(level.colours());
        for (colour, ends) in level.ends().iter().enumerate() {
            let pipe = &pipes[colour][..];
            for node in ends.iter().chain(pipe) {
                uses[usize::from(*node)] = Use::Closed;
            }
            let heads = match pipe {
                [first, .., last] => [*last, level.other_end(colour, *first)],
                _ => *ends,
            };
            if heads[0] != heads[1] {
                heads.iter().for_each(|head| uses[usize::from(*head)] = Use::Open(colour));
                open.push((colour, heads));
            }
        }
        Sketch { level, uses, open }
    }

    fn dead_end(&self) -> Option<Reason> {
        let board = self.level.board();
        let usable = |node: Node, by: Use| {
            let fits = |other: Use| match (other, by) {
                (Use::Closed, _) => false,
                (Use::Open(a), Use::Open(b)) => a == b,
                _ => true,
            };
            board.links(node).iter().filter(|link| fits(self.uses[usize::from(link.to)])).count()
        };
        for node in board.nodes() {
            let cell = board.name(node);
            let by = self.uses[usize::from(node)];
            let message = match by {
                Use::Free if self.level.rules().fills() && self.open.is_empty() => words::LEFT_OVER.with("cell", cell),
                Use::Free if self.level.rules().fills() && usable(node, by) < 2 => words::DEAD_END.with("cell", cell),
                Use::Open(colour) if usable(node, by) == 0 => {
                    words::END_ENCLOSED.with("colour", self.level.name(colour)).with("cell", cell)
                }
                _ => continue,
            };
            return Some(Reason { message, cell: Some(node) });
        }
        None
    }

    fn regions(&self) -> Option<Reason> {
        let board = self.level.board();
        let (region, count) = self.flood();
        let mut served = vec![false; count];
        for (colour, ends) in &self.open {
            let borders = ends.map(|end| board.links(end).iter().filter_map(|link| region[usize::from(link.to)]));
            let [first, second] = borders.map(Iterator::collect::<Vec<usize>>);
            let common: Vec<usize> = first.into_iter().filter(|region| second.contains(region)).collect();
            if common.is_empty() && board.link(ends[0], ends[1]).is_none() {
                let message = words::COLOUR_STRANDED.with("colour", self.level.name(*colour));
                let message = message.with("first", board.name(ends[0])).with("second", board.name(ends[1]));
                return Some(Reason { message, cell: Some(ends[0]) });
            }
            common.into_iter().for_each(|region| served[region] = true);
        }
        let left = |node: &Node| region[usize::from(*node)].is_some_and(|region| !served[region]);
        let node = board.nodes().find(left).filter(|_| self.level.rules().fills())?;
        Some(Reason { message: words::REGION_STRANDED.with("cell", board.name(node)), cell: Some(node) })
    }

    /// Numbers the connected regions of free cells.
    fn flood(&self) -> (Vec<Option<usize>>, usize) {
        let board = self.level.board();
        let mut region = vec![None; board.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in board.nodes() {
            let mut visit = |node: Node, stack: &mut Vec<Node>| {
                if self.uses[usize::from(node)] == Use::Free && region[usize::from(node)].is_none() {
                    region[usize::from(node)] = Some(count);
                    stack.push(node);
                }
            };
            visit(start, &mut stack);
            let found = !stack.is_empty();
            while let Some(node) = stack.pop() {
                board.links(node).iter().for_each(|link| visit(link.to, &mut stack));
            }
            count += usize::from(found);
        }
        (region, count)
    }
}

/// The balance of a chessboard: cells of one shade less cells of the other. A pipe with both ends
/// on one shade covers one more of that shade, any other pipe as many of each.
fn parity(level: &Level) -> Option<Reason> {
    if !level.rules().fills() {
        return None;
    }
    let board = level.board();
    let mut shade: Vec<i8> = vec![0; board.len()];
    for start in board.nodes() {
        if shade[usize::from(start)] != 0 {
            continue;
        }
        let part = paint(level, start, &mut shade)?;
        let found: i64 = part.iter().map(|node| i64::from(shade[usize::from(*node)])).sum();
        let ends = level.ends().iter().filter(|ends| part.contains(&ends[0]) && part.contains(&ends[1]));
        let twice: i64 =
            ends.map(|ends| ends.iter().map(|end| i64::from(shade[usize::from(*end)])).sum::<i64>()).sum();
        if 2 * found != twice {
            let message = words::PARITY.with("wanted", twice / 2).with("found", found);
            return Some(Reason { message, cell: None });
        }
    }
    None
}

/// Shades the part of the board around a cell; nothing if it has an odd ring.
fn paint(level: &Level, start: Node, shade: &mut [i8]) -> Option<Vec<Node>> {
    let mut part = vec![start];
    shade[usize::from(start)] = 1;
    let mut at = 0;
    while at < part.len() {
        let own = shade[usize::from(part[at])];
        for link in level.board().links(part[at]) {
            match &mut shade[usize::from(link.to)] {
                other if *other == 0 => {
                    *other = -own;
                    part.push(link.to);
                }
                other if *other == own => return None,
                _ => {}
            }
        }
        at += 1;
    }
    Some(part)
}
