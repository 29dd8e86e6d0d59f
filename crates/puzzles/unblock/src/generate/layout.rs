//! Random layouts: the target at the exit, and pieces wherever they fit until the board is dense.
//!
//! With the target at the exit the cluster has a solved position for certain, so no time goes into
//! unsolvable boards.

use ingenio_core::{Rng, Size};

use crate::level::{Axis, Level, Name, Piece};

/// What a layout is to have.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub size: Size,
    pub walls: usize,
    /// Cells that stay free, at least and at most.
    pub free: (usize, usize),
    /// No more pieces than these, the target included.
    pub pieces: usize,
}

/// The row of the exit: the middle one, or the upper one of the two.
pub const fn exit_row(size: Size) -> usize {
    (size.height - 1) / 2
}

/// Tries in a row without a piece that fits, after which a board is full. Chosen by hand.
const PATIENCE: usize = 40;

/// A random layout; the names of its pieces do not matter yet.
pub fn random(rng: &mut Rng, shape: &Shape) -> Level {
    let size = shape.size;
    let row = exit_row(size);
    let target = piece(Axis::Across, row, size.width - 2, 2);
    let mut taken = mask(size, &target);
    let mut walls = vec![false; size.cells()];
    let mut missing = shape.walls;
    while missing > 0 {
        let cell = rng.below(size.cells());
        if size.row(cell) != row && taken & 1 << cell == 0 {
            walls[cell] = true;
            taken |= 1 << cell;
            missing -= 1;
        }
    }
    let wanted = rng.between(shape.free.0, shape.free.1);
    let mut pieces = vec![target];
    let mut failures = 0;
    while failures < PATIENCE
        && pieces.len() < shape.pieces
        && size.cells() - taken.count_ones() as usize > wanted
    {
        let next = random_piece(rng, size, row);
        let cells = mask(size, &next);
        if cells & taken == 0 {
            taken |= cells;
            pieces.push(next);
            failures = 0;
        } else {
            failures += 1;
        }
    }
    Level::of(size, walls, pieces)
}

/// A piece of two or, one in three times, three cells; never across in the row of the exit.
fn random_piece(rng: &mut Rng, size: Size, row: usize) -> Piece {
    loop {
        let axis = if rng.one_in(2) { Axis::Across } else { Axis::Down };
        let (lines, span) = match axis {
            Axis::Across => (size.height, size.width),
            Axis::Down => (size.width, size.height),
        };
        let length = if rng.one_in(3) { 3 } else { 2 };
        let line = rng.below(lines);
        if length < span && !(axis == Axis::Across && line == row) {
            return piece(axis, line, rng.below(span - length + 1), length);
        }
    }
}

pub fn piece(axis: Axis, line: usize, offset: usize, length: usize) -> Piece {
    Piece { name: Name::Number(0), axis, line: line as u8, length: length as u8, offset: offset as u8 }
}

/// The cells of a piece; the board has at most 64.
pub fn mask(size: Size, piece: &Piece) -> u64 {
    piece.cells(piece.offset.into()).fold(0, |mask, cell| mask | 1 << size.index(cell))
}

/// The same board with its pieces in reading order and letters to match, the target first; and the
/// new place of every piece.
pub fn named(level: &Level) -> (Level, Vec<usize>) {
    let (size, old) = (level.size(), level.pieces());
    let first = |piece: &Piece| size.index(piece.cell_at(piece.offset.into()));
    let mut order: Vec<usize> = (0..old.len()).collect();
    order[1..].sort_by_key(|piece| first(&old[*piece]));
    let mut places = vec![0; old.len()];
    let mut pieces = Vec::with_capacity(old.len());
    for (place, piece) in order.into_iter().enumerate() {
        places[piece] = place;
        pieces.push(Piece { name: Name::standard(place, old.len()), ..old[piece].clone() });
    }
    (Level::of(size, level.walls().to_vec(), pieces), places)
}
