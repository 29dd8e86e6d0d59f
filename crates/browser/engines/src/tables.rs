//! Tables that the page keeps for the next time. Only what was built in a moment: the rest would fill its
//! storage, and methods that need such tables are left to a server.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ingenio_core::{Table, TableKey, Tables, TablesRef};
use web_time::Instant;

/// What takes longer to build is not kept.
const QUICK: Duration = Duration::from_secs(2);

pub fn of_page() -> TablesRef {
    TablesRef::new(PageTables(Mutex::new(Instant::now())))
}

/// Holds the moment at which the table that is now being built was begun: when it was missed, or when the one
/// before it was ready.
struct PageTables(Mutex<Instant>);

impl PageTables {
    /// How long the last table took; the next begins now.
    fn took(&self) -> Duration {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let took = begun.elapsed();
        *begun = Instant::now();
        took
    }
}

impl Tables for PageTables {
    fn get(&self, key: &TableKey) -> Option<Table> {
        let kept = ingenio_border::kept(&key.to_string());
        self.took();
        kept.map(|bytes| Arc::new(bytes) as Table)
    }

    fn put(&self, key: &TableKey, bytes: Vec<u8>) -> Table {
        if self.took() < QUICK {
            ingenio_border::keep(&key.to_string(), &bytes);
        }
        Arc::new(bytes)
    }

    fn has(&self, key: &TableKey) -> bool {
        ingenio_border::is_kept(&key.to_string())
    }
}
