//! The lines beside a rectangle: in how many ways can each be laid?
//!
//! A line is a chain: what lies on a cell meets the next one in one edge only. So the ways from a cell
//! to the end of the line depend on the colour of that edge alone, and one pass from the end counts them
//! all. That a tile may lie twice in a line is overlooked, so there are never more ways than counted.

use super::super::bits::Bits;
use super::{Ground, NOWHERE, Rectangle};

/// No line is longer than a board.
pub const LONGEST: usize = 32;

/// A line that could be laid next.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub side: usize,
    /// How many spots it has.
    pub length: usize,
    pub ways: u32,
    /// How many of its spots may stay empty.
    pub blanks: usize,
    /// The rectangle with it.
    pub rectangle: Rectangle,
}

impl Line {
    /// How many ways there are for each of its spots, as a logarithm: what a line tells grows with its length.
    pub fn freedom(&self) -> f32 {
        (self.ways as f32).ln() / self.length.max(1) as f32
    }
}

#[derive(Debug)]
pub struct Lines<const W: usize> {
    /// For the line on each side its spots, and for each spot the kinds that some way uses.
    spots: [Vec<u16>; 4],
    kinds: [Vec<Bits<W>>; 4],
    /// The ways from here on by the colour towards the last cell, and those from the next cell on.
    here: Vec<u32>,
    behind: Vec<u32>,
}

impl<const W: usize> Lines<W> {
    pub fn new(ground: &Ground<W>) -> Self {
        let long = LONGEST.min(ground.spot_at.len());
        Lines {
            spots: std::array::from_fn(|_| Vec::with_capacity(long)),
            kinds: std::array::from_fn(|_| vec![Bits::EMPTY; long]),
            here: vec![0; usize::from(ground.any) + 1],
            behind: vec![0; usize::from(ground.any) + 1],
        }
    }

    /// Counts the ways to lay a line with kinds that are free. Its cells lie on that side of a rectangle.
    pub fn look(
        &mut self,
        ground: &Ground<W>,
        colours: &[u8],
        free: Bits<W>,
        side: usize,
        cells: Rectangle,
    ) -> Line {
        self.collect(ground, side, cells);
        let [to_last, to_next] = if side.is_multiple_of(2) { [3, 1] } else { [0, 2] };
        let length = self.spots[side].len();
        let mut ways = 1;
        for at in (0..length).rev() {
            let edges = ground.edges_of[usize::from(self.spots[side][at])];
            let next = self.spots[side].get(at + 1).map(|next| ground.edges_of[usize::from(*next)]);
            if next.is_none_or(|next| next[to_last] != edges[to_next]) {
                self.behind.fill(ways);
            }
            let kinds = possible(ground, colours, free, edges);
            ways = self.count(ground, kinds, [to_last, to_next], (side, at));
            if ways == 0 {
                self.kinds[side][..=at].fill(Bits::EMPTY);
                break;
            }
        }
        Line { side, length, ways, blanks: 0, rectangle: cells }
    }

    fn collect(&mut self, ground: &Ground<W>, side: usize, cells: Rectangle) {
        self.spots[side].clear();
        for row in cells.rows[0]..cells.rows[1] {
            for column in cells.columns[0]..cells.columns[1] {
                let cell = usize::from(row) * ground.size.width + usize::from(column);
                if ground.spot_at[cell] != NOWHERE {
                    self.spots[side].push(ground.spot_at[cell]);
                }
            }
        }
    }

    /// The ways from one spot on; they become those behind the spot before it.
    fn count(
        &mut self,
        ground: &Ground<W>,
        kinds: Bits<W>,
        [to_last, to_next]: [usize; 2],
        (side, at): (usize, usize),
    ) -> u32 {
        self.here.fill(0);
        let (mut used, mut ways) = (Bits::EMPTY, 0u32);
        for kind in kinds.iter() {
            let sides = ground.sides[kind];
            let behind = self.behind[usize::from(sides[to_next])];
            if behind > 0 {
                used.insert(kind);
                let here = &mut self.here[usize::from(sides[to_last])];
                *here = here.saturating_add(behind);
                ways = ways.saturating_add(behind);
            }
        }
        self.kinds[side][at] = used;
        std::mem::swap(&mut self.here, &mut self.behind);
        ways
    }

    /// Writes the spots of a line and what may lie there behind what is laid.
    pub fn write(&self, line: &Line, depth: usize, spots: &mut [u16], allowed: &mut [Bits<W>]) {
        let to = depth..depth + line.length;
        spots[to.clone()].copy_from_slice(&self.spots[line.side]);
        allowed[to].copy_from_slice(&self.kinds[line.side][..line.length]);
    }
}

/// The free kinds that agree with the colours around a spot.
#[inline]
pub fn possible<const W: usize>(
    ground: &Ground<W>,
    colours: &[u8],
    free: Bits<W>,
    edges: [u16; 4],
) -> Bits<W> {
    (0..4).fold(free, |kinds, side| {
        kinds.and(&ground.shows[side][usize::from(colours[usize::from(edges[side])])])
    })
}
