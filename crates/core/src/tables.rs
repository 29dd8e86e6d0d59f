//! Tables: what methods compute once and look up ever after (distances, pattern databases). They do
//! not depend on the level, so they are kept by name. Rules crates do no I/O: they ask the handle
//! of their task, and whoever drives them decides whether that is a folder or memory.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::metric::Criterion;
use crate::words::Message;

/// The bytes of a table, wherever they live: on the heap or in a mapped file.
pub type Table = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Which table: its name says everything its content depends on, the version which program made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableKey {
    /// Small letters, digits and hyphens, so that it can be the name of a file.
    pub name: String,
    /// Raised when the content of a table changes, so that older files are not read.
    pub version: u32,
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-v{}", self.name, self.version)
    }
}

/// Where tables are kept. All three functions must be written; [`InMemory`] is an example.
pub trait Tables: Send + Sync {
    /// The table, if it is kept and sound.
    fn get(&self, key: &TableKey) -> Option<Table>;

    /// Keeps a table that was just built and hands it back in the form in which it is kept. Never
    /// fails: what cannot be kept is used from memory, for this once.
    fn put(&self, key: &TableKey, bytes: Vec<u8>) -> Table;

    /// Is it kept? Cheap, and no promise.
    fn has(&self, key: &TableKey) -> bool;
}

/// Tables that are worth building ahead: those of a method on boards like this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSet {
    /// As `ingenio tables build` takes it.
    pub name: &'static str,
    /// One sentence, with the size.
    pub about: &'static str,
    /// The method whose tables they are.
    pub method: &'static str,
    /// What it searches by when it needs them.
    pub metric: Criterion,
    /// A level in text form for which the method needs them.
    pub level: &'static str,
}

impl TableSet {
    /// The one sentence, for people.
    pub fn said_about(&self) -> Message {
        Message::declared(format!("table.{}", self.name), self.about)
    }
}

/// What a set of tables takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableNeeds {
    /// The tables of the set.
    pub keys: Vec<TableKey>,
    /// Bytes of memory while they are built; with less, methods make do with smaller ones.
    pub bytes: u64,
}

/// The handle that a budget carries. By default nothing is kept: a table belongs to the run that built it.
#[derive(Clone)]
pub struct TablesRef(Arc<dyn Tables>);

impl TablesRef {
    /// A handle on these; clones are the same handle.
    pub fn new(tables: impl Tables + 'static) -> Self {
        TablesRef(Arc::new(tables))
    }
}

impl std::ops::Deref for TablesRef {
    type Target = dyn Tables;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

impl Default for TablesRef {
    fn default() -> Self {
        TablesRef::new(Unkept)
    }
}

impl fmt::Debug for TablesRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TablesRef")
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unkept;

impl Tables for Unkept {
    fn get(&self, _: &TableKey) -> Option<Table> {
        None
    }

    fn put(&self, _: &TableKey, bytes: Vec<u8>) -> Table {
        Arc::new(bytes)
    }

    fn has(&self, _: &TableKey) -> bool {
        false
    }
}

/// Keeps tables in memory, for as long as somebody holds the handle. What the runs at work use is
/// counted by them; what is kept beyond that is the owner's, who says how much it may be.
pub struct InMemory {
    most_bytes: u64,
    /// The latest last.
    kept: Mutex<Vec<(TableKey, Table)>>,
}

impl InMemory {
    /// `most_bytes` are kept; beyond them the tables that were put first go.
    pub const fn new(most_bytes: u64) -> Self {
        InMemory { most_bytes, kept: Mutex::new(Vec::new()) }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(TableKey, Table)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that are kept now.
    pub fn bytes(&self) -> u64 {
        self.kept().iter().map(|(_, table)| size(table)).sum()
    }
}

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InMemory({} of {} bytes)", self.bytes(), self.most_bytes)
    }
}

fn size(table: &Table) -> u64 {
    table.as_ref().as_ref().len() as u64
}

impl Tables for InMemory {
    fn get(&self, key: &TableKey) -> Option<Table> {
        self.kept().iter().find(|(known, _)| known == key).map(|(_, table)| table.clone())
    }

    fn put(&self, key: &TableKey, bytes: Vec<u8>) -> Table {
        let table: Table = Arc::new(bytes);
        let mut kept = self.kept();
        kept.retain(|(known, _)| known != key);
        kept.push((key.clone(), table.clone()));
        let mut total: u64 = kept.iter().map(|(_, table)| size(table)).sum();
        while total > self.most_bytes {
            total -= size(&kept.remove(0).1);
        }
        table
    }

    fn has(&self, key: &TableKey) -> bool {
        self.get(key).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(version: u32) -> TableKey {
        TableKey { name: "core-test".into(), version }
    }

    #[test]
    fn what_was_put_is_found_under_its_key_alone() {
        let tables = TablesRef::new(InMemory::new(100));
        assert!(tables.get(&key(1)).is_none());
        let put = tables.put(&key(1), vec![1, 2, 3]);
        assert_eq!(put.as_ref().as_ref(), [1, 2, 3]);
        assert_eq!(tables.get(&key(1)).unwrap().as_ref().as_ref(), [1, 2, 3]);
        assert!(!tables.has(&key(2)));
        assert!(!TablesRef::new(InMemory::new(100)).has(&key(1)), "nobody else sees it");
    }

    #[test]
    fn the_owner_says_how_much_is_kept() {
        let tables = InMemory::new(100);
        for version in 1..=3 {
            tables.put(&key(version), vec![0; 40]);
        }
        assert_eq!((tables.bytes(), tables.has(&key(1)), tables.has(&key(2))), (80, false, true));
        let large = tables.put(&key(4), vec![7; 101]);
        assert_eq!((large.as_ref().as_ref().len(), tables.bytes()), (101, 0), "used, but not kept");
    }

    #[test]
    fn by_default_nothing_is_kept() {
        let tables = TablesRef::default();
        assert_eq!(tables.put(&key(1), vec![1]).as_ref().as_ref(), [1]);
        assert!(!tables.has(&key(1)) && tables.get(&key(1)).is_none());
    }
}
