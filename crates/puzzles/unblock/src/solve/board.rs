//! A level prepared for search: the pieces that can move at all, each with the masks of its places,
//! and the expansion of packed positions.
//!
//! Pieces that can never move (see [`crate::confine`]) are walls here. Of the slides of a position
//! most lead to positions that are reached in another order as well; [`Board::expand`] leaves
//! those out that cannot be the first way to a position (see there for the proof).

use ingenio_core::{Cell, Message};

use super::bits::{Key, Mask, Pieces, Scale, TAG_BITS};
use crate::confine::{self, Range};
use crate::level::Level;
use crate::play::{Move, Position};

/// One piece that can move.
#[derive(Debug)]
pub struct Slot {
    /// Its index in the level.
    pub piece: usize,
    /// Its least offset; places count from there.
    pub least: u8,
    /// Where its bits begin in a key, and the mask of its bits.
    shift: u32,
    bits: u64,
    /// Where its places begin in the board's list, and how many there are.
    base: usize,
    pub places: usize,
}

/// A place of a piece.
#[derive(Clone, Copy, Debug)]
struct Spot<S: Scale> {
    cells: S::Mask,
    /// The cells that must be free to go one place down or left; its own where there is none.
    before: S::Mask,
    /// The same for up or right.
    behind: S::Mask,
    /// The pieces before this one in our order that can come to its cells.
    crossing: S::Pieces,
}

/// A slide of one piece from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    pub slot: u8,
    pub from: u8,
    pub to: u8,
}

impl Slide {
    pub const fn steps(self) -> u32 {
        self.from.abs_diff(self.to) as u32
    }

    pub const fn reversed(self) -> Slide {
        Slide { slot: self.slot, from: self.to, to: self.from }
    }
}

/// A position on its way through a search.
#[derive(Clone, Copy, Debug)]
pub struct Node<S: Scale> {
    pub key: S::Key,
    pub occupied: S::Mask,
    pub trail: Trail,
}

/// The last two slides that led to a position.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    last: PackedSlide,
    before: PackedSlide,
}

/// A slide to the place where a piece stands now, in two bytes: its slot, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedSlide(u16);

impl PackedSlide {
    const NONE: PackedSlide = PackedSlide(u16::MAX);

    const fn of(slide: Slide) -> PackedSlide {
        PackedSlide((slide.slot as u16) << 8 | slide.from as u16)
    }

    const fn slot(self) -> usize {
        (self.0 >> 8) as usize
    }

    const fn from(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// What one slide on the trail says about those to follow.
#[derive(Clone, Copy)]
struct Claim<S: Scale> {
    slot: usize,
    swept: S::Mask,
    /// The pieces that may go down or left, and up or right.
    down: S::Pieces,
    up: S::Pieces,
}

impl<S: Scale> Claim<S> {
    const NONE: Self = Claim { slot: 0, swept: S::Mask::EMPTY, down: S::Pieces::ALL, up: S::Pieces::ALL };

    /// Pieces before ours in the order must sweep a cell that ours swept.
    #[inline]
    fn allows(&self, slot: usize, swept: S::Mask) -> bool {
        slot >= self.slot || swept.meets(self.swept)
    }
}

#[derive(Debug)]
pub struct Board<S: Scale> {
    pub slots: Vec<Slot>,
    /// The places of all slots, one after another.
    spots: Vec<Spot<S>>,
    /// Walls and pieces that cannot move.
    fixed: S::Mask,
    /// The slot of the target; none if it cannot move.
    target: Option<usize>,
    /// For every place of the target, the cells between it and the exit.
    way: Vec<S::Mask>,
    /// The place of the target at the exit.
    goal: usize,
    /// The offsets of all pieces at the start.
    offsets: Vec<u8>,
    most_children: usize,
    pub start: S::Key,
}

/// Bits that a level's positions take, when no field may cross a multiple of `word`.
pub fn key_bits(ranges: &[Range], word: u32) -> u32 {
    let mut end = TAG_BITS;
    ranges.iter().filter(|range| range.count() > 1).for_each(|range| end = field(end, *range, word).1);
    end
}

/// Where the next field begins and ends.
fn field(end: u32, range: Range, word: u32) -> (u32, u32) {
    let bits = range.count().next_power_of_two().trailing_zeros();
    let crosses = end / word != (end + bits - 1) / word;
    let begin = if crosses { end.next_multiple_of(word) } else { end };
    (begin, begin + bits)
}

impl<S: Scale> Board<S> {
    pub fn new(level: &Level) -> Self {
        let offsets = level.offsets();
        let ranges = confine::confine(level, &offsets);
        let size = level.size();
        let mask = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(S::Mask::EMPTY, |mask, cell| mask.union(S::Mask::single(size.index(cell))))
        };
        let mut fixed =
            mask(&mut (0..size.cells()).map(|at| size.cell(at)).filter(|cell| level.is_wall(*cell)));
        let (mut slots, mut places, mut start, mut end) = (Vec::new(), Vec::new(), S::Key::ZERO, TAG_BITS);
        for (piece, (shape, range)) in level.pieces().iter().zip(&ranges).enumerate() {
            if range.count() == 1 {
                fixed = fixed.union(mask(&mut shape.cells(range.low.into())));
                continue;
            }
            let (shift, next) = field(end, *range, S::Key::WORD);
            end = next;
            let base = places.len();
            places.extend((range.low..=range.high).map(|offset| mask(&mut shape.cells(offset.into()))));
            let bits = (1 << (next - shift)) - 1;
            start = start.plus(shift, usize::from(offsets[piece] - range.low));
            slots.push(Slot { piece, least: range.low, shift, bits, base, places: range.count() });
        }
        let spots = surround(&slots, &places);
        let target = slots.iter().position(|slot| slot.piece == 0);
        let ways = target.map_or(0..0, |_| usize::from(ranges[0].low)..usize::from(ranges[0].high) + 1);
        let way =
            ways.map(|offset| mask(&mut level.way_from(offset).map(|place| level.target().cell_at(place))));
        let way: Vec<S::Mask> = way.collect();
        let goal = if level.leaves_forward() { way.len().saturating_sub(1) } else { 0 };
        let most_children = slots.iter().map(|slot: &Slot| slot.places - 1).sum();
        Board { slots, spots, fixed, target, way, goal, offsets, most_children, start }
    }

    /// An upper bound on the number of slides of a position.
    #[inline]
    pub fn most_children(&self) -> usize {
        self.most_children
    }

    #[inline]
    pub fn place(&self, key: S::Key, slot: usize) -> usize {
        let slot = &self.slots[slot];
        key.get(slot.shift, slot.bits)
    }

    #[inline]
    pub fn occupied(&self, key: S::Key) -> S::Mask {
        let cells = self.slots.iter().map(|slot| self.spots[slot.spot(key)].cells);
        cells.fold(self.fixed, S::Mask::union)
    }

    /// Where a piece stands when its first cell is at a place.
    #[inline]
    pub fn cells_at(&self, slot: usize, place: usize) -> S::Mask {
        self.spots[self.slots[slot].base + place].cells
    }

    /// Where a piece stands.
    #[inline]
    pub fn cells(&self, key: S::Key, slot: usize) -> S::Mask {
        self.spots[self.slots[slot].spot(key)].cells
    }

    /// Walls and pieces that cannot move.
    pub fn fixed(&self) -> S::Mask {
        self.fixed
    }

    /// A key with one more piece; it must not have had a place yet.
    pub fn with_place(&self, key: S::Key, slot: usize, place: usize) -> S::Key {
        key.plus(self.slots[slot].shift, place)
    }

    /// The one slide that ends the game from here, if the way is free.
    #[inline]
    pub fn last_slide(&self, key: S::Key, occupied: S::Mask) -> Option<Slide> {
        let target = self.target?;
        let from = self.place(key, target);
        let free = !self.way[from].meets(occupied);
        free.then_some(Slide { slot: target as u8, from: from as u8, to: self.goal as u8 })
    }

    /// Does the target touch the wall at the exit? Only for boards that are not blocked.
    #[inline]
    pub fn is_solved(&self, key: S::Key) -> bool {
        self.target.is_none_or(|target| self.place(key, target) == self.goal)
    }

    /// The target's slot; none if it cannot move.
    pub fn target(&self) -> Option<usize> {
        self.target
    }

    /// The place of the target at the exit.
    pub fn goal_place(&self) -> usize {
        self.goal
    }

    /// How many cells the target has to go.
    pub fn target_steps(&self, key: S::Key) -> u32 {
        self.target.map_or(0, |target| self.goal.abs_diff(self.place(key, target)) as u32)
    }

    /// The cells that the target may have to pass.
    pub fn exit_row(&self) -> S::Mask {
        self.way.iter().copied().fold(S::Mask::EMPTY, S::Mask::union)
    }

    /// The cells between the target and the exit.
    pub fn way(&self, key: S::Key) -> S::Mask {
        self.target.map_or(S::Mask::EMPTY, |target| self.way[self.place(key, target)])
    }

    #[inline]
    pub fn after(&self, key: S::Key, slide: Slide) -> S::Key {
        let slot = &self.slots[usize::from(slide.slot)];
        if slide.to > slide.from {
            key.plus(slot.shift, usize::from(slide.to - slide.from))
        } else {
            key.minus(slot.shift, usize::from(slide.from - slide.to))
        }
    }

    /// All cells that a slide covers on its way.
    #[inline]
    pub fn sweep(&self, slide: Slide) -> S::Mask {
        let (a, b) = (slide.from.min(slide.to), slide.from.max(slide.to));
        let base = self.slots[usize::from(slide.slot)].base;
        let spots = &self.spots[base + usize::from(a)..=base + usize::from(b)];
        spots.iter().fold(S::Mask::EMPTY, |swept, spot| swept.union(spot.cells))
    }

    /// The position where a search begins.
    pub fn root(&self, key: S::Key) -> Node<S> {
        let trail = Trail { last: PackedSlide::NONE, before: PackedSlide::NONE };
        Node { key, occupied: self.occupied(key), trail }
    }

    /// The node of a position that was kept without its mask.
    pub fn node(&self, key: S::Key, trail: Trail) -> Node<S> {
        Node { key, occupied: self.occupied(key), trail }
    }

    /// Shows every slide of a position, of one cell only if `UNIT`.
    #[inline]
    pub fn slides<const UNIT: bool>(&self, key: S::Key, visit: impl FnMut(Node<S>, Slide)) {
        self.expand::<UNIT>(&self.root(key), visit);
    }

    /// Shows the slides that may be the first way to a position, in a search that proceeds layer by
    /// layer and keeps the node by which it reached each position first.
    ///
    /// A slide is final in a position s if it can be the last one on a shortest way to s: the last
    /// slide of the trail, and the one before if the two commute (sweep no common cell). For every
    /// final slide, of a piece p, we leave out (1) further slides of p, because one slide does the
    /// same (with `UNIT` only its way back); (2) slides of a piece q that comes before p in our
    /// order and sweeps no cell that p's slide swept: they commute, so q could go first, then p.
    ///
    /// Why no position is missed: let t be first reachable in layer d, and look at all pairs of a
    /// position s in layer d - 1 and a slide from s to t. Take a pair whose piece q comes last in
    /// our order. If rule (2) left it out, s is reached from some r in layer d - 2 by a slide of a
    /// later piece p, and sliding q first from r gives a position s' in layer d - 1 from which p
    /// slides to t: a pair with a later piece, a contradiction. The test
    /// `layers_are_those_of_a_plain_search` compares all layers.
    #[inline]
    pub fn expand<const UNIT: bool>(&self, node: &Node<S>, mut visit: impl FnMut(Node<S>, Slide)) {
        let (mut down, mut up) = self.movable(node.key, node.occupied);
        let claims = self.claims::<UNIT>(node);
        for claim in &claims {
            (down, up) = (down.common(claim.down), up.common(claim.up));
        }
        while let Some(index) = down.take() {
            let from = self.place(node.key, index);
            self.slide_over::<UNIT>(node, &claims, (index, from), (0..from).rev(), &mut visit);
        }
        while let Some(index) = up.take() {
            let from = self.place(node.key, index);
            let places = from + 1..self.slots[index].places;
            self.slide_over::<UNIT>(node, &claims, (index, from), places, &mut visit);
        }
    }

    /// Slides one piece over the given places until something stands in the way.
    #[inline]
    fn slide_over<const UNIT: bool>(
        &self,
        node: &Node<S>,
        claims: &[Claim<S>; 2],
        (index, from): (usize, usize),
        places: impl Iterator<Item = usize>,
        visit: &mut impl FnMut(Node<S>, Slide),
    ) {
        let slot = &self.slots[index];
        let spots = &self.spots[slot.base..slot.base + slot.places];
        let mut swept = spots[from].cells;
        let rest = node.occupied.without(swept);
        for to in places {
            let cells = spots[to].cells;
            if cells.meets(rest) {
                break;
            }
            swept = swept.union(cells);
            if claims[0].allows(index, swept) && claims[1].allows(index, swept) {
                let slide = Slide { slot: index as u8, from: from as u8, to: to as u8 };
                let trail = Trail { last: PackedSlide::of(slide), before: node.trail.last };
                visit(Node { key: self.after(node.key, slide), occupied: rest.union(cells), trail }, slide);
            }
            if UNIT {
                break;
            }
        }
    }

    /// Called once per expanded node: as a call of its own it costs three of a hundred instructions.
    #[allow(clippy::inline_always, reason = "the loop of the search")]
    #[inline(always)]
    fn claims<const UNIT: bool>(&self, node: &Node<S>) -> [Claim<S>; 2] {
        let last = self.claim::<UNIT>(node.key, node.trail.last);
        let before = self.claim::<UNIT>(node.key, node.trail.before);
        let commute = !last.swept.meets(before.swept);
        [last, if commute { before } else { Claim::NONE }]
    }

    #[inline]
    fn claim<const UNIT: bool>(&self, key: S::Key, slide: PackedSlide) -> Claim<S> {
        if slide == PackedSlide::NONE {
            return Claim::NONE;
        }
        let (from, to) = (slide.from(), self.place(key, slide.slot()));
        let base = self.slots[slide.slot()].base;
        let (mut swept, mut pieces) = (S::Mask::EMPTY, S::Pieces::after(slide.slot()));
        for spot in &self.spots[base + to.min(from)..=base + to.max(from)] {
            swept = swept.union(spot.cells);
            pieces = pieces.union(spot.crossing);
        }
        let down = pieces.union(S::Pieces::of(slide.slot(), UNIT && to < from));
        let up = pieces.union(S::Pieces::of(slide.slot(), UNIT && to > from));
        Claim { slot: slide.slot(), swept, down, up }
    }

    /// Which pieces can go down or left, which up or right, without a branch.
    #[inline]
    fn movable(&self, key: S::Key, occupied: S::Mask) -> (S::Pieces, S::Pieces) {
        let (mut down, mut up) = (S::Pieces::NONE, S::Pieces::NONE);
        for slot in self.slots.iter().rev() {
            let spot = &self.spots[slot.spot(key)];
            down = down.push(!spot.before.meets(occupied));
            up = up.push(!spot.behind.meets(occupied));
        }
        (down, up)
    }

    /// The move of the player that a slide is.
    pub fn to_move(&self, level: &Level, slide: Slide) -> Move {
        let piece = self.slots[usize::from(slide.slot)].piece;
        Move::new(level, piece, i32::from(slide.to) - i32::from(slide.from))
    }

    /// The position as players see it.
    pub fn unpack(&self, key: S::Key) -> Position {
        let mut offsets = self.offsets.clone();
        for (index, slot) in self.slots.iter().enumerate() {
            offsets[slot.piece] = slot.least + self.place(key, index) as u8;
        }
        Position { offsets }
    }

    /// The packed form of a position; none if it cannot belong to this board's cluster.
    pub fn pack(&self, position: &Position) -> Option<S::Key> {
        let mut key = S::Key::ZERO;
        let mut rest = position.offsets.clone();
        if rest.len() != self.offsets.len() {
            return None;
        }
        for slot in &self.slots {
            let place = usize::from(rest[slot.piece].checked_sub(slot.least)?);
            if place >= slot.places {
                return None;
            }
            key = key.plus(slot.shift, place);
            rest[slot.piece] = self.offsets[slot.piece];
        }
        (rest == self.offsets).then_some(key)
    }
}

impl Slot {
    /// The number of the spot where a position has this piece.
    #[inline]
    fn spot<K: Key>(&self, key: K) -> usize {
        self.base + key.get(self.shift, self.bits)
    }
}

/// Every place with what lies around it.
fn surround<S: Scale>(slots: &[Slot], places: &[S::Mask]) -> Vec<Spot<S>> {
    let own = |slot: &Slot| &places[slot.base..slot.base + slot.places];
    let track = |slot: &Slot| own(slot).iter().fold(S::Mask::EMPTY, |track, cells| track.union(*cells));
    let tracks: Vec<S::Mask> = slots.iter().map(track).collect();
    let mut spots = Vec::with_capacity(places.len());
    for (index, slot) in slots.iter().enumerate() {
        for (place, &cells) in own(slot).iter().enumerate() {
            let beyond = |other: Option<usize>| {
                let other = other.and_then(|other| own(slot).get(other));
                other.map_or(cells, |other| other.union(cells).without(cells))
            };
            let crossing = tracks[..index].iter().enumerate();
            let crossing = crossing.map(|(other, track)| S::Pieces::of(other, track.meets(cells)));
            spots.push(Spot {
                cells,
                before: beyond(place.checked_sub(1)),
                behind: beyond(Some(place + 1)),
                crossing: crossing.fold(S::Pieces::NONE, S::Pieces::union),
            });
        }
    }
    spots
}

/// Why the level cannot be solved, where its lines alone show it.
pub fn blocked(level: &Level) -> Option<Message> {
    confine::blocked(level, &level.offsets())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ingenio_core::Rng;

    use super::super::bits::{Large, Medium, Small, Tiny, Wide};
    use super::*;
    use crate::sample::sample;

    /// How many positions each layer of a search from the start has.
    fn layers<S: Scale, const UNIT: bool>(level: &Level, prune: bool) -> Vec<usize> {
        let board = Board::<S>::new(level);
        let mut known = HashSet::from([board.start]);
        let mut layer = vec![board.root(board.start)];
        let mut sizes = Vec::new();
        while !layer.is_empty() {
            sizes.push(layer.len());
            let mut next = Vec::new();
            for node in &layer {
                let node = if prune { *node } else { board.root(node.key) };
                board.expand::<UNIT>(&node, |child, _| {
                    assert_eq!(child.occupied, board.occupied(child.key));
                    if known.insert(child.key) {
                        next.push(child);
                    }
                });
            }
            layer = next;
        }
        sizes
    }

    /// Breaks if a slide that is left out was the only way to reach a position in time.
    #[test]
    fn layers_are_those_of_a_plain_search() {
        for number in 0..1500 {
            let level = sample(&mut Rng::stream(1, number), number as usize % 2);
            assert_eq!(
                layers::<Small, false>(&level, true),
                layers::<Small, false>(&level, false),
                "{level:?}"
            );
            assert_eq!(
                layers::<Small, true>(&level, true),
                layers::<Small, true>(&level, false),
                "{level:?}"
            );
        }
    }

    #[test]
    fn all_widths_search_the_same() {
        let mut tiny = 0;
        for number in 0..100 {
            let level = sample(&mut Rng::stream(2, number), 1);
            let small = layers::<Small, false>(&level, true);
            if key_bits(&confine::confine(&level, &level.offsets()), 32) <= 32 {
                assert_eq!(layers::<Tiny, false>(&level, true), small);
                tiny += 1;
            }
            assert_eq!(layers::<Medium, false>(&level, true), small);
            assert_eq!(layers::<Wide, false>(&level, true), small);
            assert_eq!(layers::<Large, false>(&level, true), small);
        }
        assert!(tiny > 20, "only {tiny} boards fit into the least width");
    }

    #[test]
    fn positions_are_unpacked_as_they_were_packed() {
        for number in 0..200 {
            let level = sample(&mut Rng::stream(3, number), 2);
            let board = Board::<Large>::new(&level);
            assert_eq!(board.unpack(board.start).offsets, level.offsets());
            board.slides::<false>(board.start, |child, _| {
                assert_eq!(board.pack(&board.unpack(child.key)), Some(child.key));
            });
        }
    }
}
