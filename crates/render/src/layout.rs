//! Where cells and tiles in hand lie on the canvas.

use ingenio_core::{Cell, Scene, Size};

use crate::canvas::Point;

/// One cell.
pub const UNIT: f32 = 100.0;

const MARGIN: f32 = 30.0;

/// Between the board and the tiles in hand.
const GAP: f32 = 60.0;

pub struct Layout {
    pub width: f32,
    pub height: f32,
    tray: Point,
    /// Tiles in hand in one row of the tray.
    across: usize,
}

impl Layout {
    pub fn of(scene: &Scene) -> Self {
        let rows = scene.size.height;
        let in_hand = scene.pieces.iter().filter(|piece| piece.cells.is_empty()).count();
        let across = in_hand.div_ceil(rows.max(1));
        let (width, height) = Self::board(scene.size);
        let tray = if across > 0 { GAP + across as f32 * UNIT } else { 0.0 };
        Layout { width: width + tray, height, tray: Point::new(width - MARGIN + GAP, MARGIN), across }
    }

    /// The board alone, with its margin.
    pub fn board(size: Size) -> (f32, f32) {
        (2.0 * MARGIN + size.width as f32 * UNIT, 2.0 * MARGIN + size.height as f32 * UNIT)
    }

    /// The upper left corner of a cell.
    pub fn corner(cell: Cell) -> Point {
        Point::new(MARGIN + f32::from(cell.column) * UNIT, MARGIN + f32::from(cell.row) * UNIT)
    }

    pub fn centre(cell: Cell) -> Point {
        Self::corner(cell).shifted(UNIT / 2.0, UNIT / 2.0)
    }

    /// The upper left corner of a place in the tray.
    pub fn tray(&self, place: usize) -> Point {
        let (row, column) = (place / self.across.max(1), place % self.across.max(1));
        self.tray.shifted(column as f32 * UNIT, row as f32 * UNIT)
    }
}
