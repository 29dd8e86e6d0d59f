//! Where a test has its database, and what every test needs.

use std::path::{Path, PathBuf};

use ingenio_catalog::read_level;
use ingenio_core::LevelRef;
use ingenio_store::Store;
use tempfile::TempDir;

use crate::postgres_server;

/// An empty database of its own.
pub struct Place {
    /// What [`Store::open`] takes.
    pub address: String,
    pub folder: TempDir,
}

impl Place {
    fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = folder.path().join("test.sqlite").to_str().unwrap().to_owned();
        Place { address, folder }
    }

    fn postgres() -> Self {
        Place { address: postgres_server::new_database(), folder: tempfile::tempdir().unwrap() }
    }

    /// Another empty database of the other kind; of the same where there is no other.
    pub async fn opposite(&self) -> Self {
        let sqlite_only = postgres_server::is_left_out();
        let other = if self.is_sqlite() && !sqlite_only { Place::postgres } else { Place::sqlite };
        tokio::task::spawn_blocking(other).await.unwrap()
    }

    pub fn is_sqlite(&self) -> bool {
        !self.address.starts_with("postgres")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        Path::join(self.folder.path(), name)
    }

    pub async fn open(&self) -> Store {
        Store::open(&self.address).await.unwrap()
    }
}

pub fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    run(test(Place::sqlite()));
}

pub fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(Place) -> F) {
    if !postgres_server::is_left_out() {
        run(test(Place::postgres()));
    }
}

pub fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(work)
}

pub fn level(puzzle: &str, text: &str) -> LevelRef {
    read_level(puzzle, text).unwrap()
}

/// Two pushes: `dRR` is the shortest way, `rldRR` a longer one.
pub fn room() -> LevelRef {
    level("sokoban", "#######\n#@    #\n# $ . #\n#     #\n#######\n")
}
