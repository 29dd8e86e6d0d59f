//! From any layout to an interesting board: the hardest start, nothing useless.

use super::explore::{Explorer, Ground, Hardest};
use super::layout;
use crate::level::Level;
use ingenio_core::Made;

/// The board at its hardest start without the pieces that do not matter there. Where leaving some
/// out made the cluster larger, the hardest start is sought again. Nothing if the cluster gets too
/// large to say.
pub fn refine(explorer: &mut Explorer, level: Level, hardest: Hardest) -> Option<(Level, Hardest)> {
    let (mut level, mut hardest) = (level, hardest);
    loop {
        let start = level.with_offsets(&hardest.position.offsets);
        let lean = without_useless(explorer, &start, &hardest)?;
        if lean.pieces().len() == start.pieces().len() {
            return Some((start, hardest));
        }
        hardest = explorer.hardest(&Ground::new(&lean)?, usize::MAX, |_| true)?;
        level = lean;
    }
}

/// Leaves out, one after the other, the pieces without which the start takes as many moves.
///
/// Only pieces that rest in an optimal solution need a look: leaving out one that moves also leaves
/// out its moves.
fn without_useless(explorer: &mut Explorer, start: &Level, hardest: &Hardest) -> Option<Level> {
    let mut lean = start.clone();
    for piece in Ground::new(start)?.resting(start, &hardest.slides) {
        let without = lean.without(piece);
        if explorer.distance(&Ground::new(&without)?.board)? == hardest.distance {
            lean = without;
        }
    }
    Some(lean)
}

/// Does every piece and every wall matter at a hardest start? Nothing if it is not found out.
pub fn is_minimal(explorer: &mut Explorer, start: &Level, hardest: &Hardest) -> Option<bool> {
    for piece in Ground::new(start)?.resting(start, &hardest.slides) {
        if explorer.distance(&Ground::new(&start.without(piece))?.board)? == hardest.distance {
            return Some(false);
        }
    }
    all_walls_matter(explorer, start, hardest)
}

/// Would the start be easier without any one of its walls?
pub fn all_walls_matter(explorer: &mut Explorer, start: &Level, hardest: &Hardest) -> Option<bool> {
    for cell in (0..start.walls().len()).filter(|cell| start.walls()[*cell]) {
        let mut walls = start.walls().to_vec();
        walls[cell] = false;
        let without = Level::of(start.size(), walls, start.pieces().to_vec());
        if explorer.distance(&Ground::new(&without)?.board)? == hardest.distance {
            return Some(false);
        }
    }
    Some(true)
}

/// The finished level with its letters and its solution.
pub fn made(start: &Level, ground: &Ground, hardest: &Hardest) -> Made<Level> {
    let (level, order) = layout::named(start);
    let moves: Vec<_> = hardest
        .slides
        .iter()
        .map(|slide| {
            let action = ground.board.to_move(start, *slide);
            crate::play::Move::new(&level, order[action.piece], action.by)
        })
        .collect();
    Made { level, solution: crate::referee::text(&moves), optimal: true, unique: false }
}
