//! What is still possible, and the propagators that cut it down to a fixpoint.
//!
//! For every spot the kinds that may lie there, for every edge its possible colours, for every kind
//! the spots where it may lie. An empty cell is one more kind, the *blank*, which agrees with every
//! colour. Two propagators work always:
//!
//! - **edges**: a colour that no kind of a spot can show leaves the edge, and with it the kinds of
//!   the spot on the other side that show it (arc consistency through the colours);
//! - **copies**: a kind whose copies are all placed is out of the question elsewhere.
//!
//! `global.rs` has those that look at the whole board. All state lives on a trail. Whoever cuts too
//! much breaks the tests in `tests/truth.rs`, where exhaustive search is the judge.

use super::bits::Bits;
use super::global::{Balance, Totals, totals_of};
use super::instance::{Instance, opposite};
use super::trail::Trail;

/// Which of the global propagators work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Propagators {
    pub homes: bool,
    pub counts: bool,
    pub balance: bool,
}

/// How often each propagator cut something away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    pub edges: u64,
    pub copies: u64,
    pub homes: u64,
    pub counts: u64,
    pub balance: u64,
}

/// No way to go on; the spot to blame, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict(pub Option<u16>);

pub(super) type Propagated = Result<(), Conflict>;

/// So few lost kinds are looked at one by one; for more, all colours of the spot. Chosen by hand.
const FEW: usize = 6;

pub(super) const NOBODY: u16 = u16::MAX;

/// Where each part of the state begins on the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bases {
    edges: usize,
    homes: usize,
    pub left: usize,
    /// For each kind the copies that certainly stay unused; at the end their sum.
    pub lost: usize,
    open: usize,
    free: usize,
    end: usize,
}

impl Bases {
    fn of(instance: &Instance, width: usize, colour_width: usize) -> Self {
        let (spots, kinds) = (instance.spots.len(), instance.kinds.len());
        let edges = spots * width;
        let homes = edges + instance.edges.len() * colour_width;
        let left = homes + (kinds + 1) * width;
        let lost = left + kinds + 1;
        let open = lost + kinds + 1;
        let free = open + width;
        Bases { edges, homes, left, lost, open, free, end: free + width }
    }
}

/// The changes that one branch can make: every change but the last of a spot takes a bit away.
fn most_changes(instance: &Instance, width: usize) -> usize {
    let (spots, kinds) = (instance.spots.len(), instance.kinds.len() + 1);
    2 * spots * kinds + instance.edges.len() * instance.colours + spots * (2 * width + 4) + 2 * kinds
}

/// The bytes of a state with sets of so many words.
pub fn bytes(instance: &Instance, width: usize, colour_width: usize) -> u64 {
    let words = Bases::of(instance, width, colour_width).end;
    let trail = Trail::bytes(words, most_changes(instance, width), instance.spots.len());
    let tables = 4 * instance.colours * (width * 8 + 4) + instance.spots.len() * (width * 8 + 24);
    (trail + tables + instance.edges.len() * 12) as u64
}

#[derive(Debug)]
pub struct State<const W: usize, const C: usize> {
    // What never changes.
    pub(super) edges_of: Vec<[u16; 4]>,
    /// For each edge the spot of which it is the side of that number.
    pub(super) ends: Vec<[u16; 4]>,
    /// For each side and colour the kinds that show it, the blank not among them.
    pub(super) shows: [Vec<Bits<W>>; 4],
    sides: Vec<[u8; 4]>,
    pub(super) totals: Totals,
    blank: usize,
    blanks: usize,
    /// How many tiles may stay unused.
    pub(super) unused: u64,
    pub(super) propagators: Propagators,
    // What changes, and can be taken back.
    pub(super) trail: Trail,
    pub(super) bases: Bases,
    // Work to do; nothing at a fixpoint.
    dirty: Bits<W>,
    /// What each dirty spot lost since it was last settled.
    gone: Vec<Bits<W>>,
    /// Kinds of which the last copy was placed.
    spent: Bits<W>,
    /// Kinds that lost a home.
    pub(super) loose: Bits<W>,
    pub(super) balance: Balance,
    pub cuts: Cuts,
}

impl<const W: usize, const C: usize> State<W, C> {
    /// The state before any cut. Every spot is filled, at most `blanks` of them with the blank.
    pub fn new(instance: &Instance, blanks: usize, propagators: Propagators) -> Self {
        let (spots, kinds) = (instance.spots.len(), instance.kinds.len());
        let bases = Bases::of(instance, W, C);
        let mut shows: [Vec<Bits<W>>; 4] = std::array::from_fn(|_| vec![Bits::EMPTY; instance.colours]);
        for (number, kind) in instance.kinds.iter().enumerate() {
            kind.sides.iter().zip(&mut shows).for_each(|(colour, shows)| {
                shows[usize::from(*colour)].insert(number);
            });
        }
        let mut ends = vec![[NOBODY; 4]; instance.edges.len()];
        for (edge, slots) in instance.edges.iter().zip(&mut ends) {
            edge.ends.iter().for_each(|(spot, side)| slots[usize::from(*side)] = *spot);
        }
        let unused = (instance.tiles() + blanks).saturating_sub(spots) as u64;
        let totals = totals_of(instance);
        let balance = Balance::of(&ends, &totals, propagators.balance && blanks == 0 && unused == 0);
        let mut state = State {
            edges_of: instance.spots.iter().map(|spot| spot.edges).collect(),
            ends,
            shows,
            sides: instance.kinds.iter().map(|kind| kind.sides).collect(),
            totals,
            blank: kinds,
            blanks,
            unused,
            propagators,
            trail: Trail::new(bases.end, most_changes(instance, W), spots),
            bases,
            dirty: Bits::below(spots),
            gone: vec![Bits::below(64 * W); spots],
            spent: Bits::EMPTY,
            loose: Bits::below(kinds),
            balance,
            cuts: Cuts::default(),
        };
        state.fill(instance, blanks);
        state
    }

    fn fill(&mut self, instance: &Instance, blanks: usize) {
        let (spots, kinds, bases) = (instance.spots.len(), self.blank, self.bases);
        let with_blank = kinds + usize::from(blanks > 0);
        for spot in 0..spots {
            self.trail.set(spot * W, Bits::<W>::below(with_blank).0);
        }
        for kind in 0..with_blank {
            self.trail.set(bases.homes + kind * W, Bits::<W>::below(spots).0);
        }
        for (number, kind) in instance.kinds.iter().enumerate() {
            self.trail.set_word(bases.left + number, kind.tiles.len() as u64);
        }
        self.trail.set_word(bases.left + kinds, blanks as u64);
        self.trail.set(bases.open, Bits::<W>::below(spots).0);
        self.trail.set(bases.free, Bits::<W>::below(with_blank).0);
        for (number, edge) in instance.edges.iter().enumerate() {
            let all = Bits::<C>::below(instance.colours);
            let mask = edge.colour.map_or(all, |colour| Bits::of(usize::from(colour)));
            self.trail.set(bases.edges + number * C, mask.0);
        }
    }

    /// Drops the kinds that do not agree with the colours lent from around. To be called once.
    pub fn begin(&mut self) -> Result<(), Conflict> {
        for spot in 0..self.edges_of.len() {
            for side in 0..4 {
                let mut keep = Bits::of(self.blank);
                for colour in self.colours_at(spot, side).iter() {
                    keep = keep.or(&self.shows[side][colour]);
                }
                self.keep(spot, &keep)?;
            }
        }
        self.propagate()
    }

    // --- looking ---

    /// The kinds that may lie on an open spot. Spent kinds are left out here instead of being taken
    /// out of every domain, which would be most of the work.
    #[inline]
    pub fn domain(&self, spot: usize) -> Bits<W> {
        Bits::<W>(self.trail.get(spot * W)).and(&Bits(self.trail.get(self.bases.free)))
    }

    /// The kind on a spot that is not open.
    pub fn decided(&self, spot: usize) -> Option<usize> {
        if self.open().contains(spot) { None } else { Bits::<W>(self.trail.get(spot * W)).first() }
    }

    /// The spots whose kind is not decided.
    #[inline]
    pub fn open(&self) -> Bits<W> {
        Bits(self.trail.get(self.bases.open))
    }

    /// The open spots where a kind may lie.
    #[inline]
    pub(super) fn homes(&self, kind: usize) -> Bits<W> {
        Bits::<W>(self.trail.get(self.bases.homes + kind * W)).and(&self.open())
    }

    #[inline]
    pub(super) fn colours(&self, edge: usize) -> Bits<C> {
        Bits(self.trail.get(self.bases.edges + edge * C))
    }

    #[inline]
    pub(super) fn colours_at(&self, spot: usize, side: usize) -> Bits<C> {
        self.colours(usize::from(self.edges_of[spot][side]))
    }

    pub fn neighbours(&self, spot: usize) -> impl Iterator<Item = usize> {
        let edges = self.edges_of[spot];
        let facing = (0..4).map(move |side| self.ends[usize::from(edges[side])][opposite(side)]);
        facing.filter(|other| *other != NOBODY).map(usize::from)
    }

    pub fn blank(&self) -> usize {
        self.blank
    }

    pub fn spots(&self) -> usize {
        self.edges_of.len()
    }

    /// The number of spots that hold a tile.
    pub fn placed(&self) -> usize {
        let undecided = self.open().count() as usize;
        let blanks = self.blanks - self.trail.word(self.bases.left + self.blank) as usize;
        self.spots() - undecided - blanks
    }

    // --- changing ---

    pub fn enter(&mut self) {
        self.trail.enter();
    }

    /// Back to where the last level was entered; false at the root.
    pub fn leave(&mut self) -> bool {
        for spot in self.dirty.iter() {
            self.gone[spot] = Bits::EMPTY;
        }
        self.dirty = Bits::EMPTY;
        self.spent = Bits::EMPTY;
        self.loose = Bits::EMPTY;
        self.balance.settled();
        self.trail.leave()
    }

    /// Decides a spot.
    pub fn assign(&mut self, spot: usize, kind: usize) -> Result<(), Conflict> {
        self.keep(spot, &Bits::of(kind))?;
        self.propagate()
    }

    /// Rules a kind out at a spot.
    pub fn exclude(&mut self, spot: usize, kind: usize) -> Result<(), Conflict> {
        self.remove(spot, &Bits::of(kind))?;
        self.propagate()
    }

    pub(super) fn keep(&mut self, spot: usize, kinds: &Bits<W>) -> Propagated {
        let gone = Bits::<W>(self.trail.get(spot * W)).minus(kinds);
        self.remove(spot, &gone)
    }

    pub(super) fn remove(&mut self, spot: usize, kinds: &Bits<W>) -> Propagated {
        let blame = Err(Conflict(Some(spot as u16)));
        if !self.open().contains(spot) {
            let decided = Bits::<W>(self.trail.get(spot * W));
            return if decided.meets(kinds) { blame } else { Ok(()) };
        }
        let domain = self.domain(spot);
        let gone = domain.and(kinds);
        if gone.is_empty() {
            return Ok(());
        }
        let domain = domain.minus(&gone);
        if domain.is_empty() {
            return blame;
        }
        self.trail.set(spot * W, domain.0);
        self.dirty.insert(spot);
        self.gone[spot] = self.gone[spot].or(&gone);
        let (word, bit) = (spot / 64, 1u64 << (spot % 64));
        for kind in gone.iter() {
            let at = self.bases.homes + kind * W + word;
            self.trail.set_word(at, self.trail.word(at) & !bit);
        }
        self.loose = self.loose.or(&gone);
        Ok(())
    }

    /// Cheap propagators first; each starts the cheaper ones again if it cut something.
    fn propagate(&mut self) -> Propagated {
        loop {
            if let Some(spot) = self.dirty.pop() {
                self.settle(spot)?;
            } else if let Some(kind) = self.spent.pop() {
                self.spend(kind)?;
            } else if self.propagators.homes
                && let Some(kind) = self.loose.pop()
            {
                self.house(kind)?;
            } else if let Some(axis) = self.balance.next() {
                self.weigh(axis)?;
            } else if self.propagators.counts {
                self.count()?;
                if self.dirty.is_empty() {
                    return Ok(());
                }
            } else {
                return Ok(());
            }
        }
    }

    // --- edges and copies ---

    /// Edges: tells the neighbours what a spot can no longer show.
    fn settle(&mut self, spot: usize) -> Propagated {
        let gone = std::mem::replace(&mut self.gone[spot], Bits::EMPTY);
        if !self.open().contains(spot) {
            return Ok(());
        }
        let domain = self.domain(spot);
        if domain.is_empty() {
            return Err(Conflict(Some(spot as u16)));
        }
        if let Some(kind) = domain.only() {
            return self.decide(spot, kind);
        }
        if domain.contains(self.blank) {
            return Ok(());
        }
        if gone.has_more_than(FEW) || gone.contains(self.blank) {
            return self.check_all(spot, &domain);
        }
        gone.iter().try_for_each(|kind| self.check_sides(spot, &domain, kind))
    }

    /// Which colours of its edges can a spot no longer show?
    fn check_all(&mut self, spot: usize, domain: &Bits<W>) -> Propagated {
        for side in 0..4 {
            let mut dropped = Bits::EMPTY;
            for colour in self.colours_at(spot, side).iter() {
                if !domain.meets(&self.shows[side][colour]) {
                    dropped.insert(colour);
                }
            }
            self.drop_colours(spot, side, dropped)?;
        }
        Ok(())
    }

    /// The same, if all that it lost is one kind.
    #[inline]
    fn check_sides(&mut self, spot: usize, domain: &Bits<W>, kind: usize) -> Propagated {
        for side in 0..4 {
            let colour = usize::from(self.sides[kind][side]);
            if !domain.meets(&self.shows[side][colour]) {
                self.drop_colours(spot, side, Bits::of(colour))?;
            }
        }
        Ok(())
    }

    fn drop_colours(&mut self, spot: usize, side: usize, dropped: Bits<C>) -> Propagated {
        let edge = usize::from(self.edges_of[spot][side]);
        let mask = self.colours(edge);
        let dropped = mask.and(&dropped);
        if dropped.is_empty() {
            return Ok(());
        }
        let kept = mask.minus(&dropped);
        if kept.is_empty() {
            return Err(Conflict(Some(spot as u16)));
        }
        self.cuts.edges += 1;
        self.trail.set(self.bases.edges + edge * C, kept.0);
        self.balance.touch(edge);
        let facing = opposite(side);
        let other = self.ends[edge][facing];
        if other == NOBODY {
            return Ok(());
        }
        let mut gone = Bits::EMPTY;
        for colour in dropped.iter() {
            gone = gone.or(&self.shows[facing][colour]);
        }
        self.remove(usize::from(other), &gone)
    }

    fn decide(&mut self, spot: usize, kind: usize) -> Propagated {
        let mut open = self.open();
        open.remove(spot);
        self.trail.set(self.bases.open, open.0);
        self.trail.set(spot * W, Bits::<W>::of(kind).0);
        let at = self.bases.left + kind;
        let left = self.trail.word(at) - 1;
        self.trail.set_word(at, left);
        if left == 0 {
            let mut free = Bits::<W>(self.trail.get(self.bases.free));
            free.remove(kind);
            self.trail.set(self.bases.free, free.0);
            self.spent.insert(kind);
        }
        if kind == self.blank {
            return Ok(());
        }
        for side in 0..4 {
            let shown = Bits::of(usize::from(self.sides[kind][side]));
            let dropped = self.colours_at(spot, side).minus(&shown);
            self.drop_colours(spot, side, dropped)?;
        }
        Ok(())
    }

    /// Copies: the last copy of a kind was placed; who else hoped for it?
    fn spend(&mut self, kind: usize) -> Propagated {
        for spot in self.homes(kind).iter() {
            self.cuts.copies += 1;
            let domain = self.domain(spot);
            if kind == self.blank || !domain.has_more_than(1) {
                self.dirty.insert(spot);
                self.gone[spot].insert(kind);
            } else if !domain.contains(self.blank) {
                self.check_sides(spot, &domain, kind)?;
            }
        }
        Ok(())
    }
}
