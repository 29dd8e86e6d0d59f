//! Directions, cells and sizes of rectangular boards. Rows count downwards, columns to the right.

use std::fmt;

/// One of the four directions, in the order in which every puzzle tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dir {
    Up,
    Down,
    Left,
    Right,
}

impl Dir {
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

    pub const fn opposite(self) -> Dir {
        match self {
            Dir::Up => Dir::Down,
            Dir::Down => Dir::Up,
            Dir::Left => Dir::Right,
            Dir::Right => Dir::Left,
        }
    }

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

/// A place on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub row: u16,
    pub column: u16,
}

impl Cell {
    pub const fn new(row: usize, column: usize) -> Self {
        Cell { row: row as u16, column: column as u16 }
    }
}

/// Width and height of a rectangular board; numbers its cells row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub width: usize,
    pub height: usize,
}

impl Size {
    pub const fn new(width: usize, height: usize) -> Self {
        Size { width, height }
    }

    pub const fn cells(self) -> usize {
        self.width * self.height
    }

    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.width + cell.column as usize
    }

    pub const fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.width, index % self.width)
    }

    pub const fn row(self, index: usize) -> usize {
        index / self.width
    }

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
