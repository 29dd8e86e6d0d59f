//! What is still possible, and the propagators that cut it down to a fixpoint.
//!
//! For every spot the kinds that may lie there, for every edge its possible colours, for every kind
//! the spots where it may lie. An empty cell is one more kind, the *blank*, which agrees with every
//! colour. Four propagators, each sound on its own:
//!
//! - **edges**: a colour that no kind of a spot can show leaves the edge, and with it the kinds of
//!   the spot on the other side that show it (arc consistency through the colours);
//! - **copies**: a kind whose copies are all placed leaves the other spots;
//! - **homes**: only so many tiles may stay unused; when no more can, a kind that has as many spots
//!   left as copies takes them all;
//! - **counts**: a side colour occurs on as many cells as there are tiles that show it, less the
//!   unused ones.
//!
//! All state lives on a trail. The differential tests of `solve` break if one of them cuts too much.

use super::bits::Bits;
use super::instance::{Instance, opposite};
use super::trail::Trail;

/// Which propagators work; all but the edges and the copies can be left out to see what they do.
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

type Propagated = Result<(), Conflict>;

pub struct State<const W: usize, const C: usize> {
    // What never changes.
    edges_of: Vec<[u16; 4]>,
    /// For each edge and each of its sides the spot there.
    ends: Vec<[u16; 4]>,
    /// For each side and colour the kinds that show it, the blank not among them.
    shows: [Vec<Bits<W>>; 4],
    sides: Vec<[u8; 4]>,
    totals: [Vec<u32>; 4],
    blank: usize,
    /// How many tiles may stay unused.
    unused: u64,
    propagators: Propagators,
    /// For each axis the edges with one end, those before the first cell and those after the last.
    borders: [[Vec<u16>; 2]; 2],
    /// Which axis an edge on the border belongs to.
    border_of: Vec<u8>,
    /// For each axis and colour how much more often it stands on the first border.
    surplus: [Vec<i32>; 2],
    unsettled: [bool; 2],
    // What changes, on the trail.
    trail: Trail,
    edge_base: usize,
    home_base: usize,
    left_base: usize,
    lost_base: usize,
    open_base: usize,
    free_base: usize,
    // Work to do.
    dirty: Bits<W>,
    /// What each dirty spot lost since it was last settled.
    gone: Vec<Bits<W>>,
    loose: Bits<W>,
    /// Kinds of which the last copy was placed.
    spent: Bits<W>,
    pub cuts: Cuts,
    pub dbg: [u64;4],
}

/// So few lost kinds are looked at one by one; for more, all colours of the spot.
const FEW: usize = 6;

const NOBODY: u16 = u16::MAX;

impl<const W: usize, const C: usize> State<W, C> {
    /// The state before any cut. Every spot is filled, at most `blanks` of them with the blank.
    pub fn new(instance: &Instance, blanks: usize, propagators: Propagators) -> Self {
        let (spots, edges, kinds) = (instance.spots.len(), instance.edges.len(), instance.kinds.len());
        let edge_base = spots * W;
        let home_base = edge_base + edges * C;
        let left_base = home_base + (kinds + 1) * W;
        let lost_base = left_base + kinds + 1;
        let open_base = lost_base + kinds + 1;
        let free_base = open_base + W;
        let mut shows: [Vec<Bits<W>>; 4] = std::array::from_fn(|_| vec![Bits::EMPTY; instance.colours]);
        let mut totals: [Vec<u32>; 4] = std::array::from_fn(|_| vec![0; instance.colours]);
        for (number, kind) in instance.kinds.iter().enumerate() {
            for side in 0..4 {
                shows[side][usize::from(kind.sides[side])].insert(number);
                totals[side][usize::from(kind.sides[side])] += kind.tiles.len() as u32;
            }
        }
        let mut ends = vec![[NOBODY; 4]; edges];
        for (edge, slots) in instance.edges.iter().zip(&mut ends) {
            edge.ends.iter().for_each(|(spot, side)| slots[usize::from(*side)] = *spot);
        }
        let mut state = State {
            edges_of: instance.spots.iter().map(|spot| spot.edges).collect(),
            ends,
            shows,
            sides: instance.kinds.iter().map(|kind| kind.sides).collect(),
            totals,
            blank: kinds,
            unused: (instance.tiles() + blanks).saturating_sub(spots) as u64,
            propagators,
            borders: Default::default(),
            border_of: vec![2; edges],
            surplus: Default::default(),
            unsettled: [true; 2],
            trail: Trail::new(free_base + W),
            edge_base,
            home_base,
            left_base,
            lost_base,
            open_base,
            free_base,
            dirty: Bits::below(spots),
            gone: vec![Bits::below(64 * W); spots],
            loose: Bits::below(kinds),
            spent: Bits::EMPTY,
            cuts: Cuts::default(), dbg: [0;4],
        };
        state.fill(instance, blanks);
        for axis in 0..2 {
            // Before: the top or left side of a spot; after: its bottom or right side.
            let (before, after) = if axis == 0 { (0, 2) } else { (3, 1) };
            for (number, slots) in state.ends.iter().enumerate() {
                let (first, last) = (slots[before] != NOBODY, slots[after] != NOBODY);
                if first != last {
                    state.borders[axis][usize::from(last)].push(number as u16);
                    state.border_of[number] = axis as u8;
                }
            }
            state.surplus[axis] = (0..instance.colours).map(|c| state.totals[before][c] as i32 - state.totals[after][c] as i32).collect();
        }
        if blanks > 0 || state.unused > 0 {
            state.propagators.balance = false;
        }
        state
    }

    fn fill(&mut self, instance: &Instance, blanks: usize) {
        let (spots, kinds) = (instance.spots.len(), self.blank);
        let with_blank = kinds + usize::from(blanks > 0);
        for spot in 0..spots {
            self.trail.set(spot * W, Bits::<W>::below(with_blank).0);
        }
        for kind in 0..with_blank {
            self.trail.set(self.home_base + kind * W, Bits::<W>::below(spots).0);
        }
        for (number, kind) in instance.kinds.iter().enumerate() {
            self.trail.set_word(self.left_base + number, kind.tiles.len() as u64);
        }
        self.trail.set_word(self.left_base + kinds, blanks as u64);
        self.trail.set(self.open_base, Bits::<W>::below(spots).0);
        self.trail.set(self.free_base, Bits::<W>::below(with_blank).0);
        for (number, edge) in instance.edges.iter().enumerate() {
            let all = Bits::<C>::below(instance.colours);
            let mask = edge.colour.map_or(all, |colour| Bits::of(usize::from(colour)));
            self.trail.set(self.edge_base + number * C, mask.0);
        }
    }

    /// Drops the kinds that do not agree with the colours lent from around. To be called once.
    pub fn begin(&mut self) -> Propagated {
        for spot in 0..self.edges_of.len() {
            for side in 0..4 {
                let mask = self.colours(usize::from(self.edges_of[spot][side]));
                let mut keep = Bits::of(self.blank);
                mask.iter().for_each(|colour| keep = keep.or(&self.shows[side][colour]));
                self.keep(spot, &keep)?;
            }
        }
        self.propagate()
    }

    /// The kinds that may lie on an open spot. Spent kinds are left out here and not taken out of
    /// every domain: that is most of the work saved.
    #[inline]
    pub fn domain(&self, spot: usize) -> Bits<W> {
        Bits::<W>(self.trail.get(spot * W)).and(&Bits(self.trail.get(self.free_base)))
    }

    pub fn side_colours(&self, spot: usize, side: usize) -> Bits<C> { self.colours(usize::from(self.edges_of[spot][side])) }
    pub fn shows(&self, side: usize, colour: usize) -> Bits<W> { self.shows[side][colour] }
    pub fn other(&self, spot: usize, side: usize) -> Option<usize> { let o = self.ends[usize::from(self.edges_of[spot][side])][opposite(side)]; (o != NOBODY).then_some(usize::from(o)) }
    pub fn assign_set(&mut self, spot: usize, kind: &Bits<W>) -> Propagated {
        self.keep(spot, kind)?;
        self.propagate()
    }
    pub fn exclude_set(&mut self, spot: usize, kind: &Bits<W>) -> Propagated {
        self.remove(spot, kind)?;
        self.propagate()
    }
    pub fn free(&self) -> Bits<W> { Bits(self.trail.get(self.free_base)) }
    /// The kind on a spot that is not open.
    pub fn decided(&self, spot: usize) -> Option<usize> {
        if self.open().contains(spot) { None } else { Bits::<W>(self.trail.get(spot * W)).first() }
    }

    /// The spots whose kind is not decided.
    #[inline]
    pub fn open(&self) -> Bits<W> {
        Bits(self.trail.get(self.open_base))
    }

    pub fn blank(&self) -> usize {
        self.blank
    }

    pub fn spots(&self) -> usize {
        self.edges_of.len()
    }

    pub fn depth(&self) -> usize {
        self.trail.depth()
    }

    pub fn bytes(&self) -> usize {
        self.trail.bytes()
    }

    /// The spots where a kind may lie and that are not decided.
    #[inline]
    pub fn homes(&self, kind: usize) -> Bits<W> {
        Bits::<W>(self.trail.get(self.home_base + kind * W)).and(&self.open())
    }

    #[inline]
    fn colours(&self, edge: usize) -> Bits<C> {
        Bits(self.trail.get(self.edge_base + edge * C))
    }

    pub fn enter(&mut self) {
        self.trail.enter();
    }

    /// Back to where the last level was entered; false at the root.
    pub fn leave(&mut self) -> bool {
        for spot in self.dirty.iter() {
            self.gone[spot] = Bits::EMPTY;
        }
        self.dirty = Bits::EMPTY;
        self.loose = Bits::EMPTY;
        self.spent = Bits::EMPTY;
        self.unsettled = [false; 2];
        self.trail.leave()
    }

    /// Decides a spot.
    pub fn assign(&mut self, spot: usize, kind: usize) -> Propagated {
        self.keep(spot, &Bits::of(kind))?;
        self.propagate()
    }

    /// Rules a kind out at a spot.
    pub fn exclude(&mut self, spot: usize, kind: usize) -> Propagated {
        self.remove(spot, &Bits::of(kind))?;
        self.propagate()
    }

    fn keep(&mut self, spot: usize, kinds: &Bits<W>) -> Propagated {
        let gone = self.domain(spot).minus(kinds);
        self.remove(spot, &gone)
    }

    fn remove(&mut self, spot: usize, kinds: &Bits<W>) -> Propagated {
        if !self.open().contains(spot) {
            return if Bits::<W>(self.trail.get(spot * W)).meets(kinds) { Err(Conflict(Some(spot as u16))) } else { Ok(()) };
        }
        let domain = self.domain(spot);
        let gone = domain.and(kinds);
        if gone.is_empty() {
            return Ok(());
        }
        let domain = domain.minus(&gone);
        if domain.is_empty() {
            return Err(Conflict(Some(spot as u16)));
        }
        self.trail.set(spot * W, domain.0);
        self.dirty.insert(spot);
        self.gone[spot] = self.gone[spot].or(&gone);
        let (word, bit) = (spot / 64, 1u64 << (spot % 64));
        for kind in gone.iter() {
            let at = self.home_base + kind * W + word;
            self.trail.set_word(at, self.trail.word(at) & !bit);
        }
        self.loose = self.loose.or(&gone);
        Ok(())
    }

    fn propagate(&mut self) -> Propagated {
        loop {
            if let Some(spot) = self.dirty.pop() {
                self.settle(spot)?;
            } else if let Some(kind) = self.spent.pop() {
                self.spend(kind)?;
            } else if self.propagators.homes && !self.loose.is_empty() {
                let kind = self.loose.pop().unwrap_or(0);
                if kind != self.blank {
                    self.house(kind)?;
                }
            } else if self.propagators.balance && self.unsettled[0] {
                self.unsettled[0] = false;
                self.weigh(0)?;
            } else if self.propagators.balance && self.unsettled[1] {
                self.unsettled[1] = false;
                self.weigh(1)?;
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

    /// Copies: the last copy of a kind was placed; who else hoped for it?
    fn spend(&mut self, kind: usize) -> Propagated {
        let is_blank = kind == self.blank;
        for spot in self.homes(kind).iter() {
            self.cuts.copies += 1;
            let domain = self.domain(spot);
            if is_blank || !domain.has_more_than(1) {
                self.dirty.insert(spot);
                self.gone[spot].insert(kind);
                continue;
            }
            if domain.contains(self.blank) {
                continue;
            }
            for side in 0..4 {
                let colour = usize::from(self.sides[kind][side]);
                if !domain.meets(&self.shows[side][colour]) {
                    let mask = self.colours(usize::from(self.edges_of[spot][side]));
                    if mask.contains(colour) {
                        self.drop_colours(spot, side, mask, Bits::of(colour))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Edges and copies: tells the neighbours what a spot can no longer show.
    fn settle(&mut self, spot: usize) -> Propagated {
        self.dbg[2] += 1;
        let gone = std::mem::replace(&mut self.gone[spot], Bits::EMPTY);
        if !self.open().contains(spot) {
            return Ok(());
        }
        let domain = self.domain(spot);
        if domain.is_empty() {
            return Err(Conflict(Some(spot as u16)));
        }
        let only = domain.only();
        if let Some(kind) = only {
            self.decide(spot, kind);
        }
        if domain.contains(self.blank) {
            return Ok(());
        }
        if let Some(kind) = only {
            for side in 0..4 {
                let colour = usize::from(self.sides[kind][side]);
                let mask = self.colours(usize::from(self.edges_of[spot][side]));
                let dropped = mask.minus(&Bits::of(colour));
                if !dropped.is_empty() {
                    self.drop_colours(spot, side, mask, dropped)?;
                }
            }
            return Ok(());
        }
        if gone.has_more_than(FEW) { self.dbg[3] += 1; }
        if gone.has_more_than(FEW) || gone.contains(self.blank) {
            for side in 0..4 {
                let mask = self.colours(usize::from(self.edges_of[spot][side]));
                let mut dropped = Bits::EMPTY;
                for colour in mask.iter() {
                    if !domain.meets(&self.shows[side][colour]) {
                        dropped.insert(colour);
                    }
                }
                if !dropped.is_empty() {
                    self.drop_colours(spot, side, mask, dropped)?;
                }
            }
            return Ok(());
        }
        for kind in gone.iter() {
            for side in 0..4 {
                let colour = usize::from(self.sides[kind][side]);
                if !domain.meets(&self.shows[side][colour]) {
                    let mask = self.colours(usize::from(self.edges_of[spot][side]));
                    if mask.contains(colour) {
                        self.drop_colours(spot, side, mask, Bits::of(colour))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn drop_colours(&mut self, spot: usize, side: usize, mask: Bits<C>, dropped: Bits<C>) -> Propagated {
        let kept = mask.minus(&dropped);
        if kept.is_empty() {
            return Err(Conflict(Some(spot as u16)));
        }
        self.cuts.edges += 1;
        let edge = usize::from(self.edges_of[spot][side]);
        self.trail.set(self.edge_base + edge * C, kept.0);
        let axis = self.border_of[edge];
        if axis < 2 {
            self.unsettled[usize::from(axis)] = true;
        }
        let facing = opposite(side);
        let other = self.ends[edge][facing];
        if other != NOBODY {
            let mut gone = Bits::EMPTY;
            for colour in dropped.iter() {
                gone = gone.or(&self.shows[facing][colour]);
            }
            self.remove(usize::from(other), &gone)?;
        }
        Ok(())
    }

    fn decide(&mut self, spot: usize, kind: usize) {
        let mut open = self.open();
        open.remove(spot);
        self.trail.set(self.open_base, open.0);
        self.trail.set(spot * W, Bits::<W>::of(kind).0);
        let at = self.left_base + kind;
        let left = self.trail.word(at) - 1;
        self.trail.set_word(at, left);
        if left == 0 {
            let mut free = Bits::<W>(self.trail.get(self.free_base));
            free.remove(kind);
            self.trail.set(self.free_base, free.0);
            self.spent.insert(kind);
        }
    }

    /// Homes: counts the copies of a kind that found no spot.
    fn house(&mut self, kind: usize) -> Propagated {
        let homes = self.homes(kind);
        if homes.has_more_than(self.trail.word(self.left_base + kind) as usize) {
            return Ok(());
        }
        let room = u64::from(homes.count());
        let left = self.trail.word(self.left_base + kind);
        let (lost_at, total_at) = (self.lost_base + kind, self.lost_base + self.blank);
        let (lost, total) = (self.trail.word(lost_at), self.trail.word(total_at));
        let mut total_now = total;
        if left > room + lost {
            let more = left - room - lost;
            total_now += more;
            self.cuts.homes += 1;
            if total_now > self.unused {
                return Err(Conflict(None));
            }
            self.trail.set_word(lost_at, lost + more);
            self.trail.set_word(total_at, total_now);
            if total_now == self.unused {
                self.loose = Bits::below(self.blank);
            }
        }
        let lost = self.trail.word(lost_at);
        if total_now == self.unused && room > 0 && left == room + lost {
            for spot in homes.iter() {
                self.cuts.homes += 1;
                self.keep(spot, &Bits::of(kind))?;
            }
        }
        Ok(())
    }

    /// Balance: inner edges cancel out, so the colours on the two borders of an axis differ by what
    /// the tiles differ.
    fn weigh(&mut self, axis: usize) -> Propagated {
        let (mut must, mut may) = ([[0i32; 256]; 2], [[0i32; 256]; 2]);
        for end in 0..2 {
            for edge in &self.borders[axis][end] {
                let mask = self.colours(usize::from(*edge));
                mask.iter().for_each(|colour| may[end][colour] += 1);
                if let Some(colour) = mask.only() {
                    must[end][colour] += 1;
                }
            }
        }
        let mut least = [[0i32; 256]; 2];
        let mut most = [[0i32; 256]; 2];
        let mut sum = [0i32; 2];
        for (colour, surplus) in self.surplus[axis].iter().enumerate() {
            least[0][colour] = must[0][colour].max(must[1][colour] + surplus);
            most[0][colour] = may[0][colour].min(may[1][colour] + surplus);
            if least[0][colour] > most[0][colour] {
                self.cuts.balance += 1;
                return Err(Conflict(None));
            }
            least[1][colour] = least[0][colour] - surplus;
            most[1][colour] = most[0][colour] - surplus;
            sum[0] += least[0][colour];
            sum[1] += least[1][colour];
        }
        for end in 0..2 {
            let room = self.borders[axis][end].len() as i32;
            if sum[end] > room {
                self.cuts.balance += 1;
                return Err(Conflict(None));
            }
            let spare = room - sum[end];
            for colour in 0..self.surplus[axis].len() {
                if may[end][colour] == must[end][colour] {
                    continue;
                }
                let top = most[end][colour].min(least[end][colour] + spare);
                if must[end][colour] == top {
                    self.on_border(axis, end, colour, false)?;
                } else if least[end][colour] == may[end][colour] {
                    self.on_border(axis, end, colour, true)?;
                }
            }
        }
        Ok(())
    }

    fn on_border(&mut self, axis: usize, end: usize, colour: usize, oblige: bool) -> Propagated {
        let side = [[0, 2], [3, 1]][axis][end];
        for at in 0..self.borders[axis][end].len() {
            let edge = usize::from(self.borders[axis][end][at]);
            let mask = self.colours(edge);
            if !mask.contains(colour) || mask.only().is_some() {
                continue;
            }
            self.cuts.balance += 1;
            let spot = usize::from(self.ends[edge][side]);
            let kinds = self.shows[side][colour];
            if oblige { self.keep(spot, &kinds)? } else { self.remove(spot, &kinds)? }
        }
        Ok(())
    }

    /// Counts: compares how many cells must and may show a colour with the tiles that do.
    fn count(&mut self) -> Propagated {
        for side in 0..4 {
            let colours = self.totals[side].len();
            let (mut must, mut may) = ([0u32; 256], [0u32; 256]);
            for spot in 0..self.edges_of.len() {
                let decided = self.decided(spot);
                if decided == Some(self.blank) {
                    continue;
                }
                let sure = decided.is_some() || !self.domain(spot).contains(self.blank);
                let mask = self.colours(usize::from(self.edges_of[spot][side]));
                mask.iter().for_each(|colour| may[colour] += 1);
                if sure
                    && let Some(colour) = mask.only()
                {
                    must[colour] += 1;
                }
            }
            for colour in 0..colours {
                let total = self.totals[side][colour];
                if must[colour] > total || u64::from(may[colour]) + self.unused < u64::from(total) {
                    self.cuts.counts += 1;
                    return Err(Conflict(None));
                }
                if may[colour] == must[colour] {
                    continue;
                }
                if must[colour] == total {
                    self.forbid(side, colour)?;
                } else if u64::from(may[colour]) + self.unused == u64::from(total) {
                    self.oblige(side, colour)?;
                }
            }
        }
        Ok(())
    }

    /// No further spot shows this colour.
    fn forbid(&mut self, side: usize, colour: usize) -> Propagated {
        for spot in self.open().iter() {
            let certain = !self.domain(spot).contains(self.blank)
                && self.colours(usize::from(self.edges_of[spot][side])).only() == Some(colour);
            if !certain && self.domain(spot).meets(&self.shows[side][colour]) {
                self.cuts.counts += 1;
                let gone = self.shows[side][colour];
                self.remove(spot, &gone)?;
            }
        }
        Ok(())
    }

    /// Every spot that may show this colour does.
    fn oblige(&mut self, side: usize, colour: usize) -> Propagated {
        for spot in self.open().iter() {
            let mask = self.colours(usize::from(self.edges_of[spot][side]));
            let kinds = self.shows[side][colour];
            if mask.contains(colour) && !self.domain(spot).minus(&kinds).is_empty() {
                self.cuts.counts += 1;
                self.keep(spot, &kinds)?;
            }
        }
        Ok(())
    }
}
