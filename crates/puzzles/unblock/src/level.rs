//! A level: a rectangle with walls and sliding pieces, each bound to its row or column.
//!
//! The target is always piece 0 (letter `A`, number 1). It leaves to the right unless the level has its exit on
//! another side (see [`exit`]); its line leads there.
//! Text formats live in [`text`] (lines and grids of letters) and [`panel`] (lists of numbers).
//! Limits: sides up to 32 and at most 256 cells, so that a board fits a mask of 256 bits.

pub mod exit;
pub mod panel;
pub mod text;

use std::fmt;

use ingenio_core::{Cell, Dir, Message, Size};

use crate::words;

/// Longest side of a board.
pub const MAX_SIDE: usize = 32;
/// Most cells of a board.
pub const MAX_CELLS: usize = 256;
/// Letters in the order in which pieces take them; `o` and `x` mean empty and wall.
pub const LETTERS: &[u8; 50] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";

/// The direction in which a piece lies and slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
}

/// What players call a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Letter(char),
    /// From 1, where the letters do not suffice.
    Number(u16),
}

impl Name {
    /// The name of the piece with that index on a board of `pieces` pieces without own letters.
    pub fn standard(index: usize, pieces: usize) -> Name {
        match LETTERS.get(index) {
            Some(letter) if pieces <= LETTERS.len() => Name::Letter(char::from(*letter)),
            _ => Name::Number(index as u16 + 1),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Letter(letter) => write!(f, "{letter}"),
            Name::Number(number) => write!(f, "#{number}"),
        }
    }
}

/// One piece where the level begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub name: Name,
    pub axis: Axis,
    /// The row of a piece across, the column of a piece down; from 0.
    pub line: u8,
    pub length: u8,
    /// Where its first cell stands in that line.
    pub offset: u8,
}

impl Piece {
    /// The cell at a place of the piece's line.
    pub fn cell_at(&self, place: usize) -> Cell {
        match self.axis {
            Axis::Across => Cell::new(self.line.into(), place),
            Axis::Down => Cell::new(place, self.line.into()),
        }
    }

    /// The cells it covers when its first one stands at `offset`.
    pub fn cells(&self, offset: usize) -> impl Iterator<Item = Cell> + '_ {
        (offset..offset + usize::from(self.length)).map(|place| self.cell_at(place))
    }

    /// How many cells its line has.
    pub const fn span(&self, size: Size) -> usize {
        match self.axis {
            Axis::Across => size.width,
            Axis::Down => size.height,
        }
    }
}

/// One immutable board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    size: Size,
    /// Row by row.
    walls: Vec<bool>,
    pieces: Vec<Piece>,
    exit: Dir,
}

impl Level {
    /// A board from parts that are known to fit: the target first and across, nothing overlaps; the exit is on
    /// the right.
    pub(crate) fn of(size: Size, walls: Vec<bool>, pieces: Vec<Piece>) -> Level {
        Level { size, walls, pieces, exit: Dir::Right }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// All pieces; the first is the target.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub fn target(&self) -> &Piece {
        &self.pieces[0]
    }

    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[self.size.index(cell)]
    }

    /// Row by row.
    pub fn walls(&self) -> &[bool] {
        &self.walls
    }

    /// Where every piece begins.
    pub fn offsets(&self) -> Vec<u8> {
        self.pieces.iter().map(|piece| piece.offset).collect()
    }

    /// The same pieces at other places of their lines; they must not overlap.
    #[must_use]
    pub fn with_offsets(&self, offsets: &[u8]) -> Level {
        let mut level = self.clone();
        for (piece, offset) in level.pieces.iter_mut().zip(offsets) {
            piece.offset = *offset;
        }
        level
    }

    /// The same board without one piece (not the target); the others keep their names.
    #[must_use]
    pub fn without(&self, piece: usize) -> Level {
        assert!(piece != 0, "a board needs its target");
        let mut level = self.clone();
        level.pieces.remove(piece);
        level
    }

    /// The index of the piece with that name; a number always counts the pieces from 1.
    pub fn find(&self, name: Name) -> Option<usize> {
        match name {
            Name::Number(number) => usize::from(number).checked_sub(1).filter(|at| *at < self.pieces.len()),
            Name::Letter(_) => self.pieces.iter().position(|piece| piece.name == name),
        }
    }

    /// Which piece covers each cell, row by row, when the pieces stand at `offsets`.
    pub fn cover(&self, offsets: &[u8]) -> Vec<Option<usize>> {
        let mut cover = vec![None; self.size.cells()];
        for (index, (piece, offset)) in self.pieces.iter().zip(offsets).enumerate() {
            piece.cells(usize::from(*offset)).for_each(|cell| cover[self.size.index(cell)] = Some(index));
        }
        cover
    }
}

/// What a reader found in one cell: nothing, a wall, or a part of piece number n (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    Empty,
    Wall,
    Piece(usize),
}

/// What is wrong with a board, and at which cell (row by row), so that the reader can point at it.
pub type Complaint = (usize, Message);

/// Refuses sizes that no board has, before anything is allocated for them.
pub fn check_size(width: usize, height: usize) -> Result<Size, Message> {
    let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
    if fits && width * height <= MAX_CELLS {
        return Ok(Size::new(width, height));
    }
    let message = words::SIZE.with("width", width).with("height", height);
    Err(message.with("side", MAX_SIDE).with("cells", MAX_CELLS))
}

/// Makes a level from squares; `name` gives the names of the piece numbers.
pub fn assemble(
    size: Size,
    squares: &[Square],
    exit: Dir,
    name: impl Fn(usize) -> Name,
) -> Result<Level, Complaint> {
    let walls = squares.iter().map(|square| *square == Square::Wall).collect();
    let mut cells: Vec<Vec<usize>> = Vec::new();
    for (index, square) in squares.iter().enumerate() {
        if let Square::Piece(number) = *square {
            if cells.len() <= number {
                cells.resize(number + 1, Vec::new());
            }
            cells[number].push(index);
        }
    }
    if cells.first().is_none_or(Vec::is_empty) {
        return Err((0, words::NO_TARGET.with("target", name(0))));
    }
    let found = cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty());
    let pieces: Vec<Piece> =
        found.map(|(number, cells)| shape(size, cells, name(number))).collect::<Result<_, _>>()?;
    let upright = pieces[0].axis == Axis::Down;
    if upright != exit.is_vertical() {
        let at = cells[0][0];
        let rule = if upright { words::TARGET_DOWN } else { words::TARGET_ACROSS };
        return Err((at, rule.with("piece", name(0)).with("cell", size.cell(at).said())));
    }
    Ok(Level { size, walls, pieces, exit })
}

/// One piece from its cells, which are in reading order.
fn shape(size: Size, cells: &[usize], name: Name) -> Result<Piece, Complaint> {
    let complain = |template: ingenio_core::Template, at: usize| {
        (at, template.with("piece", name).with("cell", size.cell(at).said()))
    };
    let first = cells[0];
    let [_, second, ..] = *cells else { return Err(complain(words::SHORT, first)) };
    let (axis, step) =
        if size.row(first) == size.row(second) { (Axis::Across, 1) } else { (Axis::Down, size.width) };
    let in_line = |cell: usize| match axis {
        Axis::Across => size.row(cell) == size.row(first),
        Axis::Down => size.column(cell) == size.column(first),
    };
    if let Some(stray) = cells.iter().find(|cell| !in_line(**cell)) {
        let rule = if connected(size, cells) { words::BENT } else { words::APART };
        return Err(complain(rule, *stray));
    }
    if let Some(hole) = (1..cells.len()).find(|place| cells[*place] != first + place * step) {
        return Err(complain(words::GAP, first + hole * step));
    }
    let start = size.cell(first);
    let (line, offset) =
        if axis == Axis::Across { (start.row, start.column) } else { (start.column, start.row) };
    Ok(Piece { name, axis, line: line as u8, length: cells.len() as u8, offset: offset as u8 })
}

/// Do the cells hang together by their sides?
fn connected(size: Size, cells: &[usize]) -> bool {
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while next < reached.len() {
        for dir in Dir::ALL {
            if let Some(side) = size.step(reached[next], dir)
                && cells.contains(&side)
                && !reached.contains(&side)
            {
                reached.push(side);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}
