//! Free tests: reasons why a drawing cannot be completed that are seen without any search. The flaws
//! of the sketch (dead ends, enclosed ends, stranded colours and regions), and the parity of the
//! chessboard: a pipe alternates between the two shades, so the end points fix how many cells of
//! each are covered. Sound, not complete; `tests/truth.rs` compares with the full enumeration.

use ingenio_core::Message;

use super::sketch::{Flaw, Sketch};
use crate::level::{Level, Node, Rules};
use crate::words;

/// Why a drawing cannot be completed, and the cell where it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub message: Message,
    pub cell: Option<Node>,
}

/// Looks for a reason. `pipes` is a drawing: per colour the cells from one end point on.
pub fn look(level: &Level, pipes: &[Vec<Node>]) -> Option<Reason> {
    let flaw = || Sketch::of_pipes(level, pipes).flaw().map(|flaw| explain(level, flaw));
    flaw().or_else(|| parity(level)).or_else(|| self_touch(level, pipes))
}

fn explain(level: &Level, flaw: Flaw) -> Reason {
    let cell = |node: Node| level.board().place(node).said();
    let (message, node) = match flaw {
        Flaw::LeftOver(node) => (words::LEFT_OVER.with("cell", cell(node)), node),
        Flaw::DeadEnd(node) => (words::DEAD_END.with("cell", cell(node)), node),
        Flaw::EndEnclosed(colour, node) => {
            (words::END_ENCLOSED.with("colour", level.name(colour)).with("cell", cell(node)), node)
        }
        Flaw::ColourStranded(colour, [one, other]) => {
            let message = words::COLOUR_STRANDED.with("colour", level.name(colour));
            (message.with("first", cell(one)).with("second", cell(other)), one)
        }
        Flaw::RegionStranded(node) => (words::REGION_STRANDED.with("cell", cell(node)), node),
    };
    Reason { message, cell: Some(node) }
}

/// The balance of a chessboard: cells of one shade less cells of the other. A pipe with both ends
/// on one shade covers one more of that shade, any other pipe as many of each.
fn parity(level: &Level) -> Option<Reason> {
    if !level.rules().fills() {
        return None;
    }
    let mut shades: Vec<i8> = vec![0; level.board().len()];
    let mut found = 0;
    for start in level.board().nodes() {
        if shades[usize::from(start)] == 0 {
            found += i64::from(paint(level, start, &mut shades)?);
        }
    }
    // Twice the balance that the ends ask for: +1 or -1 per end point.
    let ends = level.ends().iter().flatten();
    let wanted = ends.map(|end| i64::from(shades[usize::from(*end)])).sum::<i64>() / 2;
    let message = words::PARITY.with("wanted", wanted.abs()).with("found", found.abs());
    (wanted != found).then_some(Reason { message, cell: None })
}

/// Shades the part of the board around a cell and gives its balance; nothing if it has an odd ring.
fn paint(level: &Level, start: Node, shades: &mut [i8]) -> Option<i32> {
    let mut stack = vec![start];
    shades[usize::from(start)] = 1;
    let mut balance = 0;
    while let Some(node) = stack.pop() {
        let own = shades[usize::from(node)];
        balance += i32::from(own);
        for link in level.board().links(node) {
            match &mut shades[usize::from(link.to)] {
                other if *other == 0 => {
                    *other = -own;
                    stack.push(link.to);
                }
                other if *other == own => return None,
                _ => {}
            }
        }
    }
    Some(balance)
}

/// A pipe of the drawing that runs beside itself, where the rules forbid it.
fn self_touch(level: &Level, pipes: &[Vec<Node>]) -> Option<Reason> {
    if level.rules() != Rules::NoTouch {
        return None;
    }
    let beside = |one: Node, other: Node| level.board().link(one, other).is_some();
    for (colour, pipe) in pipes.iter().enumerate() {
        let touches = |at: &usize| pipe[..at.saturating_sub(1)].iter().any(|node| beside(*node, pipe[*at]));
        if let Some(at) = (0..pipe.len()).find(touches) {
            let message = words::TOUCHES_ITSELF.with("colour", level.name(colour));
            let message = message.with("cell", level.board().name(pipe[at]));
            return Some(Reason { message, cell: Some(pipe[at]) });
        }
    }
    None
}
