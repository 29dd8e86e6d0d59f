//! What a Taquin board looks like: one tile per cell, ids by tile, the blank is bare floor.

use ingenio_core::scene::{Ground, Piece};
use ingenio_core::{Cell, Dir};
use ingenio_core::{Scene, rooms};

use crate::Taquin;
use crate::level::{BLANK, Level, Tile};
use crate::look::TILE;
use crate::play::Position;

impl rooms::Drawing for Taquin {
    fn scene(level: &Level, position: &Position) -> Scene {
        let size = level.size();
        let blank = size.cell(position.blank());
        let cells = position.tiles().iter().enumerate().filter(|(_, tile)| **tile != BLANK);
        let pieces = cells.map(|(index, tile)| {
            let cell = size.cell(index);
            Piece {
                tone: tone(level, *tile),
                in_place: level.goal()[index] == *tile,
                home: Some(home(level, *tile)),
                reach: reach(cell, blank),
                ..Piece::new(&TILE, u32::from(*tile), level.label(*tile), vec![cell])
            }
        });
        Scene::plain(size, vec![Ground::Floor; size.cells()], pieces.collect(), Vec::new())
    }
}

fn home(level: &Level, tile: Tile) -> Cell {
    level.size().cell(level.goal().iter().position(|known| *known == tile).unwrap_or(0))
}

/// The parity of the cell where a tile belongs, as on a chess board: it helps the eye.
fn tone(level: &Level, tile: Tile) -> u16 {
    let cell = home(level, tile);
    (cell.row + cell.column) % 2
}

/// A tile in line with the blank can be pushed one cell towards it, with all tiles between.
fn reach(cell: Cell, blank: Cell) -> Vec<(Dir, u16)> {
    let dir = if cell.row == blank.row {
        if cell.column < blank.column { Dir::Right } else { Dir::Left }
    } else if cell.column == blank.column {
        if cell.row < blank.row { Dir::Down } else { Dir::Up }
    } else {
        return Vec::new();
    };
    vec![(dir, 1)]
}
