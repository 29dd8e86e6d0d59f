//! How far each piece can ever go: a quick and sound analysis of the lines.
//!
//! A piece cannot pass the walls and the pieces of its own line. Where its range is shorter than
//! twice its length, it covers some cells wherever it stands; for the lines that cross there, such
//! a cell is as good as a wall. This is repeated until nothing changes. Within one line the result
//! is exact: for a cell to be covered by one piece and later by another, it is free in between.

use ingenio_core::{Cell, Message};

use crate::level::{Axis, Level};
use crate::words;

/// The least and the greatest offset a piece can ever have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: u8,
    pub high: u8,
}

impl Range {
    /// How many places that are.
    pub const fn count(self) -> usize {
        (self.high - self.low) as usize + 1
    }
}

/// The range of every piece when they stand at `offsets`.
pub fn confine(level: &Level, offsets: &[u8]) -> Vec<Range> {
    Confinement::new(level, offsets).ranges
}

/// Why the target can never get out, where the lines alone show it.
pub fn blocked(level: &Level, offsets: &[u8]) -> Option<Message> {
    let confinement = Confinement::new(level, offsets);
    let range = confinement.ranges[0];
    let nearest = if level.leaves_forward() { range.high } else { range.low };
    let mut way = level.way_from(nearest.into());
    let next = if level.leaves_forward() { way.next() } else { way.next_back() };
    Some(confinement.obstacle(offsets, level.target().cell_at(next?)))
}

struct Confinement<'a> {
    level: &'a Level,
    ranges: Vec<Range>,
    /// Which piece covers a cell wherever it stands.
    held: Vec<Option<usize>>,
}

impl<'a> Confinement<'a> {
    fn new(level: &'a Level, offsets: &[u8]) -> Self {
        let ranges = offsets.iter().map(|offset| Range { low: *offset, high: *offset }).collect();
        let mut this = Confinement { level, ranges, held: vec![None; level.size().cells()] };
        let lines = lines(level, offsets);
        loop {
            for line in &lines {
                this.range_line(line, offsets);
            }
            if !this.hold() {
                return this;
            }
        }
    }

    /// The ranges of the pieces of one line, given in order.
    fn range_line(&mut self, line: &[usize], offsets: &[u8]) {
        let mut before = 0;
        for &piece in line {
            let low = self.free_from(piece, offsets[piece].into()).max(before);
            self.ranges[piece].low = low as u8;
            before = low + usize::from(self.level.pieces()[piece].length);
        }
        let mut after = usize::MAX;
        for &piece in line.iter().rev() {
            let length = usize::from(self.level.pieces()[piece].length);
            let end = self.free_until(piece, usize::from(offsets[piece]) + length).min(after);
            after = end - length;
            self.ranges[piece].high = after as u8;
        }
    }

    /// The first place of the free stretch of the line that ends at `offset`.
    fn free_from(&self, piece: usize, offset: usize) -> usize {
        let shape = &self.level.pieces()[piece];
        let barred = |place: &usize| self.bars(shape.axis, shape.cell_at(*place));
        (0..offset).rev().find(barred).map_or(0, |place| place + 1)
    }

    /// The place after the free stretch of the line that begins at `end`.
    fn free_until(&self, piece: usize, end: usize) -> usize {
        let shape = &self.level.pieces()[piece];
        let span = shape.span(self.level.size());
        (end..span).find(|place| self.bars(shape.axis, shape.cell_at(*place))).unwrap_or(span)
    }

    /// Is the cell never free for pieces of that axis? Those of the same line are counted apart.
    fn bars(&self, axis: Axis, cell: Cell) -> bool {
        let holder = self.held[self.level.size().index(cell)];
        self.level.is_wall(cell) || holder.is_some_and(|holder| self.level.pieces()[holder].axis != axis)
    }

    /// Marks the cells that a piece covers at both ends of its range; was any new?
    fn hold(&mut self) -> bool {
        let mut new = false;
        for (piece, shape) in self.level.pieces().iter().enumerate() {
            let Range { low, high } = self.ranges[piece];
            for place in high..low + shape.length {
                let holder = &mut self.held[self.level.size().index(shape.cell_at(place.into()))];
                new |= holder.is_none();
                *holder = Some(piece);
            }
        }
        new
    }

    /// What stands behind the last place of the target.
    fn obstacle(&self, offsets: &[u8], cell: Cell) -> Message {
        let pieces = self.level.pieces();
        let target = &pieces[0];
        let ahead = |(piece, shape): &(usize, &crate::level::Piece)| {
            let same_line = shape.axis == target.axis && shape.line == target.line;
            let beyond = (offsets[*piece] > offsets[0]) == self.level.leaves_forward();
            *piece != 0 && same_line && beyond
        };
        if let Some((_, shape)) = pieces.iter().enumerate().find(ahead) {
            return words::BLOCKED_ROW.with("piece", shape.name);
        }
        match self.held[self.level.size().index(cell)] {
            Some(holder) => words::BLOCKED_LINE.with("piece", pieces[holder].name).with("cell", cell.said()),
            None => words::BLOCKED_WALL.with("cell", cell.said()),
        }
    }
}

/// The pieces of every line that has some, in order of their offsets.
fn lines(level: &Level, offsets: &[u8]) -> Vec<Vec<usize>> {
    let pieces = level.pieces();
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by_key(|piece| (pieces[*piece].axis == Axis::Down, pieces[*piece].line, offsets[*piece]));
    let same =
        |a: &usize, b: &usize| (pieces[*a].axis, pieces[*a].line) == (pieces[*b].axis, pieces[*b].line);
    order.chunk_by(same).map(<[usize]>::to_vec).collect()
}
