//! What end points and pipes look like, and what they are called.

use ingenio_core::kind::{Frame, Handling, Inside, Kind, Paint, Pen, Shape, Sign, in_terminals};
use ingenio_core::scene::Piece;

use crate::words;

pub static END: Kind = Kind {
    word: "end",
    handling: Handling::Drawn,
    leads: false,
    under: false,
    name: in_terminals(|piece| words::END.with("label", &piece.label)),
    phrase: |piece| words::END_HERE.with("label", &piece.label),
    advice: |piece, _| words::PIPE_NEXT.with("label", &piece.label),
    shapes: end,
    sign: in_terminals(|piece| Sign {
        bold: true,
        ..Sign::text(Paint::Colour(piece.tone), Frame::Disc, &piece.label)
    }),
};

pub static PIPE: Kind = Kind {
    word: "pipe",
    handling: Handling::Drawn,
    leads: false,
    under: true,
    name: in_terminals(|piece| words::PIPE.with("label", &piece.label)),
    phrase: |piece| words::PIPE_HERE.with("label", &piece.label),
    advice: |piece, _| words::PIPE_NEXT.with("label", &piece.label),
    shapes: pipe,
    sign: in_terminals(|piece| Sign {
        paint: Paint::Colour(piece.tone),
        bold: false,
        frame: Frame::None,
        inside: Inside::Winding(piece.label.clone()),
        ticked: false,
    }),
};

/// A disc with its letter inside.
fn end(piece: &Piece) -> Vec<Shape> {
    let disc = Shape::Circle { at: (50.0, 50.0), radius: 34.0, pen: Pen::fill(Paint::Colour(piece.tone)) };
    vec![disc, Shape::label(36.0, 50.0, Paint::OnColour(piece.tone), &piece.label)]
}

/// Thick; the cells of a finished one are tinted.
fn pipe(piece: &Piece) -> Vec<Shape> {
    let paint = Paint::Colour(piece.tone);
    let tint = piece.in_place.then_some(Shape::Tint { paint });
    tint.into_iter().chain([Shape::Winding { paint, width: 34.0 }]).collect()
}
