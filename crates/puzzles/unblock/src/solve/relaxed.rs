//! How far a position is from the goal if pieces left a copy of themselves behind: the relaxed plan.
//!
//! In layers: in each one every piece goes as far as the cells allow that are free by then, and a cell
//! becomes free for good once the piece that covers it can leave it. The layer in which the target reaches
//! the exit never exceeds the moves to go: after n moves no piece is anywhere that layer n does not allow.
//!
//! Backwards through the layers a plan is collected: the target needs the cells before it, the pieces there
//! must leave them to the side that comes sooner, for which they need cells, and so on. How many slides that
//! takes is no bound but the best guide on large boards (Hoffmann & Nebel 2001, "The FF planning system").

use ingenio_core::Heuristic;

use super::bits::{Mask, Scale};
use super::board::Board;
use super::{OnScale, on_scale};
use crate::level::Level;
use crate::{Unblock, metric};

/// The layers as a lower bound.
pub const LAYERS: Heuristic<Unblock> = Heuristic {
    name: "relaxed-layers",
    metric: metric::MOVES,
    admissible: true,
    estimate: |level, position, _| {
        struct Layers<'a>(&'a Level);
        impl OnScale for Layers<'_> {
            type Result = Option<u64>;
            fn run<S: Scale>(self) -> Option<u64> {
                let board = Board::<S>::new(self.0);
                let estimate = Relaxed::new(&board, self.0.size().cells()).estimate(&board, board.start);
                estimate.map(|estimate| estimate.layers.into())
            }
        }
        let here = level.with_offsets(&position.offsets);
        if super::board::blocked(&here).is_some() { None } else { on_scale(&here, Layers(&here)) }
    },
};

const NOBODY: u16 = u16::MAX;
const NEVER: u16 = u16::MAX;

/// What the relaxed plan of a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Estimate {
    /// Slides of the plan.
    pub moves: u32,
    /// Cells that pieces have to go in it at least.
    pub steps: u32,
    /// No solution has fewer moves.
    pub layers: u32,
}

/// The lines of a board, and memory for one position after the other.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// For every slot: where its places begin in the lists, how many there are, its length.
    lines: Vec<Line>,
    /// The cells of every slot's line, from the first one that it can cover to the last.
    cells: Vec<u16>,
    /// The target's slot and its place at the exit.
    target: Option<(usize, usize)>,
    /// Who covers each cell now, and at which of its cells.
    cover: Vec<(u16, u16)>,
    /// The layer in which each place is reached, by slot and place.
    reached: Vec<u16>,
    /// Does the plan want a slot to come to that place?
    wanted: Vec<bool>,
    reach: Vec<Reach>,
    demands: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    base: usize,
    places: usize,
    length: usize,
}

/// Where a slot stands, how far it has come down and up so far, and how far the plan wants it to go.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    place: u16,
    low: u16,
    high: u16,
    wanted_low: u16,
    wanted_high: u16,
}

impl Relaxed {
    pub fn new<S: Scale>(board: &Board<S>, cells: usize) -> Self {
        let numbers = |mask: S::Mask| -> Vec<u16> {
            let covered = (0..cells).filter(|cell| mask.meets(S::Mask::single(*cell)));
            covered.map(|cell| cell as u16).collect()
        };
        let (mut lines, mut list) = (Vec::new(), Vec::new());
        for (index, slot) in board.slots.iter().enumerate() {
            let (base, mut line) = (list.len(), numbers(board.cells_at(index, 0)));
            lines.push(Line { base, places: slot.places, length: line.len() });
            for place in 1..slot.places {
                line.extend(numbers(board.cells_at(index, place)).last());
            }
            list.extend(line);
        }
        let reached = vec![NEVER; list.len()];
        let wanted = vec![false; list.len()];
        let reach = vec![Reach::default(); lines.len()];
        let target = board.target().map(|target| (target, board.goal_place()));
        let cover = vec![(NOBODY, 0); cells];
        Relaxed { lines, cells: list, target, cover, reached, wanted, reach, demands: Vec::new() }
    }

    pub fn bytes(&self) -> u64 {
        let lists = self.cells.len() * 4 + self.cover.len() * 4;
        (lists + self.lines.len() * (size_of::<Line>() + size_of::<Reach>()) + 1024) as u64
    }

    /// Nothing if even so the target cannot get out.
    pub fn estimate<S: Scale>(&mut self, board: &Board<S>, key: S::Key) -> Option<Estimate> {
        let Some((target, goal)) = self.target else {
            return Some(Estimate { moves: 0, steps: 0, layers: 0 });
        };
        self.place(board, key);
        let layers = self.spread(target, goal)?;
        let (moves, steps) = self.plan(target, goal);
        Some(Estimate { moves, steps, layers })
    }

    /// Puts the pieces where a position has them.
    fn place<S: Scale>(&mut self, board: &Board<S>, key: S::Key) {
        self.cover.fill((NOBODY, 0));
        self.reached.fill(NEVER);
        self.wanted.fill(false);
        for (slot, line) in self.lines.iter().enumerate() {
            let place = board.place(key, slot);
            for part in 0..line.length {
                self.cover[usize::from(self.cells[line.base + place + part])] = (slot as u16, part as u16);
            }
            self.reached[line.base + place] = 0;
            let here = place as u16;
            self.reach[slot] =
                Reach { place: here, low: here, high: here, wanted_low: here, wanted_high: here };
        }
    }

    /// Lets the pieces spread, layer by layer, until the target is out; gives the number of layers.
    fn spread(&mut self, target: usize, goal: usize) -> Option<u32> {
        for layer in 1.. {
            if self.reached[self.lines[target].base + goal] != NEVER {
                return Some(u32::from(layer) - 1);
            }
            let mut grown = false;
            for slot in 0..self.lines.len() {
                grown |= self.grow(slot, layer);
            }
            if !grown {
                return None;
            }
        }
        None
    }

    /// A slot goes as far as the layers before allow.
    fn grow(&mut self, slot: usize, layer: u16) -> bool {
        let line = self.lines[slot];
        let Reach { low, high, .. } = self.reach[slot];
        let (mut down, mut up) = (usize::from(low), usize::from(high));
        while down > 0 && self.is_free(self.cells[line.base + down - 1], layer) {
            down -= 1;
            self.reached[line.base + down] = layer;
        }
        while up + 1 < line.places && self.is_free(self.cells[line.base + up + line.length], layer) {
            up += 1;
            self.reached[line.base + up] = layer;
        }
        (self.reach[slot].low, self.reach[slot].high) = (down as u16, up as u16);
        (down as u16, up as u16) != (low, high)
    }

    /// Was the cell free before this layer?
    #[inline]
    fn is_free(&self, cell: u16, layer: u16) -> bool {
        let (slot, part) = self.cover[usize::from(cell)];
        slot == NOBODY || self.leaving(slot.into(), part.into()).iter().any(|(_, since)| *since < layer)
    }

    /// The places at which a slot is off one of its cells, down and up, and the layers that reach them.
    #[inline]
    fn leaving(&self, slot: usize, part: usize) -> [(usize, u16); 2] {
        let (line, here) = (self.lines[slot], usize::from(self.reach[slot].place));
        let layer = |place: usize| self.reached[line.base + place];
        let down = here.checked_sub(line.length - part).map_or((0, NEVER), |place| (place, layer(place)));
        let up = here + part + 1;
        [down, if up < line.places { (up, layer(up)) } else { (0, NEVER) }]
    }

    /// Collects who must go where, from the exit backwards.
    fn plan(&mut self, target: usize, goal: usize) -> (u32, u32) {
        self.demands.clear();
        self.want(target, goal);
        while let Some((slot, place)) = self.demands.pop() {
            let (line, here) = (self.lines[slot], usize::from(self.reach[slot].place));
            let cells = if place < here {
                line.base + place..line.base + here
            } else {
                line.base + here + line.length..line.base + place + line.length
            };
            for at in cells {
                let (other, part) = self.cover[usize::from(self.cells[at])];
                if other != NOBODY {
                    self.clear(other.into(), part.into());
                }
            }
        }
        self.count()
    }

    /// The moves and steps of the plan: a slot moves once for every layer in which a wanted place is reached.
    fn count(&self) -> (u32, u32) {
        let (mut moves, mut steps) = (0, 0);
        for (line, reach) in self.lines.iter().zip(&self.reach) {
            let (here, low, high) = (reach.place.into(), reach.wanted_low.into(), reach.wanted_high.into());
            let mut tally = |place: usize, layer: &mut u16| {
                let at = line.base + place;
                if self.wanted[at] && self.reached[at] != *layer {
                    (moves, *layer) = (moves + 1, self.reached[at]);
                }
            };
            let (mut down, mut up) = (0, 0);
            (low..here).rev().for_each(|place| tally(place, &mut down));
            (here + 1..=high).for_each(|place: usize| tally(place, &mut up));
            steps += (high - low) as u32;
        }
        (moves, steps)
    }

    /// A slot must leave one of its cells: to the side that comes sooner, or is nearer.
    fn clear(&mut self, slot: usize, part: usize) {
        let here = usize::from(self.reach[slot].place);
        let [(down, low), (up, high)] = self.leaving(slot, part);
        let sooner = (low, here.abs_diff(down)) < (high, here.abs_diff(up));
        self.want(slot, if sooner { down } else { up });
    }

    fn want(&mut self, slot: usize, place: usize) {
        let at = self.lines[slot].base + place;
        if std::mem::replace(&mut self.wanted[at], true) {
            return;
        }
        let reach = &mut self.reach[slot];
        reach.wanted_low = reach.wanted_low.min(place as u16);
        reach.wanted_high = reach.wanted_high.max(place as u16);
        self.demands.push((slot, place));
    }
}
