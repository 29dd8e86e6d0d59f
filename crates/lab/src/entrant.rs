//! The files of a program of others: whether it is there at all, what it may read in its box, and the
//! fingerprint by which a new submission is told from the old one.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};
use sha2::{Digest, Sha256};

use crate::campaign::{Campaign, ProgramRow};
use crate::machine::hex;
use crate::words;

/// Stands for the hash of a program that is not there, so that it is run once it is.
const MISSING: &str = "missing";

/// Files beyond this many are not looked at.
const MOST_FILES: usize = 10_000;

#[derive(Clone, Debug)]
pub struct Entrant {
    /// Where it begins.
    pub folder: PathBuf,
    /// What it may read in its box: its own folder or files, and what the campaign lends it.
    pub reads: Vec<PathBuf>,
    /// The hash of its own files; empty where it has none, as a program of the system.
    pub fingerprint: String,
    /// Why it cannot be run.
    pub missing: Option<Message>,
}

impl Entrant {
    /// Fails where its files cannot be looked at for now, as on a file server that stumbles: of half its files the hash
    /// would be another one, and what is done would be run again.
    pub fn new(campaign: &Campaign, row: &ProgramRow) -> Result<Self, Message> {
        // A campaign that lies where we are has no folder in its name.
        let base = std::path::absolute(Path::new(".").join(&campaign.folder));
        let base = base.unwrap_or_else(|_| campaign.folder.clone());
        let folder = row.folder.as_ref().map_or_else(|| base.clone(), |folder| base.join(folder));
        let own = match &row.folder {
            Some(_) if folder.is_symlink() => Vec::new(),
            Some(_) => vec![folder.clone()],
            None => own_places(&row.command, &base)?,
        };
        let missing = missing(row, &folder);
        let fingerprint = if missing.is_some() { MISSING.to_owned() } else { fingerprint(&own)? };
        let lent = row.reads.iter().map(|path| base.join(path));
        let reads = own.into_iter().chain(lent).filter(|path| path.exists()).collect();
        Ok(Entrant { folder, reads, fingerprint, missing })
    }
}

/// Where no folder is named: the files that the command names, with the folders they lie in, if those are
/// below the campaign's. What lies in the campaign's folder itself is not all one's own.
fn own_places(command: &[String], base: &Path) -> Result<Vec<PathBuf>, Message> {
    let named = command.iter().filter(|word| !word.contains(['{', '\n'])).map(|word| base.join(word));
    let place = |file: PathBuf| match file.parent() {
        Some(folder) if folder != base && folder.starts_with(base) => folder.to_owned(),
        _ => file,
    };
    // A link would show what it points to: another's file, or the owner's.
    let mut places = Vec::new();
    for file in named {
        if looked(&file, std::fs::symlink_metadata(&file))?.is_some_and(|data| data.is_file()) {
            places.push(place(file));
        }
    }
    places.sort();
    places.dedup();
    Ok(places)
}

/// Numbers of the system: EIO, ENFILE, EMFILE, ETIMEDOUT, ESTALE. Nothing is known of a file then; every other error is
/// a fact about it: it is not there, or not for us.
const KNOWS_NOTHING: [i32; 5] = [5, 23, 24, 110, 116];

/// What a look at a file gave; nothing where there is nothing to see.
fn looked<T>(path: &Path, look: io::Result<T>) -> Result<Option<T>, Message> {
    match look {
        Ok(seen) => Ok(Some(seen)),
        Err(error) if error.raw_os_error().is_some_and(|number| KNOWS_NOTHING.contains(&number)) => {
            Err(words::UNREADABLE.with("file", path.display()).with("error", Foreign(error)))
        }
        Err(_) => Ok(None),
    }
}

fn missing(row: &ProgramRow, folder: &Path) -> Option<Message> {
    let program = row.command.first()?;
    let absent = |place: &Path| {
        words::MISSING_PROGRAM.with("name", &row.name).with("program", program).with("place", place.display())
    };
    if row.folder.is_some() && !folder.is_dir() {
        return Some(absent(folder));
    }
    if row.folder.is_some() && folder.is_symlink() {
        return Some(words::LINKED_FOLDER.with("name", &row.name).with("folder", folder.display()));
    }
    if program.contains('{') {
        return None;
    }
    if program.contains('/') {
        let place = folder.join(program);
        return (!is_program(&place)).then(|| absent(&place));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| is_program(&folder.join(program)));
    (!found).then(|| words::UNKNOWN_PROGRAM.with("name", &row.name).with("program", program))
}

fn is_program(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// The hash of names and contents. Links are not followed: what lies elsewhere is not part of it.
fn fingerprint(places: &[PathBuf]) -> Result<String, Message> {
    let mut files = Vec::new();
    for place in places {
        collect(place, &mut files)?;
    }
    if files.is_empty() {
        return Ok(String::new());
    }
    let mut hash = Sha256::new();
    for file in &files {
        hash.update(file.as_os_str().as_encoded_bytes());
        hash.update([0]);
        hash.update(Sha256::digest(looked(file, std::fs::read(file))?.unwrap_or_default()));
    }
    Ok(hex(&hash.finalize())[..20].to_owned())
}

fn collect(place: &Path, files: &mut Vec<PathBuf>) -> Result<(), Message> {
    let Some(data) = looked(place, std::fs::symlink_metadata(place))? else { return Ok(()) };
    if data.is_file() && files.len() < MOST_FILES {
        files.push(place.to_owned());
    }
    // What Python leaves behind is no part of a submission.
    if data.is_dir() && place.file_name().is_none_or(|name| name != "__pycache__") {
        let listed = std::fs::read_dir(place)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>());
        let mut entries = looked(place, listed)?.unwrap_or_default();
        entries.sort();
        for entry in &entries {
            collect(entry, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(folder: &Path, row: &str) -> Entrant {
        let text = format!("title = 't'\n[[programs]]\nname = 'ann'\n{row}");
        let campaign = Campaign::parse(&text, folder).unwrap();
        Entrant::new(&campaign, &campaign.programs[0]).unwrap()
    }

    fn class() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("ann")).unwrap();
        std::fs::write(home.path().join("ann/solve.py"), "print('R')").unwrap();
        std::fs::write(home.path().join("marks"), "secret").unwrap();
        home
    }

    #[test]
    fn what_is_its_own_is_seen_and_nothing_else() {
        let home = class();
        for row in ["command = ['sh', 'ann/solve.py']", "command = ['sh', 'solve.py']\nfolder = 'ann'"] {
            assert_eq!(entrant(home.path(), row).reads, [home.path().join("ann")]);
        }
        let marks = entrant(home.path(), "command = ['sh', 'marks']").reads;
        assert_eq!(marks, [home.path().join("marks")], "the file alone, not the campaign's folder");
        assert!(entrant(home.path(), "command = ['echo', 'R']").reads.is_empty());
    }

    /// Whoever hands in a link to the marks, or to the whole disk, is shown neither.
    #[test]
    fn links_are_not_followed_into_the_box() {
        let home = class();
        std::os::unix::fs::symlink(home.path().join("marks"), home.path().join("solve.py")).unwrap();
        std::os::unix::fs::symlink("/", home.path().join("bob")).unwrap();
        assert!(entrant(home.path(), "command = ['sh', 'solve.py']").reads.is_empty());
        let linked = entrant(home.path(), "command = ['sh', 'solve.py']\nfolder = 'bob'");
        assert!(linked.reads.is_empty());
        assert_eq!(linked.missing.as_ref().map(Message::id), Some(words::LINKED_FOLDER.id));
    }

    #[test]
    fn a_fingerprint_changes_with_the_files_and_with_nothing_else() {
        let home = class();
        let print = || entrant(home.path(), "command = ['sh', 'solve.py']\nfolder = 'ann'").fingerprint;
        let first = print();
        std::fs::write(home.path().join("marks"), "other").unwrap();
        assert_eq!(first, print());
        std::fs::write(home.path().join("ann/helper.py"), "").unwrap();
        let second = print();
        assert_ne!(first, second);
        std::fs::write(home.path().join("ann/helper.py"), "x").unwrap();
        assert_ne!(second, print());
        assert_eq!(entrant(home.path(), "command = ['echo', 'R']").fingerprint, "");
    }

    #[test]
    fn a_file_server_that_stumbles_says_nothing_of_a_program() {
        let look = |number| looked(Path::new("p"), Err::<(), _>(io::Error::from_raw_os_error(number)));
        assert_eq!(look(116).map_err(|error| error.id().to_owned()), Err(words::UNREADABLE.id.to_owned()));
        assert_eq!(look(5).map_err(|error| error.id().to_owned()), Err(words::UNREADABLE.id.to_owned()));
        for fact in [2, 13, 20, 36] {
            assert_eq!(look(fact).unwrap(), None, "{fact}: it is not there, or not for us");
        }
    }

    #[test]
    fn what_is_not_there_is_told() {
        let home = class();
        let missing = |row: &str| entrant(home.path(), row).missing.map(|message| message.id().to_owned());
        assert_eq!(missing("command = ['./gone']"), Some(words::MISSING_PROGRAM.id.to_owned()));
        assert_eq!(
            missing("command = ['ann/solve.py']"),
            Some(words::MISSING_PROGRAM.id.to_owned()),
            "not executable"
        );
        assert_eq!(missing("command = ['sh']\nfolder = 'bob'"), Some(words::MISSING_PROGRAM.id.to_owned()));
        assert_eq!(missing("command = ['no-such-program']"), Some(words::UNKNOWN_PROGRAM.id.to_owned()));
        assert_eq!(missing("command = ['sh', 'ann/solve.py']"), None);
        assert_eq!(entrant(home.path(), "command = ['./gone']").fingerprint, MISSING);
    }
}
