//! Tables: what methods compute once and look up ever after (distances, pattern databases). They do
//! not depend on the level, so they are kept by name. Rules crates do no I/O: they ask the handle
//! of their task, and whoever drives them decides whether that is a folder or memory.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::metric::Criterion;

/// The bytes of a table, wherever they live: on the heap or in a mapped file.
pub type Table = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Which table: its name says everything its content depends on, the version which program made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableKey {
    /// Small letters, digits and hyphens, so that it can be the name of a file.
    pub name: String,
    pub version: u32,
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-v{}", self.name, self.version)
    }
}

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
    pub name: &'static str,
    /// One sentence, with the size.
    pub about: &'static str,
    pub method: &'static str,
    pub metric: Criterion,
    /// A level in text form for which the method needs them.
    pub level: &'static str,
}

/// The handle that a task carries. By default tables are kept in memory, for this process, unless
/// the program has chosen another place with [`TablesRef::install`].
#[derive(Clone)]
pub struct TablesRef(Arc<dyn Tables>);

impl TablesRef {
    pub fn new(tables: impl Tables + 'static) -> Self {
        TablesRef(Arc::new(tables))
    }

    /// Makes this the default of the whole process; the first call counts.
    pub fn install(self) {
        let _ = INSTALLED.set(self);
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
        INSTALLED.get().cloned().unwrap_or_else(|| TablesRef::new(InProcess))
    }
}

static INSTALLED: OnceLock<TablesRef> = OnceLock::new();

impl fmt::Debug for TablesRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TablesRef")
    }
}

/// The most bytes that are kept for the process beyond the runs that use them.
const MOST_KEPT: u64 = 512 << 20;

/// Tables that this process has built, the latest last.
static KEPT: Mutex<Vec<(TableKey, Table)>> = Mutex::new(Vec::new());

/// Keeps tables in memory; the oldest are dropped when they become too many.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

impl Tables for InProcess {
    fn get(&self, key: &TableKey) -> Option<Table> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, table)| table.clone())
    }

    fn put(&self, key: &TableKey, bytes: Vec<u8>) -> Table {
        let table: Table = Arc::new(bytes);
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != key);
        kept.push((key.clone(), table.clone()));
        let size = |table: &Table| table.as_ref().as_ref().len() as u64;
        let mut total: u64 = kept.iter().map(|(_, table)| size(table)).sum();
        while total > MOST_KEPT {
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

    #[test]
    fn what_was_put_is_found_under_its_key_alone() {
        let tables = TablesRef::default();
        let key = TableKey { name: "core-test".into(), version: 1 };
        assert!(tables.get(&key).is_none());
        let put = tables.put(&key, vec![1, 2, 3]);
        assert_eq!(put.as_ref().as_ref(), [1, 2, 3]);
        assert_eq!(tables.get(&key).unwrap().as_ref().as_ref(), [1, 2, 3]);
        assert!(!tables.has(&TableKey { version: 2, ..key }));
    }
}
