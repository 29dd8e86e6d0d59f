//! Gets the tables of some patterns ready, unit by unit: from the store where they are kept, otherwise
//! built and given to the store.

use ingenio_core::{Table, TablesRef};

use super::build::Builder;
use super::{Key, PatternSlides, Plan};
use crate::level::Level;
use crate::solve::modulo_3;
use crate::solve::patterns::with_tables::Preparation;

#[allow(missing_debug_implementations, reason = "tables are megabytes of bits")]
pub struct Setup {
    store: TablesRef,
    plan: Plan,
    kept: Vec<Option<Table>>,
    tables: Vec<Table>,
    builder: Option<Builder>,
}

impl Setup {
    pub fn new(store: &TablesRef, plan: Plan) -> Self {
        let sound = |key: &Key| {
            let size = modulo_3::bytes(key.places().entries() as usize);
            store.get(&key.table()).filter(|table| table.as_ref().as_ref().len() == size)
        };
        let kept = plan.keys.iter().map(sound).collect();
        Setup { store: store.clone(), plan, kept, tables: Vec::new(), builder: None }
    }

    /// The search over what is ready.
    pub fn search(self, level: &Level) -> PatternSlides {
        PatternSlides::new(level, self.plan, self.tables)
    }
}

impl Preparation for Setup {
    fn work(&mut self) -> bool {
        let at = self.tables.len();
        let Some(key) = self.plan.keys.get(at).copied() else { return true };
        if let Some(builder) = &mut self.builder {
            if let Some(bytes) = builder.work() {
                self.builder = None;
                self.tables.push(self.store.put(&key.table(), bytes));
            }
        } else if let Some(table) = self.kept[at].take() {
            self.tables.push(table);
        } else {
            self.builder = Some(Builder::new(key));
        }
        self.tables.len() == self.plan.keys.len()
    }

    fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(|table| table.as_ref().as_ref().len() as u64).sum();
        tables + self.builder.as_ref().map_or(0, Builder::bytes)
    }

    fn ready(&self) -> u8 {
        let entries = |key: &Key| key.places().entries();
        let all: u64 = self.plan.keys.iter().map(entries).sum();
        let done: u64 = self.plan.keys[..self.tables.len()].iter().map(entries).sum();
        let next = self.plan.keys.get(self.tables.len()).map_or(0, entries);
        let part = self.builder.as_ref().map_or(0.0, Builder::ready) * next as f64;
        (100.0 * (done as f64 + part) / all.max(1) as f64) as u8
    }
}
