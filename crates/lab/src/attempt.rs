//! One attempt at a share: what a task of an array job does from its start to its end. A task may be started
//! more than once (requeued after a node was lost, pre-empted, started again by hand), and an earlier attempt
//! may still be at work on a node that nobody can reach. So nothing is shared and nothing is locked:
//!
//! - every attempt writes a journal of its own, under a name that no other has;
//! - who starts writes its name into `owner`, by an atomic rename, and then reads the journals of the earlier;
//! - before each result is written the owner is looked up: an attempt that is not the owner any more writes
//!   nothing and ends;
//! - who hands the runs of a share out anew leaves `given-up` there and takes its ownership away: nobody begins
//!   it again, and whoever is still at work on it ends.
//!
//! Between that look and the write lies a moment that no file system closes without locks: a result may then be
//! there twice, by two attempts, and the union counts it once.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};

use crate::journal::{Results, read_file};
use crate::machine::now;
use crate::whole_file::{entries, is_there, write_whole};
use crate::words;

/// Who may write results of a share: the name of an attempt.
const OWNER: &str = "owner";

/// Is there where the runs of a share were handed out anew.
const GIVEN_UP: &str = "given-up";

/// The ending of journals.
const JOURNAL: &str = "jsonl";

#[derive(Debug)]
pub struct Attempt {
    folder: PathBuf,
    name: String,
}

impl Attempt {
    /// Takes over a share from whoever had it. Gives an empty journal and what the earlier ones hold.
    pub fn begin(folder: &Path) -> Result<(Self, File, Results), Message> {
        let failed = |error| words::UNWRITABLE.with("file", folder.display()).with("error", Foreign(error));
        let (name, file) = new_journal(folder).map_err(failed)?;
        write_whole(&folder.join(OWNER), name.as_bytes())?;
        // In this order: whoever gives the share up leaves the mark first and takes the ownership then.
        if is_there(&folder.join(GIVEN_UP))? {
            return Err(words::GIVEN_UP.with("folder", folder.display()));
        }
        let mut earlier = Results::default();
        for journal in journals(folder)?.iter().filter(|path| **path != folder.join(&name)) {
            earlier.join(read_file(journal)?);
        }
        Ok((Attempt { folder: folder.to_owned(), name }, file, earlier))
    }

    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has nobody else taken over?
    pub fn check(&self) -> Result<(), Message> {
        match std::fs::read_to_string(self.folder.join(OWNER)) {
            Ok(owner) if owner == self.name => Ok(()),
            Ok(_) => Err(words::TAKEN_OVER.with("folder", self.folder.display())),
            Err(error) => Err(words::UNREADABLE
                .with("file", self.folder.join(OWNER).display())
                .with("error", Foreign(error))),
        }
    }
}

/// Takes the share of a task from it for good.
pub fn give_up(folder: &Path) -> Result<(), Message> {
    if is_there(&folder.join(GIVEN_UP))? {
        return Ok(());
    }
    write_whole(&folder.join(GIVEN_UP), b"")?;
    write_whole(&folder.join(OWNER), GIVEN_UP.as_bytes())
}

/// Names sort by when the attempts began; where two clocks and two process ids agree, the second tries again.
fn new_journal(folder: &Path) -> std::io::Result<(String, File)> {
    loop {
        let name = format!("{:012x}-{}.{JOURNAL}", now(), std::process::id());
        match OpenOptions::new().append(true).create_new(true).open(folder.join(&name)) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            opened => return opened.map(|file| (name, file)),
        }
    }
}

/// The journals of a share, in the order in which they were begun.
pub fn journals(folder: &Path) -> Result<Vec<PathBuf>, Message> {
    let mut found = entries(folder)?;
    found.retain(|path| path.extension().is_some_and(|ending| ending == JOURNAL));
    found.sort();
    Ok(found)
}
