//! The moves of one period in a legal order, or the ring of pieces that has none.
//!
//! Every mover goes one cell, so between two orders only one thing matters: a piece that enters a cell
//! which another leaves must go after it. A legal order is a topological one; a cycle is a ring of
//! pieces, each of which waits for the next.

use crate::level::Level;
use crate::play::Move;

/// Orders the moves that lead from one position to another, each of one cell; or gives the pieces of a
/// ring.
pub fn order(level: &Level, before: &[u8], after: &[u8]) -> Result<Vec<Move>, Vec<usize>> {
    let moved = |piece: &usize| before[*piece] != after[*piece];
    let mut left: Vec<usize> = (0..before.len()).filter(moved).collect();
    let mut moves = Vec::new();
    while !left.is_empty() {
        let free = |piece: &&usize| waits_for(level, before, after, **piece, &left).is_none();
        let Some(next) = left.iter().find(free).copied() else {
            return Err(ring(level, before, after, &left));
        };
        left.retain(|piece| *piece != next);
        moves.push(Move::new(level, next, i32::from(after[next]) - i32::from(before[next])));
    }
    Ok(moves)
}

/// The piece, of those that have not moved yet, that stands where this one wants to go.
fn waits_for(level: &Level, before: &[u8], after: &[u8], piece: usize, left: &[usize]) -> Option<usize> {
    let goal = level.pieces()[piece].cells(after[piece].into());
    let goal: Vec<_> = goal.collect();
    let stands = |other: &usize| {
        let mut cells = level.pieces()[*other].cells(before[*other].into());
        *other != piece && cells.any(|cell| goal.contains(&cell))
    };
    left.iter().find(|other| stands(other)).copied()
}

/// Every piece of `left` waits for another: going from one to the next must come round.
fn ring(level: &Level, before: &[u8], after: &[u8], left: &[usize]) -> Vec<usize> {
    let mut path = vec![left[0]];
    loop {
        let last = path[path.len() - 1];
        let next = waits_for(level, before, after, last, left).expect("every piece of a ring waits");
        if let Some(begun) = path.iter().position(|piece| *piece == next) {
            return path.split_off(begun);
        }
        path.push(next);
    }
}
