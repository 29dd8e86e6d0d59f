//! Small files that others read while they are written: there whole or not at all.

use std::io;
use std::path::Path;

use ingenio_core::{Foreign, Message};

use crate::words;

/// Written beside its place and renamed into it. The name beside it is this process's own: two who write the
/// same file, even from two machines, do not write into each other's.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<(), Message> {
    put(path, text)
        .map_err(|error| words::UNWRITABLE.with("file", path.display()).with("error", Foreign(error)))
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
