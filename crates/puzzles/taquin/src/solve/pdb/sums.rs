//! A board as its tables see it: one view per group, each with the placement of its tiles and their
//! distance, kept up to date move by move.

use ingenio_core::{Size, Table};

use super::maps::moves_into;
use super::orders::number;
use super::{Division, Key, Shared, region_around};
use crate::level::{BLANK, Level, Tile};

/// All tables of a run, each once.
#[derive(Default)]
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Patterns {
    pub keys: Vec<Key>,
    pub geometries: Vec<Shared>,
    pub tables: Vec<Table>,
}

/// One group on the board: which table, and how the board lies in it.
#[derive(Clone, Debug)]
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
        let mut cells = [0; 64];
        cells[..image.len()].copy_from_slice(&image);
        let mut labels = vec![u8::MAX; level.size().cells()];
        for cell in group {
            let below = key.goal & ((1 << image[*cell]) - 1);
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

    /// The view for use in a search: everything borrowed.
    pub fn lens<'a>(&'a self, patterns: &'a Patterns) -> Lens<'a> {
        Lens {
            geometry: &patterns.geometries[self.pattern],
            bits: patterns.tables[self.pattern].as_ref().as_ref(),
            cells: &self.cells,
        }
    }
}

/// The tiles of a group as they stand: their cells, their order, and their distance to the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    map: u64,
    order: u16,
    pub distance: u16,
}

#[derive(Clone, Copy, Debug)]
pub struct Lens<'a> {
    geometry: &'a super::Geometry,
    bits: &'a [u8],
    cells: &'a [u8; 64],
}

impl Lens<'_> {
    /// What is seen after a tile of the group went from a cell of the board to the blank at another.
    #[inline]
    pub fn step(&self, seen: Seen, label: u8, from: u8, to: u8) -> Seen {
        let (from, to) = (self.cells[usize::from(from & 63)], self.cells[usize::from(to & 63)]);
        self.step_inside(seen, usize::from(label), usize::from(from), usize::from(to))
    }

    #[inline]
    fn step_inside(&self, seen: Seen, label: usize, from: usize, to: usize) -> Seen {
        let map = seen.map ^ (1 << from) ^ (1 << to);
        let over = self.geometry.between(map, from, to);
        let order = if over == 0 {
            seen.order
        } else {
            self.geometry.orders.after(label, over, to > from)[usize::from(seen.order)]
        };
        let entry = self.geometry.maps.block(map, from as u32) * self.geometry.orders.count() + usize::from(order);
        let bit = u16::from(self.bits[entry / 8] >> (entry % 8) & 1);
        let up = seen.distance + 1;
        let distance = if up >> 1 & 1 == bit { up } else { up.wrapping_sub(2) };
        Seen { map, order, distance }
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
        let mut seen = Seen { map, order: number(&labels) as u16, distance: 0 };
        seen.distance = self.count_down(seen, blank, key);
        seen
    }

    /// The distance of what is seen: steps downhill until the goal is reached.
    fn count_down(&self, start: Seen, blank: usize, key: &Key) -> u16 {
        let size = self.geometry.size;
        let goal = self.geometry.maps.block(key.goal, u32::from(key.blank));
        let entry = self.geometry.maps.block(start.map, blank as u32) * self.geometry.orders.count();
        let entry = entry + usize::from(start.order);
        // Any number with the right remainder by 4 serves, if it is large enough.
        let odd = u16::from((parity(size, start.map) ^ parity(size, key.goal)) & 1 == 1);
        let bit = u16::from(self.bits[entry / 8] >> (entry % 8) & 1);
        let (mut seen, mut blank, mut steps) = (Seen { distance: 0x4000 + 2 * bit + odd, ..start }, blank, 0);
        while (seen.map, seen.order) != (key.goal, 0)
            || self.geometry.maps.block(seen.map, blank as u32) != goal
        {
            let region = region_around(size, seen.map, blank);
            let mut moves = moves_into(size, seen.map, region);
            let (down, from) = moves
                .find_map(|(from, to)| {
                    let place = (seen.map & ((1 << from) - 1)).count_ones() as usize;
                    let label = self.geometry.orders.label(usize::from(seen.order), place);
                    let next = self.step_inside(seen, label, from, to);
                    (next.distance < seen.distance).then_some((next, from))
                })
                .expect("every placement but the goal has a neighbour that is nearer");
            (seen, blank, steps) = (down, from, steps + 1);
        }
        steps
    }
}

/// Is the number of tiles on odd cells odd? Every move changes it.
fn parity(size: Size, map: u64) -> u32 {
    let odd = (0..size.cells()).filter(|cell| (size.row(*cell) + size.column(*cell)) % 2 == 1);
    let odd = odd.fold(0u64, |set, cell| set | 1 << cell);
    (map & odd).count_ones()
}
