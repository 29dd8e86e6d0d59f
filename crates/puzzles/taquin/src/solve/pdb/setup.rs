//! Gets the tables of some patterns ready, in slices: from the store where they are kept, otherwise
//! built and given to the store.

use std::sync::Arc;

use ingenio_core::{Table, TablesRef};

use super::{Builder, Geometry, Key, Patterns, Shared};

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Setup {
    store: TablesRef,
    keys: Vec<Key>,
    geometries: Vec<Shared>,
    tables: Vec<Table>,
    growing: Option<Geometry>,
    builder: Option<Builder>,
}

impl Setup {
    pub fn new(store: &TablesRef, keys: Vec<Key>) -> Self {
        let store = store.clone();
        Setup { store, keys, geometries: Vec::new(), tables: Vec::new(), growing: None, builder: None }
    }

    /// An upper bound on the bytes in use at any time, tables and their making included.
    pub fn bytes(keys: &[Key]) -> u64 {
        let entries = |key: &Key| super::most_blocks(key.size, key.tiles()) * super::factorial(key.tiles());
        let kept: u64 = keys.iter().map(|key| entries(key).div_ceil(8)).sum();
        let building = keys.iter().map(entries).max().unwrap_or(0);
        let blocks = keys.iter().map(|key| super::most_blocks(key.size, key.tiles())).max().unwrap_or(0);
        let geometry = |at: usize| {
            let (size, tiles) = (keys[at].size, keys[at].tiles());
            let first = keys[..at].iter().all(|key| (key.size, key.tiles()) != (size, tiles));
            if first { Geometry::bytes(size, tiles) } else { 0 }
        };
        kept + building + blocks + (0..keys.len()).map(geometry).sum::<u64>()
    }

    /// Goes on for about so much work; true when all tables are there.
    pub fn advance(&mut self, work: u64) -> bool {
        let Some(key) = self.keys.get(self.tables.len()).copied() else { return true };
        if self.geometries.len() == self.tables.len() {
            self.find_geometry(key, work);
        } else if let Some(builder) = &mut self.builder {
            if let Some(bytes) = builder.advance(work) {
                self.builder = None;
                self.tables.push(self.store.put(&self.table_key(key), bytes));
            }
        } else if let Some(table) = self.store.get(&self.table_key(key)) {
            self.tables.push(table);
        } else {
            self.builder = Some(Builder::new(self.geometries[self.tables.len()].clone(), key));
        }
        self.tables.len() == self.keys.len()
    }

    fn table_key(&self, key: Key) -> ingenio_core::TableKey {
        key.table(self.geometries[self.tables.len()].maps.blocks())
    }

    fn find_geometry(&mut self, key: Key, work: u64) {
        let alike = |known: &&Key| (known.size, known.tiles()) == (key.size, key.tiles());
        let known = self.keys[..self.tables.len()].iter().position(|known| alike(&known));
        if let Some(at) = known {
            self.geometries.push(self.geometries[at].clone());
            return;
        }
        let growing = self.growing.get_or_insert_with(|| Geometry::new(key.size, key.tiles()));
        if growing.grow(work) {
            self.geometries.extend(self.growing.take().map(Arc::new));
        }
    }

    /// What is ready, in the order of the keys asked for.
    pub fn patterns(self) -> Patterns {
        Patterns { keys: self.keys, geometries: self.geometries, tables: self.tables }
    }
}
