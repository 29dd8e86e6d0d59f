//! Arrow keys take a step; a tap walks as far as it is free.

use ingenio_core::rooms::Gestures;
use ingenio_core::{Dir, Gesture, Reaction, Spot};

use crate::Corridor;
use crate::level::Level;

impl Gestures for Corridor {
    fn gesture(level: &Level, position: &usize, _: Option<&Dir>, gesture: &Gesture) -> Reaction<Dir> {
        let (dir, most) = match gesture {
            Gesture::Arrow { dir, .. } => (*dir, 1),
            Gesture::Tap { at: Spot::Cell(cell), .. } => {
                let to = usize::from(cell.column);
                (if to < *position { Dir::Left } else { Dir::Right }, to.abs_diff(*position))
            }
            _ => return Reaction::default(),
        };
        let way = std::iter::successors(level.beyond(*position, dir), |at| level.beyond(*at, dir));
        Reaction::moves(way.take(most).map(|_| dir).collect())
    }
}
