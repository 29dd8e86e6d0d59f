//! The region test of the link search: every open colour must have both heads at one region of open
//! cells, and every region must have such a colour, or it stays empty. Coloured heads bound regions,
//! paths without colour conduct from one end to the other.
//!
//! Sound: the rest of a pipe runs through open cells that hang together and through no head of
//! another colour, so it stays in one region. `tests/truth.rs` breaks if a solution is lost.

use super::{FREE, NO_HUE, Weave};
use crate::level::{Node, Rules};

/// Scratch of the test, kept to save allocations.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The region of every open cell without colour, from 1.
    of: Vec<u32>,
    /// Per region: does some colour have both heads here?
    served: Vec<bool>,
    stack: Vec<Node>,
}

impl Weave {
    pub(super) fn regions_hold(&mut self) -> bool {
        let mut regions = std::mem::take(&mut self.regions);
        self.flood(&mut regions);
        let joined = (0..self.ends.len()).all(|colour| self.can_join(colour, &mut regions));
        let served = self.rules == Rules::Partial || regions.served[1..].iter().all(|served| *served);
        self.regions = regions;
        joined && served
    }

    fn is_ground(&self, node: Node) -> bool {
        self.spot(node).need > 0 && self.hue(node) == NO_HUE
    }

    fn flood(&self, regions: &mut Regions) {
        regions.of.clear();
        regions.of.resize(self.spots.len(), 0);
        regions.served.clear();
        regions.served.push(true);
        for start in 0..self.spots.len() as Node {
            if regions.of[usize::from(start)] == 0 && self.is_ground(start) {
                let number = regions.served.len() as u32;
                regions.served.push(false);
                self.flood_from(start, number, regions);
            }
        }
    }

    fn flood_from(&self, start: Node, number: u32, regions: &mut Regions) {
        let Regions { of, stack, .. } = regions;
        let mut visit = |node: Node, stack: &mut Vec<Node>| {
            if of[usize::from(node)] == 0 {
                of[usize::from(node)] = number;
                stack.push(node);
            }
        };
        visit(start, stack);
        while let Some(node) = stack.pop() {
            visit(self.spot(node).mate, stack);
            for arm in self.arms(node) {
                if self.links[usize::from(arm.edge)] == FREE && self.hue(arm.to) == NO_HUE {
                    visit(arm.to, stack);
                }
            }
        }
    }

    /// Have the heads of a colour a region in common, or are they neighbours, or joined?
    fn can_join(&self, colour: usize, regions: &mut Regions) -> bool {
        let ends = self.ends[colour];
        if self.spot(ends[0]).path == self.spot(ends[1]).path {
            return true;
        }
        let [one, other] = ends.map(|end| self.spot(end).mate);
        let free = |arm: &&super::Arm| self.links[usize::from(arm.edge)] == FREE;
        let mut possible = false;
        for arm in self.arms(one).iter().filter(free) {
            let region = regions.of[usize::from(arm.to)];
            let common = |near: &super::Arm| regions.of[usize::from(near.to)] == region;
            if region > 0 && self.arms(other).iter().filter(free).any(common) {
                regions.served[region as usize] = true;
                possible = true;
            }
            possible |= arm.to == other;
        }
        possible
    }
}
