//! The advisers: each names at most one move of a position as the one to be tried free of charge.
//! None of them may undo steps of the plan.

use super::cells::{Adviser, Waiting};
use super::features::Features;
use super::ground::Ground;
use super::plan::Plan;
use crate::board::Square;

/// What the advisers look at.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub own: Features,
    pub moves: &'a [Waiting],
    pub plan: &'a Plan,
    pub ground: &'a Ground,
    /// Steps of a walk on the empty board from the square to be filled next, if there is one.
    pub walk: Option<&'a [u16]>,
}

impl Table<'_> {
    /// The named moves, except the explorer's.
    pub fn named(&self) -> [(Option<usize>, Adviser); 6] {
        let own = self.own;
        [
            (self.best(|after| after.done > own.done), Adviser::Pack),
            (self.best(|after| after.regions < own.regions), Adviser::Connect),
            (self.best(|after| after.links < own.links), Adviser::Rooms),
            (self.best(|after| after.hot < own.hot), Adviser::Hotspots),
            (self.opener(), Adviser::Open),
            (self.out_of_plan(), Adviser::OutOfPlan),
        ]
    }

    /// The most promising move that qualifies and keeps the plan.
    fn best(&self, fits: impl Fn(Features) -> bool) -> Option<usize> {
        let qualifies = |index: &usize| {
            let after = Features::of(self.moves[*index].promise);
            after.done >= self.own.done && fits(after)
        };
        (0..self.moves.len()).filter(qualifies).min_by_key(|index| self.moves[*index].promise)
    }

    /// Neither regions nor links nor the plan get worse.
    fn keeps_open(&self, moved: &Waiting) -> bool {
        let after = Features::of(moved.promise);
        after.done >= self.own.done && after.regions <= self.own.regions && after.links <= self.own.links
    }

    /// If nothing can be packed: makes room by the square to be filled next.
    fn opener(&self) -> Option<usize> {
        let walk = self.walk?;
        if self.moves.iter().any(|moved| Features::of(moved.promise).done > self.own.done) {
            return None;
        }
        let steps = |square: Square| walk[usize::from(square)];
        let fits = |index: &usize| {
            let moved = &self.moves[*index];
            self.keeps_open(moved) && steps(moved.to) >= steps(moved.from)
        };
        let key = |index: &usize| {
            let moved = &self.moves[*index];
            (steps(moved.from), u16::MAX - steps(moved.to))
        };
        (0..self.moves.len()).filter(fits).min_by_key(key)
    }

    /// Brings a box that will be shut off further away from there, in a way that can be undone.
    fn out_of_plan(&self) -> Option<usize> {
        if self.own.out == 0 {
            return None;
        }
        let far = self.plan.far(self.own.done);
        let fits = |index: &usize| {
            let moved = &self.moves[*index];
            let (from, to) = (far[usize::from(moved.from)], far[usize::from(moved.to)]);
            self.keeps_open(moved)
                && Features::of(moved.promise).out <= self.own.out
                && self.ground.leads(moved.to, moved.from)
                && from < to
                && to != u16::MAX
        };
        let key = |index: &usize| {
            let moved = &self.moves[*index];
            (far[usize::from(moved.from)], u16::MAX - far[usize::from(moved.to)])
        };
        (0..self.moves.len()).filter(fits).min_by_key(key)
    }
}
