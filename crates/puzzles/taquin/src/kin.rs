//! When two levels are as good as the same: the board with its goal turned or mirrored. Labels do not
//! matter, only where every tile stands and where it belongs.

use ingenio_core::Size;

use crate::level::{BLANK, Level};

/// The one key of a level: no tile can be left out.
pub fn key(level: &Level) -> String {
    let homes = level.goal_cells();
    let images = (0..8).map(|image| {
        let size = level.size();
        let turned = if image & 1 == 0 { size } else { Size::new(size.height, size.width) };
        let mut board = vec![(0, false); size.cells()];
        for (cell, tile) in level.tiles().iter().enumerate() {
            let home = cell_of(size, homes[usize::from(*tile)], image);
            board[cell_of(size, cell, image)] = (home, *tile == BLANK);
        }
        (turned.width, turned.height, board)
    });
    let (width, height, board) = images.min().expect("there are eight images");
    let cell = |(home, blank): &(usize, bool)| if *blank { format!("_{home}") } else { home.to_string() };
    format!("{width}x{height} {}", board.iter().map(cell).collect::<Vec<_>>().join(" "))
}

/// Where a cell goes: bit 0 mirrors in the diagonal, bit 1 top for bottom, bit 2 left for right.
fn cell_of(size: Size, cell: usize, image: usize) -> usize {
    let (mut row, mut column) = (size.row(cell), size.column(cell));
    let (mut width, mut height) = (size.width, size.height);
    if image & 1 != 0 {
        (row, column, width, height) = (column, row, height, width);
    }
    if image & 2 != 0 {
        row = height - 1 - row;
    }
    if image & 4 != 0 {
        column = width - 1 - column;
    }
    row * width + column
}

#[cfg(test)]
mod tests {
    use ingenio_core::Rng;
    use ingenio_core::rooms::Samples as _;

    use super::*;
    use crate::Taquin;
    use crate::level::Goal;

    #[test]
    fn mirrored_levels_are_the_same() {
        for number in 0..100 {
            let level = Taquin::sample(&mut Rng::stream(1, number), 7);
            assert_eq!(key(&level), key(&level.mirrored()), "{level:?}");
        }
    }

    #[test]
    fn other_positions_and_other_goals_are_not() {
        let size = Size::new(2, 2);
        let keys = [
            key(&Level::new(size, vec![1, 2, 0, 3], Goal::Last)),
            key(&Level::new(size, vec![0, 1, 3, 2], Goal::Last)),
            key(&Level::new(size, vec![1, 2, 0, 3], Goal::First)),
        ];
        assert!(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2], "{keys:?}");
    }
}
