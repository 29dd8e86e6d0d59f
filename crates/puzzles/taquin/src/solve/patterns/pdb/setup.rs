//! Gets the tables of some patterns ready, unit by unit: from the store where they are kept,
//! otherwise built and given to the store. Whether a table is kept is asked once, at the start, so
//! that a run does the same work however it is sliced.

use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{Size, Table, TablesRef};

use super::{Builder, Geometry, Key, Patterns, Shared, factorial, most_blocks};
use crate::solve::patterns::with_tables::Preparation;

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Setup {
    store: TablesRef,
    keys: Vec<Key>,
    kept: Vec<Option<Table>>,
    known: Vec<Option<Shared>>,
    geometries: Vec<Shared>,
    tables: Vec<Table>,
    growing: Option<Geometry>,
    builder: Option<Builder>,
}

impl Setup {
    pub fn new(store: &TablesRef, keys: Vec<Key>) -> Self {
        Setup {
            store: store.clone(),
            kept: keys.iter().map(|key| store.get(&key.table())).collect(),
            known: keys.iter().map(|key| recall(key.size, key.tiles())).collect(),
            keys,
            geometries: Vec::new(),
            tables: Vec::new(),
            growing: None,
            builder: None,
        }
    }

    /// An upper bound on the bytes in use at any time, tables and their making included.
    pub fn most_bytes(keys: &[Key]) -> u64 {
        let blocks = |key: &Key| most_blocks(key.size, key.tiles());
        let entries = |key: &Key| blocks(key) * factorial(key.tiles());
        let kept: u64 = keys.iter().map(|key| entries(key).div_ceil(8)).sum();
        let building = keys.iter().map(|key| entries(key) + blocks(key)).max().unwrap_or(0);
        let geometry = |at: usize| {
            let alike = |key: &Key| (key.size, key.tiles()) == (keys[at].size, keys[at].tiles());
            let first = !keys[..at].iter().any(alike);
            if first { Geometry::bytes(keys[at].size, keys[at].tiles()) } else { 0 }
        };
        kept + building + (0..keys.len()).map(geometry).sum::<u64>()
    }

    fn find_geometry(&mut self, key: Key) {
        let alike = |known: &Key| (known.size, known.tiles()) == (key.size, key.tiles());
        let before = self.keys[..self.tables.len()].iter().position(alike);
        if let Some(known) = before.map(|at| self.geometries[at].clone()) {
            self.geometries.push(known);
        } else if let Some(known) = self.known[self.tables.len()].take() {
            self.geometries.push(known);
        } else {
            let growing = self.growing.get_or_insert_with(|| Geometry::new(key.size, key.tiles()));
            if growing.grow() {
                self.geometries
                    .extend(self.growing.take().map(|ready| remember(Arc::new(ready), key.tiles())));
            }
        }
    }

    /// What is ready, in the order of the keys asked for.
    pub fn patterns(self) -> Patterns {
        Patterns { keys: self.keys, geometries: self.geometries, tables: self.tables }
    }
}

impl Preparation for Setup {
    fn work(&mut self) -> bool {
        let at = self.tables.len();
        let Some(key) = self.keys.get(at).copied() else { return true };
        if self.geometries.len() == at {
            self.find_geometry(key);
        } else if let Some(builder) = &mut self.builder {
            if let Some(bytes) = builder.work() {
                self.builder = None;
                self.tables.push(self.store.put(&key.table(), bytes));
            }
        } else {
            let size = self.geometries[at].table_bytes();
            match self.kept[at].take().filter(|table| table.as_ref().as_ref().len() == size) {
                Some(table) => self.tables.push(table),
                None => self.builder = Some(Builder::new(self.geometries[at].clone(), key)),
            }
        }
        self.tables.len() == self.keys.len()
    }

    fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(|table| table.as_ref().as_ref().len() as u64).sum();
        tables + self.builder.as_ref().map_or(0, Builder::bytes)
    }

    fn ready(&self) -> u8 {
        let placements = |key: &Key| most_blocks(key.size, key.tiles()) * factorial(key.tiles());
        let all: u64 = self.keys.iter().map(placements).sum();
        let done: u64 = self.keys[..self.tables.len()].iter().map(placements).sum();
        let next = self.keys.get(self.tables.len()).map_or(0, placements);
        let part = self.builder.as_ref().map_or(0.0, Builder::ready) * next as f64;
        (100.0 * (done as f64 + part) / all.max(1) as f64) as u8
    }
}

/// Geometries that were used last, so that a series of boards makes them once.
static KNOWN: Mutex<Vec<(usize, Shared)>> = Mutex::new(Vec::new());
/// Geometries that a process keeps, see ARCHITECTURE.md. Chosen by hand.
const MOST_KNOWN: usize = 12;

fn recall(size: Size, tiles: usize) -> Option<Shared> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().find(|(of, shared)| *of == tiles && shared.size == size).map(|(_, shared)| shared.clone())
}

fn remember(ready: Shared, tiles: usize) -> Shared {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(of, shared)| *of != tiles || shared.size != ready.size);
    known.push((tiles, ready.clone()));
    let extra = known.len().saturating_sub(MOST_KNOWN);
    known.drain(..extra);
    ready
}
