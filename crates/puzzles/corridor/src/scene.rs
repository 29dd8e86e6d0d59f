//! What to draw: floor, walls and the goal as ground, the walker as a piece.

use ingenio_core::rooms::Drawing;
use ingenio_core::scene::{Ground, Piece, Scene};
use ingenio_core::{Cell, Size};

use crate::Corridor;
use crate::level::Level;
use crate::look::WALKER;

impl Drawing for Corridor {
    fn scene(level: &Level, position: &usize) -> Scene {
        let ground = |(cell, is_wall): (usize, &bool)| match is_wall {
            true => Ground::Wall,
            false if cell == level.goal => Ground::Goal,
            false => Ground::Floor,
        };
        let ground = level.walls.iter().enumerate().map(ground).collect();
        let walker = Piece::new(&WALKER, 1, ">", vec![Cell::new(0, *position)]);
        let walker = Piece { in_place: *position == level.goal, ..walker };
        Scene::plain(Size::new(level.walls.len(), 1), ground, vec![walker], Vec::new())
    }
}
