//! All interesting boards of a size, each cluster once.
//!
//! Every solvable cluster has solved positions; the smallest of them by [`Ground::rank`] stands for
//! it. In that one no piece but the target can go left or up, or there would be a smaller one. So we
//! go through the layouts with the target at the exit and all others pushed left and up, and drop a
//! layout as soon as its cluster shows a smaller solved position. A try is one choice of the pieces
//! across; it goes through all pieces down.

use ingenio_core::{Attempt, Cancel, Generator, Made, Maker, Message, OptionSpec, Options, Rng, Size};

use super::explore::{Explorer, Ground};
use super::layout::{exit_row, mask, piece};
use super::{Length, refine, size_of};
use crate::Unblock;
use crate::level::{Axis, Level, Piece};

pub const GENERATOR: Generator<Unblock> = Generator {
    name: "enumerate",
    about: "all interesting boards of a size without walls, one per cluster",
    options: OPTIONS,
    by_grade: ["", "", "", ""],
    start: |wishes, cancel| Ok(Box::new(Enumerate::new(wishes, cancel)?)),
};

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("width", "columns", 3..=6, 4),
    OptionSpec::integer("height", "rows", 3..=6, 4),
    OptionSpec::integer("least", "fewest moves of the optimal solution", 1..=999, 1),
    OptionSpec::integer("most", "most moves of the optimal solution", 1..=999, 999),
];

/// No cluster of a 6x6 board is known to be larger than 541,934 positions.
const MOST_POSITIONS: usize = 1 << 20;

/// Pieces of one line.
struct Line {
    pieces: Vec<Piece>,
    cells: u64,
    /// Cells that must be taken so that no piece can go left or up.
    propped: u64,
}

/// All ways to put pieces of two or three cells into a line, some cell left free.
fn lines(size: Size, axis: Axis, line: usize) -> Vec<Line> {
    let span = if axis == Axis::Across { size.width } else { size.height };
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while next < found.len() {
        let pieces: Vec<Piece> = found[next].clone();
        let from = pieces.last().map_or(0, |last: &Piece| last.offset + last.length).into();
        for (offset, length) in (from..span).flat_map(|offset| [(offset, 2), (offset, 3)]) {
            let taken: usize = pieces.iter().map(|piece| usize::from(piece.length)).sum();
            if offset + length <= span && taken + length < span {
                found.push([pieces.clone(), vec![piece(axis, line, offset, length)]].concat());
            }
        }
        next += 1;
    }
    found.into_iter().map(|pieces| Line::new(size, pieces)).collect()
}

impl Line {
    fn new(size: Size, pieces: Vec<Piece>) -> Self {
        let cells = pieces.iter().fold(0, |cells, piece| cells | mask(size, piece));
        let before = pieces.iter().filter(|piece| piece.offset > 0);
        let before = before.map(|piece| 1 << size.index(piece.cell_at(usize::from(piece.offset) - 1)));
        Line { cells, propped: before.fold(0, |all: u64, cell: u64| all | cell) & !cells, pieces }
    }
}

pub struct Enumerate {
    size: Size,
    length: Length,
    target: Piece,
    rows: Vec<Vec<Line>>,
    columns: Vec<Vec<Line>>,
    /// The cells of each column.
    column_cells: Vec<u64>,
    explorer: Explorer,
    cancel: Cancel,
    /// Clusters with a solved position seen so far, for the tests.
    clusters: u64,
}

/// A layout that grows column by column.
#[derive(Clone, Copy)]
struct Filled {
    cells: u64,
    propped: u64,
}

impl Enumerate {
    fn new(wishes: &Options, cancel: Cancel) -> Result<Self, Message> {
        let size = size_of(wishes);
        let length = Length::of(wishes, size, 0)?;
        let exit = exit_row(size);
        let rows = (0..size.height).filter(|row| *row != exit);
        let rows = rows.map(|row| lines(size, Axis::Across, row)).collect();
        let columns = (0..size.width).map(|column| lines(size, Axis::Down, column)).collect();
        let column =
            |column: usize| (0..size.height).fold(0, |all, row| all | 1 << (row * size.width + column));
        let target = piece(Axis::Across, exit, size.width - 2, 2);
        let column_cells = (0..size.width).map(column).collect();
        let explorer = Explorer::new(MOST_POSITIONS, cancel.clone());
        Ok(Enumerate { size, length, target, rows, columns, column_cells, explorer, cancel, clusters: 0 })
    }

    /// The pieces across that belong to a try, with the cells they take; nothing after the last.
    fn rows_of(&self, number: u64) -> Option<(Vec<Piece>, Filled)> {
        let mut pieces = vec![self.target.clone()];
        let mut filled = Filled { cells: mask(self.size, &self.target), propped: 0 };
        let mut rest = number;
        for row in &self.rows {
            let line = &row[(rest % row.len() as u64) as usize];
            rest /= row.len() as u64;
            pieces.extend_from_slice(&line.pieces);
            filled = Filled { cells: filled.cells | line.cells, propped: filled.propped | line.propped };
        }
        (rest == 0).then_some((pieces, filled))
    }

    /// Fills the columns from the left; what props a piece must be there when its column is.
    fn fill(&mut self, pieces: &mut Vec<Piece>, column: usize, filled: Filled, found: &mut Vec<Made<Level>>) {
        if column == self.size.width {
            return self.judge(pieces, found);
        }
        for at in 0..self.columns[column].len() {
            let line = &self.columns[column][at];
            let cells = filled.cells | line.cells;
            let propped = (filled.propped | line.propped) & self.column_cells[column];
            if filled.cells & line.cells != 0 || propped & !cells != 0 {
                continue;
            }
            let before = pieces.len();
            pieces.extend_from_slice(&line.pieces);
            self.fill(pieces, column + 1, Filled { cells, ..filled }, found);
            pieces.truncate(before);
        }
    }

    /// Keeps the board if it stands for its cluster and is interesting.
    fn judge(&mut self, pieces: &[Piece], found: &mut Vec<Made<Level>>) {
        if self.cancel.is_cancelled() {
            return;
        }
        let level = Level::of(self.size, vec![false; self.size.cells()], pieces.to_vec());
        let ground = Ground::new(&level).expect("small boards fit");
        let own = ground.rank(ground.board.start);
        let Some(hardest) = self.explorer.hardest(&ground, usize::MAX, |solved| ground.rank(solved) >= own)
        else {
            return;
        };
        self.clusters += 1;
        if hardest.distance == 0 || !self.length.contains(hardest.distance) {
            return;
        }
        let start = level.with_offsets(&hardest.position.offsets);
        if refine::is_minimal(&mut self.explorer, &start, &hardest) == Some(true) {
            found.push(refine::made(&start, &ground, &hardest));
        }
    }
}

impl Maker<Level> for Enumerate {
    fn attempt(&mut self, number: u64, _: &mut Rng) -> Attempt<Level> {
        let Some((mut pieces, filled)) = self.rows_of(number) else { return Attempt::End };
        let mut found = Vec::new();
        self.fill(&mut pieces, 0, filled, &mut found);
        // A try that was cut short counts as not made.
        if found.is_empty() || self.cancel.is_cancelled() { Attempt::Nothing } else { Attempt::Made(found) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All boards of a size: how many moves each takes, and the number of solvable clusters.
    fn enumerate(width: usize, height: usize) -> (Vec<usize>, u64) {
        let wishes = Options::parse(OPTIONS, &format!("width={width},height={height}")).unwrap();
        let mut maker = Enumerate::new(&wishes, Cancel::default()).unwrap();
        let mut moves = Vec::new();
        for number in 0.. {
            match maker.attempt(number, &mut Rng::new(0)) {
                Attempt::Made(made) => moves.extend(made.iter().map(|one| one.solution.split(' ').count())),
                Attempt::End => break,
                _ => {}
            }
        }
        (moves, maker.clusters)
    }

    /// The published figures: 62,106 solvable clusters, 1,730 interesting boards, hardest 20 moves.
    #[test]
    fn five_by_five_is_as_published() {
        let (moves, clusters) = enumerate(5, 5);
        assert_eq!(clusters, 62_106);
        assert_eq!(moves.len(), 1_730);
        assert_eq!(moves.iter().max(), Some(&20));
        assert_eq!(moves.iter().filter(|moves| **moves == 3).count(), 46);
    }

    #[test]
    fn four_by_four_is_small() {
        let (moves, _) = enumerate(4, 4);
        assert_eq!((moves.len(), moves.iter().max()), (32, Some(&7)));
    }
}
