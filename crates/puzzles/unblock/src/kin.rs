//! When two levels are as good as the same: equal but for the names of their pieces, for a mirror image, top for
//! bottom when the exit is on the right, and for the side of the exit.

use ingenio_core::Dir;

use crate::level::{Axis, Level};

/// Keys of the level and of the level without any one of its pieces.
pub fn kin(level: &Level) -> Vec<String> {
    let without = (1..level.pieces().len()).map(|piece| key(&level.without(piece)));
    std::iter::once(key(level)).chain(without).collect()
}

/// The same for a level and its mirror image, whatever its pieces are called.
fn key(level: &Level) -> String {
    let upright;
    let level = if level.exit() == Dir::Right {
        level
    } else {
        upright = level.with_exit_right();
        &upright
    };
    let (cells, mirrored) = (drawing(level, false), drawing(level, true));
    format!("{}:{}", level.size(), cells.min(mirrored))
}

/// The cells row by row: signs for the first cell of a piece and for its other cells, by its axis.
fn drawing(level: &Level, mirror: bool) -> String {
    let size = level.size();
    let at = |row: usize, column: usize| {
        let row = if mirror { size.height - 1 - row } else { row };
        row * size.width + column
    };
    let mut cells = vec![b'.'; size.cells()];
    for (index, _) in level.walls().iter().enumerate().filter(|(_, wall)| **wall) {
        cells[at(size.row(index), size.column(index))] = b'x';
    }
    for (number, piece) in level.pieces().iter().enumerate() {
        let mut covered: Vec<usize> =
            piece.cells(piece.offset.into()).map(|cell| at(cell.row.into(), cell.column.into())).collect();
        covered.sort_unstable();
        let (head, rest) = match piece.axis {
            Axis::Across if number == 0 => (b'A', b'='),
            Axis::Across => (b'-', b'='),
            Axis::Down => (b'|', b'!'),
        };
        covered[1..].iter().for_each(|cell| cells[*cell] = rest);
        cells[covered[0]] = head;
    }
    cells.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use ingenio_core::Source;

    use super::*;
    use crate::level::text;

    fn level(line: &str) -> Level {
        text::read(&Source::new(line)).remove(0).unwrap().level
    }

    #[test]
    fn mirror_images_and_renamed_pieces_are_the_same() {
        let one = kin(&level("5x5:BBHooGoHCCGAAIoDDoIJEEFFJ"));
        let two = kin(&level("5x5:BBCCJDDoIJGAAIoGoHEEFFHoo"));
        assert_eq!(one[0], two[0]);
        assert_eq!(one.len(), 10);
    }

    #[test]
    fn levels_that_differ_by_one_piece_share_a_key() {
        let (full, less) = (kin(&level("4x4:ooBoAABoCCooDDoo")), kin(&level("4x4:ooBoAABoooooDDoo")));
        assert_ne!(full[0], less[0]);
        assert!(full[1..].contains(&less[0]));
        let other = kin(&level("4x4:ooBoAABoooooDDEE"));
        assert!(full.iter().any(|key| other.contains(key)));
    }

    #[test]
    fn different_boards_have_different_keys() {
        let boards = [
            "4x4:BBCCAAoooooooooo",
            "4x4:BBBBAAoooooooooo",
            "4x4:AABoooBoCCCooooo",
            "4x4:AABoooBoCCBooooo",
            "4x4:BBBoAAoooooooooo",
            "4x4:oBBoAAoooooooooo",
        ];
        let mut keys: Vec<String> = boards.iter().map(|board| kin(&level(board)).remove(0)).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), boards.len());
    }
}
