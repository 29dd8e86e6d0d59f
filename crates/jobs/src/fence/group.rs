//! A control group as a folder of small files, of either version.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// One group, removed when dropped.
#[derive(Debug)]
pub struct Group {
    folder: PathBuf,
}

const PREFIX: &str = "ingenio-";

impl Group {
    /// A new group below this one. Groups that a killed runner has left are cleared away first.
    pub fn below(parent: &Path) -> io::Result<Self> {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        if serial < 8 {
            clear_abandoned(parent);
        }
        let folder = parent.join(format!("{PREFIX}{}-{serial}", std::process::id()));
        fs::create_dir(&folder)?;
        Ok(Group { folder })
    }

    /// A folder that is there.
    #[cfg(test)]
    pub fn existing(folder: &Path) -> Self {
        Group { folder: folder.to_owned() }
    }

    pub fn door(&self) -> io::Result<File> {
        OpenOptions::new().write(true).open(self.folder.join("cgroup.procs"))
    }

    pub fn write(&self, file: &str, value: u64) -> io::Result<()> {
        // Not `fs::write`, which would ask for the file to be created.
        let mut door = OpenOptions::new().write(true).open(self.folder.join(file))?;
        io::Write::write_all(&mut door, value.to_string().as_bytes())
    }

    pub fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    pub fn number(&self, file: &str) -> Option<u64> {
        self.read(file)?.trim().parse().ok()
    }

    /// A figure of a file whose lines are `name value`.
    pub fn figure(&self, file: &str, name: &str) -> Option<u64> {
        let text = self.read(file)?;
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(key, _)| *key == name)?.1.trim().parse().ok()
    }

    pub fn members(&self) -> Vec<Pid> {
        members(&self.folder)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The last process may still be on its way out.
        let begun = Instant::now();
        let busy =
            || fs::remove_dir(&self.folder).is_err_and(|error| error.kind() != io::ErrorKind::NotFound);
        while busy() && begun.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn members(folder: &Path) -> Vec<Pid> {
    let text = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).filter_map(Pid::from_raw).collect()
}

/// Ends what runners that were killed themselves could not end, and removes their groups.
fn clear_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once('-')).map(|(pid, _)| pid);
        let Some(owner) = owner.and_then(|pid| pid.parse::<u32>().ok()) else { continue };
        if !Path::new("/proc").join(owner.to_string()).exists() {
            for pid in members(&entry.path()) {
                let _ = kill_process(pid, Signal::KILL);
            }
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Where this process stands in a hierarchy: the version 2 one (no controller), or that of a
/// controller of version 1.
pub fn own_folder(controller: Option<&str>) -> io::Result<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup")?;
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    find_folder(&groups, &mounts, controller).ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn find_folder(groups: &str, mounts: &str, controller: Option<&str>) -> Option<PathBuf> {
    let group = groups.lines().find_map(|line| own_group(line, controller))?;
    let (root, mount) = mounts.lines().find_map(|line| mount_of(line, controller))?;
    // Within a container the mount may begin below the root of the hierarchy.
    let inside = group.strip_prefix(root.trim_end_matches('/')).unwrap_or(group);
    Some(Path::new(mount).join(inside.trim_start_matches('/')))
}

/// `4:memory:/some/group`, or `0::/some/group` in version 2.
fn own_group<'a>(line: &'a str, controller: Option<&str>) -> Option<&'a str> {
    let mut fields = line.splitn(3, ':');
    let (number, names, path) = (fields.next()?, fields.next()?, fields.next()?);
    let fits = match controller {
        None => number == "0" && names.is_empty(),
        Some(controller) => names.split(',').any(|name| name == controller),
    };
    fits.then_some(path)
}

/// The root and the place of a mount, from `36 35 98:0 ROOT PLACE rw,... - TYPE SOURCE rw,memory`.
fn mount_of<'a>(line: &'a str, controller: Option<&str>) -> Option<(&'a str, &'a str)> {
    let (before, after) = line.split_once(" - ")?;
    let mut fields = before.split(' ').skip(3);
    let (root, place) = (fields.next()?, fields.next()?);
    let mut kind = after.split(' ');
    let name = kind.next()?;
    let fits = match controller {
        None => name == "cgroup2",
        Some(controller) => name == "cgroup" && kind.nth(1)?.split(',').any(|option| option == controller),
    };
    fits.then_some((root, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &str =
        "9:name=systemd:/\n4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/user.slice/x.scope\n";
    const MOUNTS: &str = "\
30 23 0:26 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw,nsdelegate
31 23 0:27 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
32 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
";

    #[test]
    fn folders_of_both_versions_are_found_also_in_a_container() {
        let folder = |controller| find_folder(GROUPS, MOUNTS, controller).unwrap();
        assert_eq!(folder(None), Path::new("/sys/fs/cgroup/unified/user.slice/x.scope"));
        assert_eq!(folder(Some("memory")), Path::new("/sys/fs/cgroup/memory"));
        assert_eq!(folder(Some("cpuacct")), Path::new("/sys/fs/cgroup/cpu,cpuacct/docker/abc"));
        assert_eq!(find_folder(GROUPS, MOUNTS, Some("pids")), None);
    }
}
