//! A board as its tables see it: one view per group, each with the placement of its tiles and their
//! distance, kept up to date move by move.

use ingenio_core::{Size, Table};

use super::maps::moves_into;
use super::orders::number;
use super::{Division, Key, Shared, jump, region_around};
use crate::level::{BLANK, Level, Tile};

/// All tables of a run, each once.
#[derive(Clone, Default)]
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Patterns {
    pub keys: Vec<Key>,
    pub geometries: Vec<Shared>,
    pub tables: Vec<Table>,
}

impl Patterns {
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.as_ref().as_ref().len() as u64).sum()
    }
}

/// One group on the board: which table, and how the board lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub pattern: usize,
    cells: [u8; 64],
    /// By tile of the board, its number in the group; tiles of other groups are never asked for.
    labels: Vec<u8>,
}

impl View {
    /// Views of all groups of a division, and the patterns they need.
    pub fn of_division(level: &Level, division: &Division, keys: &mut Vec<Key>) -> Vec<View> {
        let blank = level.goal_cells()[usize::from(BLANK)];
        division.iter().map(|group| View::of_group(level, group, blank, keys)).collect()
    }

    fn of_group(level: &Level, group: &[usize], blank: usize, keys: &mut Vec<Key>) -> View {
        let goal = group.iter().fold(0, |goal, cell| goal | 1 << cell);
        let (key, image) = Key::common(level.size(), goal, blank);
        let pattern = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        });
        View::new(level, group, key.goal, &image, pattern)
    }

    /// The view of a group through the image of the board in which it belongs to the cells of a goal.
    pub fn new(level: &Level, group: &[usize], goal: u64, image: &[u8], pattern: usize) -> View {
        let mut cells = [0; 64];
        cells[..image.len()].copy_from_slice(image);
        let mut labels = vec![u8::MAX; level.size().cells()];
        for cell in group {
            let below = goal & ((1 << image[*cell]) - 1);
            labels[usize::from(level.goal()[*cell])] = below.count_ones() as u8;
        }
        View { pattern, cells, labels }
    }

    pub fn has(&self, tile: Tile) -> bool {
        self.labels[usize::from(tile)] != u8::MAX
    }

    pub fn label(&self, tile: Tile) -> u8 {
        self.labels[usize::from(tile)]
    }

    /// Where a cell of the board is in the table.
    #[inline]
    pub fn cell(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell & 63)]
    }

    /// The view for use in a search: everything borrowed.
    pub fn lens<'a>(&'a self, patterns: &'a Patterns) -> Lens<'a> {
        Lens {
            geometry: &patterns.geometries[self.pattern],
            bits: patterns.tables[self.pattern].as_ref().as_ref(),
            cells: &self.cells,
            shift: 64 - self.labels.len() as u32,
        }
    }
}

/// The tiles of a group as they stand: their cells, their order, and their distance to the goal. One
/// word, because a search does little else than to copy it: the distance in the lowest byte, then
/// the order, the cells on top (49 cells leave 7 bits for orders, enough for groups of 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    /// Nothing yet.
    pub const NONE: Seen = Seen(0);

    #[inline]
    pub const fn distance(self) -> u16 {
        (self.0 & 255) as u16
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Lens<'a> {
    geometry: &'a super::Geometry,
    bits: &'a [u8],
    cells: &'a [u8; 64],
    /// Where the cells begin in a word.
    shift: u32,
}

impl Lens<'_> {
    const fn pack(&self, map: u64, order: u16, distance: u16) -> Seen {
        Seen(map << self.shift | (order as u64) << 8 | distance as u64)
    }

    #[inline]
    const fn map(&self, seen: Seen) -> u64 {
        seen.0 >> self.shift
    }

    #[inline]
    const fn order(&self, seen: Seen) -> u16 {
        ((seen.0 & ((1 << self.shift) - 1)) >> 8) as u16
    }

    /// What is seen after a tile of the group went from a cell of the board to the blank at another.
    #[allow(
        clippy::inline_always,
        reason = "left to itself, the compiler inlines it in some builds and not in others"
    )]
    #[inline(always)]
    pub fn step(&self, seen: Seen, label: u8, from: u8, to: u8) -> Seen {
        let (from, to) = (self.cells[usize::from(from & 63)], self.cells[usize::from(to & 63)]);
        self.step_inside(seen, usize::from(label), usize::from(from), usize::from(to))
    }

    #[inline]
    fn step_inside(&self, seen: Seen, label: usize, from: usize, to: usize) -> Seen {
        let map = self.map(seen) ^ (1 << from) ^ (1 << to);
        let jump = jump(map, from, to);
        let order = self.geometry.orders.after(label, jump, self.order(seen));
        let up = seen.distance() + 1;
        let distance = if up >> 1 & 1 == self.bit(map, order, from) { up } else { up.wrapping_sub(2) & 255 };
        self.pack(map, order, distance)
    }

    /// Bit 1 of the distance.
    #[inline]
    fn bit(&self, map: u64, order: u16, blank: usize) -> u16 {
        let entry =
            self.geometry.maps.block(map, blank as u32) * self.geometry.orders.count() + usize::from(order);
        u16::from(self.bits[entry / 8] >> (entry % 8) & 1)
    }

    /// Looks at a whole board. Tables know distances only relative to their neighbours', so the way
    /// to the goal is walked once and counted.
    pub fn look(&self, view: &View, key: &Key, tiles: &[Tile]) -> Seen {
        let mut placed: Vec<(u8, u8)> = Vec::new();
        let mut blank = 0;
        for (cell, tile) in tiles.iter().enumerate() {
            if *tile == BLANK {
                blank = usize::from(self.cells[cell]);
            } else if view.has(*tile) {
                placed.push((self.cells[cell], view.label(*tile)));
            }
        }
        placed.sort_unstable();
        let labels: Vec<u8> = placed.iter().map(|(_, label)| *label).collect();
        let map = placed.iter().fold(0, |map, (cell, _)| map | 1 << cell);
        let order = number(&labels) as u16;
        self.pack(map, order, self.count_down(map, order, blank, key))
    }

    /// The distance of what is seen: steps downhill until the goal is reached.
    fn count_down(&self, map: u64, order: u16, mut blank: usize, key: &Key) -> u16 {
        let size = self.geometry.size;
        let goal = self.geometry.maps.block(key.goal, u32::from(key.blank));
        let odd = u16::from((parity(size, map) ^ parity(size, key.goal)) & 1 == 1);
        // Distances are known by their remainder by 4 here.
        let mut seen = self.pack(map, order, 2 * self.bit(map, order, blank) + odd);
        let mut steps = 0;
        loop {
            let (map, order) = (self.map(seen), self.order(seen));
            if (map, order) == (key.goal, 0) && self.geometry.maps.block(map, blank as u32) == goal {
                return steps;
            }
            let region = region_around(size, map, blank);
            let down = moves_into(size, map, region).find_map(|(from, to)| {
                let place = (map & ((1 << from) - 1)).count_ones() as usize;
                let label = self.geometry.orders.label(usize::from(order), place);
                let next = self.step_inside(seen, label, from, to);
                ((next.distance() + 1) % 4 == seen.distance() % 4).then_some((next, from))
            });
            (seen, blank) = down.expect("every placement but the goal has a neighbour that is nearer");
            steps += 1;
        }
    }
}

/// Is the number of tiles on odd cells odd? Every move changes it.
fn parity(size: Size, map: u64) -> u32 {
    let odd = (0..size.cells()).filter(|cell| (size.row(*cell) + size.column(*cell)) % 2 == 1);
    let odd = odd.fold(0u64, |set, cell| set | 1 << cell);
    (map & odd).count_ones()
}
