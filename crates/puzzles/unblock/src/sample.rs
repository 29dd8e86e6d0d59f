//! Random boards for the tests: no generator of good levels, just pieces where they fit.

use ingenio_core::{Dir, Rng, Size, rooms};

use crate::Unblock;
use crate::level::{Level, Name, Square, assemble};

impl rooms::Samples for Unblock {
    fn sample(rng: &mut Rng, size: usize) -> Level {
        sample(rng, size)
    }
}

/// Boards from 4x3 to 9x9 that grow with `size`, with walls now and then, one in four with its exit on another
/// side than the right; solvable or not.
pub fn sample(rng: &mut Rng, size: usize) -> Level {
    let most = (5 + size.min(4)).min(9);
    let shape = Size::new(rng.between(4.max(most - 1), most), rng.between(3.max(most - 2), most));
    let mut squares = vec![Square::Empty; shape.cells()];
    let row = rng.below(shape.height) * shape.width;
    let column = rng.below(2);
    squares[row + column..row + column + 2].fill(Square::Piece(0));
    if rng.one_in(3) {
        scatter_walls(rng, row..row + shape.width, &mut squares);
    }
    let wanted = rng.between(shape.cells() / 6, shape.cells() / 3);
    let mut placed = 1;
    for _ in 0..wanted * 3 {
        if placed < wanted && place_piece(rng, shape, row, &mut squares, placed) {
            placed += 1;
        }
    }
    let level = assemble(shape, &squares, Dir::Right, |number| Name::standard(number, placed));
    let level = level.expect("pieces are placed straight and whole");
    if rng.one_in(4) { level.turned([Dir::Left, Dir::Up, Dir::Down][rng.below(3)]) } else { level }
}

/// Two walls outside of the target's row.
fn scatter_walls(rng: &mut Rng, row: std::ops::Range<usize>, squares: &mut [Square]) {
    for _ in 0..2 {
        let cell = rng.below(squares.len());
        if !row.contains(&cell) {
            squares[cell] = Square::Wall;
        }
    }
}

/// Tries one random place for a piece; in the target's row pieces lie across only rarely.
fn place_piece(rng: &mut Rng, shape: Size, row: usize, squares: &mut [Square], number: usize) -> bool {
    let length = if rng.one_in(3) { 3 } else { 2 };
    let start = rng.below(shape.cells());
    let across = rng.one_in(2);
    let (step, room) = if across {
        (1, shape.width - shape.column(start))
    } else {
        (shape.width, shape.height - shape.row(start))
    };
    let in_the_row = across && shape.row(start) * shape.width == row;
    let cells: Vec<usize> = (0..length).map(|at| start + at * step).collect();
    if length > room
        || (in_the_row && !rng.one_in(8))
        || cells.iter().any(|cell| squares[*cell] != Square::Empty)
    {
        return false;
    }
    for cell in cells {
        squares[cell] = Square::Piece(number);
    }
    true
}
