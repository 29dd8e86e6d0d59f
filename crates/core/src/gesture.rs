//! Gestures: what a player does with keys, mouse and fingers, in one place for terminal and browser.
//! A puzzle answers with moves. What is picked up with one gesture is held until another puts it
//! somewhere; the screen keeps it and hands it back.

use crate::grid::{Cell, Dir, Side};

/// Something that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell of the board, with whatever lies on it.
    Cell(Cell),
    /// A piece that lies on no cell, by its id in the scene: a tile in hand.
    Tray(u32),
}

/// One thing that a player does, however it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// An arrow key, with what is held. Puzzles whose arrows need something held answer nothing
    /// without it, and the screen moves its cursor instead.
    Arrow {
        /// Of the key.
        dir: Dir,
        /// What was picked up before.
        held: Option<Spot>,
    },
    /// A key for one of the slanted sides of a hexagon, with what is held.
    Slant {
        /// Of the hexagon.
        side: Side,
        /// What was picked up before.
        held: Option<Spot>,
    },
    /// A click, a tap, or the enter key at the cursor.
    Tap {
        /// Where.
        at: Spot,
        /// What was picked up before; a second tap may put it down.
        held: Option<Spot>,
    },
    /// Pressed on a spot, drawn through cells, and released on the last of them. Every cell
    /// on the way is there as far as the pointer was seen; gaps are filled by the puzzle.
    Drag {
        /// Where it began.
        from: Spot,
        /// The cells after that, the last where it ended.
        through: Vec<Cell>,
    },
    /// Pressed on a spot and released off the board.
    Away {
        /// Where it began.
        from: Spot,
    },
    /// All pieces at once.
    Shift {
        /// Which way.
        dir: Dir,
    },
}

/// What a gesture means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction<M> {
    /// Take back so many moves first: a slide that goes on is one move, not two.
    pub take_back: usize,
    /// In order, each legal after those before it.
    pub moves: Vec<M>,
    /// What is held from now on.
    pub held: Option<Spot>,
}

impl<M> Default for Reaction<M> {
    fn default() -> Self {
        Reaction { take_back: 0, moves: Vec::new(), held: None }
    }
}

impl<M> Reaction<M> {
    /// Only moves; nothing is held after them.
    pub fn moves(moves: Vec<M>) -> Self {
        Reaction { moves, ..Self::default() }
    }

    /// Nothing moves; something is picked up, or kept.
    pub fn hold(held: Option<Spot>) -> Self {
        Reaction { held, ..Self::default() }
    }

    /// The same with other moves: how types are erased.
    pub fn map<N>(self, change: impl FnMut(M) -> N) -> Reaction<N> {
        let Reaction { take_back, moves, held } = self;
        Reaction { take_back, moves: moves.into_iter().map(change).collect(), held }
    }
}

/// The cells of a drag without gaps: where the pointer jumped, straight lines are filled in, first
/// along the row. The first cell is that of the press.
pub fn path(from: Cell, through: &[Cell]) -> Vec<Cell> {
    let mut path = vec![from];
    for next in through {
        while let Some(at) = path.last().copied().filter(|at| at != next) {
            let step = |from: u16, to: u16| if to > from { from + 1 } else { from - 1 };
            path.push(if at.column == next.column {
                Cell { row: step(at.row, next.row), column: at.column }
            } else {
                Cell { row: at.row, column: step(at.column, next.column) }
            });
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_a_drag_are_filled() {
        let cell = Cell::new;
        assert_eq!(
            path(cell(0, 0), &[cell(0, 0), cell(1, 2)]),
            [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 2)]
        );
        assert_eq!(path(cell(2, 2), &[cell(2, 1), cell(2, 2)]), [cell(2, 2), cell(2, 1), cell(2, 2)]);
    }
}
