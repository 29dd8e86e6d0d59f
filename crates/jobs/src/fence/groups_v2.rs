//! Control groups of version 2: one group for everything. It can be had where our own group, or the
//! one above it, hands the memory controller down and may be written: in a delegated scope or a user
//! service of systemd, in most containers, or as root.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

use super::group::{Group, own_folder};
use super::{Fence, Usage};
use crate::process::Entry;

#[derive(Debug)]
pub struct Groups {
    group: Group,
}

impl Groups {
    pub fn new(memory: Option<u64>) -> io::Result<Self> {
        let group = Group::below(&parent()?)?;
        if let Some(bytes) = memory {
            group.write("memory.max", bytes)?;
            // Absent where the kernel counts no swap.
            let _ = group.write("memory.swap.max", 0);
            let _ = group.write("memory.oom.group", 1);
        }
        Ok(Groups { group })
    }
}

/// A group with processes of its own hands nothing down, so ours is usually the one above.
fn parent() -> io::Result<PathBuf> {
    let own = own_folder(None)?;
    let mut candidates = own.ancestors().take(2);
    let found = candidates.find(|folder| hands_memory_down(folder));
    found.map(Path::to_owned).ok_or_else(|| io::ErrorKind::Unsupported.into())
}

fn hands_memory_down(folder: &Path) -> bool {
    let handed = std::fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
    handed.split_whitespace().any(|controller| controller == "memory")
}

impl Fence for Groups {
    fn entry(&self) -> io::Result<Entry> {
        Ok(Entry { doors: vec![self.group.door()?], data: None })
    }

    fn members(&self) -> Vec<Pid> {
        self.group.members()
    }

    fn usage(&self) -> Usage {
        let micros = self.group.figure("cpu.stat", "usage_usec");
        Usage { cpu: micros.map(Duration::from_micros), peak_memory: self.group.number("memory.peak") }
    }

    fn over_memory(&self) -> bool {
        self.group.figure("memory.events", "oom_kill").is_some_and(|kills| kills > 0)
    }

    fn kill_at_once(&self) {
        let _ = self.group.write("cgroup.kill", 1);
    }
}
