//! What the walker looks like, in pictures and in characters, and what it is called.

use ingenio_core::kind::{Frame, Handling, Kind, Paint, Pen, Shape, Sign};
use ingenio_core::scene::Piece;

use crate::words;

pub static WALKER: Kind = Kind {
    word: "walker",
    handling: Handling::Walks,
    leads: true,
    under: false,
    name: |_| words::WALKER.say(),
    phrase: |_| words::WALKER_HERE.say(),
    advice: |_, way| words::WALKER_NEXT.with("way", way.said.clone()),
    shapes: walker,
    sign: |piece| Sign { ticked: piece.in_place, ..Sign::text(paint(piece), Frame::Disc, ">") },
};

/// Teal is what all pieces have that are where they belong.
const fn paint(piece: &Piece) -> Paint {
    if piece.in_place { Paint::Teal } else { Paint::Red }
}

/// A disc with an arrow head.
fn walker(piece: &Piece) -> Vec<Shape> {
    let disc = Shape::Circle { at: (50.0, 50.0), radius: 32.0, pen: Pen::fill(paint(piece)) };
    let (points, pen) = (vec![(40.0, 34.0), (62.0, 50.0), (40.0, 66.0)], Pen::fill(Paint::OnRed));
    vec![disc, Shape::Line { points, closed: true, pen }]
}
