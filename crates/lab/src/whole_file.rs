//! Small files that others read while they are written: there whole or not at all.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};

use crate::words;

/// Written beside its place and renamed into it. The name beside it is this process's own: two who write the
/// same file, even from two machines, do not write into each other's.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<(), Message> {
    put(path, text)
        .map_err(|error| words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error)))
}

/// What lies in a folder, in no order; nothing where there is no such folder. Any other failure is one: on a file server
/// that stumbles, a folder that cannot be listed is not empty.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, Message> {
    let listed = std::fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    match listed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        listed => listed
            .map_err(|error| words::UNREADABLE.with("file", folder.display()).with("error", Foreign(error))),
    }
}

/// The numbers that are names in a folder, in order.
pub fn numbered<T: std::str::FromStr + Ord>(folder: &Path) -> Result<Vec<T>, Message> {
    let number = |path: PathBuf| path.file_name()?.to_str()?.parse().ok();
    let mut found: Vec<T> = entries(folder)?.into_iter().filter_map(number).collect();
    found.sort_unstable();
    Ok(found)
}

/// Is there such a file? That nobody can tell is not an answer.
pub fn is_there(path: &Path) -> Result<bool, Message> {
    path.try_exists()
        .map_err(|error| words::UNREADABLE.with("file", path.display()).with("error", Foreign(error)))
}

fn put(path: &Path, text: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let fresh = path.with_file_name(format!("{name}.{:x}.{}.new", crate::machine::now(), std::process::id()));
    let written = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, path));
    if written.is_err() {
        // Half a file on a full disk would only take more of its room.
        let _ = std::fs::remove_file(&fresh);
    }
    written
}
