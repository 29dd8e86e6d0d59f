//! What the level doctor asks for. A board has no parts to leave out. Half of all boards are
//! unsolvable by their parity, and any swap of two tiles mends that; the best ones to swap are close
//! together and come nearer to their goals by it.

use ingenio_core::Mend;

use crate::level::{BLANK, Goal, Level, standard_goal};
use crate::words;

/// Swaps that are offered at most.
const MOST: usize = 60;
/// Pairs further apart than this are not offered.
const NEAR: usize = 2;

/// Swaps of two tiles that stand close together, the most sensible first, and the other usual goal; none
/// for solvable boards.
pub fn mends(level: &Level) -> Vec<Mend<Level>> {
    if level.is_solvable() {
        return Vec::new();
    }
    let mut swaps: Vec<(i64, usize, usize)> = Vec::new();
    for first in 0..level.tiles().len() {
        for second in first + 1..level.tiles().len() {
            let apart = distance(level, first, second);
            let blank = level.tiles()[first] == BLANK || level.tiles()[second] == BLANK;
            if apart <= NEAR && !blank {
                swaps.push((worth(level, first, second) * 4 + apart as i64, first, second));
            }
        }
    }
    swaps.sort_unstable();
    let swaps = swaps.into_iter().take(MOST).map(|(_, first, second)| swapped(level, first, second));
    swaps.chain(other_goals(level)).collect()
}

/// How far the two tiles are from their goals after a swap, less how far they are now.
fn worth(level: &Level, first: usize, second: usize) -> i64 {
    let homes = level.goal_cells();
    let home = |cell: usize| homes[usize::from(level.tiles()[cell])];
    let far = |cell: usize, home: usize| distance(level, cell, home) as i64;
    far(first, home(second)) + far(second, home(first)) - far(first, home(first)) - far(second, home(second))
}

fn distance(level: &Level, one: usize, other: usize) -> usize {
    let (one, other) = (level.size().cell(one), level.size().cell(other));
    usize::from(one.row.abs_diff(other.row) + one.column.abs_diff(other.column))
}

fn swapped(level: &Level, first: usize, second: usize) -> Mend<Level> {
    let mut tiles = level.tiles().to_vec();
    let what =
        words::MEND_SWAP.with("one", level.label(tiles[first])).with("other", level.label(tiles[second]));
    tiles.swap(first, second);
    Mend { what, level: level.from_here(tiles), size: 2 }
}

/// The same board with the blank at the other end of the goal, where that can be reached.
fn other_goals(level: &Level) -> Vec<Mend<Level>> {
    let mut mends = Vec::new();
    for (goal, word) in [(Goal::Last, "last"), (Goal::First, "first")] {
        let board = standard_goal(level.size(), goal).expect("the usual goals are boards");
        let changes = board.iter().zip(level.goal()).filter(|(new, old)| new != old).count() as u32;
        let other = Level::with_goal(level.size(), level.tiles().to_vec(), board, level.first_label());
        if changes > 0 && other.is_solvable() {
            mends.push(Mend { what: words::MEND_GOAL.with("goal", word), level: other, size: changes });
        }
    }
    mends
}
