//! One command of the bench program.

use std::sync::LazyLock;

use ingenio_core::{Budget, InMemory, TablesRef};
use ingenio_tables::Folder;

pub struct Command {
    pub name: &'static str,
    /// Its arguments, as shown in the list: `PATH [SECONDS]`.
    pub usage: &'static str,
    pub about: &'static str,
    pub run: fn(&[String]) -> Result<(), String>,
}

/// The argument at a place, or a sentence that says what is missing.
pub fn argument<'a>(arguments: &'a [String], at: usize, what: &str) -> Result<&'a str, String> {
    arguments.get(at).map(String::as_str).ok_or_else(|| format!("{what} is missing"))
}

pub fn read_file(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// Tables that all measurements of a process share: in the folder that `INGENIO_TABLES` names, or in memory.
static TABLES: LazyLock<TablesRef> = LazyLock::new(|| match std::env::var_os("INGENIO_TABLES") {
    Some(path) => TablesRef::new(Folder::new(path, |warning| eprintln!("{}", warning.english()))),
    None => TablesRef::new(InMemory::new(512 << 20)),
});

/// No limits, and tables that earlier runs made.
pub fn budget() -> Budget {
    Budget { tables: TABLES.clone(), ..Budget::default() }
}

/// CPU seconds that a piece of work took, with its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begun = cpu_time::ProcessTime::now();
    let result = work();
    (begun.elapsed().as_secs_f64(), result)
}

/// CPU seconds of all children that have ended, in hundredths (Linux).
pub fn spent_by_children() -> Result<f64, String> {
    let stat = read_file("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    ticks(13).zip(ticks(14)).map(|(user, system)| (user + system) / 100.0).ok_or_else(|| "no times".into())
}
