//! Gestures: a tap picks a piece up; arrows slide it cell by cell, a tap on a free cell of its line as far
//! as there; a drag slides it as far as the pointer went along its line, or as far as it can go. A slide
//! that goes on is one move.

use ingenio_core::{Cell, Dir, Gesture, Reaction, Spot, rooms};

use crate::Unblock;
use crate::level::{Axis, Level};
use crate::play::{self, Move, Position};

impl rooms::Gestures for Unblock {
    fn gesture(level: &Level, position: &Position, last: Option<&Move>, gesture: &Gesture) -> Reaction<Move> {
        match gesture {
            Gesture::Arrow { dir, held: Some(Spot::Cell(held)) } => arrow(level, position, last, *dir, *held),
            Gesture::Tap { at: Spot::Cell(at), held } => {
                let held = held.and_then(|held| match held {
                    Spot::Cell(cell) => piece_at(level, position, cell),
                    Spot::Tray(_) => None,
                });
                match (piece_at(level, position, *at), held) {
                    (None, Some(held)) => {
                        slide(level, position, last, held, towards(level, position, held, *at))
                    }
                    (piece, held) => Reaction::hold(piece.filter(|_| piece != held).map(|_| Spot::Cell(*at))),
                }
            }
            Gesture::Drag { from: Spot::Cell(from), through } => match through.last() {
                Some(to) => drag(level, position, last, *from, *to),
                None => Reaction::default(),
            },
            _ => Reaction::default(),
        }
    }
}

fn piece_at(level: &Level, position: &Position, cell: Cell) -> Option<usize> {
    let size = level.size();
    let inside = usize::from(cell.row) < size.height && usize::from(cell.column) < size.width;
    if !inside {
        return None;
    }
    level.cover(&position.offsets)[size.index(cell)]
}

fn arrow(level: &Level, position: &Position, last: Option<&Move>, dir: Dir, held: Cell) -> Reaction<Move> {
    let Some(piece) = piece_at(level, position, held) else { return Reaction::default() };
    let along = dir.is_vertical() == (level.pieces()[piece].axis == Axis::Down);
    let by = if matches!(dir, Dir::Left | Dir::Up) { -1 } else { 1 };
    let mut reaction = if along { slide(level, position, last, piece, by) } else { Reaction::default() };
    let moved = reaction.take_back > 0 || !reaction.moves.is_empty();
    reaction.held = Some(Spot::Cell(if moved { beside(held, dir) } else { held }));
    reaction
}

fn beside(cell: Cell, dir: Dir) -> Cell {
    let Cell { row, column } = cell;
    match dir {
        Dir::Up => Cell { row: row - 1, column },
        Dir::Down => Cell { row: row + 1, column },
        Dir::Left => Cell { row, column: column - 1 },
        Dir::Right => Cell { row, column: column + 1 },
    }
}

fn drag(level: &Level, position: &Position, last: Option<&Move>, from: Cell, to: Cell) -> Reaction<Move> {
    let Some(piece) = piece_at(level, position, from) else { return Reaction::default() };
    let by = match level.pieces()[piece].axis {
        Axis::Across => i32::from(to.column) - i32::from(from.column),
        Axis::Down => i32::from(to.row) - i32::from(from.row),
    };
    slide(level, position, last, piece, by)
}

/// How far a piece must go to cover a cell: nowhere if the cell is not on its line.
fn towards(level: &Level, position: &Position, piece: usize, to: Cell) -> i32 {
    let cover = level.cover(&position.offsets);
    let cells = (0..cover.len()).filter(|at| cover[*at] == Some(piece)).map(|at| level.size().cell(at));
    let axis = level.pieces()[piece].axis;
    let across = |cell: Cell| if axis == Axis::Across { cell.row } else { cell.column };
    let along = |cell: Cell| if axis == Axis::Across { cell.column } else { cell.row };
    let ways = cells.filter(|cell| across(*cell) == across(to));
    ways.map(|cell| i32::from(along(to)) - i32::from(along(cell))).min_by_key(|by| by.abs()).unwrap_or(0)
}

/// Slides a piece as far as it can go towards the place wished for. If it was the last to move, both
/// slides are one; back where it came from, there was none.
fn slide(level: &Level, position: &Position, last: Option<&Move>, piece: usize, by: i32) -> Reaction<Move> {
    let (back, forth) = play::reaches(level, position)[piece];
    let by = by.clamp(-(back as i32), forth as i32);
    if by == 0 {
        return Reaction::default();
    }
    match last.filter(|last| last.piece == piece) {
        Some(last) if last.by + by == 0 => Reaction { take_back: 1, ..Reaction::default() },
        Some(last) => {
            Reaction { take_back: 1, moves: vec![Move::new(level, piece, last.by + by)], held: None }
        }
        None => Reaction::moves(vec![Move::new(level, piece, by)]),
    }
}
