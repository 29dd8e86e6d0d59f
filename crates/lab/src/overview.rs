//! Campaigns as an onlooker sees them, from another process, while they run or long after: nothing is
//! written, nobody is held up, and only what is new in the results is read.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use ingenio_core::{CampaignRun, Message};
use serde::Serialize;

use crate::campaign::{CAMPAIGN, Campaign};
use crate::journal::{RESULTS, whole_lines};
use crate::report::{self, PAGE};
use crate::standing::{KeptStanding, Tally};
use crate::study::Study;
use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A runner is at work on it.
    Running,
    /// Nobody is, and something is left to do.
    Interrupted,
    Finished,
}

impl State {
    pub const fn word(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Interrupted => "interrupted",
            State::Finished => "finished",
        }
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
    let failed = |error| words::UNREADABLE.with("file", root.display()).with("error", error);
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
    let running = is_locked(folder);
    let counted = kept.as_ref().map_or((Tally::default(), 0), |kept| (kept.tally, kept.bytes));
    let tally = count_on(folder, counted);
    let total = kept.as_ref().map(|kept| kept.total);
    let complete = total.map_or(folder.join(PAGE).is_file(), |total| tally.done >= total);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (workers, begun, ends) =
        kept.map_or((Vec::new(), None, None), |kept| (kept.running, Some(kept.begun), kept.ends));
    Ok(Overview {
        name,
        title: campaign.title,
        about: campaign.about,
        state: match (running, complete) {
            (true, _) => State::Running,
            (false, true) => State::Finished,
            (false, false) => State::Interrupted,
        },
        total,
        tally,
        running: if running { workers } else { Vec::new() },
        begun,
        ends: ends.filter(|_| running),
    })
}

/// The report of a campaign, as one page of HTML: the one that was written, or, where results came later,
/// a new one of what is there.
pub fn report_page(folder: &Path) -> Result<String, Message> {
    let changed = |name: &str| std::fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
    if changed(PAGE) >= changed(RESULTS)
        && let Ok(page) = std::fs::read_to_string(folder.join(PAGE))
    {
        return Ok(page);
    }
    Ok(report::page(&Study::read(folder)?, &[]))
}

/// Who runs a campaign holds the lock of its results.
fn is_locked(folder: &Path) -> bool {
    let Ok(file) = File::open(folder.join(RESULTS)) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Adds what the results hold beyond the bytes that were counted; a line without its end is not one yet.
fn count_on(folder: &Path, (mut tally, counted): (Tally, u64)) -> Tally {
    let mut rest = Vec::new();
    let read = File::open(folder.join(RESULTS)).and_then(|mut file| {
        let mut from = counted;
        if file.metadata()?.len() < counted {
            // Someone has begun the results anew: so does the count.
            (tally, from) = (Tally::default(), 0);
        }
        file.seek(SeekFrom::Start(from))?;
        file.read_to_end(&mut rest)
    });
    if read.is_ok() {
        let lines = rest[..whole_lines(&rest)].split(|byte| *byte == b'\n');
        let runs = lines.filter_map(|line| CampaignRun::read(&String::from_utf8_lossy(line)).ok());
        runs.for_each(|run| tally.count(run.answer.outcome.kind()));
    }
    tally
}
