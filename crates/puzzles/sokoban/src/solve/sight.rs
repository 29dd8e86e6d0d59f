//! Positions of a search as scenes, for those who watch: boxes and player wherever the search has put them, whether moves
//! lead there or not.

use ingenio_core::Scene;
use ingenio_core::rooms::Drawing as _;

use crate::Sokoban;
use crate::board::Square;
use crate::board::maze::Maze;
use crate::level::Level;
use crate::play::{Position, Way};

/// Boxes in order, then the player or a square of his region. Backwards the squares are shown where the boxes begin.
pub fn scene(level: &Level, maze: &Maze, state: &[Square], way: Way) -> Option<Scene> {
    let (player, boxes) = state.split_last()?;
    let boxes = boxes.iter().map(|square| maze.outer(*square)).collect();
    let position = Position { player: maze.outer(*player), boxes, way };
    let mut scene = Sokoban::scene(level, &position);
    // What is lost or dead is none of the watched method's knowledge.
    scene.marks.clear();
    scene.hide_dead();
    Some(scene)
}
