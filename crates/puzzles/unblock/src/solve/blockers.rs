//! Lower bounds from the pieces in the way.
//!
//! The target must slide once. Every piece on its way must slide once, far enough to clear the row,
//! to one side or the other. Where both sides are obstructed by other pieces, those of one side
//! must slide as well: at least as many as stand on the emptier side. Every piece is counted at
//! most once, so the parts add up. Tests: `estimates_stay_below_the_truth` of the suite, and
//! `bounds_never_exceed_the_field` over whole clusters.

use ingenio_core::Heuristic;

use super::bits::{Mask, Pieces, Scale};
use super::board::Board;
use super::{OnScale, on_scale};
use crate::Unblock;
use crate::level::Level;
use crate::metric;
use crate::play::Position;

pub const MOVES: Heuristic<Unblock> = Heuristic {
    name: "blockers",
    metric: metric::MOVES,
    admissible: true,
    estimate: |level, position, _| estimate::<false>(level, position),
};

pub const STEPS: Heuristic<Unblock> = Heuristic {
    name: "blockers-steps",
    metric: metric::STEPS,
    admissible: true,
    estimate: |level, position, _| estimate::<true>(level, position),
};

fn estimate<const UNIT: bool>(level: &Level, position: &Position) -> Option<u64> {
    struct Estimate<'a, const UNIT: bool>(&'a Level);
    impl<const UNIT: bool> OnScale for Estimate<'_, UNIT> {
        type Result = u32;
        fn run<S: Scale>(self) -> u32 {
            let board = Board::<S>::new(self.0);
            board.blockers::<UNIT>(board.start, board.occupied(board.start))
        }
    }
    let here = level.with_offsets(&position.offsets);
    if super::board::blocked(&here).is_some() {
        return None;
    }
    Some(on_scale(&here, Estimate::<UNIT>(&here)).into())
}

/// How a piece in the way can clear it on one side.
#[derive(Clone, Copy, Debug)]
struct Escape<S: Scale> {
    steps: u32,
    /// The pieces that stand there, apart from those that must slide anyway.
    others: S::Pieces,
}

impl<S: Scale> Board<S> {
    /// The pieces on the target's way, counted as in the classic public solvers.
    #[inline]
    pub fn on_the_way(&self, key: S::Key) -> u32 {
        let way = self.way(key);
        (0..self.slots.len()).filter(|slot| self.cells(key, *slot).meets(way)).count() as u32
    }

    /// A lower bound on the moves to go, or on the steps if `UNIT`.
    pub fn blockers<const UNIT: bool>(&self, key: S::Key, occupied: S::Mask) -> u32 {
        let Some(target) = self.target().filter(|_| !self.is_solved(key)) else { return 0 };
        let way = self.way(key);
        let mut bound = if UNIT { self.target_steps(key) } else { 1 };
        if !way.meets(occupied) {
            return bound;
        }
        let in_way = |slot: usize| self.cells(key, slot).meets(way);
        let all = (0..self.slots.len()).map(|slot| S::Pieces::of(slot, slot == target || in_way(slot)));
        let mut counted = all.fold(S::Pieces::NONE, S::Pieces::union);
        for slot in (0..self.slots.len()).filter(|slot| in_way(*slot)) {
            let escapes = [self.escape(key, slot, false, counted), self.escape(key, slot, true, counted)];
            let least = |value: fn(&Escape<S>) -> u32| escapes.iter().flatten().map(value).min().unwrap_or(0);
            bound += if UNIT { least(|escape| escape.steps) } else { 1 };
            let others = least(|escape| escape.others.count());
            if others > 0 {
                bound += others;
                // Whichever side is taken, its pieces are spoken for.
                counted = escapes.iter().flatten().fold(counted, |all, escape| all.union(escape.others));
            }
        }
        bound
    }

    /// What it takes to clear the target's row on one side; none if that side is too short.
    fn escape(&self, key: S::Key, slot: usize, up: bool, counted: S::Pieces) -> Option<Escape<S>> {
        let from = self.place(key, slot);
        let row = self.exit_row();
        let free = |place: &usize| !self.cells_at(slot, *place).meets(row);
        let to =
            if up { (from + 1..self.slots[slot].places).find(free)? } else { (0..from).rev().find(free)? };
        let own = self.cells_at(slot, from);
        let (a, b) = (from.min(to), from.max(to));
        let swept = (a..=b).fold(own, |swept, place| swept.union(self.cells_at(slot, place))).without(own);
        let others =
            (0..self.slots.len()).map(|other| S::Pieces::of(other, self.cells(key, other).meets(swept)));
        let others = others.fold(S::Pieces::NONE, S::Pieces::union).minus(counted);
        Some(Escape { steps: (b - a) as u32, others })
    }
}
