//! How far a person gets without guessing: first by propagation alone, then by asking "what if this
//! link were the other way" and seeing it fail at once, again and again until nothing more follows.

use super::{FREE, Weave};
use crate::level::{Level, Node, Rules};

/// What was found out and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deduction {
    /// Links that follow from the rules at once.
    pub plain: usize,
    /// Links that follow from what-ifs that fail.
    pub refuted: usize,
    /// What-ifs that had to be asked: those that failed and were needed.
    pub questions: usize,
    /// Links that stay open: here a person must guess.
    pub open: usize,
    /// Was it cut short by the number of what-ifs?
    pub cut_short: bool,
}

/// What-ifs asked at most, needed or not. Chosen by hand.
const MOST_QUESTIONS: usize = 30_000;

/// Deduces under some rules. Nothing if the level has no solution under them, as far as that shows.
pub fn deduce(level: &Level, rules: Rules) -> Option<Deduction> {
    let mut weave = Weave::new(level, rules);
    (0..weave.spots.len() as Node).for_each(|node| weave.push(node));
    if !weave.propagate() {
        return None;
    }
    let mut found = Deduction { plain: weave.decided(), ..Deduction::default() };
    let mut asked = 0;
    loop {
        let before = found.questions;
        for edge in 0..weave.links.len() as u16 {
            if weave.links[usize::from(edge)] != FREE {
                continue;
            }
            asked += 1;
            let fails = [true, false].map(|on| !weave.what_if(edge, on));
            match fails {
                [true, true] => return None,
                [false, false] => {}
                [on, _] => {
                    if !weave.take(edge, !on) {
                        return None;
                    }
                    found.questions += 1;
                }
            }
        }
        found.cut_short = asked >= MOST_QUESTIONS;
        if found.questions == before || found.cut_short {
            break;
        }
    }
    found.refuted = weave.decided() - found.plain;
    found.open = weave.links.len() - weave.decided();
    Some(found)
}

impl Weave {
    fn decided(&self) -> usize {
        self.links.iter().filter(|state| **state != FREE).count()
    }

    fn take(&mut self, edge: u16, on: bool) -> bool {
        (if on { self.set_on(edge) } else { self.set_off(edge) }) && self.propagate()
    }

    /// Does a link one way stand, as far as propagation sees?
    fn what_if(&mut self, edge: u16, on: bool) -> bool {
        let mark = self.trail.len();
        let stands = self.take(edge, on);
        self.undo_to(mark);
        stands
    }
}
