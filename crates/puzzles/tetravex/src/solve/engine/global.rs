//! The propagators that look at the whole board.
//!
//! - **homes**: only so many tiles may stay unused; when no more can, a kind that has as many spots
//!   left as copies takes them all;
//! - **balance**: along one axis every inner edge is the end of one tile and the beginning of the
//!   next, so its colour cancels out: a colour stands on the first border as much more often than on
//!   the last as the tiles begin with it more often than they end with it. On random boards this
//!   leaves the borders little freedom (about 4 colours of 10 at 10x10), and it refutes most boards
//!   that cannot be filled early on. It needs every tile used and no empty cell;
//! - **counts**: a side colour occurs on as many cells as there are tiles that show it, less the
//!   unused ones. It rarely cuts what the others leave and costs a look at every cell, so it is off
//!   unless asked for.

use super::bits::Bits;
use super::instance::Instance;
use super::state::{Conflict, NOBODY, Propagated, State};

/// For each side and colour the tiles that show it.
pub type Totals = [Vec<i32>; 4];

/// How many places must and may have each colour.
#[derive(Clone, Debug, Default)]
struct Range {
    must: Vec<i32>,
    may: Vec<i32>,
}

impl Range {
    fn new(colours: usize) -> Self {
        Range { must: vec![0; colours], may: vec![0; colours] }
    }

    fn clear(&mut self) {
        self.must.fill(0);
        self.may.fill(0);
    }

    /// Counts one place with these colours; a certain one if it has but one.
    #[inline]
    fn add<const C: usize>(&mut self, colours: Bits<C>, certain: bool) {
        colours.iter().for_each(|colour| self.may[colour] += 1);
        if certain && let Some(colour) = colours.only() {
            self.must[colour] += 1;
        }
    }
}

pub fn totals_of(instance: &Instance) -> Totals {
    let mut totals: Totals = std::array::from_fn(|_| vec![0; instance.colours]);
    for kind in &instance.kinds {
        for (side, colour) in kind.sides.iter().enumerate() {
            totals[side][usize::from(*colour)] += kind.tiles.len() as i32;
        }
    }
    totals
}

/// The sides of a tile at which an axis begins and ends.
pub const AXES: [[usize; 2]; 2] = [[0, 2], [3, 1]];

const INNER: u8 = 2;

/// What the balance of the two axes needs to know.
#[derive(Debug, Default)]
pub struct Balance {
    /// For each axis the edges on its first and on its last border.
    borders: [[Vec<u16>; 2]; 2],
    /// The axis on whose border an edge lies.
    axis_of: Vec<u8>,
    /// For each axis and colour how much more often it stands on the first border.
    surplus: [Vec<i32>; 2],
    waiting: [bool; 2],
    /// Scratch: the ranges of the two borders, and what the two together allow on the first.
    ranges: [Range; 2],
    allowed: Range,
}

impl Balance {
    pub fn of(ends: &[[u16; 4]], totals: &Totals, works: bool) -> Self {
        let mut balance = Balance { axis_of: vec![INNER; ends.len()], ..Balance::default() };
        if !works {
            return balance;
        }
        balance.waiting = [true; 2];
        let range = Range::new(totals[0].len());
        balance.ranges = [range.clone(), range.clone()];
        balance.allowed = range;
        for (axis, [begin, end]) in AXES.into_iter().enumerate() {
            for (edge, spots) in ends.iter().enumerate() {
                let border = match (spots[begin], spots[end]) {
                    (begins, NOBODY) if begins != NOBODY => 0,
                    (NOBODY, ends) if ends != NOBODY => 1,
                    _ => continue,
                };
                balance.borders[axis][border].push(edge as u16);
                balance.axis_of[edge] = axis as u8;
            }
            let difference = totals[begin].iter().zip(&totals[end]).map(|(begins, ends)| begins - ends);
            balance.surplus[axis] = difference.collect();
        }
        balance
    }

    /// An edge lost a colour.
    #[inline]
    pub fn touch(&mut self, edge: usize) {
        let axis = self.axis_of[edge];
        if axis != INNER {
            self.waiting[usize::from(axis)] = true;
        }
    }

    /// The axis to weigh next.
    pub fn next(&mut self) -> Option<usize> {
        let axis = self.waiting.iter().position(|waiting| *waiting)?;
        self.waiting[axis] = false;
        Some(axis)
    }

    /// Works out how often each colour may stand on the first border; gives the edges there that no
    /// colour needs, or nothing if the borders cannot be balanced.
    fn allow(&mut self, axis: usize) -> Option<i32> {
        let [first, last] = &self.ranges;
        let mut needed = 0;
        for (colour, surplus) in self.surplus[axis].iter().enumerate() {
            let least = first.must[colour].max(last.must[colour] + surplus);
            let most = first.may[colour].min(last.may[colour] + surplus);
            if least > most {
                return None;
            }
            (self.allowed.must[colour], self.allowed.may[colour]) = (least, most);
            needed += least;
        }
        let spare = self.borders[axis][0].len() as i32 - needed;
        (spare >= 0).then_some(spare)
    }

    /// Forgets what was touched: the state it belonged to is gone.
    pub fn settled(&mut self) {
        self.waiting = [false; 2];
    }
}

impl<const W: usize, const C: usize> State<W, C> {
    /// Homes: counts the copies of a kind that find no spot, and houses the others if they must.
    pub(super) fn house(&mut self, kind: usize) -> Propagated {
        let homes = self.homes(kind);
        let left = self.trail.word(self.bases.left + kind);
        if kind == self.blank() || homes.has_more_than(left as usize) {
            return Ok(());
        }
        let room = u64::from(homes.count());
        self.lose(kind, left - room)?;
        let total = self.trail.word(self.bases.lost + self.blank());
        if total == self.unused {
            for spot in homes.iter() {
                self.cuts.homes += u64::from(self.domain(spot).has_more_than(1));
                self.keep(spot, &Bits::of(kind))?;
            }
        }
        Ok(())
    }

    /// So many copies of a kind stay unused.
    fn lose(&mut self, kind: usize, now: u64) -> Propagated {
        let (own, sum) = (self.bases.lost + kind, self.bases.lost + self.blank());
        let before = self.trail.word(own);
        if now <= before {
            return Ok(());
        }
        self.cuts.homes += 1;
        let total = self.trail.word(sum) + now - before;
        if total > self.unused {
            return Err(Conflict(None));
        }
        self.trail.set_word(own, now);
        self.trail.set_word(sum, total);
        if total == self.unused {
            self.loose = Bits::below(self.blank());
        }
        Ok(())
    }

    /// Balance: how often must and may each colour stand on the two borders of an axis?
    pub(super) fn weigh(&mut self, axis: usize) -> Propagated {
        self.measure_borders(axis);
        let Some(spare) = self.balance.allow(axis) else {
            self.cuts.balance += 1;
            return Err(Conflict(None));
        };
        // What is spare on one border is spare on the other: both differ by the same surplus.
        for colour in 0..self.balance.surplus[axis].len() {
            let surplus = self.balance.surplus[axis][colour];
            let least = self.balance.allowed.must[colour];
            let most = self.balance.allowed.may[colour].min(least + spare);
            self.limit(axis, 0, colour, [least, most])?;
            self.limit(axis, 1, colour, [least - surplus, most - surplus])?;
        }
        Ok(())
    }

    /// How many edges of each border must and may have each colour.
    fn measure_borders(&mut self, axis: usize) {
        for border in 0..2 {
            let mut range = std::mem::take(&mut self.balance.ranges[border]);
            range.clear();
            for edge in &self.balance.borders[axis][border] {
                range.add(self.colours(usize::from(*edge)), true);
            }
            self.balance.ranges[border] = range;
        }
    }

    /// Cuts where the allowed range leaves the undecided edges of a border no choice.
    fn limit(&mut self, axis: usize, border: usize, colour: usize, [least, most]: [i32; 2]) -> Propagated {
        let (must, may) = (self.balance.ranges[border].must[colour], self.balance.ranges[border].may[colour]);
        let (forbid, oblige) = (must == most, may == least);
        if may == must || !(forbid || oblige) {
            return Ok(());
        }
        let side = AXES[axis][border];
        for at in 0..self.balance.borders[axis][border].len() {
            let edge = usize::from(self.balance.borders[axis][border][at]);
            let mask = self.colours(edge);
            if !mask.contains(colour) || mask.only().is_some() {
                continue;
            }
            self.cuts.balance += 1;
            let spot = usize::from(self.ends[edge][side]);
            let kinds = self.shows[side][colour];
            if forbid { self.remove(spot, &kinds)? } else { self.keep(spot, &kinds)? }
        }
        Ok(())
    }

    /// Counts: compares how many cells must and may show a colour with the tiles that do.
    pub(super) fn count(&mut self) -> Propagated {
        for side in 0..4 {
            let Range { must, may } = self.side_counts(side);
            for colour in 0..self.totals[side].len() {
                let total = self.totals[side][colour];
                let least = total - self.unused as i32;
                if must[colour] > total || may[colour] < least {
                    self.cuts.counts += 1;
                    return Err(Conflict(None));
                }
                if may[colour] > must[colour] && (must[colour] == total || may[colour] == least) {
                    self.fix_side(side, colour, must[colour] == total)?;
                }
            }
        }
        Ok(())
    }

    fn side_counts(&self, side: usize) -> Range {
        let mut range = Range::new(self.totals[side].len());
        for spot in 0..self.spots() {
            let decided = self.decided(spot);
            if decided != Some(self.blank()) {
                let certain = decided.is_some() || !self.domain(spot).contains(self.blank());
                range.add(self.colours_at(spot, side), certain);
            }
        }
        range
    }

    /// No further spot shows a colour, or every spot that may does.
    fn fix_side(&mut self, side: usize, colour: usize, forbid: bool) -> Propagated {
        let kinds = self.shows[side][colour];
        for spot in self.open().iter() {
            let (mask, domain) = (self.colours_at(spot, side), self.domain(spot));
            let certain = !domain.contains(self.blank()) && mask.only() == Some(colour);
            if certain || !mask.contains(colour) {
                continue;
            }
            self.cuts.counts += 1;
            if forbid { self.remove(spot, &kinds)? } else { self.keep(spot, &kinds)? }
        }
        Ok(())
    }
}
