//! How far a position can be from a goal with the blank in a corner, where that is known: by full
//! enumeration, up to 4x4 (Brüngger, Marzetta, Fukuda and Nievergelt 1999).

use ingenio_core::Size;

/// Longer side, shorter side, moves.
const KNOWN: &[(usize, usize, u32)] = &[
    (2, 2, 6),
    (3, 2, 21),
    (4, 2, 36),
    (5, 2, 55),
    (6, 2, 80),
    (7, 2, 108),
    (8, 2, 140),
    (3, 3, 31),
    (4, 3, 53),
    (5, 3, 84),
    (4, 4, 80),
];

/// The most moves that any position takes.
pub fn radius(size: Size) -> Option<u32> {
    let sides = (size.width.max(size.height), size.width.min(size.height));
    KNOWN.iter().find(|(long, short, _)| (*long, *short) == sides).map(|(_, _, moves)| *moves)
}
