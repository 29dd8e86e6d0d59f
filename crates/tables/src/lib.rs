//! Keeps tables in a folder of the user: one file each, with a version and a checksum, mapped into
//! memory, so that all processes share one copy.
//!
//! A file is written under another name and then renamed, so a reader sees all of it or nothing, and
//! two processes that build the same table at once do not harm each other. A file that is damaged,
//! cut short or not what its name says is taken for missing and built anew. What cannot be written
//! is used from memory, with a warning.

mod file;
pub mod words;

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ingenio_core::{Foreign, Message, Table, TableKey, Tables};

use file::Found;

type Warn = Box<dyn Fn(Message) + Send + Sync>;

/// A folder of tables.
#[allow(missing_debug_implementations, reason = "holds a function and maps of megabytes")]
pub struct Folder {
    path: PathBuf,
    warn: Warn,
    /// Files that this process has mapped and checked, or could not write.
    open: Mutex<HashMap<TableKey, Table>>,
}

/// A file of the folder, as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub name: String,
    pub bytes: u64,
    pub sound: bool,
}

impl Folder {
    pub fn new(path: impl Into<PathBuf>, warn: impl Fn(Message) + Send + Sync + 'static) -> Self {
        Folder { path: path.into(), warn: Box::new(warn), open: Mutex::default() }
    }

    /// The user's own folder: `INGENIO_TABLES`, or the system's place for caches.
    pub fn of_user() -> Option<PathBuf> {
        let own = std::env::var_os("INGENIO_TABLES").filter(|path| !path.is_empty()).map(PathBuf::from);
        own.or_else(|| dirs::cache_dir().map(|cache| cache.join("ingenio").join("tables")))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Every table of the folder, checked.
    pub fn list(&self) -> std::io::Result<Vec<Kept>> {
        let mut kept = Vec::new();
        for path in self.files()? {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = path.metadata().map_or(0, |data| data.len());
            let sound = matches!(file::open(&path, &name), Found::Sound(_));
            kept.push(Kept { name, bytes, sound });
        }
        kept.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(kept)
    }

    /// Removes every table and what was left half written; says how many files and bytes.
    pub fn clear(&self) -> std::io::Result<(usize, u64)> {
        let (mut count, mut bytes) = (0, 0);
        for path in self.files()? {
            let length = path.metadata().map_or(0, |data| data.len());
            match std::fs::remove_file(path) {
                Ok(()) => (count, bytes) = (count + 1, bytes + length),
                // Another process renamed or removed it meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        self.open.lock().unwrap_or_else(PoisonError::into_inner).clear();
        Ok((count, bytes))
    }

    fn files(&self) -> std::io::Result<Vec<PathBuf>> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let entries = std::fs::read_dir(&self.path)?.collect::<Result<Vec<_>, _>>()?;
        let ours = |path: &PathBuf| path.extension().is_some_and(|end| end == "table" || end == "new");
        Ok(entries.into_iter().map(|entry| entry.path()).filter(ours).collect())
    }

    fn file_of(&self, key: &TableKey) -> PathBuf {
        self.path.join(format!("{key}.table"))
    }

    fn keep(&self, key: &TableKey, table: Table) -> Table {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), table.clone());
        table
    }

    fn already_open(&self, key: &TableKey) -> Option<Table> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }
}

impl Tables for Folder {
    fn get(&self, key: &TableKey) -> Option<Table> {
        if let Some(open) = self.already_open(key) {
            return Some(open);
        }
        let path = self.file_of(key);
        match file::open(&path, &key.to_string()) {
            Found::Sound(table) => Some(self.keep(key, table)),
            Found::Damaged => {
                (self.warn)(words::DAMAGED.with("file", path.display()));
                None
            }
            Found::Missing => None,
        }
    }

    fn put(&self, key: &TableKey, bytes: Vec<u8>) -> Table {
        let path = self.file_of(key);
        match file::write(&path, &key.to_string(), &bytes) {
            Ok(()) => {
                let kept = match file::open(&path, &key.to_string()) {
                    Found::Sound(table) => table,
                    Found::Damaged | Found::Missing => Arc::new(bytes),
                };
                self.keep(key, kept)
            }
            Err(error) => {
                (self.warn)(words::NOT_KEPT.with("file", path.display()).with("error", Foreign(error)));
                self.keep(key, Arc::new(bytes))
            }
        }
    }

    fn has(&self, key: &TableKey) -> bool {
        self.already_open(key).is_some() || file::looks_sound(&self.file_of(key), &key.to_string())
    }
}
