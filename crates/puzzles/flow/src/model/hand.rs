//! All pipes as one circuit, as a person would write it in a language with loops: the texts stand in
//! `hand/`, here are the data of a level.

use ingenio_core::Task;
use ingenio_model::write::{Data, Document};

use crate::level::{Level, Node, Rules};

pub fn minizinc(level: &Level, _: &Task) -> Vec<Document> {
    data(level).minizinc(include_str!("hand/circuit.mzn"))
}

pub fn opl(level: &Level, _: &Task) -> Vec<Document> {
    data(level).opl(include_str!("hand/circuit.mod"))
}

fn data(level: &Level) -> Data {
    let board = level.board();
    let number = |node: Node| i64::from(node) + 1;
    let colours = || 0..level.colours();
    // A pipe begins where the level has begun to draw it.
    let first = |colour: usize| *level.drawn()[colour].first().unwrap_or(&level.ends()[colour][0]);
    let ways: Vec<(Node, Node, char)> = board
        .nodes()
        .flat_map(|node| board.links(node).iter().map(move |link| (node, link.to, link.way)))
        .collect();
    let given = level.given_links().map(|[from, to]| vec![number(from), number(to)]).collect();
    Data::new()
        .number("n", board.len() as i64)
        .number("K", level.colours() as i64)
        .numbers("first", colours().map(|colour| number(first(colour))))
        .numbers("last", colours().map(|colour| number(level.other_end(colour, first(colour)))))
        .strings("name", colours().map(|colour| level.name(colour).to_owned()))
        .strings("place", board.nodes().map(|node| board.name(node)))
        .tuples("way", "m", 2, ways.iter().map(|(from, to, _)| vec![number(*from), number(*to)]).collect())
        .strings("letter", ways.iter().map(|(_, _, way)| way.to_string()))
        .tuples("given", "g", 2, given)
        .truth("fills", level.rules().fills())
        .truth("touches", level.rules() != Rules::NoTouch)
}
