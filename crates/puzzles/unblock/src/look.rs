//! What blocks look like, and what they are called: strips of wood with end grain; the target is the one red thing.

use ingenio_core::kind::{Frame, Handling, Kind, Paint, Pen, Place, Shape, Sign, in_terminals};
use ingenio_core::scene::Piece;

use crate::words;

pub static BLOCK: Kind = Kind {
    word: "block",
    handling: Handling::Slides,
    leads: false,
    under: false,
    name: in_terminals(|piece| words::BLOCK.with("label", &piece.label)),
    phrase: |piece| words::BLOCK_HERE.with("label", &piece.label),
    advice: |piece, way| {
        let said = words::BLOCK_NEXT.with("label", &piece.label).with("way", way.said.clone());
        said.with("count", way.cells)
    },
    shapes: |piece| block(piece, WOOD),
    sign: in_terminals(|piece| Sign::text(Paint::Wood, Frame::Block, &piece.label)),
};

pub static TARGET: Kind = Kind {
    word: "target",
    handling: Handling::Slides,
    leads: true,
    under: false,
    name: in_terminals(|piece| words::TARGET.with("label", &piece.label)),
    phrase: |piece| words::TARGET_HERE.with("label", &piece.label),
    advice: |_, way| words::TARGET_NEXT.with("way", way.said.clone()).with("count", way.cells),
    shapes: |piece| block(piece, RED),
    sign: in_terminals(|piece| Sign::text(Paint::Red, Frame::Block, &piece.label)),
};

/// The paints of a block: its face, its edge, its grain and its letter.
type Paints = [Paint; 4];

const WOOD: Paints = [Paint::Wood, Paint::WoodEdge, Paint::WoodEdge, Paint::OnWood];
const RED: Paints = [Paint::Red, Paint::Red, Paint::Sheet, Paint::OnRed];

/// How far a block is from the edges of its cells.
const INSET: f32 = 5.0;

fn block(piece: &Piece, [face, edge, grain, ink]: Paints) -> Vec<Shape> {
    let (columns, rows) = piece.extent();
    let (width, height) = (f32::from(columns) * 100.0 - 2.0 * INSET, f32::from(rows) * 100.0 - 2.0 * INSET);
    let mut shapes = vec![Shape::plate(piece, INSET, Pen::fill(face).edged(edge, 2.5))];
    let pen = Pen::stroke(grain, 2.5).seen_through(0.55);
    for at in [10.0_f32, 16.0] {
        let lines = if width > height {
            [[(at, 14.0), (at, height - 14.0)], [(width - at, 14.0), (width - at, height - 14.0)]]
        } else {
            [[(14.0, at), (width - 14.0, at)], [(14.0, height - at), (width - 14.0, height - at)]]
        };
        let inside = |(x, y): Place| (x + INSET, y + INSET);
        let line = |line: [Place; 2]| line.map(inside).to_vec();
        shapes.extend(lines.map(|points| Shape::Line { points: line(points), closed: false, pen }));
    }
    let at = (INSET + width / 2.0, INSET + height / 2.0);
    shapes.push(Shape::Text { at, size: 34.0, width: 70.0, paint: ink, text: piece.label.clone() });
    shapes
}
