//! A scene drawn part by part: the ground, each piece by itself, the marks. A page moves the pieces about
//! without drawing them anew; a picture puts the parts together.

use ingenio_core::Scene;
use ingenio_core::scene::Piece;

use crate::canvas::{Canvas, Pen, Point};
use crate::layout::Layout;
use crate::theme::Theme;
use crate::{ground, pieces};

#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The size of the board with its margin, in hundredths of a cell.
    pub width: f32,
    pub height: f32,
    /// SVG elements under the pieces.
    pub ground: String,
    /// In the order in which they are drawn.
    pub pieces: Vec<Drawn>,
    /// SVG elements over the pieces.
    pub marks: String,
}

/// One piece, drawn at the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Its id in the scene.
    pub id: u32,
    /// Where its upper left corner lies; nothing for a tile in hand.
    pub at: Option<(f32, f32)>,
    pub elements: String,
}

impl Drawing {
    pub fn of(scene: &Scene, theme: &Theme) -> Self {
        let (width, height) = Layout::board(scene);
        let mut canvas = Canvas::default();
        ground::draw(&mut canvas, scene, theme);
        let drawn = |piece: &Piece| Drawn::of(scene, piece, theme);
        // Whatever their order in the scene.
        let (under, others): (Vec<_>, Vec<_>) = scene.pieces.iter().partition(|piece| piece.kind.under);
        let pieces = under.into_iter().chain(others).map(drawn).collect();
        Drawing { width, height, ground: canvas.into_elements(), pieces, marks: marks(scene, theme) }
    }
}

impl Drawn {
    pub fn of(scene: &Scene, piece: &Piece, theme: &Theme) -> Self {
        let mut canvas = Canvas::default();
        let shapes = (piece.kind.shapes)(piece);
        let (origin, first) = (Point::new(0.0, 0.0), piece.cells.first());
        let corner = first.map(|cell| Layout::corner(scene.lattice, *cell));
        // What lies on many cells is drawn in its place; everything else is moved there as a whole.
        let winds = shapes.iter().any(pieces::lies_on_cells);
        let (drawn_at, at) =
            if winds { (corner.unwrap_or(origin), corner.map(|_| origin)) } else { (origin, corner) };
        pieces::one(&mut canvas, scene, piece, &shapes, drawn_at, theme);
        Drawn { id: piece.id, at: at.map(|at| (at.x, at.y)), elements: canvas.into_elements() }
    }
}

/// The marks of a scene, as SVG elements.
pub fn marks(scene: &Scene, theme: &Theme) -> String {
    let mut canvas = Canvas::default();
    pieces::marks(&mut canvas, scene, theme);
    canvas.into_elements()
}

/// The drawing of a scene, as an SVG document with the tiles in hand beside the board; `alt` is what a
/// screen reader says.
pub fn svg(scene: &Scene, theme: &Theme, alt: &str) -> String {
    let layout = Layout::of(scene);
    let drawing = Drawing::of(scene, theme);
    let mut canvas = Canvas::default();
    canvas.rectangle(Point::new(0.0, 0.0), layout.width, layout.height, 0.0, &Pen::fill(theme.paper));
    canvas.elements(&drawing.ground);
    let mut in_hand = 0..;
    for piece in &drawing.pieces {
        let place = match piece.at {
            Some((x, y)) => Point::new(x, y),
            None => layout.tray(in_hand.next().unwrap_or(0)),
        };
        canvas.group(place, &piece.elements);
    }
    canvas.elements(&drawing.marks);
    canvas.finish(layout.width, layout.height, alt)
}
