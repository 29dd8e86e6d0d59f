//! A drag under way: where the button went down, where the pointer has been since, and what the board
//! would look like if the button were released now.

use ingenio_core::{Cell, Gesture, Scene, Spot};

#[derive(Debug)]
pub struct Drag {
    pub from: Spot,
    through: Vec<Cell>,
    /// Has the pointer been anywhere else?
    moved: bool,
    pub preview: Option<Scene>,
}

impl Drag {
    pub const fn begin(from: Spot) -> Self {
        Drag { from, through: Vec::new(), moved: false, preview: None }
    }

    /// The pointer is on another spot, or on none.
    pub fn go_on(&mut self, spot: Option<Spot>) {
        self.moved |= spot != Some(self.from);
        if let Some(Spot::Cell(cell)) = spot.filter(|_| self.moved)
            && self.through.last() != Some(&cell)
        {
            self.through.push(cell);
        }
    }

    /// The cell where the pointer was last.
    pub fn last(&self) -> Option<Cell> {
        self.through.last().copied()
    }

    /// What it means to release the button on a spot; nothing where the pointer has not moved, which is a
    /// tap.
    pub fn gesture(&self, spot: Option<Spot>) -> Option<Gesture> {
        match spot {
            _ if !self.moved => None,
            None | Some(Spot::Tray(_)) => Some(Gesture::Away { from: self.from }),
            Some(Spot::Cell(_)) => Some(Gesture::Drag { from: self.from, through: self.through.clone() }),
        }
    }
}
