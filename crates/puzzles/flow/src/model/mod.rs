//! Mathematical formulations of Flow, one row each in [`FORMULATIONS`]. Both leave closed loops to be cut
//! off when they occur: a loop is easy to see in an answer and dear to forbid beforehand.

mod circuit;
mod edges;
mod hand;

use ingenio_core::Guarantee;
use ingenio_model::{Capability, Formulation, Modelled};

use crate::Flow;
use crate::level::stroke::solution_text;
use crate::level::{Level, Node};
use crate::words;

/// The table of formulations.
pub const FORMULATIONS: &[Formulation<Flow>] = &[
    Formulation {
        name: "edges",
        about: "0/1: the colour of each cell and the links that pipes use, degrees, equal colours along links; loops cut off",
        guarantee: Guarantee::Complete,
        metrics: &[],
        options: &[],
        engines: &[Capability::Clauses, Capability::Linear, Capability::Domains],
        fits: |_| Ok(()),
        open: |level, _| Box::new(edges::Edges::new(level)),
        by_hand: &[],
    },
    Formulation {
        name: "circuit",
        about: "where each cell leads on to, the last cell of a pipe to the first of the next: one single circuit; smaller ones cut off",
        guarantee: Guarantee::Complete,
        metrics: &[],
        options: &[],
        engines: &[Capability::Domains, Capability::Clauses],
        fits: |level| if level.rules().fills() { Ok(()) } else { Err(words::CIRCUIT_FILLS.say()) },
        open: |level, _| Box::new(circuit::Circuit::new(level)),
        by_hand: &[("opl", hand::opl), ("minizinc", hand::minizinc)],
    },
];

impl Modelled for Flow {
    fn formulations() -> &'static [Formulation<Self>] {
        FORMULATIONS
    }
}

/// The pipes that links make, and the loops that are left over.
struct Traced {
    pipes: Vec<Vec<Node>>,
    loops: Vec<Vec<Node>>,
}

/// Follows the links from the end points; what is not reached is on loops.
fn trace(level: &Level, linked: impl Fn(Node, Node) -> bool) -> Traced {
    let board = level.board();
    let mut seen = vec![false; board.len()];
    let follow = |start: Node, seen: &mut Vec<bool>| {
        let mut path = vec![start];
        seen[usize::from(start)] = true;
        loop {
            let last = path[path.len() - 1];
            let fresh = |to: Node| linked(last, to) && !seen[usize::from(to)];
            let Some(next) = board.links(last).iter().map(|link| link.to).find(|to| fresh(*to)) else {
                return path;
            };
            seen[usize::from(next)] = true;
            path.push(next);
        }
    };
    let pipes: Vec<Vec<Node>> = level.ends().iter().map(|ends| follow(ends[0], &mut seen)).collect();
    let mut loops = Vec::new();
    for node in board.nodes() {
        if !seen[usize::from(node)] {
            let path = follow(node, &mut seen);
            loops.extend((path.len() > 1).then_some(path));
        }
    }
    Traced { pipes, loops }
}

/// A node by row and column from 1. The way down over a bridge stands beyond the right border, so that
/// both ways over it have names of their own.
fn cell(level: &Level, node: Node) -> [i32; 2] {
    let (board, place) = (level.board(), level.board().place(node));
    let over = if board.at(place) == Some(node) { 0 } else { board.size().width as i32 };
    [i32::from(place.row) + 1, i32::from(place.column) + 1 + over]
}

fn text(level: &Level, pipes: &[Vec<Node>]) -> String {
    solution_text(level, pipes)
}
