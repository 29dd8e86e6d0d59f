//! Pattern databases in slides. A slide moves tiles of several groups at once, so distances of groups do
//! not add up as they do in moves; the largest one counts. In return a table knows the very cell of the
//! blank: an entry is the least number of slides that bring a group and the blank home, whatever the
//! other tiles do.
//!
//! Groups are the tiles at the beginning and at the end of the goal, by rows and by columns. On square
//! boards the columns' groups are mirror images of the rows' and share their tables. If a table is wrong,
//! `tests/slides.rs` (random shapes and goals against breadth-first search) breaks.

mod build;
mod places;
mod search;
mod setup;

use ingenio_core::{Heuristic, Size, TableKey, TablesRef, Task};

use super::pdb::{MOST_CELLS, Profile, View, cells_of, images};
use super::with_tables::{Preparation, most_at_once};
use crate::Taquin;
use crate::level::{BLANK, Level};
use crate::metric::SLIDES;
use places::{MOST_TILES, Placed, Places};

pub use search::PatternSlides;
pub use setup::Setup;

/// The largest distance over groups so small that tables are made in passing.
pub const HEURISTIC: Heuristic<Taquin> = Heuristic {
    name: "pattern-databases-in-slides",
    metric: SLIDES,
    admissible: true,
    estimate: |level, position, tables| {
        if level.size().cells() > MOST_CELLS {
            return Some(0);
        }
        let plan = Plan::new(level, Profile { first: 50_000, others: 50_000 });
        let mut setup = Setup::new(tables, plan);
        while !setup.work() {}
        let here = level.from_here(position.tiles().to_vec());
        Some(u64::from(setup.search(&here).distance()))
    },
};

/// Which pattern: a board, the cells where the group belongs, and the blank's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    size: Size,
    goal: u64,
    blank: u8,
}

/// Changes when the content of the tables does.
const VERSION: u32 = 1;

impl Key {
    /// The form that all mirror images of a pattern have in common, and for every cell of the board
    /// its cell there.
    fn common(size: Size, goal: u64, blank: usize) -> (Key, Vec<u8>) {
        let images = images(size).into_iter().map(|(size, cells)| {
            let goal = cells_of(goal).fold(0, |image, cell| image | 1 << cells[cell]);
            (Key { size, goal, blank: cells[blank] }, cells)
        });
        images.min_by_key(|(key, _)| (key.goal, key.blank)).expect("a board is its own image")
    }

    const fn places(&self) -> Places {
        Places::new(self.size.cells(), self.goal.count_ones() as usize)
    }

    /// The group at home: its tiles are numbered in the order of their cells.
    fn placed(&self) -> Placed {
        let cells = cells_of(self.goal).enumerate();
        cells.fold(Placed::NONE, |placed, (label, cell)| placed.with(label, cell as u8))
    }

    /// The name under which the table is kept.
    pub fn table(&self) -> TableKey {
        let name = format!("taquin-slides-{}-{:x}-{}", self.size, self.goal, self.blank);
        TableKey { name, version: VERSION }
    }
}

/// So many entries are made in a second.
/// An estimate, for those who choose a method: no search depends on it.
pub const A_SECOND: f64 = 12e6;

/// Which views, and the patterns they need.
#[derive(Debug, Default)]
pub struct Plan {
    pub keys: Vec<Key>,
    pub views: Vec<View>,
}

impl Plan {
    /// The groups nearest to the blank come first and may be as large as a profile's first group; the
    /// others only if they need no table of their own.
    pub fn new(level: &Level, profile: Profile) -> Plan {
        let blank = level.goal_cells()[usize::from(BLANK)];
        let cells = level.size().cells();
        let most = [profile.first, profile.others].map(|entries| most_tiles(cells, entries));
        let mut plan = Plan::default();
        for far in [false, true] {
            for by_columns in [false, true] {
                let order = order(level.size(), blank, by_columns, far);
                let first = plan.keys.is_empty();
                if !plan.add(level, &order[..most[0]], blank, first) {
                    plan.add(level, &order[..most[1]], blank, true);
                }
            }
        }
        plan
    }

    /// Adds the view of a group, and its pattern if it may; says whether it did.
    fn add(&mut self, level: &Level, group: &[usize], blank: usize, may: bool) -> bool {
        let goal = group.iter().fold(0, |goal, cell| goal | 1 << cell);
        let (key, image) = Key::common(level.size(), goal, blank);
        let known = self.keys.iter().position(|known| *known == key);
        if known.is_none() && !may {
            return false;
        }
        let pattern = known.unwrap_or(self.keys.len());
        let view = View::new(level, group, key.goal, &image, pattern);
        if known.is_none() {
            self.keys.push(key);
        }
        if !self.views.contains(&view) {
            self.views.push(view);
        }
        true
    }

    /// The largest groups up to a profile whose tables fit into memory while they are made.
    pub fn within(level: &Level, mut profile: Profile, memory: u64) -> Plan {
        loop {
            let plan = Plan::new(level, profile);
            if profile.first <= 1 || plan.most_bytes() <= memory {
                return plan;
            }
            profile = profile.smaller();
        }
    }

    /// As [`Plan::within`], with such groups that what is not kept is built in a second at most.
    pub fn quick(level: &Level, mut profile: Profile, task: &Task) -> Plan {
        let most = most_at_once(task, A_SECOND);
        loop {
            let plan = Plan::within(level, profile, task.memory);
            if profile.others <= 1 || plan.missing(&task.tables) <= most {
                return plan;
            }
            profile.others /= 4;
        }
    }

    /// How many entries are in no table that is kept.
    pub fn missing(&self, tables: &TablesRef) -> u64 {
        self.keys.iter().filter(|key| !tables.has(&key.table())).map(|key| key.places().entries()).sum()
    }

    /// An upper bound on the bytes in use at any time, tables and their making included.
    pub fn most_bytes(&self) -> u64 {
        let entries = |key: &Key| key.places().entries();
        let kept: u64 = self.keys.iter().map(|key| entries(key).div_ceil(4)).sum();
        kept + self.keys.iter().map(entries).max().unwrap_or(0)
    }
}

/// The largest group of which there are at most so many placements. Two tiles are left out: then there
/// is a way between any two placements.
fn most_tiles(cells: usize, entries: u64) -> usize {
    let fits = |tiles: &usize| Places::new(cells, *tiles).entries() <= entries;
    (1..=MOST_TILES.min(cells - 3)).rev().find(fits).unwrap_or(1)
}

/// All cells but the blank's, row by row or column by column, from the blank's end or from the other.
fn order(size: Size, blank: usize, by_columns: bool, far: bool) -> Vec<usize> {
    let along = |cell: &usize| {
        let (row, column) = (size.row(*cell), size.column(*cell));
        if by_columns { column * size.height + row } else { row * size.width + column }
    };
    let mut cells: Vec<usize> = (0..size.cells()).filter(|cell| *cell != blank).collect();
    cells.sort_by_key(along);
    let blank_is_late = along(&blank) * 2 >= size.cells();
    if blank_is_late != far {
        cells.reverse();
    }
    cells
}
