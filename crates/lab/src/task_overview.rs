//! How the tasks of a campaign stand, from the files that they write: whoever looks on asks no queue and holds
//! nobody up.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use ingenio_core::CampaignRun;

use crate::attempt::journals;
use crate::journal::whole_lines;
use crate::machine::now;
use crate::standing::{KeptStanding, Tally};
use crate::submission::{Submission, TaskName};

/// A task tells how it stands every ten seconds: one that has said nothing for so many milliseconds is not at
/// work, or its node is not.
const SILENCE: u64 = 60_000;

/// A thousand tasks are not told one by one.
const MOST_NAMED: usize = 20;

/// All tasks that have to do with the last submission.
#[derive(Clone, Debug, Default)]
pub struct TasksOverview {
    pub tally: Tally,
    /// Tasks that are at work.
    pub at_work: usize,
    /// What they work on.
    pub running: Vec<String>,
    pub ends: Option<u64>,
}

impl TasksOverview {
    pub fn of(campaign: &Path, last: &Submission) -> Self {
        let mut all = TasksOverview { tally: last.tally, ..TasksOverview::default() };
        for task in last.live.iter().copied().chain(last.tasks()) {
            all.add(campaign, task);
        }
        all
    }

    fn add(&mut self, campaign: &Path, task: TaskName) {
        let folder = task.folder(campaign);
        let kept = KeptStanding::read(&folder);
        self.tally.add(count(&folder, kept.as_ref()));
        if let Some(kept) = kept.filter(|kept| !kept.over && now().saturating_sub(kept.told) < SILENCE) {
            self.at_work += 1;
            let room = MOST_NAMED.saturating_sub(self.running.len());
            self.running.extend(kept.running.into_iter().take(room));
            self.ends = self.ends.max(kept.ends);
        }
    }
}

/// What was counted already, the rest of the journal it was counted in, and journals that were begun later.
fn count(folder: &Path, kept: Option<&KeptStanding>) -> Tally {
    let mut tally = kept.map_or_else(Tally::default, |kept| kept.tally);
    let counted = kept.map_or("", |kept| kept.journal.as_str());
    for path in journals(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let from = if name == counted { kept.map_or(0, |kept| kept.bytes) } else { 0 };
        if *name >= *counted {
            tally.add(count_from(&path, from).unwrap_or_default());
        }
    }
    tally
}

/// What a journal holds beyond so many bytes; a line without its end is not one yet. Nothing where the file is
/// shorter than that.
pub fn count_from(path: &Path, from: u64) -> Option<Tally> {
    let mut rest = Vec::new();
    let mut file = File::open(path).ok()?;
    if file.metadata().ok()?.len() < from {
        return None;
    }
    file.seek(SeekFrom::Start(from)).ok()?;
    file.read_to_end(&mut rest).ok()?;
    let lines = rest[..whole_lines(&rest)].split(|byte| *byte == b'\n');
    let runs: Vec<CampaignRun> =
        lines.filter_map(|line| CampaignRun::read(&String::from_utf8_lossy(line)).ok()).collect();
    Some(Tally::of(runs.iter()))
}
