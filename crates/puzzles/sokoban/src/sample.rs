//! Levels to test with.

use ingenio_core::{Rng, Size, rooms};

use crate::Sokoban;
use crate::level::{Level, Square};

impl rooms::Samples for Sokoban {
    /// A small room with random walls, one to four boxes, and no promise that it can be solved. Sizes
    /// above 5 give halls with many boxes away from the outer wall, too much for any exact method.
    fn sample(rng: &mut Rng, size: usize) -> Level {
        loop {
            let hall = size > 5;
            let (least, most) = if hall { (13, 15) } else { (4, 5 + size.min(4)) };
            let board = Size::new(rng.between(least, most), rng.between(least, most));
            let near = |at: usize, margin: usize| {
                let (row, column) = (board.row(at), board.column(at));
                row.min(column).min(board.height - 1 - row).min(board.width - 1 - column) < margin
            };
            let mut squares: Vec<Square> = (0..board.cells())
                .map(|at| if near(at, 1) || rng.one_in(6) { Square::Wall } else { Square::Floor })
                .collect();
            let floor = |at: &usize| squares[*at] == Square::Floor && !(hall && near(*at, 2));
            let mut free: Vec<usize> = (0..squares.len()).filter(floor).collect();
            rng.shuffle(&mut free);
            let boxes = if hall { rng.between(12, 16) } else { rng.between(1, 1 + size.min(3)) };
            if free.len() < 2 * boxes + 2 {
                continue;
            }
            let goals: Vec<usize> = (0..boxes).map(|_| free[rng.below(free.len() - 1)]).collect();
            for (which, goal) in goals.iter().enumerate() {
                squares[*goal] = Square::of(true, squares[*goal].is_crate());
                squares[free[which]] = Square::of(squares[free[which]].is_goal(), true);
            }
            if let Ok(level) = Level::new(board, squares, free[free.len() - 1]) {
                return level;
            }
        }
    }
}
