//! How a campaign stands: told to whoever watches the runner, and kept in a small file beside the results
//! for those who look on from another process.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::machine::now;
use crate::whole_file::write_whole;
use ingenio_core::{CampaignRun, Ending};

/// The file within the folder of a campaign.
pub const STANDING: &str = "standing.json";

#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub total: usize,
    pub tally: Tally,
    /// Methods and levels that are being worked on.
    pub running: Vec<String>,
    pub elapsed: Duration,
    /// Until the end, judging by the pace so far.
    pub remaining: Option<Duration>,
}

/// What came of the runs that are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub done: usize,
    pub solved: usize,
    pub wrong: usize,
}

impl Tally {
    pub fn of<'a>(runs: impl Iterator<Item = &'a CampaignRun>) -> Self {
        let mut tally = Tally::default();
        runs.for_each(|run| tally.count(run.answer.outcome.kind()));
        tally
    }

    pub fn add(&mut self, other: Tally) {
        self.done += other.done;
        self.solved += other.solved;
        self.wrong += other.wrong;
    }

    pub fn count(&mut self, outcome: Ending) {
        self.done += 1;
        self.solved += usize::from(outcome.is_answer());
        self.wrong += usize::from(outcome == Ending::Wrong);
    }
}

/// The standing as it is kept. It may lag behind the results by a moment: `bytes` says how much of them it
/// has counted, so that a reader needs to count the rest only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptStanding {
    pub total: usize,
    pub tally: Tally,
    pub bytes: u64,
    pub running: Vec<String>,
    /// When the campaign was first begun and when it will end judging by its pace: milliseconds since 1970.
    pub begun: u64,
    pub ends: Option<u64>,
    /// The journal of which `bytes` are counted, where a task has several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub journal: String,
    /// How much had been submitted when this was counted: the last of its numbers, or 0.
    #[serde(default)]
    pub submissions: u32,
    /// When this was told, and whether it was the last word.
    #[serde(default)]
    pub told: u64,
    #[serde(default)]
    pub over: bool,
}

impl KeptStanding {
    pub fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(folder.join(STANDING)).ok()?).ok()
    }

    pub fn of(standing: &Standing, bytes: u64, begun: u64) -> Self {
        let remaining = standing.remaining.filter(|_| standing.tally.done < standing.total);
        KeptStanding {
            total: standing.total,
            tally: standing.tally,
            bytes,
            running: standing.running.clone(),
            begun,
            ends: remaining.map(|remaining| now() + remaining.as_millis() as u64),
            told: now(),
            ..KeptStanding::default()
        }
    }

    /// That it could not be written harms nobody but onlookers.
    pub fn write(&self, folder: &Path) {
        let text = serde_json::to_vec(self).expect("a standing is plain data");
        let _ = write_whole(&folder.join(STANDING), &text);
    }
}
