//! This program: which one it is, and how its children are to be started: the one that runs, and not whatever lies in its place by now. Where a
//! worker, a runner or a server goes on while its program is replaced (`apt install`, a build), new code would make runs
//! and sign them with the old version. On Linux the running program has a name of its own under `/proc`, which leads
//! to its file even when that is gone; elsewhere its path has to do.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use ingenio_lab::build;

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

/// By which work for others is told apart: workers take that of their own version only. The number and the commit say which
/// program it is, unless something was edited since or the commit is unknown; and a program without the native engines
/// answers otherwise than one that has them.
pub fn version() -> String {
    let (commit, clean) = (env!("INGENIO_COMMIT"), env!("INGENIO_CLEAN") == "true");
    let which = if clean { commit.to_owned() } else { build(commit, &program_or_name()) };
    told(&which, cfg!(feature = "native"))
}

fn told(which: &str, native: bool) -> String {
    let without = if native { "" } else { ", without native engines" };
    format!("{} ({which}{without})", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_answers_otherwise_has_another_version() {
        assert_eq!(told("abc", true), format!("{} (abc)", env!("CARGO_PKG_VERSION")));
        assert_ne!(told("abc", true), told("abc", false));
        let edited = |text: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            told(&build("abc", file.path()), true)
        };
        assert_ne!(edited("one"), edited("two"), "two edits of one commit");
        assert_eq!(edited("one"), edited("one"));
        assert!(version().starts_with(env!("CARGO_PKG_VERSION")));
    }
}
