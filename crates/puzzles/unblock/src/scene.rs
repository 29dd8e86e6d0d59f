//! What to draw: walls, pieces with how far they can go, and the exit at the end of the target's line.

use ingenio_core::scene::{Ground, Mark, MarkKind, Piece};
use ingenio_core::{Dir, Scene, rooms};

use crate::Unblock;
use crate::level::{Axis, Level};
use crate::look::{BLOCK, TARGET};
use crate::play::{self, Position};

impl rooms::Drawing for Unblock {
    fn scene(level: &Level, position: &Position) -> Scene {
        let size = level.size();
        let ground = (0..size.cells())
            .map(|at| if level.is_wall(size.cell(at)) { Ground::Wall } else { Ground::Floor });
        let reaches = play::reaches(level, position);
        let pieces = (0..level.pieces().len()).map(|index| piece(level, position, index, reaches[index]));
        let marks = vec![Mark { cell: level.exit_cell(), kind: MarkKind::Exit(level.exit()) }];
        Scene::plain(size, ground.collect(), pieces.collect(), marks)
    }
}

fn piece(level: &Level, position: &Position, index: usize, reach: (usize, usize)) -> Piece {
    let shape = &level.pieces()[index];
    let (back, forth) = match shape.axis {
        Axis::Across => (Dir::Left, Dir::Right),
        Axis::Down => (Dir::Up, Dir::Down),
    };
    let reach = [(back, reach.0 as u16), (forth, reach.1 as u16)];
    let kind = if index == 0 { &TARGET } else { &BLOCK };
    let cells = shape.cells(position.offsets[index].into()).collect();
    Piece {
        in_place: index == 0 && play::won(level, position),
        reach: reach.into_iter().filter(|(_, far)| *far > 0).collect(),
        ..Piece::new(kind, index as u32, shape.name.to_string(), cells)
    }
}
