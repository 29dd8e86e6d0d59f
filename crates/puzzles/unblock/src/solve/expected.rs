//! How many positions a board may have, reckoned before anything is searched: for those who choose a method.
//!
//! Every piece stands anywhere in its range, each place as likely as any other; the arrangements are counted, and of
//! every two pieces that could be in each other's way only the share in which they are not is kept, as if the pairs
//! had nothing to do with each other. What cannot be reached from the start is counted too, so that it is mostly too
//! much: `bench unblock-expected` tells how far off it is.

use crate::confine::Range;
use crate::level::{Level, Piece};

/// The number of positions to expect with pieces that stand at `offsets` now and have these ranges.
pub fn expected_positions(level: &Level, offsets: &[u8], ranges: &[Range]) -> f64 {
    let pieces = level.pieces();
    let mut expected: f64 = ranges.iter().map(|range| range.count() as f64).product();
    for other in 1..pieces.len() {
        for one in 0..other {
            let pair = [one, other].map(|piece| (&pieces[piece], ranges[piece]));
            expected *= match pair {
                [(first, _), (second, _)] if first.axis != second.axis => {
                    1.0 - covers(pair[0], second.line) * covers(pair[1], first.line)
                }
                [(first, _), (second, _)] if first.line == second.line => {
                    if offsets[one] < offsets[other] {
                        in_order(pair)
                    } else {
                        in_order([pair[1], pair[0]])
                    }
                }
                _ => 1.0,
            };
        }
    }
    expected
}

/// The share of its places at which a piece covers the cell of its line where another line crosses.
fn covers((piece, range): (&Piece, Range), crossing: u8) -> f64 {
    let covering = |place: &u8| (*place..*place + piece.length).contains(&crossing);
    (range.low..=range.high).filter(covering).count() as f64 / range.count() as f64
}

/// The share in which the first of two pieces of a line ends before the second one begins.
fn in_order([(first, one), (_, other)]: [(&Piece, Range); 2]) -> f64 {
    let behind = |place: u8| (other.low..=other.high).filter(|next| place + first.length <= *next).count();
    let apart: usize = (one.low..=one.high).map(behind).sum();
    apart as f64 / (one.count() * other.count()) as f64
}
