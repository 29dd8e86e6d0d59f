//! Borders that cannot be completed because pipes would have to cross.
//!
//! The part of a plain board that is still to be visited is bounded by the border and by the edge of the board.
//! Two plugs of one colour must be joined there, and a plug whose end point lies at the edge must reach it: chords
//! of a disc. Two chords whose ends alternate cross, so no pipes follow both of them. A loose path may
//! take one of them round the other behind the border, but only if it parts their four ends: one that has all of
//! them, or none, between its plugs leads back into the gap from which it came.
//!
//!
//! After a whole row there is a second test: on the way to its other end a pipe passes every column between; a
//! loose path takes it past a column behind the border. Beyond the border at most as many pipes pass a column as
//! there are rows left.
//!
//! `tests/truth.rs` breaks if a border of a solution is dropped.

use ingenio_core::{Cell, Size};

use super::LOOSE;
use crate::level::Level;

/// Positions around the part that is not visited: those of the border first, then end points at the edge.
const MOST_POSITIONS: usize = 64;

/// Stands for the position of a colour whose two plugs were seen.
const JOINED: u8 = u8::MAX - 1;

/// How a sweep sees the board: as if it went row by row from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    pub by_rows: bool,
    pub backwards: bool,
}

impl Heading {
    /// Row and column of a cell in the order of the sweep.
    pub fn turned(self, size: Size, cell: Cell) -> (usize, usize) {
        let (mut row, mut column) = (usize::from(cell.row), usize::from(cell.column));
        if self.backwards {
            (row, column) = (size.height - 1 - row, size.width - 1 - column);
        }
        if self.by_rows { (row, column) } else { (column, row) }
    }

    /// Where a cell lies along the edge of the board, on from the far end of the border; nothing inside.
    fn at_edge(self, size: Size, cell: Cell) -> Option<usize> {
        let (row, column) = self.turned(size, cell);
        let (width, height) =
            if self.by_rows { (size.width, size.height) } else { (size.height, size.width) };
        if column + 1 == width {
            Some(row)
        } else if row + 1 == height {
            Some(height + width - column)
        } else {
            (column == 0).then_some(2 * height + width - row)
        }
    }
}

/// A border after a visit.
#[derive(Clone, Debug, Default)]
pub struct Border {
    /// The plugs along it; those that lead to an end point are left out.
    plugs: Vec<u8>,
    /// Colours with one end point visited and the other one at the edge, and its position.
    homes: Vec<(u8, u8)>,
    /// After a whole row.
    below: Option<Below>,
}

/// What lies beyond a border that is a whole row.
#[derive(Clone, Debug)]
struct Below {
    rows: i8,
    /// The columns of the plugs, in their order.
    columns: Vec<u8>,
    /// Colours with one end point here, and its column.
    one: Vec<(u8, u8)>,
    /// Colours with both end points here, and their columns.
    both: Vec<(u8, [u8; 2])>,
}

impl Border {
    /// Of plugs that are sorted along the border, and of the cells that are visited.
    pub fn new(level: &Level, heading: Heading, plugs: Vec<u8>, is_visited: impl Fn(u16) -> bool) -> Self {
        let size = level.board().size();
        let mut at_edge: Vec<(usize, usize)> = Vec::new();
        for (colour, ends) in level.ends().iter().enumerate() {
            let ahead: Vec<u16> = ends.iter().copied().filter(|end| !is_visited(*end)).collect();
            let [home] = ahead[..] else { continue };
            at_edge
                .extend(heading.at_edge(size, level.board().place(home)).map(|position| (position, colour)));
        }
        at_edge.sort_unstable();
        let homes = (plugs.len()..MOST_POSITIONS).zip(at_edge);
        let homes = homes.map(|(position, (_, colour))| (colour as u8 + 1, position as u8)).collect();
        Border { plugs, homes, below: None }
    }

    /// The same behind the last cell of a row, with the columns of its plugs.
    pub fn after_row(self, level: &Level, heading: Heading, row: usize, columns: Vec<u8>) -> Self {
        let size = level.board().size();
        let height = if heading.by_rows { size.height } else { size.width };
        let mut below =
            Below { rows: (height - 1 - row).min(100) as i8, columns, one: Vec::new(), both: Vec::new() };
        for (colour, ends) in (1..).zip(level.ends()) {
            let ends = ends.map(|end| heading.turned(size, level.board().place(end)));
            match ends.map(|(of, _)| of > row) {
                [true, true] => below.both.push((colour, ends.map(|(_, column)| column as u8))),
                [true, false] => below.one.push((colour, ends[0].1 as u8)),
                [false, true] => below.one.push((colour, ends[1].1 as u8)),
                [false, false] => {}
            }
        }
        Border { below: Some(below), ..self }
    }

    /// Bytes that it takes besides itself.
    pub fn bytes(&self) -> usize {
        let below =
            |below: &Below| below.columns.capacity() + 2 * below.one.capacity() + 3 * below.both.capacity();
        self.plugs.capacity() + 2 * self.homes.capacity() + self.below.as_ref().map_or(0, below)
    }

    /// Must more pipes pass a column beyond this border than there are rows?
    pub fn crowds<const N: usize>(&self, key: &[u8; N]) -> bool {
        let Some(below) = &self.below else { return false };
        // How many more pipes pass the line before each column than the one before it.
        let mut steps = [0i8; 64];
        let mut add = |one: u8, other: u8, pipes: i8| {
            steps[usize::from(one.min(other)) + 1] += pipes;
            steps[usize::from(one.max(other)) + 1] -= pipes;
        };
        let mut open = [u8::MAX; 256];
        for (plug, column) in self.plugs.iter().zip(&below.columns) {
            let label = key[usize::from(*plug)];
            let other = std::mem::replace(&mut open[usize::from(label)], *column);
            if label != 0 && other != u8::MAX {
                add(other, *column, if label < LOOSE { 1 } else { -1 });
                open[usize::from(label)] = u8::MAX;
            }
        }
        for (colour, column) in &below.one {
            let plug = open[usize::from(*colour)];
            if plug != u8::MAX {
                add(plug, *column, 1);
            }
        }
        for (_, columns) in below.both.iter().filter(|(colour, _)| !key.contains(colour)) {
            add(columns[0], columns[1], 1);
        }
        let mut pipes = 0;
        steps.iter().any(|step| {
            pipes += step;
            pipes > below.rows
        })
    }

    /// Must pipes cross beyond this border?
    pub fn crosses<const N: usize>(&self, key: &[u8; N]) -> bool {
        let mut first = [u8::MAX; 256];
        let (mut chords, mut count) = ([(0u8, 0u8); N], 0);
        let (mut loose, mut arcs) = ([0u64; N], 0);
        for (position, plug) in self.plugs.iter().enumerate() {
            let label = key[usize::from(*plug)];
            if label == 0 {
                continue;
            }
            let other = std::mem::replace(&mut first[usize::from(label)], position as u8);
            if other == u8::MAX {
                continue;
            }
            // A third plug of a colour: paths that took it from an end point ahead would come there twice.
            if other == JOINED {
                return true;
            }
            if label < LOOSE {
                chords[count] = (other, position as u8);
                count += 1;
                first[usize::from(label)] = JOINED;
            } else {
                loose[arcs] = between(other, position as u8);
                arcs += 1;
            }
        }
        for (colour, home) in &self.homes {
            let from = first[usize::from(*colour)];
            if usize::from(from) < MOST_POSITIONS && count < N {
                chords[count] = (from, *home);
                count += 1;
            }
        }
        any_cross(&chords[..count], &loose[..arcs])
    }
}

/// The positions between two, one bit each.
const fn between(from: u8, to: u8) -> u64 {
    (1 << to) - (2 << from)
}

fn any_cross(chords: &[(u8, u8)], loose: &[u64]) -> bool {
    for (at, one) in chords.iter().enumerate() {
        let inside = between(one.0, one.1);
        for other in &chords[..at] {
            let ends = [1u64 << other.0, 1 << other.1];
            let alternate = (inside & ends[0] == 0) != (inside & ends[1] == 0);
            let all = ends[0] | ends[1] | 1 << one.0 | 1 << one.1;
            let parts = |arc: &u64| arc & all != 0 && arc & all != all;
            if alternate && !loose.iter().any(parts) {
                return true;
            }
        }
    }
    false
}
