//! Gestures: an arrow moves the tile that can go that way; a tap on a tile in line with the blank, or
//! a drag of it towards the blank, moves it with all tiles between.

use ingenio_core::{Cell, Dir, Gesture, Reaction, Spot, rooms};

use crate::Taquin;
use crate::level::Level;
use crate::play::Position;

impl rooms::Gestures for Taquin {
    fn gesture(level: &Level, position: &Position, _last: Option<&Dir>, gesture: &Gesture) -> Reaction<Dir> {
        match gesture {
            // The tile goes that way, so the blank comes from there.
            Gesture::Arrow { dir, .. } => {
                let blank_goes = dir.opposite();
                let legal = position.moves(level).contains(&blank_goes);
                Reaction::moves(if legal { vec![blank_goes] } else { Vec::new() })
            }
            Gesture::Tap { at: Spot::Cell(at), .. } => Reaction::moves(slide(level, position, *at)),
            Gesture::Drag { from: Spot::Cell(from), through } => {
                let moves = slide(level, position, *from);
                let towards = through.last().is_some_and(|to| is_towards(*from, *to, moves.first().copied()));
                Reaction::moves(if towards { moves } else { Vec::new() })
            }
            _ => Reaction::default(),
        }
    }
}

/// The blank's way to a cell in its row or column.
fn slide(level: &Level, position: &Position, to: Cell) -> Vec<Dir> {
    let size = level.size();
    if usize::from(to.row) >= size.height || usize::from(to.column) >= size.width {
        return Vec::new();
    }
    let blank = size.cell(position.blank());
    let (dir, cells) = if blank.row == to.row {
        let dir = if to.column < blank.column { Dir::Left } else { Dir::Right };
        (dir, blank.column.abs_diff(to.column))
    } else if blank.column == to.column {
        let dir = if to.row < blank.row { Dir::Up } else { Dir::Down };
        (dir, blank.row.abs_diff(to.row))
    } else {
        return Vec::new();
    };
    vec![dir; usize::from(cells)]
}

/// Was the tile drawn to where the blank is? The blank goes the other way.
fn is_towards(from: Cell, to: Cell, blank_goes: Option<Dir>) -> bool {
    match blank_goes {
        Some(Dir::Up) => to.row > from.row,
        Some(Dir::Down) => to.row < from.row,
        Some(Dir::Left) => to.column > from.column,
        Some(Dir::Right) => to.column < from.column,
        None => false,
    }
}
