//! What the level doctor asks of a puzzle: of which parts a level is made, what it is without some
//! of them, and which small changes could mend it. The doctor itself tries them out and proves what
//! it says.

use crate::grid::Cell;
use crate::words::Message;

/// A part that could be left out: a piece, a box with its goal, an inner wall, a colour, a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// As in a sentence: `piece C`, `the wall at row 3, column 4`.
    pub name: Message,
    pub cells: Vec<Cell>,
}

/// A small change of a level.
#[derive(Clone, Debug)]
pub struct Mend<L> {
    /// What to do: `move piece C one cell down`.
    pub what: Message,
    pub level: L,
    /// How much of the level changes; smaller ones are tried first.
    pub size: u32,
}

impl<L> Mend<L> {
    /// The same with another level: how types are erased.
    pub fn map<M>(self, change: impl FnOnce(L) -> M) -> Mend<M> {
        Mend { what: self.what, level: change(self.level), size: self.size }
    }
}
