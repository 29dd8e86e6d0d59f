//! Directions, cells and sizes of rectangular boards. Rows count downwards, columns to the right.

use std::fmt;

/// One of the four directions, in the order in which every puzzle tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dir {
    /// To the row before.
    Up,
    /// To the row after.
    Down,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
}

impl Dir {
    /// The order in which every puzzle tries them: a search that takes them in another finds other solutions.
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

    /// The way back.
    pub const fn opposite(self) -> Dir {
        match self {
            Dir::Up => Dir::Down,
            Dir::Down => Dir::Up,
            Dir::Left => Dir::Right,
            Dir::Right => Dir::Left,
        }
    }

    /// Along a column?
    pub const fn is_vertical(self) -> bool {
        matches!(self, Dir::Up | Dir::Down)
    }

    /// `U D L R`, as in every solution text.
    pub const fn letter(self) -> char {
        match self {
            Dir::Up => 'U',
            Dir::Down => 'D',
            Dir::Left => 'L',
            Dir::Right => 'R',
        }
    }

    /// Reads `U D L R` in either case.
    pub const fn from_letter(letter: char) -> Option<Dir> {
        match letter {
            'U' | 'u' => Some(Dir::Up),
            'D' | 'd' => Some(Dir::Down),
            'L' | 'l' => Some(Dir::Left),
            'R' | 'r' => Some(Dir::Right),
            _ => None,
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A side of a cell: four of a square, six of a hexagon whose columns stand upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The upper side; of a hexagon, the one that lies level.
    Up,
    /// The lower side; of a hexagon, the one that lies level.
    Down,
    /// Of squares alone.
    Left,
    /// Of squares alone.
    Right,
    /// Of a hexagon; of a square, the corner.
    UpLeft,
    /// Of a hexagon; of a square, the corner.
    UpRight,
    /// Of a hexagon; of a square, the corner.
    DownLeft,
    /// Of a hexagon; of a square, the corner.
    DownRight,
}

impl Side {
    /// Those of a square, in the order of [`Dir::ALL`].
    pub const SQUARE: [Side; 4] = [Side::Up, Side::Down, Side::Left, Side::Right];
    /// Those of a hexagon.
    pub const HEXAGON: [Side; 6] =
        [Side::Up, Side::Down, Side::UpLeft, Side::UpRight, Side::DownLeft, Side::DownRight];
    const ALL: [Side; 8] = [
        Side::Up,
        Side::Down,
        Side::Left,
        Side::Right,
        Side::UpLeft,
        Side::UpRight,
        Side::DownLeft,
        Side::DownRight,
    ];

    /// The same side as the cell beyond it has it.
    pub const fn opposite(self) -> Side {
        match self {
            Side::Up => Side::Down,
            Side::Down => Side::Up,
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::UpLeft => Side::DownRight,
            Side::UpRight => Side::DownLeft,
            Side::DownLeft => Side::UpRight,
            Side::DownRight => Side::UpLeft,
        }
    }

    /// `U D L R`, and `Q E Z C` for the slanted ones, which lie on a keyboard as they lie on a cell.
    pub const fn letter(self) -> char {
        match self {
            Side::Up => 'U',
            Side::Down => 'D',
            Side::Left => 'L',
            Side::Right => 'R',
            Side::UpLeft => 'Q',
            Side::UpRight => 'E',
            Side::DownLeft => 'Z',
            Side::DownRight => 'C',
        }
    }

    /// Reads the letters of [`Side::letter`] in either case.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter.to_ascii_uppercase())
    }

    /// Does it lead along a column?
    pub const fn is_vertical(self) -> bool {
        matches!(self, Side::Up | Side::Down)
    }
}

impl From<Dir> for Side {
    fn from(dir: Dir) -> Side {
        match dir {
            Dir::Up => Side::Up,
            Dir::Down => Side::Down,
            Dir::Left => Side::Left,
            Dir::Right => Side::Right,
        }
    }
}

/// How cells lie beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Rows and columns.
    #[default]
    Squares,
    /// Upright columns of hexagons; even columns lie half a cell lower than odd ones.
    Hexagons,
}

impl Lattice {
    /// The sides over which a cell has neighbours.
    pub const fn sides(self) -> &'static [Side] {
        match self {
            Lattice::Squares => &Side::SQUARE,
            Lattice::Hexagons => &Side::HEXAGON,
        }
    }

    /// Rows and columns from a cell of this column to the one beyond a side.
    pub const fn step(self, column: usize, side: Side) -> (isize, isize) {
        let low = column.is_multiple_of(2) as isize;
        match (self, side) {
            (_, Side::Up) => (-1, 0),
            (_, Side::Down) => (1, 0),
            (Lattice::Squares, Side::UpLeft) => (-1, -1),
            (Lattice::Squares, Side::UpRight) => (-1, 1),
            (Lattice::Squares, Side::DownLeft) => (1, -1),
            (Lattice::Squares, Side::DownRight) => (1, 1),
            (_, Side::Left) => (0, -1),
            (_, Side::Right) => (0, 1),
            (Lattice::Hexagons, Side::UpLeft) => (low - 1, -1),
            (Lattice::Hexagons, Side::UpRight) => (low - 1, 1),
            (Lattice::Hexagons, Side::DownLeft) => (low, -1),
            (Lattice::Hexagons, Side::DownRight) => (low, 1),
        }
    }

    /// The cell beyond a side, without borders that join; nothing off the board.
    pub fn beyond(self, size: Size, cell: Cell, side: Side) -> Option<Cell> {
        let (down, right) = self.step(usize::from(cell.column), side);
        let row = usize::from(cell.row).checked_add_signed(down).filter(|row| *row < size.height)?;
        let column = usize::from(cell.column).checked_add_signed(right).filter(|at| *at < size.width)?;
        Some(Cell::new(row, column))
    }
}

/// A place on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// From 0, downwards; people are told one more.
    pub row: u16,
    /// From 0, to the right; people are told one more.
    pub column: u16,
}

impl Cell {
    /// From 0. No board has more rows or columns than 16 bits count.
    pub const fn new(row: usize, column: usize) -> Self {
        Cell { row: row as u16, column: column as u16 }
    }
}

/// Width and height of a rectangular board; numbers its cells row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Cells of a row.
    pub width: usize,
    /// Cells of a column.
    pub height: usize,
}

impl Size {
    /// Width first, as in `7x6`.
    pub const fn new(width: usize, height: usize) -> Self {
        Size { width, height }
    }

    /// How many there are.
    pub const fn cells(self) -> usize {
        self.width * self.height
    }

    /// The number of a cell, from 0.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.width + cell.column as usize
    }

    /// The cell of a number.
    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.width, index % self.width)
    }

    /// The row of a cell's number.
    pub const fn row(self, index: usize) -> usize {
        index / self.width
    }

    /// The column of a cell's number.
    pub const fn column(self, index: usize) -> usize {
        index % self.width
    }

    /// The neighbour of a cell, or nothing at the edge.
    pub const fn step(self, index: usize, dir: Dir) -> Option<usize> {
        match dir {
            Dir::Up if index >= self.width => Some(index - self.width),
            Dir::Down if index + self.width < self.cells() => Some(index + self.width),
            Dir::Left if !index.is_multiple_of(self.width) => Some(index - 1),
            Dir::Right if index % self.width + 1 < self.width => Some(index + 1),
            _ => None,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stay_on_the_board_and_return() {
        let size = Size::new(3, 2);
        for index in 0..size.cells() {
            for dir in Dir::ALL {
                if let Some(next) = size.step(index, dir) {
                    assert!(next < size.cells());
                    assert_eq!(size.step(next, dir.opposite()), Some(index));
                }
            }
        }
        assert_eq!(size.step(0, Dir::Up), None);
        assert_eq!(size.step(2, Dir::Right), None);
        assert_eq!(size.step(3, Dir::Left), None);
        assert_eq!(size.step(5, Dir::Down), None);
    }
}
