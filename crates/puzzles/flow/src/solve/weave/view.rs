//! What a cell sees around it: which links it may still use, alone and in pairs.
//!
//! A link fits if it joins two different paths whose colours agree. Without self-touch it must
//! also be the only place where the two paths are neighbours, as far as this cell sees: a second
//! neighbour on the same path, or one of the same colour behind a link that is off, excludes it;
//! and a link between two parts of one colour must come on.

use super::{Arm, FREE, NO_HUE, OFF, ON, Spot, Weave};
use crate::level::{Node, Rules};
use crate::solve::corner;

/// The surroundings of a cell, one bit per neighbour.
#[derive(Default)]
pub struct View {
    pub free: u8,
    /// Links that may come on by themselves.
    fits: u8,
    /// Links that must come on: to the same colour, without self-touch.
    must: u8,
    /// Pairs that never come on together.
    excluded: u32,
    path: [Node; 8],
    hue: [u16; 8],
    states: [u8; 8],
}

impl Weave {
    pub(super) fn view(&self, node: Node, spot: Spot) -> View {
        let arms = self.arms(node);
        let mut view = View { excluded: self.excluded[usize::from(node)], ..View::default() };
        let on = view.look(self, arms);
        let own = self.paths[usize::from(spot.path)].hue;
        for at in 0..arms.len() {
            if view.states[at] != FREE {
                continue;
            }
            view.free |= 1 << at;
            let hue = view.hue[at];
            let mut fits = view.path[at] != spot.path && (hue == own || hue == NO_HUE || own == NO_HUE);
            if self.rules == Rules::NoTouch && fits {
                fits = view.is_only_neighbour(at, arms.len());
                view.must |= u8::from(fits && own != NO_HUE && own == hue) << at;
            }
            if let Some(on) = on {
                fits &= !view.is_excluded(on.min(at), on.max(at));
            }
            view.fits |= u8::from(fits) << at;
        }
        view
    }
}

impl View {
    /// Notes what lies around; gives the neighbour that is linked, if one is.
    fn look(&mut self, weave: &Weave, arms: &[Arm]) -> Option<usize> {
        let mut on = None;
        for (at, arm) in arms.iter().enumerate() {
            let path = weave.spot(arm.to).path;
            self.path[at] = path;
            self.hue[at] = weave.paths[usize::from(path)].hue;
            self.states[at] = weave.links[usize::from(arm.edge)];
            if self.states[at] == ON {
                on = Some(at);
            }
        }
        on
    }

    fn is_only_neighbour(&self, at: usize, degree: usize) -> bool {
        let (path, hue) = (self.path[at], self.hue[at]);
        (0..degree).filter(|other| *other != at && self.states[*other] != ON).all(|other| {
            let apart = self.states[other] == OFF && hue != NO_HUE && self.hue[other] == hue;
            self.path[other] != path && !apart
        })
    }

    fn is_excluded(&self, one: usize, other: usize) -> bool {
        self.excluded & (1 << corner::pair(one, other)) != 0
    }

    /// One more link: those in some choice and those in every choice.
    pub fn singles(&self) -> (u8, u8) {
        let fits = if self.must == 0 { self.fits } else { self.fits & self.must };
        (fits, if fits.is_power_of_two() { fits } else { 0 })
    }

    /// Two more links: the same over all pairs that may come on together.
    pub fn pairs(&self) -> (u8, u8) {
        let (mut some, mut every) = (0, u8::MAX);
        let mut rest = self.fits;
        while rest != 0 {
            let one = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut others = rest;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                if self.may_pair(one, other) {
                    let pair = 1 << one | 1 << other;
                    some |= pair;
                    every &= pair;
                }
            }
        }
        (some, if some == 0 { 0 } else { every })
    }

    fn may_pair(&self, one: usize, other: usize) -> bool {
        let hues = [self.hue[one], self.hue[other]];
        let clash = hues[0] != hues[1] && hues[0] != NO_HUE && hues[1] != NO_HUE;
        !clash && self.path[one] != self.path[other] && !self.is_excluded(one, other)
    }
}
