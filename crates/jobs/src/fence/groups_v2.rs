//! Control groups of version 2: one group for everything. It can be had where our own group, or the
//! one above it, hands the memory controller down and may be written: in a delegated scope or a user
//! service of systemd, in most containers, or as root.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

use super::group::{Group, own_folder};
use super::{Fence, Usage};
use crate::limits::Limits;
use crate::process::Entry;

#[derive(Debug)]
pub struct Groups {
    group: Group,
    keeps_processes: bool,
}

impl Groups {
    pub fn new(limits: &Limits) -> io::Result<Self> {
        let group = Group::below(&parent(&own_folder(None)?)?)?;
        // Absent where the controller of processes is not handed down.
        let keeps_processes = limits.processes.is_some_and(|most| group.write("pids.max", most).is_ok());
        let groups = Groups { group, keeps_processes };
        limits.memory.map_or(Ok(()), |bytes| groups.limit(bytes))?;
        Ok(groups)
    }

    fn limit(&self, bytes: u64) -> io::Result<()> {
        self.group.write("memory.max", bytes)?;
        // Absent where the kernel counts no swap.
        let _ = self.group.write("memory.swap.max", 0);
        let _ = self.group.write("memory.oom.group", 1);
        Ok(())
    }
}

/// A group with processes of its own hands nothing down, so ours is usually the one above.
fn parent(own: &Path) -> io::Result<PathBuf> {
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

    fn keeps_processes(&self) -> bool {
        self.keeps_processes
    }

    fn kill_at_once(&self) {
        let _ = self.group.write("cgroup.kill", 1);
    }
}

/// Machines differ in what they lend. The files are made up here, with what the kernel's manual shows of
/// them; where the machine has a hierarchy of version 2, processes are put into a real group, even if memory
/// is not handed down in it.
#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;
    use crate::process::prepare;

    const FILES: [(&str, &str); 8] = [
        ("cgroup.procs", "12\n4711\n"),
        ("cgroup.kill", ""),
        ("cpu.stat", "usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\nnr_periods 0\n"),
        ("memory.max", "max\n"),
        ("memory.swap.max", "max\n"),
        ("memory.oom.group", "0\n"),
        ("memory.peak", "67108864\n"),
        ("memory.events", "low 0\nhigh 0\nmax 17\noom 1\noom_kill 0\noom_group_kill 0\n"),
    ];

    fn made_up() -> (Groups, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in FILES {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let groups = Groups { group: Group::existing(folder.path()), keeps_processes: false };
        (groups, folder)
    }

    #[test]
    fn limits_are_written_and_figures_read() {
        let (groups, folder) = made_up();
        groups.limit(64 << 20).unwrap();
        groups.kill_at_once();
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text("memory.max").starts_with("67108864"), "{}", text("memory.max"));
        assert!(text("memory.swap.max").starts_with('0') && text("memory.oom.group").starts_with('1'));
        assert_eq!(text("cgroup.kill"), "1");
        let usage = groups.usage();
        assert_eq!((usage.cpu, usage.peak_memory), (Some(Duration::from_millis(2500)), Some(64 << 20)));
        let members: Vec<i32> = groups.members().iter().map(|pid| pid.as_raw_nonzero().get()).collect();
        assert_eq!(members, [12, 4711]);
        assert!(!groups.over_memory(), "it was held back, not killed");
        std::fs::write(folder.path().join("memory.events"), "max 17\noom 1\noom_kill 1\n").unwrap();
        assert!(groups.over_memory());
        std::fs::remove_file(folder.path().join("memory.peak")).unwrap();
        assert_eq!(groups.usage().peak_memory, None, "kernels before 5.19 do not tell it");
    }

    #[test]
    fn a_group_is_made_where_memory_is_handed_down() {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join("app.slice/run.scope");
        std::fs::create_dir_all(&own).unwrap();
        assert_eq!(parent(&own).unwrap_err().kind(), io::ErrorKind::Unsupported);
        let hand_down =
            |folder: &Path, what: &str| std::fs::write(folder.join("cgroup.subtree_control"), what).unwrap();
        hand_down(&own, "cpu pids\n");
        hand_down(root.path(), "memory\n");
        assert!(parent(&own).is_err(), "two levels up is not ours");
        hand_down(&root.path().join("app.slice"), "cpu memory pids\n");
        assert_eq!(parent(&own).unwrap(), root.path().join("app.slice"));
        hand_down(&own, "memory\n");
        assert_eq!(parent(&own).unwrap(), own);
    }

    #[test]
    fn processes_in_a_real_group_are_known_counted_and_killed() {
        let Some(group) = own_folder(None).ok().and_then(|folder| Group::below(&folder).ok()) else { return };
        let groups = Groups { group, keeps_processes: false };
        let mut command = Command::new("sh");
        // A child, and one in a session of its own.
        command.args(["-c", "sleep 1000 & setsid sleep 1000 & while :; do :; done"]).stdin(Stdio::null());
        prepare(&mut command, groups.entry().unwrap(), &Limits::default(), &[]);
        let mut child = command.spawn().unwrap();
        let waiting = Instant::now();
        let busy = || groups.usage().cpu.is_some_and(|cpu| cpu > Duration::from_millis(20));
        while (groups.members().len() < 3 || !busy()) && waiting.elapsed() < Duration::from_mins(5) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(groups.members().len(), 3);
        assert!(busy());
        groups.kill_at_once();
        assert!(!child.wait().unwrap().success());
        assert_eq!(crate::fence::clear(&groups).1, 0, "nobody is left");
    }
}
