//! What a tile looks like, and what it is called.

use ingenio_core::kind::{Frame, Handling, Kind, Paint, Pen, Shape, Sign, in_terminals};
use ingenio_core::scene::Piece;

use crate::words;

pub static TILE: Kind = Kind {
    word: "tile",
    handling: Handling::Shoves,
    leads: false,
    under: false,
    name: in_terminals(|piece| words::TILE.with("label", &piece.label)),
    phrase: |piece| words::TILE_HERE.with("label", &piece.label),
    advice: |piece, way| words::TILE_NEXT.with("label", &piece.label).with("way", way.said.clone()),
    shapes: tile,
    sign: in_terminals(|piece| Sign {
        bold: piece.in_place,
        ticked: piece.in_place,
        ..Sign::text(Paint::Tile(piece.tone), Frame::Card, &piece.label)
    }),
};

/// Two-tone by where it belongs, with a faint tick when it is there.
fn tile(piece: &Piece) -> Vec<Shape> {
    let pen = Pen::fill(Paint::Tile(piece.tone)).edged(Paint::Muted, 2.0);
    let mut shapes = vec![Shape::plate(piece, 4.0, pen), Shape::label(48.0, 84.0, Paint::Ink, &piece.label)];
    if piece.in_place {
        shapes.push(Shape::tick([(72.0, 20.0), (77.0, 26.0), (87.0, 13.0)], Paint::Teal, 4.0));
    }
    shapes
}
