//! The search around the propagators.

use ingenio_core::Rng;

use super::bits::Bits;
use super::instance::Instance;
use super::state::{Conflict, Cuts, Propagators, State};

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub blanks: usize,
    pub seed: u64,
    pub propagators: Propagators,
    pub weights: bool,
    pub restart: Option<u64>,
    pub growth: f64,
    pub knobs: [f64; 6],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    Running,
    Found,
    Refuted,
}

pub trait Search: Send {
    fn step(&mut self) -> Turn;
    fn chosen(&self) -> Vec<Option<u16>>;
    fn nodes(&self) -> u64;
    fn dbg(&self) -> [u64;4];
    fn restarts(&self) -> u64;
    fn cuts(&self) -> Cuts;
}

enum Mode {
    Begin,
    Descend,
    Retract,
    Over(Turn),
}

struct Mac<const W: usize, const C: usize> {
    state: State<W, C>,
    plan: Plan,
    rng: Rng,
    mode: Mode,
    weights: Vec<u32>, last: Option<usize>, kind_weights: Vec<u32>,
    decisions: Vec<(u16, Bits<W>)>,
    nodes: u64, bump: u64,
    failures: u64,
    limit: u64,
    restarts: u64,
}

pub fn start(instance: &Instance, plan: Plan) -> Box<dyn Search> {
    let size = instance.spots.len().max(instance.kinds.len() + 1);
    if instance.colours > 64 {
        return Box::new(Mac::<17, 4>::new(instance, plan));
    }
    match size {
        0..=64 => Box::new(Mac::<1, 1>::new(instance, plan)),
        65..=128 => Box::new(Mac::<2, 1>::new(instance, plan)),
        129..=256 => Box::new(Mac::<4, 1>::new(instance, plan)),
        257..=512 => Box::new(Mac::<8, 1>::new(instance, plan)),
        _ => Box::new(Mac::<17, 1>::new(instance, plan)),
    }
}

impl<const W: usize, const C: usize> Mac<W, C> {
    fn new(instance: &Instance, plan: Plan) -> Self {
        let state = State::new(instance, plan.blanks, plan.propagators);
        let mut weights = vec![1; state.spots()];
        if plan.knobs[0] > 0.0 { for spot in 0..state.spots() { let b = (0..4).filter(|s| state.other(spot, *s).is_none()).count(); if b > 0 { weights[spot] = (plan.knobs[0] * b as f64) as u32; } } }
        Mac {
            state,
            plan,
            rng: Rng::new(plan.seed),
            mode: Mode::Begin,
            weights, last: None, kind_weights: vec![1; 64*W],
            decisions: Vec::new(),
            nodes: 0, bump: 1000,
            failures: 0,
            limit: plan.restart.unwrap_or(u64::MAX),
            restarts: 0,
        }
    }

    fn blame(&mut self, conflict: Conflict) {
        self.failures += 1;
        if let Conflict(Some(spot)) = conflict && self.plan.weights {
            if self.plan.knobs[5] == 4.0 { self.bump = (self.bump as f64 * 1.003) as u64; self.weights[usize::from(spot)] += (self.bump / 1000) as u32; if self.bump > 1_000_000_000 { self.bump = 1000; for w in &mut self.weights { *w = 1 + *w / 1_000_000; } } } else { self.weights[usize::from(spot)] += 1; }
        }
    }

    fn pick(&mut self) -> Option<(usize, Bits<W>)> {
        let mut best: Option<usize> = None;
        let (mut least, mut weight) = (0u64, 0u64);
        for spot in self.state.open().iter() {
            let size = u64::from(self.state.domain(spot).count());
            let mut own = u64::from(self.weights[spot]);
            if self.plan.knobs[5] == 1.0 { for side in 0..4 { if let Some(o) = self.state.other(spot, side) && self.state.open().contains(o) { own += u64::from(self.weights[o]); } } }
            if self.plan.knobs[5] == 2.0 { own *= 4; for side in 0..4 { if let Some(o) = self.state.other(spot, side) && self.state.open().contains(o) { own += u64::from(self.weights[o]); } } }
            if self.plan.knobs[5] == 3.0 { own *= 4; for side in 0..4 { if self.state.other(spot, side).is_some_and(|o| !self.state.open().contains(o)) { own = own * 5 / 4; } } }
            if best.is_none() || size * weight < least * own {
                best = Some(spot);
                (least, weight) = (size, own);
            }
        }
        let mut spot = best?;
        if self.plan.knobs[0] < 0.0 && let Some(last) = self.last.take() && self.state.open().contains(last) { spot = last; }
        let domain = self.state.domain(spot);
        let mut tiles = domain;
        tiles.remove(self.state.blank());
        let kind = match tiles.count() {
            0 => self.state.blank(),
            count => if self.plan.knobs[1] == 1.0 {
                tiles.iter().min_by_key(|kind| self.state.homes(*kind).count()).unwrap_or(0)
            } else if self.plan.knobs[1] == 2.0 {
                tiles.iter().max_by_key(|kind| self.state.homes(*kind).count()).unwrap_or(0)
            } else { tiles.nth(self.rng.below(count as usize)).unwrap_or(0) },
        };
        if self.plan.knobs[2] > 0.0 {
            let mut fewest = least as f64 / weight as f64 * self.plan.knobs[2];
            let mut found = None;
            for kind in self.state.free().iter() {
                if kind == self.state.blank() { continue; }
                let homes = self.state.homes(kind);
                let c = f64::from(homes.count());
                let w = f64::from(self.kind_weights[kind]);
                if c > 1.0 && c / w < fewest { fewest = c / w; found = Some((kind, homes)); }
            }
            if let Some((kind, homes)) = found {
                let n = self.rng.below(homes.count() as usize);
                return Some((homes.nth(n).unwrap_or(0), Bits::of(kind)));
            }
        }
        if self.plan.knobs[3] > 0.0 && least as f64 > self.plan.knobs[3] {
            if self.plan.knobs[4] == 0.0 {
            // narrowest edge of the spot
            let mut narrow: Option<(u32, usize)> = None;
            for side in 0..4 {
                let n = self.state.side_colours(spot, side).count();
                if n > 1 && narrow.is_none_or(|(m, _)| n < m) { narrow = Some((n, side)); }
            }
            if let Some((n, side)) = narrow {
                let m = self.state.side_colours(spot, side);
                let colour = m.nth(self.rng.below(n as usize)).unwrap_or(0);
                return Some((spot, self.state.shows(side, colour)));
            }
            } else {
                let mut best: Option<(f64, usize, usize)> = None;
                for sp in self.state.open().iter() { for side in 0..4 {
                    let n = self.state.side_colours(sp, side).count();
                    if n < 2 { continue; }
                    let other = self.state.other(sp, side);
                    let w = self.weights[sp] + other.map_or(0, |o| self.weights[o]);
                    let sc = f64::from(n) / f64::from(w);
                    if best.is_none_or(|(b, _, _)| sc < b) { best = Some((sc, sp, side)); }
                }}
                if let Some((_, sp, side)) = best {
                    let m = self.state.side_colours(sp, side);
                    let colour = m.nth(self.rng.below(m.count() as usize)).unwrap_or(0);
                    return Some((sp, self.state.shows(side, colour)));
                }
            }
        }
        Some((spot, Bits::of(kind)))
    }

    fn descend(&mut self) -> Mode {
        if self.failures >= self.limit {
            self.restarts += 1;
            while self.state.leave() {}
            self.decisions.clear();
            self.failures = 0;
            self.limit = if self.plan.growth > 0.0 {
                (self.limit as f64 * self.plan.growth) as u64
            } else {
                self.plan.restart.unwrap_or(u64::MAX) * luby(self.restarts + 1)
            };
        }
        let Some((spot, kind)) = self.pick() else { return Mode::Over(Turn::Found) };
        self.nodes += 1;
        self.decisions.push((spot as u16, kind));
        self.state.enter();
        match self.state.assign_set(spot, &kind) {
            Ok(()) => Mode::Descend,
            Err(conflict) => {
                self.blame(conflict);
                Mode::Retract
            }
        }
    }

    fn retract(&mut self) -> Mode {
        if !self.state.leave() {
            return Mode::Over(Turn::Refuted);
        }
        let Some((spot, kind)) = self.decisions.pop() else { return Mode::Over(Turn::Refuted) };
        self.last = Some(usize::from(spot));
        match self.state.exclude_set(usize::from(spot), &kind) {
            Ok(()) => Mode::Descend,
            Err(conflict) => {
                self.blame(conflict);
                Mode::Retract
            }
        }
    }
}

pub fn luby(mut i: u64) -> u64 {
    loop {
        let k = 64 - i.leading_zeros();
        if i == (1 << k) - 1 {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

impl<const W: usize, const C: usize> Search for Mac<W, C> {
    fn step(&mut self) -> Turn {
        self.mode = match self.mode {
            Mode::Begin => match self.state.begin() {
                Ok(()) => Mode::Descend,
                Err(_) => Mode::Over(Turn::Refuted),
            },
            Mode::Descend => self.descend(),
            Mode::Retract => self.retract(),
            Mode::Over(ref turn) => return turn.clone(),
        };
        match &self.mode {
            Mode::Over(turn) => turn.clone(),
            _ => Turn::Running,
        }
    }

    fn chosen(&self) -> Vec<Option<u16>> {
        let blank = self.state.blank();
        let one = |spot| self.state.decided(spot).filter(|kind| *kind != blank).map(|kind| kind as u16);
        (0..self.state.spots()).map(one).collect()
    }

    fn dbg(&self) -> [u64;4] { self.state.dbg }
    fn nodes(&self) -> u64 {
        self.nodes
    }
    fn restarts(&self) -> u64 {
        self.restarts
    }
    fn cuts(&self) -> Cuts {
        self.state.cuts
    }
}

#[allow(dead_code, reason = "x")]
fn unused(_: Bits<1>) {}
