//! Keys that are the same for all images of a board under the symmetries of the grid and for all
//! names of its colours; of the board itself and of the board without any one colour.

use crate::level::{Level, text};

/// The key of the level, then one per colour left out. Levels that are no plain grids or have pipes
/// drawn are only equal to themselves.
pub fn keys(level: &Level) -> Vec<String> {
    if !level.board().is_plain() || level.drawn().iter().any(|pipe| !pipe.is_empty()) {
        return vec![text::canonical(level)];
    }
    let left_out = (0..level.colours()).filter(|_| level.colours() > 1).map(Some);
    std::iter::once(None).chain(left_out).map(|colour| key(level, colour)).collect()
}

/// The smallest of the eight images.
fn key(level: &Level, without: Option<usize>) -> String {
    let images = (0..8u8).map(|image| rows(level, without, image));
    format!("{} {}", level.rules().word(), images.min().expect("there are eight images"))
}

/// A board as text, turned and mirrored, its colours numbered in the order of their appearance.
fn rows(level: &Level, without: Option<usize>, image: u8) -> String {
    let size = level.board().size();
    let (width, height) = if image & 4 == 0 { (size.width, size.height) } else { (size.height, size.width) };
    let mut numbers: Vec<Option<usize>> = vec![None; level.colours()];
    let mut fresh = 0;
    let mut text = format!("{width}x{height}");
    for row in 0..height {
        for column in 0..width {
            let row = if image & 1 == 0 { row } else { height - 1 - row };
            let column = if image & 2 == 0 { column } else { width - 1 - column };
            let (row, column) = if image & 4 == 0 { (row, column) } else { (column, row) };
            let node = level.board().at(size.cell(row * size.width + column));
            text.push(' ');
            match node.map(|node| level.colour_at(node).filter(|colour| Some(*colour) != without)) {
                None => text.push('#'),
                Some(None) => text.push('.'),
                Some(Some(colour)) => {
                    let number = *numbers[colour].get_or_insert_with(|| {
                        fresh += 1;
                        fresh
                    });
                    text.push_str(&number.to_string());
                }
            }
        }
    }
    text
}
