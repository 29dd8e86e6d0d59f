//! Distance tables: for every position of a small board its distance from the goal, in moves or in
//! slides. One table serves all goals with the blank on one cell, and all their mirror images.
//!
//! Only remainders by 3 are kept ([`modulo_3`]): from any position the way home is seen, and its length is known when it
//! has been walked. If a table is wrong, `tests/distances.rs` (depth histograms, breadth-first search)
//! breaks.

mod build;
mod index;
pub mod table;

use std::sync::Arc;

use ingenio_core::{Criterion, Dir, Size, Table, TableKey, TablesRef};

use crate::level::{BLANK, Level, Tile};
use crate::metric::SLIDES;
use crate::solve::modulo_3;
use crate::solve::patterns::pdb::images;
use build::Builder;
use index::Orders;

/// 3x4 and 2x6 have 239,500,800 positions.
pub const MOST_CELLS: usize = 12;

/// Changes when the content of the tables does.
const VERSION: u32 = 1;

/// Which table, and how a board lies in it.
#[derive(Clone, Debug)]
pub struct Place {
    size: Size,
    goal: usize,
    slides: bool,
    /// By cell of the board, its cell in the table, and back.
    inside: Vec<u8>,
    outside: Vec<u8>,
    /// By tile of the board, its number in the table, from 0.
    number: Vec<u8>,
}

impl Place {
    pub fn new(level: &Level, metric: Criterion) -> Self {
        let blank = level.goal_cells()[usize::from(BLANK)];
        let images = images(level.size()).into_iter();
        let (size, inside) = images.min_by_key(|(_, cells)| cells[blank]).expect("a board is its own image");
        let mut outside = vec![0; inside.len()];
        for (cell, image) in inside.iter().enumerate() {
            outside[usize::from(*image)] = cell as u8;
        }
        let mut number = vec![0; inside.len()];
        let goal_tile = |cell: &u8| level.goal()[usize::from(*cell)];
        for (at, tile) in outside.iter().map(goal_tile).filter(|tile| *tile != BLANK).enumerate() {
            number[usize::from(tile)] = at as u8;
        }
        Place { size, goal: usize::from(inside[blank]), slides: metric == SLIDES, inside, outside, number }
    }

    pub fn key(&self) -> TableKey {
        let metric = if self.slides { "slides" } else { "moves" };
        TableKey { name: format!("taquin-distance-{}-{}-{metric}", self.size, self.goal), version: VERSION }
    }

    fn orders(&self) -> Orders {
        Orders::new(self.size, self.goal)
    }

    fn table_bytes(&self, orders: &Orders) -> usize {
        modulo_3::bytes(self.size.cells() * orders.count as usize)
    }

    /// The bytes of the table and of what it takes to use it.
    pub fn kept_bytes(&self) -> u64 {
        let positions = (1..=self.size.cells() as u64).product::<u64>() / 2;
        positions / 4 + 1 + Orders::bytes(self.size)
    }

    /// An upper bound on the bytes in use while the table is built.
    pub fn most_bytes(&self) -> u64 {
        let positions = (1..=self.size.cells() as u64).product::<u64>() / 2;
        positions + positions / 4 + positions / 1000 + Orders::bytes(self.size)
    }

    /// Where a board is: the cell of the blank, and the number of its order.
    fn find(&self, tiles: &[Tile]) -> (usize, u32) {
        let blank = tiles.iter().position(|tile| *tile == BLANK).expect("every board has a blank");
        let board = self.outside.iter().map(|cell| tiles[usize::from(*cell)]).filter(|tile| *tile != BLANK);
        let order: Vec<u8> = board.map(|tile| self.number[usize::from(tile)]).collect();
        (usize::from(self.inside[blank]), Orders::number(&order))
    }
}

/// Gets a table ready, unit by unit.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Setup {
    place: Place,
    store: TablesRef,
    kept: Option<Table>,
    orders: Arc<Orders>,
    builder: Option<Builder>,
}

impl Setup {
    pub fn new(place: Place, store: &TablesRef) -> Self {
        let orders = Arc::new(place.orders());
        let sound = |table: &Table| table.as_ref().as_ref().len() == place.table_bytes(&orders);
        let kept = store.get(&place.key()).filter(sound);
        let builder = kept
            .is_none()
            .then(|| Builder::new(orders.clone(), place.size.cells(), place.goal, place.slides));
        Setup { place, store: store.clone(), kept, orders, builder }
    }

    pub fn bytes(&self) -> u64 {
        self.builder.as_ref().map_or(0, Builder::bytes) + Orders::bytes(self.place.size)
    }

    /// Does one unit of work; hands over the distances when they are there.
    pub fn work(&mut self) -> Option<Distances> {
        if let Some(builder) = &mut self.builder {
            let packed = builder.work()?;
            self.builder = None;
            self.kept = Some(self.store.put(&self.place.key(), packed));
        }
        let table = self.kept.clone().expect("it was kept or just built");
        Some(Distances { place: self.place.clone(), orders: self.orders.clone(), table })
    }
}

/// A table ready for use.
#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Distances {
    place: Place,
    orders: Arc<Orders>,
    table: Table,
}

/// A position on its way home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Here {
    blank: usize,
    order: u32,
}

impl Distances {
    pub fn bytes(&self) -> u64 {
        self.table.as_ref().as_ref().len() as u64 + Orders::bytes(self.place.size)
    }

    pub fn find(&self, tiles: &[Tile]) -> Here {
        let (blank, order) = self.place.find(tiles);
        Here { blank, order }
    }

    pub fn is_home(&self, here: Here) -> bool {
        (here.blank, here.order) == (self.place.goal, 0)
    }

    /// The distance's remainder by 3.
    fn remainder(&self, here: Here) -> u8 {
        let entry = here.blank * self.orders.count as usize + here.order as usize;
        modulo_3::remainder(self.table.as_ref().as_ref(), entry)
    }

    /// A position one step nearer, and how the blank goes there on the board.
    pub fn step(&self, here: Here) -> Option<(Here, Vec<Dir>)> {
        let nearer = (self.remainder(here) + 2) % 3;
        Dir::ALL.into_iter().find_map(|dir| {
            let (mut at, mut way) = (here, Vec::new());
            while let Some(action) = self.orders.move_of(at.blank, dir) {
                way.push(self.outside(at.blank, action.to));
                at = Here { blank: action.to, order: self.orders.after(action, at.order) };
                if self.remainder(at) == nearer {
                    return Some((at, way));
                }
                if !self.place.slides {
                    break;
                }
            }
            None
        })
    }

    /// The direction on the board between two neighbouring cells of the table.
    fn outside(&self, from: usize, to: usize) -> Dir {
        let (from, to) = (self.place.outside[from], self.place.outside[to]);
        match (from < to, from.abs_diff(to) == 1) {
            (true, true) => Dir::Right,
            (false, true) => Dir::Left,
            (true, false) => Dir::Down,
            (false, false) => Dir::Up,
        }
    }
}

/// How many positions lie at each distance from the goal of a level.
pub fn depth_counts(level: &Level, metric: Criterion) -> Vec<u64> {
    let place = Place::new(level, metric);
    let orders = Arc::new(place.orders());
    let mut builder = Builder::new(orders, place.size.cells(), place.goal, place.slides);
    while builder.work().is_none() {}
    builder.counts
}
