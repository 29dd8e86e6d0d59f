//! The search around the propagators: it decides one spot after another, takes back what fails, and
//! starts anew now and then with what it has learnt about the hard spots.
//!
//! - The next spot is the one with the fewest kinds for its weight. A spot that failed gains weight,
//!   and the weights of its undecided neighbours count with its own (after Boussemart, Hemery,
//!   Lecoutre and Sais, *Boosting systematic search by weighting constraints*, ECAI 2004).
//! - A decision is "this kind here"; when it fails, the kind is excluded there and the next spot is
//!   chosen afresh. What is excluded before any decision stays excluded through all restarts.
//! - Restarts come after 1000 failures, then each time after half as many again: refuting a level
//!   needs one long run, and growth keeps the waste below twice that run.

use ingenio_core::Rng;

use super::growth::Growth;
use super::instance::Instance;
use super::state::{Conflict, Cuts, Propagators, State};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// So many spots may stay empty.
    pub blanks: usize,
    pub seed: u64,
    pub propagators: Propagators,
    /// Do failures give weight?
    pub weights: bool,
    pub restarts: bool,
}

impl Plan {
    pub fn new(blanks: usize, seed: u64) -> Self {
        let propagators = Propagators { homes: true, counts: false, balance: true };
        Plan { blanks, seed, propagators, weights: true, restarts: true }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Running,
    /// Every spot is decided.
    Found,
    /// There is no (further) way to decide them all.
    Refuted,
}

/// What the methods see of a search, whatever the width of its sets.
pub trait Search: Send {
    /// One decision or one taken back, with all that follows from it.
    fn step(&mut self) -> Turn;
    /// Before the first step: rules a kind out on a spot.
    fn forbid(&mut self, spot: usize, kind: u16);
    /// After `Found`: goes on to the next way. Only without restarts is none seen twice.
    fn go_on(&mut self);
    /// The kind on each spot decided so far; nothing for empty and undecided ones.
    fn chosen(&self) -> Vec<Option<u16>>;
    /// How many spots hold a tile, if nothing conflicts now.
    fn placed(&self) -> Option<usize>;
    fn nodes(&self) -> u64;
    fn counters(&self) -> Counters;
}

/// What a search has done, for tables and lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub failures: u64,
    pub restarts: u64,
    pub cuts: Cuts,
}

impl Counters {
    pub fn add(&mut self, other: Counters) {
        self.failures += other.failures;
        self.restarts += other.restarts;
        self.cuts.edges += other.cuts.edges;
        self.cuts.copies += other.cuts.copies;
        self.cuts.homes += other.cuts.homes;
        self.cuts.counts += other.cuts.counts;
        self.cuts.balance += other.cuts.balance;
    }

    pub fn list(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("failures", self.failures),
            ("restarts", self.restarts),
            ("cuts_edges", self.cuts.edges),
            ("cuts_copies", self.cuts.copies),
            ("cuts_homes", self.cuts.homes),
            ("cuts_counts", self.cuts.counts),
            ("cuts_balance", self.cuts.balance),
        ]
    }
}

/// Chooses the width of the sets once; inside nothing is virtual.
pub fn search(instance: &Instance, plan: Plan) -> Box<dyn Search> {
    let size = instance.spots.len().max(instance.kinds.len() + 1);
    match size {
        _ if instance.colours > 64 => Box::new(Mac::<17, 4>::new(instance, plan)),
        0..=64 => Box::new(Mac::<1, 1>::new(instance, plan)),
        65..=128 => Box::new(Mac::<2, 1>::new(instance, plan)),
        129..=256 => Box::new(Mac::<4, 1>::new(instance, plan)),
        257..=512 => Box::new(Mac::<8, 1>::new(instance, plan)),
        _ => Box::new(Mac::<17, 1>::new(instance, plan)),
    }
}

/// A search that grows from a quarter of the board; see `growth`.
pub fn grow(instance: &Instance, blanks: usize, seed: u64, quarter: [usize; 2]) -> Box<dyn Search> {
    let [quarter, of] = quarter;
    match instance.kinds.len() {
        0..=64 => Box::new(Growth::<1>::new(instance, blanks, seed, quarter, of)),
        65..=128 => Box::new(Growth::<2>::new(instance, blanks, seed, quarter, of)),
        129..=256 => Box::new(Growth::<4>::new(instance, blanks, seed, quarter, of)),
        257..=512 => Box::new(Growth::<8>::new(instance, blanks, seed, quarter, of)),
        _ => Box::new(Growth::<17>::new(instance, blanks, seed, quarter, of)),
    }
}

/// The bytes that a search on this instance holds at most.
pub fn bytes(instance: &Instance) -> u64 {
    let size = instance.spots.len().max(instance.kinds.len() + 1);
    let width = if instance.colours > 64 { 17 } else { words_for(size) };
    super::state::bytes(instance, width, if instance.colours > 64 { 4 } else { 1 })
}

/// The machine words of sets of so many numbers.
pub(super) fn words_for(size: usize) -> usize {
    [1, 2, 4, 8, 17][[64, 128, 256, 512].iter().filter(|limit| size > **limit).count()]
}

#[derive(Clone, Copy)]
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
    weights: Vec<u64>,
    decisions: Vec<(u16, u16)>,
    forbidden: Option<(usize, usize)>,
    nodes: u64,
    failures: u64,
    restarts: u64,
    /// Failures since the last restart, and how many are allowed.
    recent: u64,
    patience: u64,
}

/// Failures before the first restart. Chosen by hand.
const FIRST_PATIENCE: u64 = 1000;

impl<const W: usize, const C: usize> Mac<W, C> {
    fn new(instance: &Instance, plan: Plan) -> Self {
        let state = State::new(instance, plan.blanks, plan.propagators);
        Mac {
            weights: vec![1; state.spots()],
            decisions: Vec::with_capacity(state.spots()),
            state,
            plan,
            rng: Rng::new(plan.seed),
            mode: Mode::Begin,
            forbidden: None,
            nodes: 0,
            failures: 0,
            restarts: 0,
            recent: 0,
            patience: FIRST_PATIENCE,
        }
    }

    fn advance(&mut self) -> Mode {
        match self.mode {
            Mode::Begin => self.begin().map_or(Mode::Over(Turn::Refuted), |()| Mode::Descend),
            Mode::Descend => self.descend(),
            Mode::Retract => self.retract(),
            Mode::Over(turn) => Mode::Over(turn),
        }
    }

    fn begin(&mut self) -> Result<(), Conflict> {
        self.state.begin()?;
        self.forbidden.map_or(Ok(()), |(spot, kind)| self.state.exclude(spot, kind))
    }

    fn descend(&mut self) -> Mode {
        if self.plan.restarts && self.recent >= self.patience {
            self.restart();
        }
        let Some(spot) = self.pick() else { return Mode::Over(Turn::Found) };
        let kind = self.value(spot);
        self.nodes += 1;
        self.decisions.push((spot as u16, kind as u16));
        self.state.enter();
        let result = self.state.assign(spot, kind);
        self.mode_after(result)
    }

    fn retract(&mut self) -> Mode {
        let Some((spot, kind)) = self.decisions.pop() else { return Mode::Over(Turn::Refuted) };
        self.state.leave();
        self.nodes += 1;
        let result = self.state.exclude(usize::from(spot), usize::from(kind));
        self.mode_after(result)
    }

    fn mode_after(&mut self, result: Result<(), Conflict>) -> Mode {
        let Err(Conflict(blamed)) = result else { return Mode::Descend };
        self.failures += 1;
        self.recent += 1;
        if let Some(spot) = blamed.filter(|_| self.plan.weights).map(usize::from) {
            self.weights[spot] += 1;
            for other in self.state.neighbours(spot) {
                self.weights[other] += 1;
            }
        }
        Mode::Retract
    }

    fn restart(&mut self) {
        while self.state.leave() {}
        self.decisions.clear();
        self.restarts += 1;
        self.recent = 0;
        self.patience += self.patience / 2;
    }

    /// The open spot with the fewest kinds for its weight.
    fn pick(&self) -> Option<usize> {
        let mut best: Option<(usize, u64, u64)> = None;
        for spot in self.state.open().iter() {
            let (size, weight) = (u64::from(self.state.domain(spot).count()), self.weights[spot]);
            if best.is_none_or(|(_, least, heaviest)| size * heaviest < least * weight) {
                best = Some((spot, size, weight));
            }
        }
        best.map(|(spot, ..)| spot)
    }

    /// A tile by chance; the blank only where nothing else is left.
    fn value(&mut self, spot: usize) -> usize {
        let mut kinds = self.state.domain(spot);
        kinds.remove(self.state.blank());
        match kinds.count() {
            0 => self.state.blank(),
            count => kinds.nth(self.rng.below(count as usize)).expect("below the count"),
        }
    }
}

impl<const W: usize, const C: usize> Search for Mac<W, C> {
    fn step(&mut self) -> Turn {
        self.mode = self.advance();
        if let Mode::Over(turn) = self.mode { turn } else { Turn::Running }
    }

    fn forbid(&mut self, spot: usize, kind: u16) {
        self.forbidden = Some((spot, usize::from(kind)));
    }

    fn go_on(&mut self) {
        if matches!(self.mode, Mode::Over(Turn::Found)) {
            self.mode = Mode::Retract;
        }
    }

    fn chosen(&self) -> Vec<Option<u16>> {
        let tile = |kind: &usize| *kind != self.state.blank();
        (0..self.state.spots())
            .map(|spot| self.state.decided(spot).filter(tile).map(|kind| kind as u16))
            .collect()
    }

    fn placed(&self) -> Option<usize> {
        let quiet = matches!(self.mode, Mode::Descend | Mode::Over(Turn::Found));
        quiet.then(|| self.state.placed())
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn counters(&self) -> Counters {
        Counters { failures: self.failures, restarts: self.restarts, cuts: self.state.cuts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, read};
    use ingenio_core::{Options, Source};

    fn level(text: &str) -> Level {
        read(&Source::new(text), &Options::default()).remove(0).unwrap().level
    }

    fn run(search: &mut dyn Search) -> Turn {
        loop {
            match search.step() {
                Turn::Running => {}
                turn => return turn,
            }
        }
    }

    const COURSE: &str = "3x3\n1 2 3 4\n2 4 7 2\n1 5 5 4\n3 4 6 5\n5 7 2 1\n6 6 2 3\n6 7 6 6\n2 1 8 7\n";

    #[test]
    fn eight_tiles_do_not_fill_nine_cells_but_eight() {
        let instance = Instance::of(&level(COURSE));
        assert_eq!(run(search(&instance, Plan::new(0, 0)).as_mut()), Turn::Refuted);
        let mut with_blank = search(&instance, Plan::new(1, 0));
        assert_eq!(run(with_blank.as_mut()), Turn::Found);
        assert_eq!(with_blank.placed(), Some(8));
    }

    #[test]
    fn going_on_finds_every_way_once() {
        // Two equal tiles and a third: they match in a row in any order, and equal ones count once.
        let instance = Instance::of(&level("3x1\n1 5 1 5\n1 5 1 5\n2 5 2 5\n"));
        let mut search = search(&instance, Plan { restarts: false, ..Plan::new(0, 0) });
        let mut found = Vec::new();
        while run(search.as_mut()) == Turn::Found {
            found.push(search.chosen());
            search.go_on();
        }
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 3);
    }
}
