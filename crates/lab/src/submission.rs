//! What was handed out of a campaign, beside its results: `shares/1`, `shares/2`, ... for each time that
//! something was submitted, and in each a folder for every task.
//!
//! ```text
//! FOLDER/campaign.toml, plan.json, results.jsonl        as ever
//! FOLDER/shares/1/submission.json, campaign.toml, job.sh
//! FOLDER/shares/1/17/share.json                         the runs of task 17
//! FOLDER/shares/1/17/owner, *.jsonl, standing.json      see `attempt.rs`
//! FOLDER/shares/1/17/output.txt                         what the task said
//! ```
//!
//! The results of the campaign are the union of all journals. Nothing here asks who is at work: that is known
//! by the queue that the tasks are in.

use std::hash::{BuildHasher, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};
use serde::{Deserialize, Serialize};

use crate::attempt::{give_up, journals};
use crate::campaign::{CAMPAIGN, Campaign};
use crate::machine::now;
use crate::share::Share;
use crate::standing::Tally;
use crate::whole_file::{numbered, write_whole};
use crate::words;

/// The folder of all of them within that of a campaign.
pub const SHARES: &str = "shares";

const SUBMISSION: &str = "submission.json";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    pub number: u32,
    /// By which its job is known in the queue.
    pub name: String,
    /// The number that the queue gave it; nothing until it was taken.
    pub job: Option<String>,
    pub tasks: usize,
    /// Runs at a time in each task.
    pub jobs: u16,
    /// What the queue was asked for.
    pub options: Vec<String>,
    /// A script of the user's own, in the place of ours.
    pub script: Option<PathBuf>,
    /// Programs of others run without a sandbox.
    pub allow_programs: bool,
    /// Of the whole campaign.
    pub total: usize,
    /// What was done before, apart from the shares in `live`.
    pub tally: Tally,
    /// Tasks of earlier submissions that were still waiting or at work.
    pub live: Vec<TaskName>,
    /// Milliseconds since 1970.
    pub begun: u64,
}

/// A submission and a task of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TaskName {
    pub submission: u32,
    pub task: usize,
}

impl TaskName {
    pub fn folder(self, campaign: &Path) -> PathBuf {
        submission_folder(campaign, self.submission).join(self.task.to_string())
    }
}

/// A name for a job that no other has, on whatever machine it is made up.
pub fn new_name() -> String {
    let salt = std::hash::RandomState::new().build_hasher().finish();
    format!("ingenio-{:x}-{:08x}", now(), salt as u32)
}

pub fn submission_folder(campaign: &Path, number: u32) -> PathBuf {
    campaign.join(SHARES).join(number.to_string())
}

impl Submission {
    /// Takes the number after `last` for this submission. Two who submit at once took the same `last`: the
    /// second is told so, for what the first submits it would submit again.
    pub fn claim(campaign: &Path, last: u32) -> Result<PathBuf, Message> {
        let folder = submission_folder(campaign, last + 1);
        let made = std::fs::create_dir_all(campaign.join(SHARES)).and_then(|()| std::fs::create_dir(&folder));
        match made {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(words::SUBMITTED_MEANWHILE.with("folder", campaign.display()))
            }
            made => made.map(|()| folder.clone()).map_err(|error| {
                words::UNWRITABLE.with("file", folder.display()).with("error", Foreign(error))
            }),
        }
    }

    /// Writes a folder for each share, and a copy of the campaign: the one beside the results may change.
    pub fn lay_out(&self, campaign: &Path, shares: &[Share]) -> Result<(), Message> {
        let folder = submission_folder(campaign, self.number);
        Campaign::keep(&campaign.join(CAMPAIGN), &folder)?;
        for (task, share) in shares.iter().enumerate() {
            let task = folder.join(task.to_string());
            std::fs::create_dir_all(&task).map_err(|error| {
                words::UNWRITABLE.with("file", task.display()).with("error", Foreign(error))
            })?;
            share.write(&task)?;
        }
        self.write(campaign)
    }

    pub fn write(&self, campaign: &Path) -> Result<(), Message> {
        let text = serde_json::to_vec(self).expect("a submission is plain data");
        write_whole(&submission_folder(campaign, self.number).join(SUBMISSION), &text)
    }

    pub fn tasks(&self) -> impl Iterator<Item = TaskName> + '_ {
        (0..self.tasks).map(|task| TaskName { submission: self.number, task })
    }

    /// All of a campaign, in order. A folder without its file was never submitted.
    pub fn all(campaign: &Path) -> Result<Vec<Submission>, Message> {
        let read = |number: &u32| Submission::read(&submission_folder(campaign, *number)).transpose();
        numbers(campaign)?.iter().filter_map(read).collect()
    }

    /// Nothing where it was never submitted.
    pub fn read(folder: &Path) -> Result<Option<Submission>, Message> {
        let path = folder.join(SUBMISSION);
        let failed = |error: Message| words::UNREADABLE.with("file", path.display()).with("error", error);
        match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(Message::foreign(&error))),
            Ok(text) => {
                serde_json::from_slice(&text).map(Some).map_err(|error| failed(Message::foreign(&error)))
            }
        }
    }
}

/// Takes the shares of all tasks but these from them: what they have not done is about to be handed out anew.
/// To be called before the results are read that tell what is missing.
pub fn give_up_shares(campaign: &Path, but: &[TaskName]) -> Result<(), Message> {
    let dead =
        Submission::all(campaign)?.iter().flat_map(|one| one.tasks().collect::<Vec<_>>()).collect::<Vec<_>>();
    dead.iter().filter(|task| !but.contains(task)).try_for_each(|task| give_up(&task.folder(campaign)))
}

/// The numbers that are taken, submitted or not.
pub fn numbers(campaign: &Path) -> Result<Vec<u32>, Message> {
    numbered(&campaign.join(SHARES))
}

/// All journals of all tasks, in the order in which they were begun.
pub fn shared_journals(campaign: &Path) -> Result<Vec<PathBuf>, Message> {
    let mut all = Vec::new();
    for number in numbers(campaign)? {
        all.extend(journals_of(campaign, number)?);
    }
    Ok(all)
}

/// The journals of the tasks of one submission.
pub fn journals_of(campaign: &Path, number: u32) -> Result<Vec<PathBuf>, Message> {
    let (folder, mut all) = (submission_folder(campaign, number), Vec::new());
    for task in numbered::<usize>(&folder)? {
        all.extend(journals(&folder.join(task.to_string()))?);
    }
    Ok(all)
}
