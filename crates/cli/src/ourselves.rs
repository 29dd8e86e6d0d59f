//! This program as its children are to be started: the one that runs, and not whatever lies in its place by now. Where a
//! worker, a runner or a server goes on while its program is replaced (`apt install`, a build), new code would make runs
//! and sign them with the old version. On Linux the running program has a name of its own under `/proc`, which leads
//! to its file even when that is gone; elsewhere its path has to do.

use std::fs::File;
use std::io;
use std::path::PathBuf;

/// What children are started by.
pub fn program() -> io::Result<PathBuf> {
    // By number: a child that looks itself up under `self` would find itself.
    let running = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    if File::open(&running).is_ok() { Ok(running) } else { std::env::current_exe() }
}

/// The same where a program that is not found is told by its first child.
pub fn program_or_name() -> PathBuf {
    program().unwrap_or_else(|_| PathBuf::from("ingenio"))
}
