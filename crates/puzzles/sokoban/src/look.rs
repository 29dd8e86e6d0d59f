//! What the player and the boxes look like, and what they are called.

use ingenio_core::kind::{Frame, Handling, Inside, Kind, Paint, Pen, Shape, Sign, in_terminals};
use ingenio_core::scene::Piece;

use crate::words;

pub static PLAYER: Kind = Kind {
    word: "player",
    handling: Handling::Walks,
    leads: true,
    under: false,
    name: in_terminals(|_| words::PLAYER.say()),
    phrase: |_| words::PLAYER_HERE.say(),
    advice: |_, way| words::PLAYER_NEXT.with("way", way.said.clone()),
    shapes: |_| player(),
    sign: in_terminals(|_| Sign {
        paint: Paint::Ink,
        bold: true,
        frame: Frame::None,
        inside: Inside::Figure { small: "@", drawings: FIGURES },
        ticked: false,
    }),
};

pub static CRATE: Kind = Kind {
    word: "crate",
    handling: Handling::Pushed,
    leads: false,
    under: false,
    name: in_terminals(|piece| words::BOX.with("number", piece.id)),
    phrase: |_| words::BOX_HERE.say(),
    advice: |_, way| words::BOX_NEXT.with("way", way.said.clone()),
    shapes: a_box,
    sign: in_terminals(|piece| Sign {
        paint: if piece.in_place { Paint::Teal } else { Paint::Wood },
        bold: false,
        frame: Frame::Double,
        inside: Inside::Nothing,
        ticked: piece.in_place,
    }),
};

const FIGURES: [&[&str]; 3] =
    [&["()", "/\\"], &[" O ", "/|\\", "/ \\"], &["  O  ", " /|\\ ", "/ | \\", " / \\ ", "/   \\"]];

/// A head and shoulders.
fn player() -> Vec<Shape> {
    let pen = Pen::fill(Paint::Ink);
    vec![
        Shape::Circle { at: (50.0, 33.0), radius: 16.0, pen },
        Shape::Dome { at: (50.0, 82.0), radius: 28.0, pen },
    ]
}

/// Warm wood with a plain cross brace; teal with a tick on a goal.
fn a_box(piece: &Piece) -> Vec<Shape> {
    if piece.in_place {
        let plate = Shape::plate(piece, 11.0, Pen::fill(Paint::Teal).edged(Paint::Ink, 4.0));
        return vec![plate, Shape::tick([(32.0, 52.0), (45.0, 66.0), (70.0, 34.0)], Paint::Sheet, 9.0)];
    }
    let brace = |from, to| {
        let pen = Pen::stroke(Paint::WoodEdge, 6.0);
        Shape::Line { points: vec![from, to], closed: false, pen }
    };
    let plate = Shape::plate(piece, 11.0, Pen::fill(Paint::Wood).edged(Paint::WoodEdge, 4.0));
    vec![plate, brace((24.0, 24.0), (76.0, 76.0)), brace((76.0, 24.0), (24.0, 76.0))]
}
