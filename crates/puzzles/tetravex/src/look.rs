//! What a tile looks like, and what it is called: a square cut into four triangles, each with its digit and colour.

use ingenio_core::Message;
use ingenio_core::kind::{Frame, Handling, Inside, Kind, Paint, Pen, Place, Shape, Sign, in_terminals};
use ingenio_core::scene::Piece;

use crate::words;

pub static TILE: Kind = Kind {
    word: "matching",
    handling: Handling::Carried,
    leads: false,
    under: false,
    name: in_terminals(|piece| with_sides(words::TILE.with("number", piece.id), piece)),
    phrase: |piece| with_sides(words::TILE_HERE.say(), piece),
    advice: |_, _| words::TILE_NEXT.say(),
    shapes: tile,
    sign: in_terminals(|piece| Sign {
        paint: Paint::Tile(0),
        bold: false,
        frame: Frame::None,
        inside: Inside::Sides(sides(piece).map(|side| (side.to_owned(), Paint::Colour(colour(side))))),
        ticked: false,
    }),
};

/// The corners from the upper left one on, clockwise, and the places of the digits beside them.
const CORNERS: [Place; 4] = [(3.0, 3.0), (97.0, 3.0), (97.0, 97.0), (3.0, 97.0)];
const DIGITS: [Place; 4] = [(50.0, 21.0), (79.0, 50.0), (50.0, 79.0), (21.0, 50.0)];

/// The digits of a tile as its label has them: top, right, bottom, left.
fn sides(piece: &Piece) -> [&str; 4] {
    let mut sides = piece.label.split('/');
    std::array::from_fn(|_| sides.next().unwrap_or_default())
}

/// There are sixteen colours in pictures and twelve in characters, so that these are enough.
fn colour(side: &str) -> u16 {
    (side.parse::<usize>().unwrap_or(0) % 48) as u16
}

fn with_sides(said: Message, piece: &Piece) -> Message {
    let named = ["top", "right", "bottom", "left"].into_iter().zip(sides(piece));
    named.fold(said, |said, (side, colour)| said.with(side, colour))
}

fn tile(piece: &Piece) -> Vec<Shape> {
    let mut shapes = Vec::with_capacity(9);
    for (at, side) in sides(piece).into_iter().enumerate() {
        let points = vec![CORNERS[at], CORNERS[(at + 1) % 4], (50.0, 50.0)];
        let pen = Pen::fill(Paint::Colour(colour(side))).edged(Paint::Sheet, 2.0);
        let (paint, text) = (Paint::OnColour(colour(side)), side.to_owned());
        shapes.push(Shape::Line { points, closed: true, pen });
        shapes.push(Shape::Text { at: DIGITS[at], size: 26.0, width: 34.0, paint, text });
    }
    let pen = Pen::stroke(if piece.in_place { Paint::Ink } else { Paint::Muted }, 3.0);
    shapes.push(Shape::Rectangle { at: CORNERS[0], size: (94.0, 94.0), radius: 4.0, pen });
    shapes
}
