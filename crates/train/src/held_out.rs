//! What training must not see: levels that figures are measured on. A room is refused if a level held out has the same
//! floor, turned or mirrored, wherever goals and boxes lie; which is more than the same level, and covers every position.

use std::collections::HashSet;

use ingenio_core::Size;
use ingenio_sokoban::level::Level;

/// Floors of levels that are held out.
#[derive(Clone, Debug, Default)]
pub struct HeldOut(HashSet<Vec<u8>>);

impl HeldOut {
    pub fn of<'a>(levels: impl IntoIterator<Item = &'a Level>) -> Self {
        HeldOut(levels.into_iter().map(family).collect())
    }

    pub fn forbids(&self, level: &Level) -> bool {
        self.0.contains(&family(level))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What all levels on one floor have in common: the least text of its eight images, cut to its edges.
pub fn family(level: &Level) -> Vec<u8> {
    let size = level.size();
    let inside: Vec<(usize, usize)> = (0..size.cells())
        .filter(|at| level.is_inside(*at))
        .map(|at| (size.row(at), size.column(at)))
        .collect();
    (0..8).map(|image| text(&inside, size, image)).min().expect("eight images")
}

fn text(inside: &[(usize, usize)], size: Size, image: usize) -> Vec<u8> {
    let turned: Vec<(usize, usize)> = inside
        .iter()
        .map(|(row, column)| {
            let row = if image & 1 == 0 { *row } else { size.height - 1 - row };
            let column = if image & 2 == 0 { *column } else { size.width - 1 - column };
            if image & 4 == 0 { (row, column) } else { (column, row) }
        })
        .collect();
    let top = turned.iter().map(|place| place.0).min().unwrap_or(0);
    let left = turned.iter().map(|place| place.1).min().unwrap_or(0);
    let mut places: Vec<(usize, usize)> =
        turned.iter().map(|(row, column)| (row - top, column - left)).collect();
    places.sort_unstable();
    places.into_iter().flat_map(|(row, column)| [row as u8, column as u8]).collect()
}
