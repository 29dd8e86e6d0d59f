//! Gestures: a tile is picked up by a tap and put down by another, or dragged; on a taken cell the two
//! change places. Drawn off the board, a tile goes back into the hand. Shifts move all tiles.

use ingenio_core::{Cell, Gesture, Reaction, Spot, rooms};

use crate::Tetravex;
use crate::level::Level;
use crate::play::{Move, Position, moves};

impl rooms::Gestures for Tetravex {
    fn gesture(
        level: &Level,
        position: &Position,
        _last: Option<&Move>,
        gesture: &Gesture,
    ) -> Reaction<Move> {
        match gesture {
            Gesture::Tap { at, held } => tap(level, position, *at, *held),
            Gesture::Drag { from, through } => match (tile_at(level, position, *from), through.last()) {
                (Some(tile), Some(cell)) => only_legal(level, position, Move::Put { tile, cell: *cell }),
                _ => Reaction::default(),
            },
            Gesture::Away { from } => match tile_at(level, position, *from) {
                Some(tile) => only_legal(level, position, Move::Take { tile }),
                None => Reaction::default(),
            },
            Gesture::Shift { dir } => only_legal(level, position, Move::Shift(*dir)),
            Gesture::Arrow { held, .. } | Gesture::Slant { held, .. } => Reaction::hold(*held),
        }
    }
}

fn tile_at(level: &Level, position: &Position, spot: Spot) -> Option<u16> {
    match spot {
        Spot::Cell(cell) => {
            is_inside(level, cell).then(|| position.board()[level.size().index(cell)]).flatten()
        }
        Spot::Tray(id) => {
            u16::try_from(id).ok()?.checked_sub(1).filter(|tile| usize::from(*tile) < level.tiles().len())
        }
    }
}

fn is_inside(level: &Level, cell: Cell) -> bool {
    usize::from(cell.row) < level.size().height && usize::from(cell.column) < level.size().width
}

fn tap(level: &Level, position: &Position, at: Spot, held: Option<Spot>) -> Reaction<Move> {
    let Some(tile) = held.and_then(|held| tile_at(level, position, held)) else {
        return Reaction::hold(tile_at(level, position, at).map(|_| at));
    };
    match at {
        _ if held == Some(at) => Reaction::default(),
        Spot::Cell(cell) => only_legal(level, position, Move::Put { tile, cell }),
        // A tap on another tile in hand picks that one up instead, or puts a placed one back.
        Spot::Tray(_) if position.cell_of(tile).is_some() => only_legal(level, position, Move::Take { tile }),
        Spot::Tray(_) => Reaction::hold(Some(at)),
    }
}

fn only_legal(level: &Level, position: &Position, action: Move) -> Reaction<Move> {
    let legal = moves(level, position).contains(&action);
    Reaction::moves(if legal { vec![action] } else { Vec::new() })
}
