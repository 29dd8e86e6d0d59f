//! A stroke: the one move of Flow. `A@0,3:DDL` draws colour A from row 0, column 3, down, down and
//! left; a solution is one stroke per colour. Without letters after the colon it cuts the pipe back
//! to that cell.

use std::fmt::{self, Write};

use ingenio_core::{Cell, Fault, Message};

use super::board::show;
use super::{Level, Node};
use crate::words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub name: String,
    pub start: Cell,
    pub ways: String,
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}:{}", self.name, show(self.start), self.ways)
    }
}

impl Stroke {
    /// Reads one stroke, without asking whether the board allows it.
    pub fn parse(text: &str) -> Option<Stroke> {
        let (name, rest) = text.rsplit_once('@')?;
        let (cell, ways) = rest.split_once(':')?;
        let (row, column) = cell.split_once(',')?;
        let start = Cell { row: row.parse().ok()?, column: column.parse().ok()? };
        let known = !name.is_empty() && ways.chars().all(|way| way.is_ascii_alphabetic());
        known.then(|| Stroke { name: name.to_owned(), start, ways: ways.to_ascii_uppercase() })
    }

    /// Reads strokes separated by white space; a fault names line and column.
    pub fn parse_all(text: &str) -> Result<Vec<Stroke>, Fault> {
        let mut strokes = Vec::new();
        for (index, line) in text.lines().enumerate() {
            for word in line.split_whitespace() {
                let column = line[..word.as_ptr() as usize - line.as_ptr() as usize].chars().count() + 1;
                let bad = || Fault::at(index + 1, column, words::STROKE_FORM.with("found", word));
                strokes.push(Stroke::parse(word).ok_or_else(bad)?);
            }
        }
        Ok(strokes)
    }

    /// The stroke that draws a pipe of the level.
    pub fn of_pipe(level: &Level, colour: usize, pipe: &[Node]) -> Stroke {
        let board = level.board();
        let way = |pair: &[Node]| {
            board.link(pair[0], pair[1]).expect("a pipe goes from neighbour to neighbour").way
        };
        Stroke {
            name: level.name(colour).to_owned(),
            start: board.place(pipe[0]),
            ways: pipe.windows(2).map(way).collect(),
        }
    }
}

/// The solution text: one stroke per colour. A pipe begins where the level has begun to draw it,
/// else at the upper left end point. Written at one go: it is half of what a small board costs after its search.
pub fn solution_text(level: &Level, pipes: &[Vec<Node>]) -> String {
    let board = level.board();
    let cells: usize = pipes.iter().map(Vec::len).sum();
    let mut text = String::with_capacity(cells + 10 * pipes.len());
    for (colour, pipe) in pipes.iter().enumerate() {
        let begin = *level.drawn()[colour].first().unwrap_or(&level.ends()[colour][0]);
        let Cell { row, column } = board.place(begin);
        let gap = if colour > 0 { " " } else { "" };
        let _ = write!(text, "{gap}{}@{row},{column}:", level.name(colour));
        let mut add = |from: Node, to: Node| {
            text.push(board.link(from, to).expect("a pipe goes from neighbour to neighbour").way);
        };
        if pipe[0] == begin {
            pipe.windows(2).for_each(|pair| add(pair[0], pair[1]));
        } else {
            pipe.windows(2).rev().for_each(|pair| add(pair[1], pair[0]));
        }
    }
    text
}

impl Stroke {
    /// The cells that the stroke passes, from its start.
    pub fn nodes(&self, level: &Level) -> Result<Vec<Node>, Message> {
        let board = level.board();
        let first = board.at(self.start).ok_or_else(|| words::NO_CELL.with("cell", show(self.start)))?;
        // On a bridge the first letter says along which way.
        let leads =
            |node: &Node| self.ways.chars().next().is_none_or(|way| board.follow(*node, way).is_some());
        let mut nodes = vec![board.all_at(self.start).find(leads).unwrap_or(first)];
        for way in self.ways.chars() {
            let head = nodes[nodes.len() - 1];
            let next = board.follow(head, way);
            let next = next.ok_or_else(|| words::NO_WAY.with("way", way).with("cell", board.name(head)))?;
            nodes.push(next);
        }
        Ok(nodes)
    }
}
