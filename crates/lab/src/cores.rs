//! Cores for one runner at a time: whoever pins runs to a core holds a lock on a small file of that core, so
//! that two runners on one machine do not measure each other. The system takes the lock back when its
//! holder dies.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// The cores that are ours until this is dropped.
#[derive(Debug, Default)]
pub struct Cores {
    pub numbers: Vec<usize>,
    _held: Vec<Lock>,
}

/// A lock on the file of a core. It is given back by word: a file merely closed stays locked while a child
/// that this process just forked, and that has not yet become its own program, has a copy of it.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Cores {
    /// So many of these cores, or none at all where fewer are free.
    pub fn claim(wanted: usize, of: &[usize]) -> Self {
        Cores::claim_in(&folder(), wanted, of)
    }

    fn claim_in(folder: &Path, wanted: usize, of: &[usize]) -> Self {
        // Where there is no such folder nobody can be asked, and nothing is pinned.
        open_to_all(folder);
        let free = of.iter().filter_map(|core| Some((*core, lock(folder, *core)?))).take(wanted);
        let (numbers, held): (Vec<usize>, Vec<Lock>) = free.unzip();
        if numbers.len() < wanted { Cores::default() } else { Cores { numbers, _held: held } }
    }
}

/// Memory that all processes of a machine share. `/tmp` may be a service's own (`PrivateTmp`), and then two runners would
/// pin one core.
const SHARED: &str = "/dev/shm";

/// The same for all who use this machine.
fn folder() -> PathBuf {
    let shared = PathBuf::from(SHARED);
    let home = if shared.is_dir() { shared } else { std::env::temp_dir() };
    home.join("ingenio-cores")
}

/// Everybody may make files in it, and nobody may remove those of others.
fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if std::fs::create_dir(folder).is_ok() {
        let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o1777));
    }
}

/// Nothing where another runner has it.
fn lock(folder: &Path, core: usize) -> Option<Lock> {
    let path = folder.join(core.to_string());
    // The file may be somebody else's: to read it is enough.
    let file = File::open(&path).or_else(|_| OpenOptions::new().append(true).create(true).open(&path));
    let file = file.ok()?;
    file.try_lock().ok().map(|()| Lock(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_lent_once_and_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let claim = |wanted| Cores::claim_in(folder.path(), wanted, &[2, 3, 5]);
        let first = claim(2);
        assert_eq!(first.numbers, [2, 3]);
        assert!(claim(2).numbers.is_empty(), "too few are left, and none is held");
        let second = claim(1);
        assert_eq!(second.numbers, [5]);
        drop(first);
        assert_eq!(claim(2).numbers, [2, 3]);
    }

    #[test]
    fn the_folder_is_everybodys_whatever_tmp_is_mounted() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let folder_of_cores = home.path().join("cores");
        assert_eq!(Cores::claim_in(&folder_of_cores, 1, &[2]).numbers, [2]);
        let mode = std::fs::metadata(&folder_of_cores).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o1777);
        assert!(!Path::new(SHARED).is_dir() || folder().starts_with(SHARED));
    }

    #[test]
    fn a_runner_that_is_killed_gives_its_cores_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0");
        std::fs::write(&path, "").unwrap();
        let script = format!("exec 9<{}; flock 9; exec sleep 1000", path.display());
        let mut holder = std::process::Command::new("sh").args(["-c", &script]).spawn().unwrap();
        while !Cores::claim_in(folder.path(), 1, &[0]).numbers.is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        holder.kill().unwrap();
        holder.wait().unwrap();
        // What the shell started to take the lock may end a moment later than the shell itself.
        let freed = || {
            std::thread::sleep(std::time::Duration::from_millis(5));
            !Cores::claim_in(folder.path(), 1, &[0]).numbers.is_empty()
        };
        assert!((0..2000).any(|_| freed()));
    }
}
