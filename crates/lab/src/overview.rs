//! Campaigns as an onlooker sees them, from another process, while they run or long after: nothing is
//! written, nobody is held up, and only what is new in the results is read.

use std::fs::{File, TryLockError};
use std::path::Path;

use ingenio_core::{Foreign, Language, Message};
use serde::Serialize;

use crate::campaign::{CAMPAIGN, Campaign};
use crate::journal::RESULTS;
use crate::report::{self, PAGE};
use crate::standing::{KeptStanding, Tally};
use crate::study::Study;
use crate::submission::{Submission, shared_journals};
use crate::task_overview::{TasksOverview, count_from};
use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A runner is at work on it, or tasks of a cluster are.
    Running,
    /// Its tasks wait in the queue of a cluster. Only who asks the queue can tell.
    Waiting,
    /// Nobody is, and something is left to do.
    Interrupted,
    Finished,
}

impl State {
    /// In JSON and in names of styles.
    pub const fn id(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Waiting => "waiting",
            State::Interrupted => "interrupted",
            State::Finished => "finished",
        }
    }

    pub fn word(self) -> Message {
        let word = match self {
            State::Running => words::RUNNING,
            State::Waiting => words::WAITING,
            State::Interrupted => words::INTERRUPTED_STATE,
            State::Finished => words::FINISHED_STATE,
        };
        word.say()
    }
}

/// A campaign on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overview {
    /// The name of its folder.
    pub name: String,
    pub title: String,
    pub about: String,
    pub state: State,
    /// Unknown for campaigns that were run before standings were kept, and until the first run begins.
    pub total: Option<usize>,
    #[serde(flatten)]
    pub tally: Tally,
    /// Methods and levels that are being worked on.
    pub running: Vec<String>,
    /// Milliseconds since 1970.
    pub begun: Option<u64>,
    /// Where it runs: when it will end, judging by its pace so far.
    pub ends: Option<u64>,
}

/// The campaigns whose folders lie in this one, by name. A folder without a campaign is passed over.
pub fn campaigns(root: &Path) -> Result<Vec<Overview>, Message> {
    let failed = |error| words::UNREADABLE.with("file", root.display()).with("error", Foreign(error));
    let folders = std::fs::read_dir(root).map_err(failed)?.flatten().map(|entry| entry.path());
    let mut found: Vec<Overview> = folders
        .filter(|folder| folder.join(CAMPAIGN).is_file())
        .filter_map(|folder| overview(&folder).ok())
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// One campaign by its folder.
pub fn overview(folder: &Path) -> Result<Overview, Message> {
    let campaign = Campaign::read(&folder.join(CAMPAIGN)).map_err(|fault| fault.message)?;
    let kept = KeptStanding::read(folder);
    let counted = kept.as_ref().map_or(0, |kept| kept.submissions);
    let last = Submission::all(folder)?.pop().filter(|last| last.number > counted);
    let count = match &last {
        Some(last) => submitted(folder, kept.as_ref(), last),
        None => run_here(folder, kept),
    };
    let complete = count.total.map_or(folder.join(PAGE).is_file(), |total| count.tally.done >= total);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Overview {
        name,
        title: campaign.title,
        about: campaign.about,
        state: match (count.at_work, complete) {
            (true, _) => State::Running,
            (false, true) => State::Finished,
            (false, false) => State::Interrupted,
        },
        total: count.total,
        tally: count.tally,
        running: if count.at_work { count.running } else { Vec::new() },
        begun: count.begun,
        ends: count.ends.filter(|_| count.at_work),
    })
}

/// How far it is, by whoever was at work on it last.
struct Count {
    total: Option<usize>,
    tally: Tally,
    at_work: bool,
    running: Vec<String>,
    begun: Option<u64>,
    ends: Option<u64>,
}

/// A runner of its own.
fn run_here(folder: &Path, kept: Option<KeptStanding>) -> Count {
    let counted = kept.as_ref().map_or((Tally::default(), 0), |kept| (kept.tally, kept.bytes));
    let tally = count_on(folder, counted);
    let total = kept.as_ref().map(|kept| kept.total);
    let (running, begun, ends) =
        kept.map_or((Vec::new(), None, None), |kept| (kept.running, Some(kept.begun), kept.ends));
    Count { total, tally, at_work: is_locked(folder), running, begun, ends }
}

/// Tasks of a cluster, and whoever did something before them.
fn submitted(folder: &Path, kept: Option<&KeptStanding>, last: &Submission) -> Count {
    let tasks = TasksOverview::of(folder, last);
    Count {
        total: Some(last.total),
        tally: tasks.tally,
        at_work: tasks.at_work > 0,
        running: tasks.running,
        begun: Some(kept.map_or(last.begun, |kept| kept.begun.min(last.begun))),
        ends: tasks.ends,
    }
}

/// The report of a campaign, as one page of HTML: the one that was written, or, where results came later,
/// a new one of what is there.
pub fn report_page(folder: &Path, reader: Language) -> Result<String, Message> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    let shared = shared_journals(folder)?.iter().map(|path| changed(path)).max().flatten();
    if changed(&folder.join(PAGE)) >= changed(&folder.join(RESULTS)).max(shared)
        && let Ok(page) = std::fs::read_to_string(folder.join(PAGE))
        && page.contains(&format!("<html lang=\"{}\">", reader.code()))
    {
        return Ok(page);
    }
    reader.during(|| Ok(report::page(&Study::read(folder)?, &[])))
}

/// Who runs a campaign holds the lock of its results.
fn is_locked(folder: &Path) -> bool {
    let Ok(file) = File::open(folder.join(RESULTS)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Adds what the results hold beyond the bytes that were counted. Where someone has begun the results anew, so
/// does the count.
fn count_on(folder: &Path, (mut tally, counted): (Tally, u64)) -> Tally {
    let path = folder.join(RESULTS);
    match count_from(&path, counted) {
        Some(rest) => tally.add(rest),
        None if path.exists() => tally = count_from(&path, 0).unwrap_or_default(),
        None => {}
    }
    tally
}
