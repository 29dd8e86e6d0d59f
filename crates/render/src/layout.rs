//! Where cells and tiles in hand lie on the canvas.

use ingenio_core::{Cell, Lattice, Scene, Side};

use crate::canvas::Point;

/// One cell.
pub const UNIT: f32 = 100.0;

const MARGIN: f32 = 30.0;

/// Between the board and the tiles in hand.
const GAP: f32 = 60.0;

/// A hexagon is 100 high, its columns stand so far apart, and its width is four thirds of that.
const COLUMN: f32 = 86.6;
const HALF_WIDTH: f32 = 57.74;

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
        let (width, height) = Self::board(scene);
        let tray = if across > 0 { GAP + across as f32 * UNIT } else { 0.0 };
        Layout { width: width + tray, height, tray: Point::new(width - MARGIN + GAP, MARGIN), across }
    }

    /// The board alone, with its margin.
    pub fn board(scene: &Scene) -> (f32, f32) {
        let (columns, rows) = (scene.size.width as f32, scene.size.height as f32);
        let (width, height) = match scene.lattice {
            Lattice::Squares => (columns * UNIT, rows * UNIT),
            Lattice::Hexagons => ((columns - 1.0) * COLUMN + 2.0 * HALF_WIDTH, (rows + 0.5) * UNIT),
        };
        (2.0 * MARGIN + width, 2.0 * MARGIN + height)
    }

    /// The upper left corner of the square of 100 around the middle of a cell.
    pub fn corner(lattice: Lattice, cell: Cell) -> Point {
        let (column, row) = (f32::from(cell.column), f32::from(cell.row));
        match lattice {
            Lattice::Squares => Point::new(MARGIN + column * UNIT, MARGIN + row * UNIT),
            Lattice::Hexagons => {
                let low = if cell.column.is_multiple_of(2) { 0.5 } else { 0.0 };
                Point::new(MARGIN + HALF_WIDTH - UNIT / 2.0 + column * COLUMN, MARGIN + (row + low) * UNIT)
            }
        }
    }

    pub fn centre(lattice: Lattice, cell: Cell) -> Point {
        Self::corner(lattice, cell).shifted(UNIT / 2.0, UNIT / 2.0)
    }

    /// The outline of a cell around its middle, a little smaller or larger.
    pub fn outline(lattice: Lattice, middle: Point, by: f32) -> Vec<Point> {
        let half = UNIT / 2.0 + by;
        let corners: Vec<(f32, f32)> = match lattice {
            Lattice::Squares => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
            Lattice::Hexagons => {
                let wide = HALF_WIDTH * half / (UNIT / 2.0);
                vec![
                    (-wide, 0.0),
                    (-wide / 2.0, -half),
                    (wide / 2.0, -half),
                    (wide, 0.0),
                    (wide / 2.0, half),
                    (-wide / 2.0, half),
                ]
            }
        };
        corners.into_iter().map(|(x, y)| middle.shifted(x, y)).collect()
    }

    /// The two corners of a cell at the ends of one of its sides.
    pub fn edge(lattice: Lattice, cell: Cell, side: Side) -> [Point; 2] {
        let corners = Self::outline(lattice, Self::centre(lattice, cell), 0.0);
        // The sides in the order of the corners at which they begin.
        let sides: &[Side] = match lattice {
            Lattice::Squares => &[Side::Up, Side::Right, Side::Down, Side::Left],
            Lattice::Hexagons => {
                &[Side::UpLeft, Side::Up, Side::UpRight, Side::DownRight, Side::Down, Side::DownLeft]
            }
        };
        let one = sides.iter().position(|known| *known == side).unwrap_or(0);
        let other = (one + 1) % corners.len();
        [corners[one], corners[other]]
    }

    /// The middle of a side, so far beyond the cell.
    pub fn beyond(lattice: Lattice, cell: Cell, side: Side, by: f32) -> Point {
        let [one, other] = Self::edge(lattice, cell, side);
        let middle = Self::centre(lattice, cell);
        let at = Point::new(f32::midpoint(one.x, other.x), f32::midpoint(one.y, other.y));
        let far = ((at.x - middle.x).powi(2) + (at.y - middle.y).powi(2)).sqrt();
        at.shifted((at.x - middle.x) / far * by, (at.y - middle.y) / far * by)
    }

    /// The upper left corner of a place in the tray.
    pub fn tray(&self, place: usize) -> Point {
        let (row, column) = (place / self.across.max(1), place % self.across.max(1));
        self.tray.shifted(column as f32 * UNIT, row as f32 * UNIT)
    }
}
