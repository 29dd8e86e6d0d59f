//! What to draw: the board, every tile as a piece (those in hand lie on no cell), and a mark on
//! each side of a tile that clashes. A tile is labelled with its colours, `top/right/bottom/left`.

use ingenio_core::grid::Dir;
use ingenio_core::scene::{Ground, Mark, MarkKind, Piece, Scene};

use crate::Tetravex;
use crate::level::{Level, Place, Tile};
use crate::look::TILE;
use crate::play::Position;
use ingenio_core::rooms;

impl rooms::Drawing for Tetravex {
    fn scene(level: &Level, position: &Position) -> Scene {
        scene(level, position)
    }
}

pub fn scene(level: &Level, position: &Position) -> Scene {
    let ground = level.places().iter().map(|place| match place {
        Place::Blocked => Ground::Wall,
        Place::Open | Place::Fixed(_) => Ground::Floor,
    });
    let pieces = level.tiles().iter().zip(0..).map(|(tile, number)| piece(level, position, *tile, number));
    let size = level.size();
    Scene::plain(size, ground.collect(), pieces.collect(), marks(level, position))
}

fn piece(level: &Level, position: &Position, tile: Tile, number: u16) -> Piece {
    let [top, right, bottom, left] = tile.0;
    let at = position.cell_of(number);
    let cells = at.map(|at| level.size().cell(at)).into_iter().collect();
    Piece {
        in_place: at.is_some_and(|at| level.places()[at] == Place::Fixed(number)),
        ..Piece::new(&TILE, u32::from(number) + 1, format!("{top}/{right}/{bottom}/{left}"), cells)
    }
}

/// Both sides of every clash are marked, each on its own cell.
fn marks(level: &Level, position: &Position) -> Vec<Mark> {
    let board = position.board();
    let sides = (0..board.len()).flat_map(|at| Dir::ALL.map(|dir| (at, dir)));
    let clashing = sides.filter(|(at, dir)| level.clash(board, *at, *dir));
    clashing.map(|(at, dir)| Mark { cell: level.size().cell(at), kind: MarkKind::Clash(dir) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read;
    use crate::play::{apply, parse_moves, start};
    use ingenio_core::{Cell, Options, Source};

    #[test]
    fn tiles_in_hand_lie_nowhere_and_clashes_are_marked_on_both_sides() {
        let text = "2x2\n1 2 3 4\n1 4 3 2\nfixed 0,0 1\nblocked 1,1\n";
        let level = read(&Source::new(text), &Options::default()).remove(0).unwrap().level;
        let before = scene(&level, &start(&level));
        assert_eq!(before.to_text(), "1/2/3/4       .\n      .       #\n");
        assert!(before.pieces[1].cells.is_empty());
        assert!(before.pieces[0].in_place);
        let mut position = start(&level);
        for action in parse_moves(&level, "2@1,0").unwrap() {
            apply(&level, &mut position, &action).unwrap();
        }
        let later = scene(&level, &position);
        let mark = |row, dir| Mark { cell: Cell::new(row, 0), kind: MarkKind::Clash(dir) };
        assert_eq!(later.marks, [mark(0, Dir::Down), mark(1, Dir::Up)]);
        assert_eq!(before.difference(&later).changed.len(), 1);
    }
}
