//! A finished run of a campaign, whole in itself: what was to be done, what came of it, what it cost.
//! The lab writes it as a line of JSON, the store keeps that line.

mod first_edition;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answer::Claim;
use crate::words::{Message, table};
use first_edition::FirstEdition;

/// What this version writes. Lines of edition 1 are still [read](CampaignRun::read).
pub const EDITION: u32 = 2;

/// One line of the results of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignRun {
    /// The edition of the line, see [`EDITION`].
    pub schema: u32,
    /// The hash of everything that makes the run what it is.
    pub run: String,
    /// The level's title, where it stands, and what it is like.
    pub title: String,
    /// The set of levels it comes from, as the campaign calls it.
    pub set: String,
    /// Its number in the set, from 1.
    pub index: usize,
    /// Figures of the level itself (cells, boxes, colours): what charts set times against.
    pub features: BTreeMap<String, u64>,
    /// Where programs are judged: whoever wrote one is not shown this level.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// What the level is worth where programs are judged.
    #[serde(default = "one_point", skip_serializing_if = "is_one_point")]
    pub points: f64,
    /// The method or program as the campaign calls it.
    pub name: String,
    /// The method with its options, or the command of a program.
    pub spec: String,
    /// A program that is not ours.
    pub program: bool,
    /// The hash of a program's files, where it has any: another hash is another program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
    /// Only a proved best counts as solved.
    pub optimal_asked: bool,
    /// What the run was allowed.
    pub limits: Limits,
    /// Which repetition of the same run with the same seed, from 1: only times differ between them.
    pub repeat: u32,
    /// What it brought. A claim until it is [judged](Claim::judge) again: a line may have been edited.
    pub answer: Claim,
    /// What the campaign's patterns found in a program's output.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// Every better solution on the way: seconds and length. Only where the campaign asks for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<(f64, u64)>,
    /// What the system measured, whatever the run says of itself.
    pub process: Process,
    /// The version of ingenio that made the run.
    pub version: String,
    /// Commit and hash of the program.
    pub commit: String,
    /// Processor, cores, memory and system, in words: times of different machines are not compared.
    pub machine: String,
    /// Milliseconds since 1970.
    pub begun: u64,
}

/// The limits of one run of a campaign. What is missing is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Seconds on the wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds of processors, all threads together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_time: Option<f64>,
    /// Mebibytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Expanded nodes; only methods of ours honour it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What the whole process used, and what kept its limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// From start to end of the process.
    pub wall_seconds: f64,
    /// Of the process and its children.
    pub cpu_seconds: f64,
    /// The most memory in use at once.
    pub peak_bytes: u64,
    /// What kept the limits: `cgroup-v2`, `cgroup-v1` or `rlimit`.
    pub enforcer: String,
    /// Whether its times can be relied on.
    #[serde(flatten)]
    pub conditions: Conditions,
}

/// Under which conditions a process ran: whether a figure of time can be relied on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conditions {
    /// The cores that it had for itself; none where it was not pinned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cores: Vec<usize>,
    /// How many processes wanted to run when it began, on average over the last minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// Pages that the machine swapped, and times that it slowed itself down, while it ran.
    #[serde(skip_serializing_if = "is_zero")]
    pub swapped: u64,
    /// Times that the machine slowed itself down while it ran.
    #[serde(skip_serializing_if = "is_zero")]
    pub throttled: u64,
    /// Time on the wall ran out while others had the processor.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub starved: bool,
    /// What kept a program of others from everybody's files and from the network; empty where nothing did.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sandbox: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

const fn one_point() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_one_point(points: &f64) -> bool {
    points.to_bits() == one_point().to_bits()
}

/// Which edition a line is of; the first did not always say so.
#[derive(Deserialize)]
struct Head {
    #[serde(default = "first")]
    schema: u32,
}

const fn first() -> u32 {
    1
}

impl CampaignRun {
    /// Reads a line of any edition up to this one.
    pub fn read(line: &str) -> Result<Self, Message> {
        let broken = |error| table::NOT_A_RUN.with("error", crate::Foreign(error));
        let Head { schema } = serde_json::from_str(line).map_err(broken)?;
        match schema {
            ..EDITION => serde_json::from_str::<FirstEdition>(line).map(CampaignRun::from).map_err(broken),
            EDITION => serde_json::from_str(line).map_err(broken),
            _ => Err(table::NEWER_RUN.with("schema", schema).with("known", EDITION)),
        }
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a run is plain data")
    }

    /// Is the question answered?
    pub fn is_solved(&self) -> bool {
        self.answer.outcome.is_answer()
    }

    /// The same level on the same terms: runs with one key can be compared.
    pub fn task_key(&self) -> (crate::LevelId, u64, u32) {
        (self.answer.id, self.answer.seed, self.repeat)
    }
}
